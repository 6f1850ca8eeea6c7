// SPDX-License-Identifier: Apache-2.0
#include "checker/composition/composed.h"
#include "frontend/parse/parser.h"
#include "frontend/sema/analyze.h"

#include <catch2/catch.hpp>
#include <set>
#include <stdexcept>

namespace plumb::composition {

using proof::Status;

namespace {

const std::string visits = R"(
record Visit { enter: int, there: bool, paid: bool }
policy hide_presence on Visit { public enter, paid; sensitive there when there }
policy hide_payment on Visit { public enter, there; sensitive paid when paid }
query present = count v: Visit where v.there
query payers = count v: Visit where v.paid
query present_payers = count v: Visit where v.there and v.paid

mechanism daily(eps: real) requires eps > 0 adjacency replace Visit under hide_presence guarantees private(eps)
{ lam ~ exponential(1 / eps) align lam' = lam + present - present'  output present + lam }
mechanism till(eps: real) requires eps > 0 adjacency replace Visit under hide_payment guarantees private(eps)
{ lam ~ exponential(1 / eps) align lam' = lam + payers - payers'  output payers + lam }
mechanism both_of(eps: real) requires eps > 0 adjacency replace Visit under hide_payment guarantees private(eps)
{ lam ~ exponential(1 / eps) align lam' = lam + present_payers - present_payers'  output present_payers + lam }
)";

/// An engine of which nothing is learned.
class SilentEngine : public smt::Engine {
public:
  explicit SilentEngine(bool fails) : throws(fails) {}
  void push() override {}
  void pop() override {}
  void add(smt::Term) override {}
  Result check() override {
    if (throws)
      throw std::runtime_error("the solver died");
    return Result::Unknown;
  }
  smt::UnknownReason unknownReason() const override { return smt::UnknownReason::Incomplete; }
  std::string unknownText() const override { return "incomplete"; }
  std::optional<Rational> value(smt::Term) override { return std::nullopt; }
  std::string name() const override { return "silent"; }

private:
  bool throws;
};

const proof::EngineMaker z3 = [](smt::TermStore &) { return smt::makeZ3Engine(smt::Budget{}); };

struct Ledger {
  explicit Ledger(const std::string &text, const proof::EngineMaker &engine = z3) : file("test.plumb", text) {
    DiagnosticSink sink;
    auto tree = parse(file, sink);
    if (!sink.hasErrors())
      program = analyze(tree, file, sink);
    std::string messages;
    for (const Diagnostic &diagnostic : sink.diagnostics())
      messages += render(diagnostic, file);
    INFO(messages);
    REQUIRE(program.compositions.size() == 1);
    std::vector<const proof::Proof *> ofParts;
    const ir::Composition &composition = *program.compositions.front();
    proofs.reserve(composition.parts.size());
    for (const ir::Part &part : composition.parts) {
      proofs.push_back(proof::prove(*part.mechanism, z3));
      ofParts.push_back(&proofs.back());
    }
    composed.emplace(compose(composition, ofParts, engine));
  }

  /// "paid alone: eps" for each row; no sum if there is none.
  std::vector<std::string> rows() const {
    std::vector<std::string> texts;
    for (const Row &row : composed->rows())
      texts.push_back(row.changes + ": " + row.total);
    return texts;
  }

  SourceFile file;
  ir::Program program;
  std::vector<proof::Proof> proofs;
  std::optional<Composed> composed;
};

std::string week(const std::string &head, const std::string &parts) {
  return visits + "compose week(eps: real, k: int) " + head + " { " + parts + " }";
}

using Rows = std::vector<std::string>;

} // namespace

TEST_CASE("budgets of one policy add up, as often as a part runs") {
  Ledger week7(week("requires eps > 0 guarantees private(eps)", "daily(eps / 14) 7 times daily(eps / 2)"));
  CHECK(week7.rows() == Rows{"changes of `there`: eps"});
  CHECK(week7.composed->isProved());
  Ledger unpaid(week("requires eps > 0 guarantees private(eps)", "daily(eps / 13) 7 times daily(eps / 2)"));
  CHECK(unpaid.rows() == Rows{"changes of `there`: 27 * eps / 26"});
  CHECK_FALSE(unpaid.composed->isProved());
}

TEST_CASE("a repetition by a parameter is multiplied out") {
  std::string parts = "daily(eps / k) k times";
  CHECK(Ledger(week("requires eps > 0, k >= 1 guarantees private(eps)", parts)).composed->isProved());
  Ledger undefined(week("requires eps > 0, k >= 0 guarantees private(eps)", parts));
  CHECK_FALSE(undefined.composed->isProved());
  CHECK_FALSE(Ledger(week("requires eps > 0 guarantees private(k * eps)", "daily(eps) k times"))
                  .composed->isProved());
}

TEST_CASE("what a part does not allow is charged by what its answers show") {
  Ledger apart(week("requires eps > 0 guarantees private(3 * eps)", "daily(eps) till(2 * eps)"));
  CHECK(apart.rows() == Rows{"changes of `there` alone: eps", "changes of `paid` alone: 2 * eps",
                             "changes of all attributes at once: 3 * eps"});
  CHECK(apart.composed->isProved());
  CHECK(apart.composed->rows().front().charges == std::vector<Charge>{Charge::Budget, Charge::Nothing});

  Ledger mixed(week("requires eps > 0 guarantees private(2 * eps)", "daily(eps) both_of(eps)"));
  CHECK(mixed.rows() == Rows{"changes of `there` alone: ", "changes of `paid` alone: eps",
                             "changes of all attributes at once: "});
  CHECK_FALSE(mixed.composed->isProved());
  CHECK(mixed.composed->rows().front().charges == std::vector<Charge>{Charge::Budget, Charge::Unbounded});
}

TEST_CASE("a part that is not proved leaves nothing to add up") {
  std::string text = visits;
  text.replace(text.find("exponential(1 / eps)"), 20, "exponential(1 / (2 * eps))");
  Ledger open(text + "compose week(eps: real) requires eps > 0 { till(eps) daily(eps) }");
  CHECK(open.composed->openParts() == std::vector<std::size_t>{1});
  CHECK(open.rows().empty());
  CHECK_FALSE(open.composed->isProved());
}

TEST_CASE("requirements that contradict each other prove nothing") {
  Ledger nobody(week("requires eps > 0, eps < 0", "daily(eps)"));
  CHECK_FALSE(nobody.composed->isProved());
}

TEST_CASE("without an answer nothing is proved") {
  std::string text = week("requires eps > 0 guarantees private(3 * eps)", "daily(eps) till(2 * eps)");
  for (bool throws : {false, true}) {
    Ledger unknown(text, [&](smt::TermStore &) { return std::make_unique<SilentEngine>(throws); });
    CHECK_FALSE(unknown.composed->isProved());
    for (const Row &row : unknown.composed->rows())
      CHECK_FALSE(row.isProtected());
    for (const Step &step : unknown.composed->steps())
      CHECK(step.status == Status::Unknown);
  }
}

TEST_CASE("what is recorded is what was asked, each under its own name") {
  Ledger apart(week("requires eps > 0 guarantees private(3 * eps)", "daily(eps) daily(eps) till(eps)"));
  std::set<std::string> names;
  for (const Step &step : apart.composed->steps()) {
    CHECK(names.insert(step.name).second);
    CHECK(step.status == Status::Proved);
    REQUIRE(step.question);
    CHECK(step.question->name == step.name);
  }
}

} // namespace plumb::composition
