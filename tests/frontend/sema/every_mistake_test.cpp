// SPDX-License-Identifier: Apache-2.0
#include "tests/frontend/sema/analyzed.h"

#include <catch2/catch.hpp>
#include <fstream>
#include <sstream>

using namespace plumb;

/// The tests beside this one name each kind that they provoke.
static std::string textOfTests() {
  std::string text;
  for (const char *name : {"names", "sorts", "head", "samples", "arrays", "publications", "output_reads",
                           "records", "policies", "query_definitions", "record_adjacency"}) {
    std::ifstream file(std::string(PLUMB_SOURCE_DIR "/tests/frontend/sema/") + name + "_test.cpp");
    REQUIRE(file);
    std::stringstream content;
    content << file.rdbuf();
    text += content.str();
  }
  return text;
}

TEST_CASE("every kind of mistake of this phase is provoked by some test") {
  std::string text = textOfTests();
  for (DiagnosticKind kind : allDiagnosticKinds()) {
    std::string_view code = info(kind).code;
    if (code.substr(0, 4) != "PL02" && code.substr(0, 4) != "PL03")
      continue;
    INFO(info(kind).name);
    bool isNamed = text.find("\"" + std::string(info(kind).name) + " `") != std::string::npos ||
                   text.find("DiagnosticKind::" + std::string(info(kind).name)) != std::string::npos;
    CHECK(isNamed);
  }
}
