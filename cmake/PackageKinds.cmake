# SPDX-License-Identifier: Apache-2.0
# Read by CPack once for each kind of package: Debian brings the libraries itself.
if(CPACK_GENERATOR STREQUAL DEB)
  set(CPACK_COMPONENTS_ALL tool runtime)
else()
  set(CPACK_COMPONENTS_ALL tool runtime libraries)
endif()
