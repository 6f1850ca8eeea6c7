// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/same_term.h"
#include "frontend/ir/substitution.h"
#include "tests/frontend/sema/analyzed.h"

#include <catch2/catch.hpp>

namespace plumb::ir {

namespace {

/// Requirements and premises of a mechanism about records.
struct Said {
  explicit Said(const std::string &requirements, const std::string &parameters = "")
      : text("size n record V { a: int[n], c: int } query f = count v: V\nmechanism m(eps: real, k: int, w: "
             "int[n], u: int[n]" +
             parameters + ")\nrequires " + requirements +
             " adjacency replace V guarantees private(eps) { return f }") {
    INFO(text.mistakes().size());
    REQUIRE(text.mistakes().empty());
  }
  const Expression &term(std::size_t i) const { return *text.only().requirements.at(i + 1); }
  const RecordPremise &premise(std::size_t i) const { return text.only().premises.at(i); }

  test::Analyzed text;
};

bool same(const std::string &first, const std::string &second) {
  Said said(first + ", " + second);
  const bool forward = isSameTerm(said.term(0), said.term(1));
  CHECK(forward == isSameTerm(said.term(1), said.term(0)));
  CHECK(isSameTerm(said.term(0), said.term(0)));
  return forward;
}

bool samePremise(const std::string &first, const std::string &second) {
  Said said("forall " + first + ", forall " + second);
  return isSamePremise(said.premise(0), said.premise(1));
}

} // namespace

TEST_CASE("bound names are not compared, everything else is") {
  CHECK(same("forall i in 0 .. n: w[i] > k", "forall j in 0 .. n: w[j] > k"));
  CHECK_FALSE(same("forall i in 0 .. n: w[i] > k", "forall j in 0 .. n: u[j] > k"));
  CHECK_FALSE(same("forall i in 0 .. n: w[i] > k", "forall j in 0 .. n: w[j] > n"));
  CHECK_FALSE(same("forall i in 0 .. n: w[i] > k", "forall j in 0 .. n: w[j] >= k"));
  CHECK_FALSE(same("forall i in 0 .. n: w[i] > i", "forall j in 0 .. n: w[j] > k"));
  CHECK_FALSE(same("forall i in 0 .. n: w[i] > k", "forall j in 1 .. n: w[j] > k"));
  CHECK_FALSE(same("k > 0", "k > 0 and k > 0"));
}

TEST_CASE("of several that are bound each goes by its place") {
  CHECK(same("forall i in 0 .. n, j in 0 .. n: w[i] > u[j]", "forall j in 0 .. n, i in 0 .. n: w[j] > u[i]"));
  CHECK_FALSE(
      same("forall i in 0 .. n, j in 0 .. n: w[i] > u[j]", "forall j in 0 .. n, i in 0 .. n: w[i] > u[j]"));
  CHECK(same("forall i in 0 .. n: (forall j in 0 .. i: w[j] > w[i])",
             "forall b in 0 .. n: (forall a in 0 .. b: w[a] > w[b])"));
}

TEST_CASE("a number is not the same in another sort") {
  CHECK(same("eps > 1", "eps > 1.0")); // Promoted, it is one.
  CHECK_FALSE(same("k > 1", "eps > 1"));
}

TEST_CASE("premises go by their records and indices") {
  CHECK(samePremise("v in data, i in 0 .. n: v.a[i] < k", "r in data, j in 0 .. n: r.a[j] < k"));
  CHECK_FALSE(samePremise("v in data, i in 0 .. n: v.a[i] < k", "r in data, j in 0 .. n: r.a[j] < j"));
  CHECK_FALSE(samePremise("v in data: v.c < k", "v in data, i in 0 .. n: v.c < k"));
  CHECK_FALSE(samePremise("v in data, i in 0 .. n: v.a[i] < k", "v in data, i in 0 .. k: v.a[i] < k"));
  CHECK(samePremise("v in data, i in 0 .. n, j in 0 .. i: v.a[i] < v.a[j]",
                    "v in data, j in 0 .. n, i in 0 .. j: v.a[j] < v.a[i]"));
}

TEST_CASE("an argument that is named like what a premise binds is not captured") {
  test::Analyzed text(R"(
size n record V { a: int[n] } query f = count v: V
mechanism m(eps: real, t: int) requires forall v in data, i in 0 .. n: v.a[i] <= t
adjacency replace V guarantees private(eps) { return f }
mechanism other(eps: real) requires forall v in data, i in 0 .. n: v.a[i] <= i
adjacency replace V guarantees private(eps) { return f }
compose one(eps: real, i: int, v: int, i1: int) { m(eps, i) m(eps, v) m(eps, i + i1) other(eps) m(eps, i) }
)");
  REQUIRE(text.mistakes().empty());
  const auto &premises = text.program.compositions.at(0)->head.premises;
  std::vector<std::string> printed;
  for (const RecordPremise &premise : premises)
    printed.push_back(print(premise));
  CHECK(printed == std::vector<std::string>{"forall v in data, i1 in 0 .. n: v.a[i1] <= i",
                                            "forall v1 in data, i in 0 .. n: v1.a[i] <= v",
                                            "forall v in data, i2 in 0 .. n: v.a[i2] <= i + i1",
                                            "forall v in data, i in 0 .. n: v.a[i] <= i"});
  for (std::size_t i = 0; i < premises.size(); ++i)
    for (std::size_t j = 0; j < premises.size(); ++j)
      CHECK(isSamePremise(premises[i], premises[j]) == (i == j));
  CHECK(premises[0].indices[0].variable != premises[1].indices[0].variable);
}

TEST_CASE("what is bound in a requirement is new in every copy, and prints by a name of its own") {
  Said said("forall i in 0 .. n: w[i] > k, k > 0", ", i0: int");
  const auto &forall = said.term(0);
  Substitution arguments;
  const Variable &k = *said.text.only().variables.at(3);
  REQUIRE(k.name == "k");
  Variable named{Variable::Role::Parameter, "i", Sort::Int, {}, {}};
  Read read(named, false, {}, {});
  arguments.values[&k] = &read;
  BoundVariables owner;
  ExpressionPtr copy = substituted(forall, arguments, owner);
  CHECK(owner.size() == 1);
  CHECK(print(*copy) == "forall i1 in 0 .. n: w[i1] > i");
  CHECK_FALSE(isSameTerm(*copy, forall));
  ExpressionPtr again = substituted(forall, arguments, owner);
  CHECK(isSameTerm(*copy, *again));
}

} // namespace plumb::ir
