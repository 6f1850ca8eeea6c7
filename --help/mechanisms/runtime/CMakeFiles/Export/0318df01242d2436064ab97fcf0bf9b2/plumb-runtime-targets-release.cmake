#----------------------------------------------------------------
# Generated CMake target import file for configuration "Release".
#----------------------------------------------------------------

# Commands may need to know the format version.
set(CMAKE_IMPORT_FILE_VERSION 1)

# Import target "plumb::runtime" for configuration "Release"
set_property(TARGET plumb::runtime APPEND PROPERTY IMPORTED_CONFIGURATIONS RELEASE)
set_target_properties(plumb::runtime PROPERTIES
  IMPORTED_LINK_INTERFACE_LANGUAGES_RELEASE "CXX"
  IMPORTED_LOCATION_RELEASE "${_IMPORT_PREFIX}/lib/libplumb_runtime.a"
  )

list(APPEND _cmake_import_check_targets plumb::runtime )
list(APPEND _cmake_import_check_files_for_plumb::runtime "${_IMPORT_PREFIX}/lib/libplumb_runtime.a" )

# Import target "plumb::estimate" for configuration "Release"
set_property(TARGET plumb::estimate APPEND PROPERTY IMPORTED_CONFIGURATIONS RELEASE)
set_target_properties(plumb::estimate PROPERTIES
  IMPORTED_LINK_INTERFACE_LANGUAGES_RELEASE "CXX"
  IMPORTED_LOCATION_RELEASE "${_IMPORT_PREFIX}/lib/libplumb_estimate.a"
  )

list(APPEND _cmake_import_check_targets plumb::estimate )
list(APPEND _cmake_import_check_files_for_plumb::estimate "${_IMPORT_PREFIX}/lib/libplumb_estimate.a" )

# Commands beyond this point should not need to know the version.
set(CMAKE_IMPORT_FILE_VERSION)
