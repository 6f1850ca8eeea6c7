# SPDX-License-Identifier: Apache-2.0
# What `plumb_test(mechanisms/runtime)` leaves out: tapes for the unit tests, and tests of more than one binary.
target_link_libraries(test_mechanisms_runtime PRIVATE plumb::runtime_testing)

function(plumb_runtime_script name)
  add_test(NAME runtime.${name} COMMAND python3 ${CMAKE_SOURCE_DIR}/tests/mechanisms/runtime/${ARGN})
endfunction()

plumb_runtime_script(fresh_project fresh_project.py ${CMAKE_BINARY_DIR})
plumb_runtime_script(standalone fresh_project.py ${CMAKE_BINARY_DIR} --standalone)
plumb_runtime_script(compilers compilers.py)
set_tests_properties(runtime.standalone runtime.compilers PROPERTIES LABELS slow)

# The variant without OpenSSL, whatever this build was configured with.
add_executable(test_runtime_os_faults
  ${CMAKE_SOURCE_DIR}/tests/mechanisms/runtime/os_faults.cpp
  ${CMAKE_SOURCE_DIR}/mechanisms/runtime/src/os_bits.cpp
  ${CMAKE_SOURCE_DIR}/mechanisms/runtime/src/fatal.cpp)
target_compile_definitions(test_runtime_os_faults PRIVATE PLUMB_RUNTIME_WITHOUT_OPENSSL)
target_include_directories(test_runtime_os_faults PRIVATE ${CMAKE_SOURCE_DIR}/mechanisms/runtime/include)
target_link_libraries(test_runtime_os_faults PRIVATE plumb_flags Threads::Threads)
add_test(NAME runtime.os_faults COMMAND test_runtime_os_faults)
