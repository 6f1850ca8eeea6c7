// SPDX-License-Identifier: Apache-2.0
#include "checker/smt/term.h"

#include <catch2/catch.hpp>

using namespace plumb;
using namespace plumb::smt;

namespace {

struct Terms {
  TermStore store;
  Term x = store.freshVariable("x", Sort::Int);
  Term y = store.freshVariable("y", Sort::Int);
  Term r = store.freshVariable("r", Sort::Real);
  Term p = store.freshVariable("p", Sort::Bool);
  Term q = store.freshVariable("q", Sort::Bool);
  Term yes = store.boolean(true);
  Term no = store.boolean(false);
};

} // namespace

TEST_CASE_METHOD(Terms, "equal terms are one node") {
  CHECK(store.add(x, y) == store.add(y, x));
  CHECK(store.equal(x, y) == store.equal(y, x));
  CHECK(store.integer(3) == store.integer(Integer(3)));
  CHECK_FALSE(store.integer(3) == store.real(3));
  CHECK(store.real(Rational(2, 4)) == store.real(Rational(1, 2)));
  CHECK_FALSE(store.lessEqual(x, y) == store.lessEqual(y, x));
}

TEST_CASE_METHOD(Terms, "symbols of one store never share a name") {
  CHECK(store.freshSymbol("x", {}, Sort::Int).name == "x!1");
  CHECK(store.freshSymbol("x", {}, Sort::Int).name == "x!2");
  CHECK(store.freshSymbol("x!1", {}, Sort::Int).name == "x!1!1");
  CHECK(store.freshSymbol("z!1", {}, Sort::Int).name == "z!1");
  CHECK(store.freshSymbol("z", {}, Sort::Int).name == "z");
  CHECK(store.freshSymbol("z", {}, Sort::Int).name == "z!2");
}

TEST_CASE_METHOD(Terms, "a sum collects like terms and its constants") {
  CHECK(store.add({x, y, x}) == store.add(store.multiply(store.integer(2), x), y));
  CHECK(store.subtract(store.add(x, y), x) == y);
  CHECK(store.subtract(x, x) == store.integer(0));
  CHECK(store.add({x, store.integer(2), store.integer(-2)}) == x);
  CHECK(store.add(store.integer(2), store.integer(3)) == store.integer(5));
  CHECK(store.multiply(store.integer(2), store.add(x, store.integer(3))) ==
        store.add({x, x, store.integer(6)}));
}

TEST_CASE_METHOD(Terms, "a product keeps its literal in front") {
  CHECK(store.multiply(x, store.integer(0)) == store.integer(0));
  CHECK(store.multiply(x, store.integer(1)) == x);
  CHECK(store.minus(store.minus(x)) == x);
  const Term product =
      store.multiply(store.multiply(x, store.integer(2)), store.multiply(store.integer(3), y));
  REQUIRE(product.op() == Operator::Multiply);
  CHECK(product.arguments()[0] == store.integer(6));
  CHECK(product.arguments()[1] == store.multiply(y, x));
}

TEST_CASE_METHOD(Terms, "comparisons of literals and of a term with itself are decided") {
  CHECK(store.less(store.integer(-1), store.integer(0)) == yes);
  CHECK(store.lessEqual(store.real(Rational(1, 2)), store.real(Rational(1, 3))) == no);
  CHECK(store.equal(store.integer(1), store.integer(2)) == no);
  CHECK(store.less(x, x) == no);
  CHECK(store.lessEqual(x, x) == yes);
  CHECK(store.equal(r, r) == yes);
}

TEST_CASE_METHOD(Terms, "connectives lose units, repetitions and double negations") {
  CHECK(store.conjunction({}) == yes);
  CHECK(store.disjunction({}) == no);
  CHECK(store.conjunction({p, yes, p}) == p);
  CHECK(store.conjunction({p, no, q}) == no);
  CHECK(store.disjunction({p, yes}) == yes);
  CHECK(store.conjunction({store.conjunction({p, q}), p}) == store.conjunction({p, q}));
  CHECK(store.negate(store.negate(p)) == p);
  CHECK(store.implies(p, no) == store.negate(p));
  CHECK(store.implies(p, p) == yes);
  CHECK(store.equal(p, no) == store.negate(p));
}

