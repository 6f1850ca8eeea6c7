# SPDX-License-Identifier: Apache-2.0
# plumb_headers(common LINKS ... HEADERS <vector> ...): headers that many sources read, compiled once; a target takes them by
# REUSE_FROM plumb_common_headers. Most of the time of a small file goes into them. Every source still includes what it uses.
function(plumb_headers name)
  cmake_parse_arguments(ARG "" "" "LINKS;HEADERS;OPTIONS" ${ARGN})
  set(source ${CMAKE_BINARY_DIR}/${name}_headers.cpp)
  file(CONFIGURE OUTPUT ${source} CONTENT "// The headers are all there is.\n")
  add_library(plumb_${name}_headers STATIC ${source})
  target_link_libraries(plumb_${name}_headers PRIVATE plumb_flags ${ARG_LINKS})
  target_precompile_headers(plumb_${name}_headers PRIVATE ${ARG_HEADERS})
  target_compile_options(plumb_${name}_headers PRIVATE ${ARG_OPTIONS})
endfunction()

set(standard_headers
  <algorithm> <array> <cassert> <cstdint> <functional> <map> <memory> <optional> <set> <string> <string_view>
  <unordered_map> <utility> <variant> <vector>)
set(library_headers <gmpxx.h> <llvm/Support/Casting.h> <llvm/Support/ErrorHandling.h> <llvm/Support/JSON.h>)
plumb_headers(common LINKS plumb_traps plumb_llvm PkgConfig::GMP HEADERS ${standard_headers} ${library_headers})
plumb_headers(light LINKS plumb_traps plumb_llvm PkgConfig::GMP HEADERS ${standard_headers} ${library_headers} OPTIONS -O1)
plumb_headers(sanitized_common LINKS plumb_sanitizers plumb_llvm PkgConfig::GMP HEADERS ${standard_headers} <gmpxx.h>
  <llvm/Support/Casting.h> OPTIONS -O1)

# plumb_compiled(TARGET [LIGHT]): with the headers that are compiled once. LIGHT: no proof waits for its own calculations, since it asks
# solvers, reads the words of a command, or says what others have decided; where PLUMB_UNITY is on it is optimized less.
function(plumb_compiled target)
  cmake_parse_arguments(ARG "LIGHT" "" "" ${ARGN})
  if(ARG_LIGHT AND PLUMB_UNITY)
    target_compile_options(${target} PRIVATE -O1)
    target_precompile_headers(${target} REUSE_FROM plumb_light_headers)
  else()
    target_precompile_headers(${target} REUSE_FROM plumb_common_headers)
  endif()
endfunction()

