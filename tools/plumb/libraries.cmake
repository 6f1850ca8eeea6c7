# SPDX-License-Identifier: Apache-2.0
# Copies the libraries of the program `plumb` into `folder` of the prefix; both are set before.
file(GET_RUNTIME_DEPENDENCIES EXECUTABLES ${plumb} RESOLVED_DEPENDENCIES_VAR libraries
  PRE_EXCLUDE_REGEXES "^ld-linux" "^lib(c|m|pthread|dl|rt)\\.so")
foreach(library IN LISTS libraries)
  file(INSTALL ${library} DESTINATION ${CMAKE_INSTALL_PREFIX}/${folder} FOLLOW_SYMLINK_CHAIN)
endforeach()
