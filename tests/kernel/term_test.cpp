// SPDX-License-Identifier: Apache-2.0
#include "kernel/term.h"

#include <catch2/catch.hpp>

using namespace plumb::kernel;

TEST_CASE("equal terms are one term, and nothing is simplified") {
  Terms terms;
  const Term x = terms.variable("x", Sort::Int), one = terms.integer(1);
  CHECK(terms.add({x, one}) == terms.add({x, one}));
  CHECK(terms.add({x, one}) != terms.add({one, x}));
  CHECK(terms.integer(1) != terms.real(1));
  const std::size_t before = terms.size();
  terms.add({x, one});
  CHECK(terms.size() == before);
}

TEST_CASE("ill-sorted terms are refused") {
  Terms terms;
  const Term x = terms.variable("x", Sort::Int), r = terms.variable("r", Sort::Real);
  const Term b = terms.variable("b", Sort::Bool);
  CHECK_THROWS_AS(terms.add({x, r}), Rejected);
  CHECK_THROWS_AS(terms.less(b, b), Rejected);
  CHECK_THROWS_AS(terms.equal(x, r), Rejected);
  CHECK_THROWS_AS(terms.ite(x, x, x), Rejected);
  CHECK_THROWS_AS(terms.integer(0) == terms.divide(x, 0), Rejected);
  CHECK_THROWS_AS(terms.modulo(r, 2), Rejected);
  CHECK_THROWS_AS(terms.make(Operator::Number, {}, 0, mpq_class(1, 2), Sort::Int), Rejected);
  CHECK_THROWS_AS(terms.make(Operator::Not, {Term{12345}}), Rejected);
  CHECK_THROWS_AS(terms.make(Operator::Apply, {}, 77), Rejected);
  CHECK_THROWS_AS(terms.variable("x", Sort::Real), Rejected);
  CHECK_THROWS_AS(terms.add({}), Rejected);
  CHECK_THROWS_AS(terms.conjunction({x}), Rejected);
}

TEST_CASE("an instance replaces the variable that is free, and captures nothing") {
  Terms terms;
  const Term i = terms.bound(0, Sort::Int), j = terms.bound(1, Sort::Int), n = terms.variable("n", Sort::Int);
  const Term inner = terms.forall(i, terms.less(i, j));
  const Term body = terms.conjunction({terms.less(i, n), inner, terms.forall(j, terms.less(i, j))});
  CHECK(terms.instance(body, i, n) ==
        terms.conjunction({terms.less(n, n), inner, terms.forall(j, terms.less(n, j))}));
  CHECK(terms[terms.forall(i, terms.less(i, n))].open.empty());
  CHECK(terms[inner].open == std::vector<Term>{j});
  CHECK_THROWS_AS(terms.instance(body, i, terms.add({j, n})), Rejected);
  CHECK_THROWS_AS(terms.instance(body, i, terms.real(1)), Rejected);
  CHECK_THROWS_AS(terms.instance(body, n, n), Rejected);
}
