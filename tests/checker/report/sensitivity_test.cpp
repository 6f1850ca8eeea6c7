// SPDX-License-Identifier: Apache-2.0
#include "checker/report/sensitivity_check.h"
#include "checker/report/sensitivity_result.h"
#include "checker/report/text_report.h"
#include "frontend/ir/print_expression.h"
#include "frontend/parse/parser.h"
#include "frontend/sema/analyze.h"
#include "frontend/sema/declared_neighbourhoods.h"

#include <catch2/catch.hpp>

using namespace plumb;
using proof::DifferenceBound;
using proof::ElementValue;
using proof::RecordWitness;
using smt::Outcome;

namespace {

/// Table 2 of Takagi, Cao and Yoshikawa under the policy of their Example 1.
struct Visits {
  explicit Visits(const std::string &rule = "sensitive visited[i] when visited[i]",
                  const std::string &adjacency = "replace Trajectory under p")
      : file("visits.plumb",
             "size n\nrecord Trajectory { visited: bool[n] }\npolicy p on Trajectory { " + rule +
                 " }\nquery f[i in 0 .. n] = count t: Trajectory where t.visited[i]\n"
                 "mechanism m(eps: real)\n  requires eps > 0\n  adjacency " +
                 adjacency +
                 "\n  guarantees private(eps * n)\n{ for i in 0 .. n { lam ~ exponential(1 / eps) "
                 "align lam' = lam + f[i] - f'[i] output f[i] + lam } }\n") {
    DiagnosticSink sink;
    program = analyze(parse(file, sink), file, sink);
    REQUIRE(program.mechanisms.size() == 1);
  }
  const ir::Mechanism &mechanism() const { return *program.mechanisms.front(); }
  const ir::Variable &query() const {
    for (const auto &variable : mechanism().variables)
      if (variable->definition)
        return *variable;
    FAIL("no query");
    return *mechanism().variables.front();
  }
  RecordWitness pair(const std::vector<int> &first, const std::vector<int> &second) const {
    RecordWitness witness;
    witness.parameters = {{"n", {Rational(static_cast<long>(first.size()))}}, {"eps", {1}}};
    witness.first.emplace();
    witness.second.emplace();
    for (std::size_t i = 0; i < first.size(); ++i) {
      (*witness.first)["visited"].push_back({first[i], false});
      (*witness.second)["visited"].push_back({second[i], false});
      if (first[i] != second[i])
        witness.changes.push_back({&query(), {static_cast<long>(i)}, first[i] - second[i]});
    }
    return witness;
  }
  proof::Sensitivity derive(const proof::WitnessCheck &check) const {
    return proof::deriveSensitivity(
        mechanism(), [](smt::TermStore &) { return smt::makeZ3Engine(smt::Budget{}); }, check);
  }
  proof::Sensitivity derive() const {
    return derive([&](const RecordWitness &witness) { return report::confirms(mechanism(), witness); });
  }

  SourceFile file;
  ir::Program program;
};

std::vector<std::vector<int>> neighboursOf(const Visits &visits, const std::vector<int> &record) {
  std::vector<std::vector<int>> neighbours;
  for (const std::vector<int> &other : {std::vector{0, 0}, {0, 1}, {1, 0}, {1, 1}})
    if (other != record && report::confirms(visits.mechanism(), visits.pair(record, other)))
      neighbours.push_back(other);
  return neighbours;
}

} // namespace

TEST_CASE("Example 3: the neighbours of Bob, Tom and Alice") {
  using Records = std::vector<std::vector<int>>;
  Visits visits;
  CHECK(neighboursOf(visits, {1, 0}) == Records{{0, 0}});
  CHECK(neighboursOf(visits, {0, 0}) == Records{});
  CHECK(neighboursOf(visits, {1, 1}) == Records{{0, 0}, {0, 1}, {1, 0}});
  // Example 2: under the policy of differential privacy everybody is everybody's neighbour.
  CHECK(neighboursOf(Visits("sensitive visited[i]"), {0, 0}) == Records{{0, 1}, {1, 0}, {1, 1}});
}

