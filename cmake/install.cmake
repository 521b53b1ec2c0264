# What `cmake --install` lays down besides the program: the rules, the documentation and the schema.
install(DIRECTORY rules/ DESTINATION ${CMAKE_INSTALL_DATADIR}/countercheck/rules
  FILES_MATCHING PATTERN "*.toml")
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES README.md CHANGELOG.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
if(EXISTS ${PROJECT_SOURCE_DIR}/schema)
  install(DIRECTORY schema/ DESTINATION ${CMAKE_INSTALL_DATADIR}/countercheck/schema)
endif()
