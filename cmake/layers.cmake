# countercheck_layer(NAME SOURCES … LINK …): one static library per folder of code.
# LINK is public (its headers are seen by those who include ours), USES is private.
function(countercheck_layer name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LINK;USES")
  add_library(${name} STATIC ${arg_SOURCES})
  target_include_directories(${name} PUBLIC ${PROJECT_SOURCE_DIR})
  target_compile_features(${name} PUBLIC cxx_std_20)
  target_link_libraries(${name} PUBLIC ${arg_LINK} PRIVATE countercheck_options ${arg_USES})
endfunction()
