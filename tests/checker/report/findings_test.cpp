// SPDX-License-Identifier: Apache-2.0
#include "tests/checker/report/checked.h"

#include <set>

using namespace plumb;
using namespace plumb::test;

static std::vector<std::string> findingsOf(const Checked &checked) {
  DiagnosticSink sink;
  report::reportFindings(checked.result, sink);
  std::vector<std::string> told;
  for (const Diagnostic &diagnostic : sink.diagnostics()) {
    told.push_back(std::string(info(diagnostic.kind).name) + " `" +
                   std::string(checked.file.text(diagnostic.range)) + "`");
    for (const Note &note : diagnostic.notes)
      if (note.kind)
        told.push_back("note " + std::string(info(*note.kind).name) + " `" +
                       std::string(checked.file.text(*note.range)) + "`");
  }
  return told;
}

using Told = std::vector<std::string>;

TEST_CASE("each condition has a message and advice of its own") {
  std::set<DiagnosticKind> kinds;
  unsigned conditions = 0;
  // Whether a path is taken, and whether the paths are all there are, is one message: it can only be open. So
  // it is with the cases of a channel. A draw is moved to where its loss has no bound in two ways, one
  // message. What has no value is one message, be it in a program or in a claim.
#define CONDITION(id, shortName, kind, advice, holds, fails)                                                 \
  if (proof::Condition::id != proof::Condition::Termination) {                                               \
    ++conditions;                                                                                            \
    kinds.insert(DiagnosticKind::kind);                                                                      \
    CHECK_FALSE(std::string(advice).empty());                                                                \
  }
#include "checker/verdict/conditions.def"
#undef CONDITION
  CHECK(kinds.size() == conditions - 4);
}

TEST_CASE("there is nothing to say about a proof") {
  CHECK(findingsOf(Checked(noisyAnswer())).empty());
}

TEST_CASE(
    "a violation is one message, with the conditions that fail as notes at the words that they are about") {
  CHECK(findingsOf(Checked(noisyAnswer("increasing"))) ==
        Told{"NotPrivate `guarantees private(eps)`", "note OutOfSupport `lam + f - f'`"});
  CHECK(findingsOf(Checked(noisyAnswer("decreasing", "1 / (2 * eps)"))) ==
        Told{"NotPrivate `guarantees private(eps)`", "note CostOverBudget `guarantees private(eps)`"});
}

TEST_CASE("premises that exclude everything are the only thing to say") {
  std::string text = noisyAnswer();
  text.replace(text.find("eps > 0"), 7, "eps > 0, eps < 0");
  CHECK(findingsOf(Checked(text)) == Told{"VacuousPremises `eps < 0`"});
}

TEST_CASE("of a run without a value nothing else is told") {
  std::string text = noisyAnswer("increasing");
  text.replace(text.find("output f + lam"), 14, "output (f + lam) div f");
  Told told = findingsOf(Checked(text));
  REQUIRE(told.size() == 1);
  CHECK(told.back().substr(0, 14) == "UndefinedValue");
}

TEST_CASE("without an answer the advice is about the solver") {
  Checked checked(noisyAnswer(), z3(1));
  DiagnosticSink sink;
  report::reportFindings(checked.result, sink);
  REQUIRE(sink.hasErrors());
  bool advised = false;
  for (const Diagnostic &diagnostic : sink.diagnostics())
    advised |= diagnostic.help.text.find("--resource-limit") != std::string::npos;
  CHECK(advised);
}
