# Install script for directory: /work/wt-chan2/tools/plumb

# Set the install prefix
if(NOT DEFINED CMAKE_INSTALL_PREFIX)
  set(CMAKE_INSTALL_PREFIX "/usr/local")
endif()
string(REGEX REPLACE "/$" "" CMAKE_INSTALL_PREFIX "${CMAKE_INSTALL_PREFIX}")

# Set the install configuration name.
if(NOT DEFINED CMAKE_INSTALL_CONFIG_NAME)
  if(BUILD_TYPE)
    string(REGEX REPLACE "^[^A-Za-z0-9_]+" ""
           CMAKE_INSTALL_CONFIG_NAME "${BUILD_TYPE}")
  else()
    set(CMAKE_INSTALL_CONFIG_NAME "Release")
  endif()
  message(STATUS "Install configuration: \"${CMAKE_INSTALL_CONFIG_NAME}\"")
endif()

# Set the component getting installed.
if(NOT CMAKE_INSTALL_COMPONENT)
  if(COMPONENT)
    message(STATUS "Install component: \"${COMPONENT}\"")
    set(CMAKE_INSTALL_COMPONENT "${COMPONENT}")
  else()
    set(CMAKE_INSTALL_COMPONENT)
  endif()
endif()

# Install shared libraries without execute permission?
if(NOT DEFINED CMAKE_INSTALL_SO_NO_EXE)
  set(CMAKE_INSTALL_SO_NO_EXE "1")
endif()

# Is this installation the result of a crosscompile?
if(NOT DEFINED CMAKE_CROSSCOMPILING)
  set(CMAKE_CROSSCOMPILING "FALSE")
endif()

# Set default install directory permissions.
if(NOT DEFINED CMAKE_OBJDUMP)
  set(CMAKE_OBJDUMP "/usr/bin/objdump")
endif()

if(CMAKE_INSTALL_COMPONENT STREQUAL "tool" OR NOT CMAKE_INSTALL_COMPONENT)
  if(EXISTS "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/bin/plumb" AND
     NOT IS_SYMLINK "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/bin/plumb")
    file(RPATH_CHECK
         FILE "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/bin/plumb"
         RPATH "\$ORIGIN/../lib/plumb")
  endif()
  file(INSTALL DESTINATION "${CMAKE_INSTALL_PREFIX}/bin" TYPE EXECUTABLE FILES "/work/wt-chan2/--help/bin/plumb")
  if(EXISTS "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/bin/plumb" AND
     NOT IS_SYMLINK "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/bin/plumb")
    file(RPATH_CHANGE
         FILE "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/bin/plumb"
         OLD_RPATH "::::::::::::::::::::"
         NEW_RPATH "\$ORIGIN/../lib/plumb")
    if(CMAKE_INSTALL_DO_STRIP)
      execute_process(COMMAND "/usr/bin/strip" "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/bin/plumb")
    endif()
  endif()
endif()

if(CMAKE_INSTALL_COMPONENT STREQUAL "tool" OR NOT CMAKE_INSTALL_COMPONENT)
  file(INSTALL DESTINATION "${CMAKE_INSTALL_PREFIX}/share/man/man1" TYPE FILE FILES "/work/wt-chan2/--help/tools/plumb/told/plumb.1")
endif()

if(CMAKE_INSTALL_COMPONENT STREQUAL "tool" OR NOT CMAKE_INSTALL_COMPONENT)
  file(INSTALL DESTINATION "${CMAKE_INSTALL_PREFIX}/share/bash-completion/completions" TYPE FILE RENAME "plumb" FILES "/work/wt-chan2/--help/tools/plumb/told/plumb.bash")
endif()

if(CMAKE_INSTALL_COMPONENT STREQUAL "tool" OR NOT CMAKE_INSTALL_COMPONENT)
  file(INSTALL DESTINATION "${CMAKE_INSTALL_PREFIX}/share/zsh/site-functions" TYPE FILE FILES "/work/wt-chan2/--help/tools/plumb/told/_plumb")
endif()

if(CMAKE_INSTALL_COMPONENT STREQUAL "tool" OR NOT CMAKE_INSTALL_COMPONENT)
  file(INSTALL DESTINATION "${CMAKE_INSTALL_PREFIX}/share/zsh/vendor-completions" TYPE FILE FILES "/work/wt-chan2/--help/tools/plumb/told/_plumb")
endif()

if(CMAKE_INSTALL_COMPONENT STREQUAL "tool" OR NOT CMAKE_INSTALL_COMPONENT)
  file(INSTALL DESTINATION "${CMAKE_INSTALL_PREFIX}/share/fish/vendor_completions.d" TYPE FILE FILES "/work/wt-chan2/--help/tools/plumb/told/plumb.fish")
endif()

if(CMAKE_INSTALL_COMPONENT STREQUAL "tool" OR NOT CMAKE_INSTALL_COMPONENT)
  file(INSTALL DESTINATION "${CMAKE_INSTALL_PREFIX}/share/plumb/examples" TYPE DIRECTORY FILES "/work/wt-chan2/examples/" FILES_MATCHING REGEX "/[^/]*\\.plumb$")
endif()

if(CMAKE_INSTALL_COMPONENT STREQUAL "tool" OR NOT CMAKE_INSTALL_COMPONENT)
  file(INSTALL DESTINATION "${CMAKE_INSTALL_PREFIX}/share/plumb" TYPE DIRECTORY FILES "/work/wt-chan2/editors" REGEX "/node\\_modules$" EXCLUDE REGEX "/vscode\\/out$" EXCLUDE REGEX "/[^/]*\\.vsix$" EXCLUDE)
endif()

if(CMAKE_INSTALL_COMPONENT STREQUAL "tool" OR NOT CMAKE_INSTALL_COMPONENT)
  file(INSTALL DESTINATION "${CMAKE_INSTALL_PREFIX}/share/plumb" TYPE DIRECTORY FILES "/work/wt-chan2/exercises")
endif()

if(CMAKE_INSTALL_COMPONENT STREQUAL "tool" OR NOT CMAKE_INSTALL_COMPONENT)
  file(INSTALL DESTINATION "${CMAKE_INSTALL_PREFIX}/share/plumb" TYPE DIRECTORY FILES "/work/wt-chan2/docs/schema")
endif()

if(CMAKE_INSTALL_COMPONENT STREQUAL "tool" OR NOT CMAKE_INSTALL_COMPONENT)
  file(INSTALL DESTINATION "${CMAKE_INSTALL_PREFIX}/share/doc/plumb" TYPE FILE RENAME "copyright" FILES "/work/wt-chan2/LICENSE")
endif()

if(CMAKE_INSTALL_COMPONENT STREQUAL "libraries" OR NOT CMAKE_INSTALL_COMPONENT)
  set(plumb "/work/wt-chan2/--help/bin/plumb")
set(folder "lib/plumb")
endif()

if(CMAKE_INSTALL_COMPONENT STREQUAL "libraries" OR NOT CMAKE_INSTALL_COMPONENT)
  include("/work/wt-chan2/tools/plumb/libraries.cmake")
endif()

