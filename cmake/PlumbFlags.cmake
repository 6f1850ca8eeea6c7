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
# False reports of GCC 12 inside its own library: lengths and overlaps in std::string (GCC bugs 105329, 105651).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(plumb_flags INTERFACE -Wno-restrict -Wno-array-bounds -Wno-stringop-overread
    -Wno-stringop-overflow)
endif()

# A verdict must not rest on what the language leaves undefined: a shift by 32 once let half of the cases of a channel vanish, and
# it was "proved". The program stops there, with exit code 70.
add_library(plumb_traps INTERFACE)
if(NOT PLUMB_SANITIZE)
  target_compile_options(plumb_traps INTERFACE
    -fsanitize=shift,signed-integer-overflow,integer-divide-by-zero,bounds,unreachable,return,bool,enum
    -fsanitize-undefined-trap-on-error $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
endif()

if(PLUMB_SANITIZE)
  # GCC's flow warnings are not reliable in instrumented code (its manual says so), here inside <regex>.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(plumb_flags INTERFACE -Wno-maybe-uninitialized -Wno-return-type)
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
