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
# What assertions name are files from the root of the sources: whoever runs a package has no use for the folder where it was built.
target_compile_options(plumb_flags INTERFACE -fmacro-prefix-map=${CMAKE_SOURCE_DIR}/=)
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

# What is compiled with ASan and UBSan in every build, beside the same code without: rooms that read what strangers wrote, for their unit
# tests (`SANITIZED`). With PLUMB_SANITIZE all is, and nothing twice. GCC's flow warnings are not reliable in such code (its manual says
# so), here inside <regex>.
set(PLUMB_SANITIZERS -fsanitize=address,undefined)
add_library(plumb_sanitizers INTERFACE)
target_compile_options(plumb_sanitizers INTERFACE ${PLUMB_SANITIZERS} -fno-sanitize-recover=all -fno-omit-frame-pointer
  $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized -Wno-return-type>)
target_link_options(plumb_sanitizers INTERFACE ${PLUMB_SANITIZERS})

# Not by linking to it: the runtime is exported, and needs nothing of the kind.
if(PLUMB_SANITIZE)
  add_compile_options($<TARGET_PROPERTY:plumb_sanitizers,INTERFACE_COMPILE_OPTIONS>)
  add_link_options($<TARGET_PROPERTY:plumb_sanitizers,INTERFACE_LINK_OPTIONS>)
endif()

# Coverage for libFuzzer in all that is ours; only its targets have its main().
if(PLUMB_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link,address -fno-omit-frame-pointer -O1 -g1)
  add_link_options(-fsanitize=address)
endif()

find_program(PLUMB_LLD ld.lld)
if(PLUMB_LLD)
  add_link_options(-fuse-ld=lld)
endif()
find_program(PLUMB_CCACHE ccache)
if(PLUMB_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${PLUMB_CCACHE})
endif()
