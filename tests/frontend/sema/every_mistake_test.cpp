// SPDX-License-Identifier: Apache-2.0
#include "tests/frontend/sema/analyzed.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <sstream>

using namespace plumb;

/// The tests beside this one name each kind that they provoke.
static std::string textOfTests() {
  std::string text;
  for (const char *name : {"names", "sorts", "head", "samples", "arrays", "publications", "output_reads",
                           "records", "policies", "query_definitions", "record_adjacency", "aggregates"}) {
    std::ifstream file(std::string(PLUMB_SOURCE_DIR "/tests/frontend/sema/") + name + "_test.cpp");
    REQUIRE(file);
    std::stringstream content;
    content << file.rdbuf();
    text += content.str();
  }
  return text;
}

/// The mistakes of compositions and channels are provoked by whole programs, with the messages beside the
/// lines.
static std::string textOfPrograms() {
  std::string text;
  for (const char *folder : {"compositions", "channels"})
    for (const auto &entry :
         std::filesystem::directory_iterator(std::string(PLUMB_SOURCE_DIR "/tests/golden/") + folder)) {
      std::ifstream file(entry.path());
      std::stringstream content;
      content << file.rdbuf();
      text += content.str();
    }
  return text;
}

TEST_CASE("every kind of mistake of this phase is provoked by some test") {
  std::string text = textOfTests(), programs = textOfPrograms();
  for (DiagnosticKind kind : allDiagnosticKinds()) {
    std::string_view code = info(kind).code;
    if (code.substr(0, 4) != "PL02" && code.substr(0, 4) != "PL03")
      continue;
    INFO(info(kind).name);
    bool isNamed = text.find("\"" + std::string(info(kind).name) + " `") != std::string::npos ||
                   text.find("DiagnosticKind::" + std::string(info(kind).name)) != std::string::npos;
    bool isProvoked = programs.find("error[" + std::string(code) + "]") != std::string::npos;
    CHECK((isNamed || isProvoked));
  }
}
