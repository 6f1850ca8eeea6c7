# SPDX-License-Identifier: Apache-2.0
# `./x package`: a .deb for the tool, one for the runtime, and a .tar.gz of both that brings the libraries it needs.
set(CPACK_PACKAGE_NAME plumb)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT "The Plumb authors <plumb@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Proves that randomized mechanisms are private, and builds them")
set(CPACK_PACKAGE_DIRECTORY ${CMAKE_BINARY_DIR}/packages)
set(CPACK_STRIP_FILES ON)
set(CPACK_GENERATOR DEB TGZ)
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_SOURCE_DIR}/cmake/PackageKinds.cmake)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION math)
# Held against what the program is linked with by tests/tools/packages.py.
set(CPACK_DEBIAN_TOOL_PACKAGE_NAME plumb)
set(CPACK_DEBIAN_TOOL_PACKAGE_DEPENDS
  "libbrotli1, libc6, libcpp-httplib0.11, libgcc-s1, libgmp10, libmpfr6, libssl3, libstdc++6, libtinfo6, libz3-4, zlib1g")
set(CPACK_DEBIAN_TOOL_PACKAGE_RECOMMENDS plumb-runtime)
set(CPACK_COMPONENT_TOOL_DESCRIPTION
  "The programs plumb and plumb-recheck, their manual pages, documentation, shell completions, examples and schemas.")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME plumb-runtime)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_DEPENDS "libgmp-dev, libmpfr-dev, libssl-dev")
set(CPACK_COMPONENT_RUNTIME_DESCRIPTION
  "What emitted C++ links to: exact noise, secure randomness, budgets and state that is not forgotten.")
include(CPack)
