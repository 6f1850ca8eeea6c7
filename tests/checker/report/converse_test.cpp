// SPDX-License-Identifier: Apache-2.0
#include "checker/proof/converse.h"
#include "checker/report/sensitivity_check.h"
#include "frontend/parse/parser.h"
#include "frontend/sema/analyze.h"

#include <catch2/catch.hpp>

using namespace plumb;
using smt::Outcome;

namespace {

std::unique_ptr<smt::Engine> z3(smt::TermStore &) {
  return smt::makeZ3Engine(smt::Budget{});
}

/// A mechanism over records with two flags and a place, of which it reads all.
struct Relation {
  Relation(const std::string &declarations, const std::string &adjacency,
           const std::string &requirements = "")
      : file("relation.plumb",
             "size n\nrecord R { a: bool, b: bool, place: int in 0 .. n or none, day: int }\n" +
                 declarations +
                 "\nquery f = count r: R where r.a\nquery g = count r: R where r.b\n"
                 "query h = count r: R where r.place = 0\n"
                 "mechanism m(eps: real)\n  requires eps > 0" +
                 requirements + "\n  adjacency " + adjacency +
                 "\n  guarantees private(eps)\n{ lam ~ laplace(1 / eps) align lam' = lam\n"
                 "  output f + g + h + lam }\n") {
    DiagnosticSink sink;
    program = analyze(parse(file, sink), file, sink);
    for (const Diagnostic &diagnostic : sink.diagnostics())
      UNSCOPED_INFO(render(diagnostic, file));
    REQUIRE(program.mechanisms.size() == 1);
  }
  const ir::Mechanism &mechanism() const { return *program.mechanisms.front(); }
  proof::DifferenceProperty converse() const {
    return proof::isOwnConverse(mechanism(), z3, [&](const proof::RecordWitness &pair) {
      return report::confirms(mechanism(), pair);
    });
  }
  bool leadsBack(const std::string &query) const {
    for (const auto &variable : mechanism().variables)
      if (variable->name == query)
        return proof::leadBack(mechanism(), {variable.get()}, z3);
    FAIL("no query " + query);
    return false;
  }

private:
  SourceFile file;
  ir::Program program;
};

/// The same in the textbook form, with a bound c.
struct Stated {
  explicit Stated(const std::string &adjacency, const std::string &requirements = "")
      : file("stated.plumb", "mechanism m(eps: real, c: int, n: size, f: query, g: query[n])\n"
                             "  requires eps > 0" +
                                 requirements + "\n  adjacency " + adjacency +
                                 "\n  guarantees private(eps)\n{ lam ~ laplace(1 / eps) align lam' = lam\n"
                                 "  output f + lam }\n") {
    DiagnosticSink sink;
    program = analyze(parse(file, sink), file, sink);
    for (const Diagnostic &diagnostic : sink.diagnostics())
      UNSCOPED_INFO(render(diagnostic, file));
    REQUIRE(program.mechanisms.size() == 1);
  }
  const ir::Mechanism &mechanism() const { return *program.mechanisms.front(); }
  Outcome converse() const {
    return proof::isOwnConverse(mechanism(), z3, [](const proof::RecordWitness &) { return false; }).status;
  }
  std::string leadingBack() const {
    std::string names;
    for (const auto &variable : mechanism().variables)
      if (variable->role == ir::Variable::Role::Query && proof::leadBack(mechanism(), {variable.get()}, z3))
        names += variable->name;
    return names;
  }

private:
  SourceFile file;
  ir::Program program;
};

} // namespace

TEST_CASE("stated differences are their own converse if they go both ways") {
  CHECK(Stated("f changes by c, g changes by 1").converse() == Outcome::Proved);
  CHECK(Stated("f changes by c, one g changes by 1").converse() == Outcome::Proved);
  CHECK(Stated("f decreasing by 1, g changes by 1").converse() == Outcome::Refuted);
  CHECK(Stated("f increasing by c, g changes by 1", ", c >= 0").converse() == Outcome::Refuted);
  CHECK(Stated("f changes by 1, one g increasing by 1").converse() == Outcome::Refuted);
}

