# SPDX-License-Identifier: Apache-2.0
# The component `tool`: the programs, their manual pages, completions, documentation, examples, files for editors and schemas. `plumb` writes its page and the completions itself.
include(GNUInstallDirs)
set(told ${CMAKE_CURRENT_BINARY_DIR}/told)
find_program(PLUMB_GZIP gzip REQUIRED)
add_custom_command(OUTPUT ${told}/plumb.1.gz ${told}/plumb-recheck.1.gz ${told}/changelog.gz ${told}/plumb.bash ${told}/_plumb ${told}/plumb.fish
  COMMAND ${CMAKE_COMMAND} -E make_directory ${told}
  COMMAND plumb --manual > ${told}/plumb.1
  COMMAND plumb --completions bash > ${told}/plumb.bash
  COMMAND plumb --completions zsh > ${told}/_plumb
  COMMAND plumb --completions fish > ${told}/plumb.fish
  # As Debian has them: compressed, with no time in it.
  COMMAND ${PLUMB_GZIP} -9nf ${told}/plumb.1
  COMMAND ${PLUMB_GZIP} -9nc ${CMAKE_SOURCE_DIR}/tools/plumb-recheck/plumb-recheck.1 > ${told}/plumb-recheck.1.gz
  COMMAND ${PLUMB_GZIP} -9nc ${CMAKE_SOURCE_DIR}/CHANGELOG.md > ${told}/changelog.gz
  DEPENDS plumb ${CMAKE_SOURCE_DIR}/tools/plumb-recheck/plumb-recheck.1 ${CMAKE_SOURCE_DIR}/CHANGELOG.md VERBATIM)
add_custom_target(plumb_told ALL DEPENDS ${told}/plumb.1.gz)

set_target_properties(plumb PROPERTIES INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}/plumb")
# Where libraries look for libraries, too: that of HTTP brings others along.
target_link_options(plumb PRIVATE -Wl,--disable-new-dtags)
install(TARGETS plumb RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT tool)
install(FILES ${told}/plumb.1.gz ${told}/plumb-recheck.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT tool)
install(FILES ${told}/plumb.bash DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/bash-completion/completions RENAME plumb COMPONENT tool)
# Where zsh looks below /usr/local, and where that of Debian looks below /usr.
foreach(functions site-functions vendor-completions)
  install(FILES ${told}/_plumb DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/zsh/${functions} COMPONENT tool)
endforeach()
install(FILES ${told}/plumb.fish DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/fish/vendor_completions.d COMPONENT tool)
install(DIRECTORY ${CMAKE_SOURCE_DIR}/examples/ DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/plumb/examples COMPONENT tool
  FILES_MATCHING PATTERN "*.plumb" PATTERN "*.md" PATTERN "*.cpp")
install(CODE "set(examples \"${CMAKE_INSTALL_DATAROOTDIR}/plumb/examples\")" COMPONENT tool)
install(SCRIPT strip_expectations.cmake COMPONENT tool)
install(DIRECTORY ${CMAKE_SOURCE_DIR}/editors DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/plumb COMPONENT tool
  PATTERN node_modules EXCLUDE PATTERN vscode/out EXCLUDE PATTERN "*.vsix" EXCLUDE)
install(DIRECTORY ${CMAKE_SOURCE_DIR}/exercises DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/plumb COMPONENT tool)
install(DIRECTORY ${CMAKE_SOURCE_DIR}/docs/schema DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/plumb COMPONENT tool)
install(FILES ${CMAKE_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright COMPONENT tool)
install(FILES ${told}/changelog.gz ${CMAKE_SOURCE_DIR}/README.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT tool)
# Below the name by which the programs call them.
install(DIRECTORY ${CMAKE_SOURCE_DIR}/docs DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT tool)
install(CODE "set(documentation \"${CMAKE_INSTALL_DOCDIR}\")" COMPONENT tool)
install(SCRIPT installed_pages.cmake COMPONENT tool)
# And the examples where the pages look for them, beside their folder.
file(RELATIVE_PATH way_to_examples /${CMAKE_INSTALL_DOCDIR} /${CMAKE_INSTALL_DATAROOTDIR}/plumb/examples)
file(CREATE_LINK ${way_to_examples} ${CMAKE_CURRENT_BINARY_DIR}/examples SYMBOLIC)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/examples DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT tool)

# The component `libraries`, for a folder that can be carried to another Linux: what the program is linked with, but for libc itself.
install(CODE "set(plumb \"$<TARGET_FILE:plumb>\")\nset(folder \"${CMAKE_INSTALL_LIBDIR}/plumb\")" COMPONENT libraries)
install(SCRIPT libraries.cmake COMPONENT libraries)
