// SPDX-License-Identifier: Apache-2.0
#include "checker/report/json_report.h"
#include "tests/checker/report/checked.h"

#include <llvm/Support/JSON.h>

using namespace plumb;
using namespace plumb::test;
using namespace plumb::report;

TEST_CASE("an empty report is a document") {
  CHECK(jsonReport("1.2.3", {}, {}, 1) ==
        "{\n  \"plumb\": \"1.2.3\",\n  \"results\": [],\n  \"diagnostics\": [],\n  \"exit\": 1\n}\n");
}

TEST_CASE("a path that is no UTF-8 still makes a document") {
  Checked checked(noisyAnswer(), z3(), "\xff\".plumb");
  std::string text = jsonReport("1", {{checked.file.path(), &checked.result}}, {}, 0);
  auto parsed = llvm::json::parse(text);
  REQUIRE(static_cast<bool>(parsed));
  const llvm::json::Object &first = *(*parsed->getAsObject()->getArray("results"))[0].getAsObject();
  CHECK(*first.getString("file") == "\xEF\xBF\xBD\".plumb");
  CHECK(*first.getString("verdict") == "proved under 3 assumptions");
}

TEST_CASE("a message about a file as a whole has no line") {
  Diagnostic diagnostic{DiagnosticKind::CannotRead, {}, {"x", "gone"}, {}, {}};
  SourceFile file("y", "ab\ncd");
  Diagnostic placed{DiagnosticKind::NoMechanism, {3, 5}, {}, {}, {}};
  std::string text = jsonReport("1", {}, {{"x", nullptr, diagnostic}, {"y", &file, placed}}, 1);
  auto parsed = llvm::json::parse(text);
  REQUIRE(static_cast<bool>(parsed));
  const llvm::json::Array &diagnostics = *parsed->getAsObject()->getArray("diagnostics");
  CHECK(diagnostics[0].getAsObject()->get("line")->kind() == llvm::json::Value::Null);
  CHECK(*diagnostics[1].getAsObject()->getInteger("line") == 2);
  CHECK(*diagnostics[1].getAsObject()->getInteger("endColumn") == 3);
}

TEST_CASE("a message has its help, and no help has no attribute") {
  SourceFile file("y", "ab\ncd");
  Diagnostic helped{DiagnosticKind::NoMechanism, {3, 5}, {}, {}, "write one"};
  Diagnostic plain{DiagnosticKind::NoMechanism, {3, 5}, {}, {}, {}};
  auto parsed = llvm::json::parse(jsonReport("1", {}, {{"y", &file, helped}, {"y", &file, plain}}, 1));
  REQUIRE(static_cast<bool>(parsed));
  const llvm::json::Array &diagnostics = *parsed->getAsObject()->getArray("diagnostics");
  CHECK(*diagnostics[0].getAsObject()->getString("help") == "write one");
  CHECK(diagnostics[1].getAsObject()->get("help") == nullptr);
}

static std::string smallestEpsilon(const Checked &checked) {
  auto parsed = llvm::json::parse(jsonReport("1", {{checked.file.path(), &checked.result}}, {}, 0));
  REQUIRE(static_cast<bool>(parsed));
  return (*parsed->getAsObject()->getArray("results"))[0].getAsObject()->getString("smallestEpsilon")->str();
}

TEST_CASE("the smallest epsilon is that of a proof, and of nothing else") {
  CHECK(smallestEpsilon(Checked(noisyAnswer())) == "eps");
  CHECK(smallestEpsilon(Checked(noisyAnswer("decreasing", "2 / eps"))) == "eps / 2");
  CHECK(smallestEpsilon(Checked(noisyAnswer("decreasing", "1 / (2 * eps)"))).empty());
  // Here the ledger is in order, and the support is not.
  Checked wrong(noisyAnswer("increasing"));
  CHECK(wrong.result.proof.smallestEpsilon());
  CHECK(smallestEpsilon(wrong).empty());
}
