# countercheck_test(NAME SOURCES … LINK …): one test program per layer, each test case one entry of
# CTest. A filter that matches nothing is a failure: Catch2 2 has to be told so, Catch2 3 does it
# unasked and knows the word no longer.
if(Catch2_VERSION VERSION_LESS 3)
  set(COUNTERCHECK_TEST_WARNING NoTests)
else()
  set(COUNTERCHECK_TEST_WARNING UnmatchedTestSpec)
endif()

function(countercheck_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LINK;LABELS")
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE countercheck_options countercheck_test_support ${arg_LINK})
  set(properties TIMEOUT 300)
  if(arg_LABELS)
    list(APPEND properties LABELS "${arg_LABELS}")
  endif()
  catch_discover_tests(${name}
    TEST_PREFIX "${name}: " EXTRA_ARGS -w ${COUNTERCHECK_TEST_WARNING}
    PROPERTIES ${properties})
endfunction()
