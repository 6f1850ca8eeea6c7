// SPDX-License-Identifier: Apache-2.0
#include "checker/report/smt_dump.h"
#include "tests/checker/report/checked.h"

#include <algorithm>

using namespace plumb;
using namespace plumb::test;
using report::Script;

static std::size_t count(const std::string &text, const std::string &word) {
  std::size_t found = 0;
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1))
    ++found;
  return found;
}

static bool endsWith(const std::string &text, const std::string &end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

TEST_CASE("each question is there as a proof and as a model") {
  Checked checked(noisyAnswer());
  std::vector<Script> scripts = report::scripts(checked.result.proof.obligations());
  REQUIRE(scripts.size() > 10);
  for (const Script &script : scripts) {
    bool model = endsWith(script.name, ".vacuity.smt2");
    INFO(script.name);
    CHECK(count(script.text, "(set-logic ") == 1);
    CHECK(endsWith(script.text,
                   std::string("(set-info :status ") + (model ? "sat" : "unsat") + ")\n(check-sat)\n"));
  }
}

TEST_CASE("the question for a model has no other side") {
  Checked checked(noisyAnswer());
  std::vector<std::string> names;
  for (const Script &script : report::scripts(checked.result.proof.obligations()))
    names.push_back(script.name);
  CHECK(std::count(names.begin(), names.end(), "premises.neighbours.vacuity.smt2") == 1);
  CHECK(std::count(names.begin(), names.end(), "premises.neighbours.smt2") == 0);
  CHECK(std::count(names.begin(), names.end(), "support.lam.smt2") == 1);
}

TEST_CASE("a script of a failed obligation says what the solver answered") {
  Checked checked(noisyAnswer("increasing"));
  bool found = false;
  for (const Script &script : report::scripts(checked.result.proof.obligations()))
    if (script.name == "support.lam.smt2") {
      found = true;
      CHECK(script.text.find("(set-info :status sat)") != std::string::npos);
    }
  CHECK(found);
}

TEST_CASE("the combined script asks the same questions, with scopes that close") {
  Checked one(noisyAnswer()), two(noisyAnswer("increasing"));
  std::string text = report::combinedScript(
      {{"one", &one.result.proof.obligations()}, {"two", &two.result.proof.obligations()}});
  std::size_t single = report::scripts(one.result.proof.obligations()).size() +
                       report::scripts(two.result.proof.obligations()).size();
  CHECK(count(text, "(check-sat)") == single);
  CHECK(count(text, "(push 1)") == count(text, "(pop 1)"));
  CHECK(count(text, "(set-logic ") == 1);
  CHECK(text.find("; one.support.lam\n") < text.find("; two.support.lam\n"));
}
