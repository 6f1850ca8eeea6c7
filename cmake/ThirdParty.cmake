# SPDX-License-Identifier: Apache-2.0
# Everything that is not ours. The Debian packages are listed in packages.txt.
find_package(PkgConfig REQUIRED)
find_package(LLVM 14 REQUIRED CONFIG)
find_package(OpenSSL REQUIRED)
find_package(Threads REQUIRED)
pkg_check_modules(GMP REQUIRED IMPORTED_TARGET gmp gmpxx)
pkg_check_modules(HTTPLIB REQUIRED IMPORTED_TARGET cpp-httplib)
pkg_check_modules(MPFR REQUIRED IMPORTED_TARGET mpfr)

# LLVM's static Support component: linking libLLVM.so costs 13 ms per process.
llvm_map_components_to_libnames(PLUMB_LLVM_LIBRARIES support)
add_library(plumb_llvm INTERFACE)
target_include_directories(plumb_llvm SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS})
target_link_libraries(plumb_llvm INTERFACE ${PLUMB_LLVM_LIBRARIES})

find_path(PLUMB_Z3_INCLUDE z3++.h REQUIRED)
find_library(PLUMB_Z3_LIBRARY z3 REQUIRED)
add_library(plumb_z3 INTERFACE)
target_include_directories(plumb_z3 SYSTEM INTERFACE ${PLUMB_Z3_INCLUDE})
target_link_libraries(plumb_z3 INTERFACE ${PLUMB_Z3_LIBRARY})

find_path(PLUMB_ANTLR_INCLUDE antlr4-runtime.h PATH_SUFFIXES antlr4-runtime REQUIRED)
find_library(PLUMB_ANTLR_LIBRARY NAMES libantlr4-runtime.a REQUIRED)
find_program(PLUMB_ANTLR_TOOL antlr4 REQUIRED)
add_library(plumb_antlr INTERFACE)
target_include_directories(plumb_antlr SYSTEM INTERFACE ${PLUMB_ANTLR_INCLUDE})
target_link_libraries(plumb_antlr INTERFACE ${PLUMB_ANTLR_LIBRARY} Threads::Threads)
