# The one home of compiler options: every target of ours links countercheck_options, privately.
set(COUNTERCHECK_SANITIZE "" CACHE STRING "Sanitizers, e.g. address,undefined")

add_library(countercheck_options INTERFACE)
target_compile_features(countercheck_options INTERFACE cxx_std_20)
target_compile_options(countercheck_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wold-style-cast -Wnon-virtual-dtor
  -Woverloaded-virtual -Wswitch-enum)
# GCC 12 warns of its own string library once it optimises: "text" + string "may overlap", and a
# string in a temporary that is being built "may be used uninitialized". Both are mended in GCC 13.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(countercheck_options INTERFACE
    $<$<NOT:$<CONFIG:Debug>>:-Wno-restrict;-Wno-maybe-uninitialized>)
endif()
if(COUNTERCHECK_SANITIZE)
  target_compile_options(countercheck_options INTERFACE
    -fsanitize=${COUNTERCHECK_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(countercheck_options INTERFACE -fsanitize=${COUNTERCHECK_SANITIZE})
endif()

find_program(COUNTERCHECK_CCACHE ccache)
if(COUNTERCHECK_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${COUNTERCHECK_CCACHE})
endif()