TEST_CASE_METHOD(Terms, "an ite with nothing to choose goes away") {
  CHECK(store.ite(yes, x, y) == x);
  CHECK(store.ite(no, x, y) == y);
  CHECK(store.ite(p, x, x) == x);
  CHECK(store.ite(p, yes, no) == p);
  CHECK(store.ite(p, no, yes) == store.negate(p));
  CHECK(store.ite(p, x, y).op() == Operator::IfThenElse);
}

TEST_CASE_METHOD(Terms, "division is Euclidean") {
  CHECK(store.divide(store.integer(-7), 2) == store.integer(-4));
  CHECK(store.modulo(store.integer(-7), 2) == store.integer(1));
  CHECK(store.divide(store.integer(7), 2) == store.integer(3));
  CHECK(store.divide(x, 1) == x);
  CHECK(store.modulo(x, 1) == store.integer(0));
}

TEST_CASE_METHOD(Terms, "substitution is simultaneous and takes the outermost match") {
  const Term sum = store.add(x, y);
  CHECK(store.substitute(sum, {{x, y}, {y, x}}) == sum);
  CHECK(store.substitute(sum, {{x, y}}) == store.add(y, y));
  const Term comparison = store.less(sum, store.integer(3));
  CHECK(store.substitute(comparison, {{sum, store.integer(1)}, {x, y}}) == yes);
  CHECK(store.substitute(comparison, {}) == comparison);
}

TEST_CASE_METHOD(Terms, "substitution reaches every operator") {
  const Symbol &f = store.freshSymbol("f", {Sort::Int}, Sort::Int);
  auto build = [&](Term a, Term b) {
    const Term n = store.add(store.apply(f, {a}), store.modulo(store.divide(a, 3), 2));
    const Term c = store.implies(b, store.less(store.toReal(n), store.multiply(r, r)));
    const Term d = store.disjunction({c, store.conjunction({b, store.lessEqual(a, n)}), store.negate(b)});
    return store.ite(d, store.absolute(a), store.ite(store.equal(a, n), a, n));
  };
  const Term z = store.freshVariable("z", Sort::Int);
  CHECK(store.substitute(build(x, p), {{x, z}, {p, q}}) == build(z, q));
}

TEST_CASE_METHOD(Terms, "applications come once each, in order of creation") {
  const Symbol &f = store.freshSymbol("f", {Sort::Int}, Sort::Int);
  const Term fx = store.apply(f, {x});
  const Term term = store.less(store.add(fx, store.apply(f, {fx})), x);
  CHECK(applications(term) == std::vector<Term>{x, fx, store.apply(f, {fx})});
}

TEST_CASE_METHOD(Terms, "only a product of two unknowns is nonlinear") {
  CHECK(isNonlinear(store.less(store.multiply(x, y), x)));
  CHECK(isNonlinear(store.multiply(store.integer(2), store.multiply(x, x))));
  CHECK_FALSE(isNonlinear(store.multiply(store.integer(2), store.add(x, y))));
  CHECK_FALSE(isNonlinear(store.modulo(x, 3)));
}

TEST_CASE_METHOD(Terms, "a deep term does not exhaust the stack") {
  const Symbol &f = store.freshSymbol("f", {Sort::Int}, Sort::Int);
  Term deep = x;
  for (int i = 0; i < 200'000; ++i)
    deep = store.apply(f, {deep});
  CHECK(applications(deep).size() == 200'001);
  CHECK_FALSE(store.substitute(deep, {{x, y}}) == deep);
  CHECK(toSmtLib(deep).size() > 200'000);
}
