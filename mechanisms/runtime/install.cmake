# SPDX-License-Identifier: Apache-2.0
# The component `runtime`: libraries, headers, find_package(plumb), plumb-runtime.pc and plumb-estimate.pc.
include(CMakePackageConfigHelpers)

set(PLUMB_CMAKE_FOLDER ${CMAKE_INSTALL_LIBDIR}/cmake/plumb)

install(TARGETS plumb_runtime plumb_estimate EXPORT plumb_runtime_targets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT runtime)
install(DIRECTORY include/plumb DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT runtime)
# What `plumb replay` compiles with; no target leads there.
install(DIRECTORY testing/include/plumb/runtime/replay DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/plumb/replay/plumb/runtime
  COMPONENT runtime)
install(EXPORT plumb_runtime_targets FILE plumb-runtime-targets.cmake NAMESPACE plumb::
  DESTINATION ${PLUMB_CMAKE_FOLDER} COMPONENT runtime)

configure_package_config_file(cmake/plumb-config.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/plumb-config.cmake
  INSTALL_DESTINATION ${PLUMB_CMAKE_FOLDER} NO_SET_AND_CHECK_MACRO NO_CHECK_REQUIRED_COMPONENTS_MACRO)
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/plumb-config-version.cmake
  VERSION ${PROJECT_VERSION} COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/plumb-config.cmake
              ${CMAKE_CURRENT_BINARY_DIR}/plumb-config-version.cmake
  DESTINATION ${PLUMB_CMAKE_FOLDER} COMPONENT runtime)

set(PLUMB_PC_FOLDER ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH PLUMB_PC_TO_PREFIX /prefix/${PLUMB_PC_FOLDER} /prefix)
set(PLUMB_PC_REQUIRES "gmp mpfr")
set(PLUMB_PC_DEFINES "")
if(PLUMB_RUNTIME_WITHOUT_OPENSSL)
  set(PLUMB_PC_DEFINES " -DPLUMB_RUNTIME_WITHOUT_OPENSSL")
else()
  string(APPEND PLUMB_PC_REQUIRES " libcrypto")
endif()
configure_file(cmake/plumb-runtime.pc.in ${CMAKE_CURRENT_BINARY_DIR}/plumb-runtime.pc @ONLY)
configure_file(cmake/plumb-estimate.pc.in ${CMAKE_CURRENT_BINARY_DIR}/plumb-estimate.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/plumb-runtime.pc ${CMAKE_CURRENT_BINARY_DIR}/plumb-estimate.pc
  DESTINATION ${PLUMB_PC_FOLDER} COMPONENT runtime)
# The runtime may have been copied out of its tree.
if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/../../LICENSE)
  install(FILES ${CMAKE_CURRENT_SOURCE_DIR}/../../LICENSE DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/doc/plumb-runtime RENAME copyright
    COMPONENT runtime)
endif()