TEST_CASE("a difference that is always 0 goes both ways, whatever it is called") {
  CHECK(Stated("f decreasing by 0, g changes by 1").converse() == Outcome::Proved);
  CHECK(Stated("f decreasing by c, g changes by 1", ", c >= 0, c <= 0").converse() == Outcome::Proved);
  CHECK(Stated("f decreasing by c, g changes by 1", ", c >= 0, c <= 1").converse() == Outcome::Refuted);
}

TEST_CASE("each answer whose stated differences go both ways has a way back") {
  CHECK(Stated("f changes by c, g changes by 1").leadingBack() == "fg");
  CHECK(Stated("f decreasing by 1, g changes by 1").leadingBack() == "g");
  CHECK(Stated("f changes by 1, g increasing by 1").leadingBack() == "f");
  CHECK(Stated("f decreasing by 1, g increasing by 1").leadingBack() == "");
}

TEST_CASE("relations on records that are their own converse") {
  const auto proved = [](const std::string &declarations, const std::string &adjacency,
                         const std::string &requirements = "") {
    return Relation(declarations, adjacency, requirements).converse().status == Outcome::Proved;
  };
  CHECK(proved("", "replace R"));
  CHECK(proved("", "add or remove R"));
  CHECK(proved("policy dp on R { sensitive a, b, place, day }", "replace R under dp"));
  CHECK(proved("policy some on R { sensitive a; public b, place, day }", "replace R under some"));
  // A condition on what is public holds of both records or of none.
  CHECK(proved("policy old on R { sensitive a when day < 7; public b, place, day }", "replace R under old"));
  CHECK(proved("policy same on R allows r' where r'.place = r.place", "replace R under same"));
  CHECK(proved("policy near on R allows r' where abs(r'.day - r.day) <= 1", "replace R under near"));
  CHECK(proved("", "replace R when r.a or not r.a"));
  CHECK(proved("", "replace R along r.a != r'.a"));
  // The premise makes the condition hold of everybody.
  CHECK(proved("policy p on R { sensitive a when day < 7; sensitive b; public place, day }",
               "replace R under p", ", forall v in data: v.day < 7"));
}

TEST_CASE("relations on records that are not, each with a pair that may not be exchanged") {
  const auto against = [](const std::string &declarations, const std::string &adjacency) {
    const proof::DifferenceProperty property = Relation(declarations, adjacency).converse();
    CHECK(property.status == Outcome::Refuted);
    return property.against.has_value();
  };
  CHECK(against("policy ill on R { sensitive a when a; public b, place, day }", "replace R under ill"));
  CHECK(against("policy mixed on R { sensitive a; sensitive b when b; public place, day }",
                "replace R under mixed"));
  CHECK(against("policy leaves on R allows r' where r'.place = r.place or r'.place = none",
                "replace R under leaves"));
  CHECK(against("policy later on R allows r' where r'.day >= r.day", "replace R under later"));
  CHECK(against("", "replace R when r.a"));
  CHECK(Relation("", "add R").converse().status == Outcome::Refuted);
  CHECK(Relation("", "remove R").converse().status == Outcome::Refuted);
}

TEST_CASE("answers about fields that change both ways have a way back beside one that does not") {
  const Relation mixed("policy mixed on R { sensitive a; sensitive b when b; public place, day }",
                       "replace R under mixed");
  CHECK(mixed.leadsBack("f"));
  CHECK_FALSE(mixed.leadsBack("g"));
  // Nothing changes it, so no step is needed.
  CHECK(mixed.leadsBack("h"));
}

TEST_CASE("a condition that may be lost on the way closes the way back") {
  // a changes while b holds; once b is gone, a stays.
  const Relation lost("policy lost on R { sensitive a, b when b; public place, day }",
                      "replace R under lost");
  CHECK_FALSE(lost.leadsBack("f"));
  CHECK_FALSE(Relation("", "replace R when r.a").leadsBack("f"));
  CHECK_FALSE(Relation("", "add R").leadsBack("f"));
  CHECK(Relation("", "add or remove R").leadsBack("f"));
}

TEST_CASE("an open question is no way back") {
  const auto silent = [](smt::TermStore &) {
    return smt::makeZ3Engine(smt::Budget{1, std::chrono::milliseconds(1)});
  };
  Relation relation("policy near on R allows r' where abs(r'.day - r.day) <= 1", "replace R under near");
  CHECK(proof::isOwnConverse(relation.mechanism(), silent, [](const proof::RecordWitness &) {
          return true;
        }).status != Outcome::Refuted);
}
