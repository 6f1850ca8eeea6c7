# SPDX-License-Identifier: Apache-2.0
# Assertions stay on in every build type: a tool that says "proved" must not skip its own checks.
foreach(config RELEASE RELWITHDEBINFO MINSIZEREL)
  string(REPLACE "-DNDEBUG" "" CMAKE_CXX_FLAGS_${config} "${CMAKE_CXX_FLAGS_${config}}")
  string(REPLACE "-DNDEBUG" "" CMAKE_C_FLAGS_${config} "${CMAKE_C_FLAGS_${config}}")
endforeach()

string(REPLACE "-O3" "-O2" CMAKE_CXX_FLAGS_RELEASE "${CMAKE_CXX_FLAGS_RELEASE}")

add_library(plumb_flags INTERFACE)
target_include_directories(plumb_flags INTERFACE ${CMAKE_SOURCE_DIR})
target_compile_options(plumb_flags INTERFACE -Wall -Wextra -Wpedantic $<$<CXX_COMPILER_ID:GNU>:-Wshadow=local> -Wimplicit-fallthrough -Werror)
# A false report of GCC 12 inside its own library: overlaps in operator+ of std::string (GCC bug 105651).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(plumb_flags INTERFACE -Wno-restrict)
endif()

if(PLUMB_SANITIZE)
  # GCC's flow warnings are not reliable in instrumented code (its manual says so), here inside <regex>.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(plumb_flags INTERFACE -Wno-maybe-uninitialized)
  endif()
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
endif()

find_program(PLUMB_LLD ld.lld)
if(PLUMB_LLD)
  add_link_options(-fuse-ld=lld)
endif()
find_program(PLUMB_CCACHE ccache)
if(PLUMB_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${PLUMB_CCACHE})
endif()