TEST_CASE("A pair is confirmed only with its sizes, its values and exactly its changes") {
  Visits visits;
  RecordWitness good = visits.pair({1, 1}, {0, 1});
  REQUIRE(report::confirms(visits.mechanism(), good));

  auto broken = [&](auto change) {
    RecordWitness witness = good;
    change(witness);
    return !report::confirms(visits.mechanism(), witness);
  };
  CHECK(broken([](RecordWitness &w) { w.changes.clear(); }));
  CHECK(broken([](RecordWitness &w) { w.changes[0].difference = -1; }));
  CHECK(broken([](RecordWitness &w) { w.changes[0].indices = {1}; }));
  CHECK(broken([](RecordWitness &w) { w.changes[0].indices = {2}; }));
  CHECK(broken([](RecordWitness &w) { w.parameters["n"] = {3}; }));
  CHECK(broken([](RecordWitness &w) { w.parameters["eps"] = {0}; }));
  CHECK(broken([](RecordWitness &w) { (*w.first)["visited"][0].number = 2; }));
  CHECK(broken([](RecordWitness &w) { (*w.first)["visited"][0].isNone = true; }));
  CHECK(broken([](RecordWitness &w) { w.second.reset(); }));
  CHECK(broken([](RecordWitness &w) { w.second->clear(); }));
}

TEST_CASE("Example 5: under the policy of Example 1 counts decrease") {
  const Visits visits;
  proof::Sensitivity derived = visits.derive();
  REQUIRE(derived.isDecided());
  REQUIRE(derived.queries.size() == 1);
  const proof::QuerySensitivity &f = derived.queries.front();
  CHECK(f.decreasing.status == Outcome::Proved);
  CHECK(f.increasing.status == Outcome::Refuted);
  CHECK(f.onlyOne.status == Outcome::Refuted);
  CHECK(ir::printPromoted(*f.largest.most) == "1");
  CHECK(ir::printPromoted(*f.sum.most) == "n");
  CHECK(f.sum.attained);
  CHECK_FALSE(derived.together);
}

TEST_CASE("Theorem 4: under the policy of differential privacy nothing is monotone") {
  const Visits visits("sensitive visited[i]");
  proof::Sensitivity derived = visits.derive();
  const proof::QuerySensitivity &f = derived.queries.front();
  CHECK(f.decreasing.status == Outcome::Refuted);
  REQUIRE(f.decreasing.against);
  CHECK(f.decreasing.against->changes.at(0).difference < 0);
  CHECK(f.increasing.status == Outcome::Refuted);
}

TEST_CASE("Nothing changes if everything is public") {
  const Visits visits("public visited");
  proof::Sensitivity derived = visits.derive();
  REQUIRE(derived.isDecided());
  CHECK(ir::printPromoted(*derived.queries.front().largest.most) == "0");
  CHECK(derived.queries.front().increasing.status == Outcome::Proved);
}

TEST_CASE("What the exact interpreter does not confirm is neither refuted nor attained") {
  const Visits visits;
  proof::Sensitivity derived = visits.derive([](const RecordWitness &) { return false; });
  CHECK_FALSE(derived.neighbours);
  CHECK(derived.queries.empty());
  CHECK_FALSE(derived.isDecided());

  // The first pair shows that there are neighbours at all.
  int asked = 0;
  derived = visits.derive([&](const RecordWitness &) { return ++asked == 1; });
  REQUIRE(derived.queries.size() == 1);
  const proof::QuerySensitivity &f = derived.queries.front();
  CHECK(f.decreasing.status == Outcome::Proved);
  CHECK(f.increasing.status == Outcome::Unknown);
  CHECK_FALSE(f.increasing.against);
  CHECK(f.largest.kind == DifferenceBound::Kind::Finite);
  CHECK_FALSE(f.largest.attained);
  CHECK_FALSE(derived.isDecided());
}

TEST_CASE("The report names a mechanism, and otherwise its adjacency alone") {
  Visits visits;
  const auto told = [&](const ir::Neighbourhood &neighbourhood) {
    return textReport(report::SensitivityResult(neighbourhood, std::nullopt), "visits.plumb");
  };
  CHECK(told(visits.mechanism())
            .rfind("visits.plumb: m: stated\n  neighbours: replace Trajectory under p", 0) == 0);
  const auto alone = declaredNeighbourhoods(visits.program);
  REQUIRE(alone.size() == 1);
  CHECK(told(*alone.front()).rfind("visits.plumb: stated\n  neighbours: replace Trajectory under p", 0) == 0);
}