# plumb_together(TARGET FILE...): the sources of a target in units of PLUMB_UNITY_FILES (0: all that there are), but for these, where
# PLUMB_UNITY is on. Names without linkage then meet those of other files: what clashes either gets a better name or is compiled alone. A
# function of the same name with other parameters is no error, and may be called in place of the file's own.
set(PLUMB_UNITY_FILES 8 CACHE STRING "How many sources make a unit of PLUMB_UNITY")
function(plumb_together target)
  if(PLUMB_UNITY)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${PLUMB_UNITY_FILES})
    set_source_files_properties(${ARGN} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  endif()
endfunction()

# plumb_module(frontend/ir LINKS plumb::frontend_support ALONE print.cpp): one static library for one folder. EACH_ALONE: all of it.
# LIGHT: as plumb_compiled says. TWIN: and its twin.
function(plumb_module folder)
  cmake_parse_arguments(ARG "EACH_ALONE;LIGHT;TWIN" "" "LINKS;PRIVATE_LINKS;ALONE" ${ARGN})
  string(REPLACE "/" "_" name ${folder})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${folder}/*.cpp)
  set(light)
  if(ARG_LIGHT)
    set(light LIGHT)
  endif()
  if(sources)
    add_library(plumb_${name} STATIC ${sources})
    target_link_libraries(plumb_${name} PUBLIC ${ARG_LINKS} PRIVATE plumb_flags plumb_traps ${ARG_PRIVATE_LINKS})
    target_include_directories(plumb_${name} PUBLIC ${CMAKE_SOURCE_DIR})
    plumb_compiled(plumb_${name} ${light})
    list(TRANSFORM ARG_ALONE PREPEND ${CMAKE_SOURCE_DIR}/${folder}/)
    if(NOT ARG_EACH_ALONE)
      plumb_together(plumb_${name} ${ARG_ALONE})
    endif()
    if(ARG_TWIN AND NOT PLUMB_SANITIZE)
      plumb_twin(${name} SOURCES ${sources} LINKS ${ARG_LINKS} PRIVATE_LINKS ${ARG_PRIVATE_LINKS})
      target_precompile_headers(plumb_${name}_sanitized REUSE_FROM plumb_sanitized_common_headers)
    endif()
  else()
    add_library(plumb_${name} INTERFACE)
    target_link_libraries(plumb_${name} INTERFACE ${ARG_LINKS})
    target_include_directories(plumb_${name} INTERFACE ${CMAKE_SOURCE_DIR})
  endif()
  add_library(plumb::${name} ALIAS plumb_${name})
endfunction()

# The library of a room once more, for tests that are SANITIZED: with ASan and UBSan, and with the twins of what it is linked to.
function(plumb_twin name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINKS;PRIVATE_LINKS" ${ARGN})
  plumb_twins(links ${ARG_LINKS})
  add_library(plumb_${name}_sanitized STATIC EXCLUDE_FROM_ALL ${ARG_SOURCES})
  target_link_libraries(plumb_${name}_sanitized PUBLIC plumb_sanitizers ${links} PRIVATE plumb_flags ${ARG_PRIVATE_LINKS})
  target_include_directories(plumb_${name}_sanitized PUBLIC ${CMAKE_SOURCE_DIR})
  target_compile_options(plumb_${name}_sanitized PRIVATE -O1)
  plumb_together(plumb_${name}_sanitized)
endfunction()

# plumb_twins(VARIABLE plumb::frontend_ir ...): the same libraries, by their twins where there are any.
function(plumb_twins variable)
  set(links)
  foreach(link ${ARGN})
    string(REPLACE "::" "_" twin ${link}_sanitized)
    if(TARGET ${twin})
      list(APPEND links ${twin})
    else()
      list(APPEND links ${link})
    endif()
  endforeach()
  set(${variable} ${links} PARENT_SCOPE)
endfunction()

# plumb_embed(checker/report PATTERN report/*.md HEADER ... SPACE ... TYPE ... FUNCTION ...): puts files into the library of a
# folder, or into the TARGET that is named (EmbedTexts.cmake). PATTERN is relative to the CMakeLists.txt that calls this. SUFFIXES: files
# are known by their whole names. BELOW FOLDER: files of all folders below the pattern's, known by their paths from FOLDER.
function(plumb_embed folder)
  cmake_parse_arguments(ARG "SUFFIXES" "PATTERN;HEADER;SPACE;TYPE;FUNCTION;TARGET;BELOW" "" ${ARGN})
  string(REPLACE "/" "_" name ${folder})
  if(NOT ARG_TARGET)
    set(ARG_TARGET plumb_${name})
  endif()
  set(pattern ${CMAKE_CURRENT_SOURCE_DIR}/${ARG_PATTERN})
  set(output ${CMAKE_CURRENT_BINARY_DIR}/${name}_${ARG_FUNCTION}.cpp)
  if(ARG_BELOW)
    file(GLOB_RECURSE files CONFIGURE_DEPENDS ${pattern})
  else()
    file(GLOB files CONFIGURE_DEPENDS ${pattern})
  endif()
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -D PATTERN=${pattern} -D HEADER=${ARG_HEADER} -D SPACE=${ARG_SPACE} -D TYPE=${ARG_TYPE}
            -D FUNCTION=${ARG_FUNCTION} -D OUTPUT=${output}
            -D SUFFIXES=${ARG_SUFFIXES} -D BELOW=${ARG_BELOW} -P ${CMAKE_SOURCE_DIR}/cmake/EmbedTexts.cmake
    DEPENDS ${files} ${CMAKE_SOURCE_DIR}/cmake/EmbedTexts.cmake VERBATIM)
  target_sources(${ARG_TARGET} PRIVATE ${output})
endfunction()

# plumb_test(frontend/ir LINKS ... ALONE ...): the Catch2 tests of one folder, from tests/<folder>/*_test.cpp. They are not optimized,
# since libraries do the work; but for OPTIMIZED, where headers do. SANITIZED: with ASan and UBSan, them and the twins of their LINKS.
function(plumb_test folder)
  cmake_parse_arguments(ARG "EACH_ALONE;OPTIMIZED;SANITIZED" "" "LINKS;ALONE" ${ARGN})
  string(REPLACE "/" "_" name ${folder})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/${folder}/*_test.cpp)
  if(NOT sources)
    return()
  endif()
  add_executable(test_${name} ${sources})
  if(ARG_SANITIZED AND NOT PLUMB_SANITIZE)
    plumb_twins(ARG_LINKS ${ARG_LINKS})
  endif()
  target_link_libraries(test_${name} PRIVATE plumb_flags plumb_catch_main ${ARG_LINKS})
  target_compile_definitions(test_${name} PRIVATE PLUMB_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
  if(ARG_OPTIMIZED)
    target_precompile_headers(test_${name} REUSE_FROM plumb_test_headers)
  elseif(ARG_SANITIZED AND NOT PLUMB_SANITIZE)
    target_compile_options(test_${name} PRIVATE -O0)
    target_precompile_headers(test_${name} REUSE_FROM plumb_sanitized_test_headers)
  else()
    target_compile_options(test_${name} PRIVATE -O0)
    target_precompile_headers(test_${name} REUSE_FROM plumb_quick_test_headers)
  endif()
  list(TRANSFORM ARG_ALONE PREPEND ${CMAKE_SOURCE_DIR}/tests/${folder}/)
  if(NOT ARG_EACH_ALONE)
    plumb_together(test_${name} ${ARG_ALONE})
  endif()
  add_test(NAME unit.${name} COMMAND test_${name})
endfunction()
