// SPDX-License-Identifier: Apache-2.0
#include "checker/composition/composed.h"
#include "checker/composition/coverage.h"
#include "checker/proof/lemmas.h"
#include "checker/relational/rational_text.h"
#include "frontend/parse/parser.h"
#include "frontend/sema/analyze.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <set>
#include <stdexcept>

namespace plumb::composition {

using smt::Outcome;

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
  smt::Satisfiability check() override {
    if (throws)
      throw std::runtime_error("the solver died");
    return smt::Satisfiability::Unknown;
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
    for (const ir::Part &part : composition.parts) {
      auto known = proofs.find(part.mechanism);
      if (known == proofs.end())
        known = proofs.emplace(part.mechanism, proof::prove(*part.mechanism, z3)).first;
      ofParts.push_back(&known->second);
    }
    composed.emplace(
        compose(composition, ofParts, engine, [](const proof::RecordWitness &) { return true; }));
  }

  /// "paid alone: eps" for each row; no sum if there is none.
  std::vector<std::string> rows() const {
    std::vector<std::string> texts;
    for (const Row &row : composed->rows())
      texts.push_back(row.changes + ": " + (row.total ? relational::print(*row.total) : ""));
    return texts;
  }

  bool isProved() const { return composed->verdict() == verdict::Verdict::Proved; }

  SourceFile file;
  ir::Program program;
  std::map<const ir::Mechanism *, proof::Proof> proofs;
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
  CHECK(week7.isProved());
  Ledger unpaid(week("requires eps > 0 guarantees private(eps)", "daily(eps / 13) 7 times daily(eps / 2)"));
  CHECK(unpaid.rows() == Rows{"changes of `there`: 27 * eps / 26"});
  CHECK_FALSE(unpaid.isProved());
}

TEST_CASE("a repetition by a parameter is multiplied out") {
  std::string parts = "daily(eps / k) k times";
  CHECK(Ledger(week("requires eps > 0, k >= 1 guarantees private(eps)", parts)).isProved());
  Ledger undefined(week("requires eps > 0, k >= 0 guarantees private(eps)", parts));
  CHECK_FALSE(undefined.isProved());
  CHECK_FALSE(Ledger(week("requires eps > 0 guarantees private(k * eps)", "daily(eps) k times")).isProved());
}

TEST_CASE("what a part does not allow is charged by what its answers show") {
  Ledger apart(week("requires eps > 0 guarantees private(3 * eps)", "daily(eps) till(2 * eps)"));
  CHECK(apart.rows() == Rows{"changes of `there` alone: eps", "changes of `paid` alone: 2 * eps",
                             "changes of all attributes at once: 3 * eps"});
  CHECK(apart.isProved());
  CHECK(apart.composed->rows().front().charges == std::vector<Charge>{Charge::Budget, Charge::Nothing});

  Ledger mixed(week("requires eps > 0 guarantees private(2 * eps)", "daily(eps) both_of(eps)"));
  CHECK(mixed.rows() == Rows{"changes of `there` alone: ", "changes of `paid` alone: eps",
                             "changes of all attributes at once: "});
  CHECK_FALSE(mixed.isProved());
  CHECK(mixed.composed->rows().front().charges == std::vector<Charge>{Charge::Budget, Charge::Unbounded});
}

TEST_CASE("a part that is not proved leaves nothing to add up") {
  std::string text = visits;
  text.replace(text.find("exponential(1 / eps)"), 20, "exponential(1 / (2 * eps))");
  Ledger open(text + "compose week(eps: real) requires eps > 0 { till(eps) daily(eps) }");
  CHECK(open.composed->openParts() == std::vector<std::size_t>{1});
  CHECK(open.rows().empty());
  CHECK_FALSE(open.isProved());
}

TEST_CASE("requirements that contradict each other prove nothing") {
  Ledger nobody(week("requires eps > 0, eps < 0", "daily(eps)"));
  CHECK_FALSE(nobody.isProved());
}

TEST_CASE("without an answer nothing is proved") {
  std::string text = week("requires eps > 0 guarantees private(3 * eps)", "daily(eps) till(2 * eps)");
  for (bool throws : {false, true}) {
    Ledger unknown(text, [&](smt::TermStore &) { return std::make_unique<SilentEngine>(throws); });
    CHECK_FALSE(unknown.isProved());
    for (const Row &row : unknown.composed->rows())
      CHECK_FALSE(row.isProtected());
    for (const verdict::Evidence &step : unknown.composed->evidence())
      CHECK(step.status == Outcome::Unknown);
  }
}

