// SPDX-License-Identifier: Apache-2.0
// The grammar, the table of spellings and the registry of diagnostics agree.
#include "syntax_dump.h"

#include <catch2/catch.hpp>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

using namespace plumb;

namespace {

std::string contentsOf(const std::string &path) {
  std::ifstream file(std::string(PLUMB_SOURCE_DIR) + "/" + path);
  REQUIRE(file);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::set<std::string> matches(const std::string &text, const std::string &pattern) {
  const std::regex regex(pattern);
  std::set<std::string> found;
  for (std::sregex_iterator it(text.begin(), text.end(), regex), end; it != end; ++it)
    found.insert((*it)[1].str() + " " + (*it)[2].str());
  return found;
}

} // namespace

TEST_CASE("every word of the grammar is in the table of spellings, and no other") {
  const auto inGrammar = matches(contentsOf("grammar/Plumb.g4"), "\n([A-Z_]+) : '([a-z]+)'");
  const auto inTable = matches(contentsOf("frontend/parse/words.def"), "WORD\\(([A-Z_]+), \"([a-z]+)\"\\)");
  CHECK(inGrammar == inTable);
  CHECK(inGrammar.size() > 30);
}

TEST_CASE("every word of the grammar is refused as a name") {
  for (const std::string &entry : matches(contentsOf("grammar/Plumb.g4"), "\n[A-Z_]+ : '(([a-z]+))'")) {
    const std::string word = entry.substr(entry.find(' ') + 1);
    CAPTURE(word);
    CHECK(mistakesInBody(word + " := 1") != "");
    CHECK(mistakesIn("mechanism m(" + word + ": int) {}") == "ReservedWord@1:13");
  }
}
