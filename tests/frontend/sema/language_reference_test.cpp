// SPDX-License-Identifier: Apache-2.0
#include "tests/frontend/sema/analyzed.h"

#include <catch2/catch.hpp>
#include <fstream>

using namespace plumb;
using namespace plumb::test;

/// The blocks of \p path that are marked as whole programs, each behind as many empty lines as
/// stand above it, so that messages name its true line.
static std::vector<std::string> programsIn(const std::string &path) {
  std::ifstream file(path);
  REQUIRE(file);
  std::vector<std::string> programs;
  bool isInside = false;
  unsigned above = 0;
  for (std::string line; std::getline(file, line); ++above) {
    if (line == "```plumb") {
      isInside = true;
      programs.emplace_back(above + 1, '\n');
    } else if (line == "```") {
      isInside = false;
    } else if (isInside) {
      programs.back() += line + "\n";
    }
  }
  return programs;
}

TEST_CASE("every program of the language reference is in order") {
  std::vector<std::string> programs = programsIn(PLUMB_SOURCE_DIR "/docs/language.md");
  CHECK(programs.size() >= 5);
  for (const std::string &program : programs) {
    Analyzed analyzed(program);
    for (const Diagnostic &diagnostic : analyzed.sink.diagnostics())
      UNSCOPED_INFO(render(diagnostic, analyzed.file));
    CHECK(analyzed.mistakes() == Told{});
    CHECK_FALSE(analyzed.program.mechanisms.empty());
  }
}
