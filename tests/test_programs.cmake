# countercheck_test(NAME SOURCES … LINK …): one test program per layer, each test case one entry of
# CTest. "-w NoTests" turns a filter that matches nothing into a failure (Catch2 2 would exit 0).
function(countercheck_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LINK;LABELS")
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE countercheck_options countercheck_test_support ${arg_LINK})
  set(properties TIMEOUT 300)
  if(arg_LABELS)
    list(APPEND properties LABELS "${arg_LABELS}")
  endif()
  catch_discover_tests(${name}
    TEST_PREFIX "${name}: " EXTRA_ARGS -w NoTests
    PROPERTIES ${properties})
endfunction()