TEST_CASE("what is recorded is what was asked, each under its own name") {
  Ledger apart(week("requires eps > 0 guarantees private(3 * eps)", "daily(eps) daily(eps) till(eps)"));
  std::set<std::string> names;
  for (const verdict::Evidence &step : apart.composed->evidence()) {
    CHECK(names.insert(step.name).second);
    CHECK(step.status == Outcome::Proved);
    REQUIRE(step.question);
    CHECK(step.question->name == step.name);
  }
}

namespace {

/// Is every pair of \p changes in one of \p rows?
bool covers(const Ledger &ledger, ChangeClass changes, const std::vector<Row> &rows) {
  smt::TermStore store;
  smt::Solver solver(store, z3(store));
  Pairs pairs(*ledger.program.compositions.front(), std::move(changes), store);
  Pairs::Writer writer(pairs);
  smt::Term goal = isInSome(writer, rows, store);
  smt::Solver::Scope scope(solver, proof::withLemmas(pairs.context(), writer.facts(), {goal}));
  return solver.proves(goal).outcome == smt::Outcome::Proved;
}

/// Is every pair that each part allows?
bool coversParts(const Ledger &ledger, const std::vector<Row> &rows) {
  const ir::Composition &composition = *ledger.program.compositions.front();
  return std::all_of(composition.parts.begin(), composition.parts.end(), [&](const ir::Part &part) {
    return covers(ledger, allowedBy(composition, part), rows);
  });
}

const std::string ages = R"(
record P { age: int, ill: bool }
query adults = count p: P where p.age >= 18
mechanism from_age(eps: real, old: int) requires eps > 0, old >= 18
adjacency replace P when r.age >= old guarantees private(eps)
{ lam ~ exponential(1 / eps) align lam' = lam + adults - adults'  output adults + lam }
)";

/// \p count parts, each with an age of its own, and all parts \p times.
std::string manyAges(unsigned count, unsigned times) {
  std::string parts;
  for (unsigned i = 0; i < count * times; ++i)
    parts += " from_age(eps, " + std::to_string(20 + i % count) + ")";
  return ages + "compose many(eps: real) requires eps > 0 guarantees private(1000 * eps) {" + parts + " }";
}

} // namespace

TEST_CASE("a row that is lost is noticed") {
  Ledger apart(week("requires eps > 0 guarantees private(3 * eps)", "daily(eps) till(2 * eps)"));
  const ir::Composition &composition = *apart.program.compositions.front();
  auto isCovered = [&](const std::vector<Row> &rows) {
    return covers(apart, someAllow(composition, changingFields(composition)), rows);
  };
  const std::vector<Row> &all = apart.composed->rows();
  CHECK(isCovered(all));
  CHECK_FALSE(isCovered({all[0], all[1]}));
  CHECK(coversParts(apart, {all[0], all[1]}));
  CHECK_FALSE(coversParts(apart, {all[0]}));

  Ledger relations(manyAges(2, 1));
  const std::vector<Row> &rows = relations.composed->rows();
  REQUIRE(rows.size() == 2); // Whoever is 21 is 20: no row of its own.
  CHECK(coversParts(relations, rows));
  for (std::size_t lost = 0; lost < rows.size(); ++lost) {
    std::vector<Row> rest = rows;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(lost));
    CHECK_FALSE(coversParts(relations, rest));
  }
}

TEST_CASE("parts that share a relation are looked at once") {
  Ledger many(manyAges(2, 60));
  CHECK(many.composed->rows().size() == 2);
  CHECK(many.composed->rows().front().charges.size() == 120);
  CHECK(many.composed->evidence().size() < 600);
}

TEST_CASE("more relations than are compared are told, and nothing is proved") {
  Ledger many(manyAges(120, 1));
  CHECK_FALSE(many.isProved());
  CHECK(many.rows().empty());
  bool told = false;
  for (const verdict::Evidence &step : many.composed->evidence())
    told |= step.text().find("120 different neighbouring relations") != std::string::npos;
  CHECK(told);
}

TEST_CASE("what nobody meets is vacuous, and an empty row is told") {
  Ledger nobody(
      ages +
      "compose nobody(eps: real) requires eps > 0 guarantees private(0) { from_age(eps, 20) 0 times }");
  CHECK(nobody.isProved()); // Nothing runs: nothing is paid.
  Ledger within(R"(
record P { age: int }
query adults = count p: P where p.age >= 18
mechanism near(eps: real, most: int) requires eps > 0, most >= 0
adjacency replace P along abs(r.age - r'.age) <= most guarantees private(eps)
{ lam ~ laplace(1 / eps) align lam' = lam + adults - adults'  output adults + lam }
compose nobody(eps: real) requires eps > 0 guarantees private(2 * eps) { near(eps, 0) near(eps, 0) }
)");
  CHECK(within.composed->verdict() == verdict::Verdict::Vacuous);
  CHECK_FALSE(within.isProved());
  CHECK(within.composed->rows().front().population == Population::None);
}

} // namespace plumb::composition
