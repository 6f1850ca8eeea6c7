// SPDX-License-Identifier: Apache-2.0
// Each rule with what it takes, and with what is wrong about it.
#include "tests/kernel/checked.h"

#include <catch2/catch.hpp>
#include <memory>

using namespace plumb::kernel;

namespace {

struct Case {
  Terms terms;
  NormalForms normal{terms};
  Term x = terms.variable("x", Sort::Int), y = terms.variable("y", Sort::Int);
  Term u = terms.variable("u", Sort::Real), v = terms.variable("v", Sort::Real);
  Term p = terms.variable("p", Sort::Bool), q = terms.variable("q", Sort::Bool);
  Term none = terms.boolean(false);

  Term number(long value) { return terms.integer(value); }
  Term real(long value) { return terms.real(value); }
  Checked of(std::vector<Term> hypotheses) {
    obligation = {"", std::move(hypotheses), none};
    return Checked(terms, normal, obligation);
  }
  Obligation obligation;
};

Source fact(Term term) {
  return {Source::Kind::Fact, static_cast<std::uint32_t>(term)};
}
Source at(Source::Kind kind, Term term, Term second = {}) {
  return {kind, static_cast<std::uint32_t>(term), second};
}
Source row(std::uint32_t number) {
  return {Source::Kind::Derived, number};
}

} // namespace

TEST_CASE("a formula and its negation contradict each other, a formula alone does not") {
  Case c;
  CHECK(c.of({c.p, c.terms.negation(c.p)}).isComplete());
  CHECK(c.of({c.terms.negation(c.terms.negation(c.p)), c.terms.negation(c.p)}).isComplete());
  CHECK(c.of({c.none}).isComplete());
  CHECK_FALSE(c.of({c.p}).isComplete());
  CHECK_FALSE(c.of({}).isComplete());
}

TEST_CASE("unit propagation needs all but one part") {
  Case c;
  const Term either = c.terms.disjunction({c.p, c.q}), both = c.terms.conjunction({c.p, c.q});
  const Term notP = c.terms.negation(c.p), notQ = c.terms.negation(c.q);
  Checked closes = c.of({either, notP, notQ});
  closes.unit(either);
  CHECK(closes.isComplete());
  CHECK_THROWS_AS(closes.unit(either), NotShown);
  CHECK_THROWS_AS(c.of({either}).unit(either), NotShown);
  CHECK_THROWS_AS(c.of({notP}).unit(either), NotShown);
  CHECK_THROWS_AS(c.of({c.p}).unit(c.p), NotShown);
  Checked parts = c.of({both, notQ});
  parts.unit(both);
  CHECK(parts.isComplete());
  Checked implied = c.of({c.terms.implies(c.p, c.q), c.p, notQ});
  implied.unit(c.terms.implies(c.p, c.q));
  CHECK(implied.isComplete());
  Checked converse = c.of({c.terms.implies(c.p, c.q), c.q, notP});
  CHECK_THROWS_AS(converse.unit(c.terms.implies(c.p, c.q)), NotShown);
}

TEST_CASE("equivalences and choices are propagated from what is known") {
  Case c;
  const Term same = c.terms.equal(c.p, c.q), r = c.terms.variable("r", Sort::Bool);
  Checked closes = c.of({same, c.p, c.terms.negation(c.q)});
  closes.unit(same);
  CHECK(closes.isComplete());
  CHECK_THROWS_AS(c.of({same}).unit(same), NotShown);
  Checked differs = c.of({c.terms.negation(same), c.p, c.q});
  differs.unit(same);
  CHECK(differs.isComplete());
  const Term choice = c.terms.ite(r, c.p, c.q);
  Checked first = c.of({choice, r, c.terms.negation(c.p)});
  first.unit(choice);
  CHECK(first.isComplete());
  Checked other = c.of({choice, c.terms.negation(r), c.terms.negation(c.p)});
  other.unit(choice);
  CHECK_FALSE(other.isComplete());
  CHECK_THROWS_AS(c.of({choice, c.p}).unit(choice), NotShown);
  Checked told = c.of({choice, c.terms.negation(c.p), r});
  told.unit(choice);
  CHECK(told.isComplete());
}

TEST_CASE("the value of a whole comes from its parts") {
  Case c;
  const Term both = c.terms.conjunction({c.p, c.q}), either = c.terms.disjunction({c.p, c.q});
  Checked holds = c.of({c.p, c.q, c.terms.implies(both, c.none)});
  holds.whole(both);
  holds.unit(c.terms.implies(both, c.none));
  CHECK(holds.isComplete());
  CHECK_THROWS_AS(c.of({c.p}).whole(both), NotShown);
  CHECK_THROWS_AS(c.of({c.terms.negation(c.p)}).whole(either), NotShown);
  Checked one = c.of({c.p, c.terms.implies(either, c.none)});
  one.whole(either);
  one.unit(c.terms.implies(either, c.none));
  CHECK(one.isComplete());
  CHECK_THROWS_AS(c.of({c.p}).whole(c.terms.less(c.x, c.y)), NotShown);
}

TEST_CASE("a split has two cases, and both have to end") {
  Case c;
  const Term either = c.terms.disjunction({c.p, c.q}), notQ = c.terms.negation(c.q);
  const Term clause = c.terms.implies(c.p, c.q);
  Checked cases = c.of({either, clause, notQ});
  cases.split(c.p);
  cases.unit(clause);
  CHECK_FALSE(cases.isComplete());
  cases.unit(either);
  CHECK(cases.isComplete());
  // What was learned in one case is not known in the other.
  Checked leak = c.of({clause});
  leak.split(c.p);
  leak.unit(clause);
  leak.split(c.none);
  CHECK_FALSE(leak.isComplete());
}

TEST_CASE("a row of one case is not known in the other") {
  Case c;
  const Term low = c.terms.less(c.u, c.v), high = c.terms.less(c.v, c.u);
  Checked cases = c.of({low});
  cases.split(high);
  cases.sum({{1, fact(high)}});
  cases.sum({{1, fact(low)}, {1, row(0)}});
  CHECK_THROWS_AS(cases.sum({{1, row(0)}}), NotShown);
  CHECK_FALSE(cases.isComplete());
}

TEST_CASE("only what is absurd is absurd") {
  Case c;
  const Term less = c.terms.less(c.real(0), c.real(1)), most = c.terms.lessEqual(c.real(0), c.real(0));
  const Term same = c.terms.equal(c.real(1), c.real(1));
  for (Term fits : {less, most, same}) {
    Checked refutation = c.of({fits});
    refutation.sum({{1, fact(fits)}});
    refutation.sum({});
    CHECK_FALSE(refutation.isComplete());
  }
  const Term equal = c.terms.less(c.real(1), c.real(1)), more = c.terms.lessEqual(c.real(1), c.real(0));
  for (Term absurd : {equal, more, c.terms.equal(c.real(0), c.real(1))}) {
    Checked refutation = c.of({absurd});
    refutation.sum({{1, fact(absurd)}});
    CHECK(refutation.isComplete());
  }
}

TEST_CASE("rows add up to a contradiction only with factors of the right sign") {
  Case c;
  const Term less = c.terms.less(c.u, c.v), back = c.terms.lessEqual(c.v, c.u);
  Checked closes = c.of({less, back});
  closes.sum({{1, fact(less)}, {1, fact(back)}});
  CHECK(closes.isComplete());
  Checked wrong = c.of({less, back});
  CHECK_THROWS_AS(wrong.sum({{1, fact(less)}, {-1, fact(back)}}), NotShown);
  CHECK_THROWS_AS(wrong.sum({{0, fact(less)}}), NotShown);
  wrong.sum({{1, fact(less)}, {2, fact(back)}});
  CHECK_FALSE(wrong.isComplete());
  // Without a strict row 0 >= 0 is left.
  const Term weak = c.terms.lessEqual(c.u, c.v);
  Checked weakly = c.of({weak, back});
  weakly.sum({{1, fact(weak)}, {1, fact(back)}});
  CHECK_FALSE(weakly.isComplete());
  // Equations may be subtracted; unknown comparisons, disequations and other formulas are no rows.
  const Term equal = c.terms.equal(c.u, c.v);
  Checked subtracts = c.of({equal, less});
  subtracts.sum({{-1, fact(equal)}, {1, fact(less)}});
  CHECK(subtracts.isComplete());
  CHECK_THROWS_AS(c.of({less}).sum({{1, fact(back)}}), NotShown);
  CHECK_THROWS_AS(c.of({c.terms.negation(equal)}).sum({{1, fact(equal)}}), NotShown);
  CHECK_THROWS_AS(c.of({c.p}).sum({{1, fact(c.p)}}), NotShown);
  CHECK_THROWS_AS(c.of({less}).sum({{1, row(0)}}), NotShown);
}

TEST_CASE("a false comparison is the other one, strict where it was not") {
  Case c;
  const Term weak = c.terms.lessEqual(c.u, c.v), strict = c.terms.less(c.u, c.v);
  Checked closes = c.of({c.terms.negation(weak), strict});
  closes.sum({{1, fact(weak)}, {1, fact(strict)}});
  CHECK(closes.isComplete());
  Checked open = c.of({c.terms.negation(strict), weak});
  open.sum({{1, fact(weak)}, {1, fact(strict)}});
  CHECK_FALSE(open.isComplete());
}

TEST_CASE("integers are rounded, reals are not") {
  Case c;
  // 0 < 2 x < 2
  const Term two = c.terms.multiply({c.number(2), c.x});
  const Term low = c.terms.less(c.number(0), two), high = c.terms.less(two, c.number(2));
  Checked closes = c.of({low, high});
  closes.round(fact(low));
  closes.sum({{1, row(0)}, {mpq_class(1, 2), fact(high)}});
  CHECK(closes.isComplete());
  Checked real = c.of({c.terms.less(c.real(0), c.u)});
  CHECK_THROWS_AS(real.round(fact(c.terms.less(c.real(0), c.u))), NotShown);
  // 0 <= x and x <= 0 have a solution, also rounded.
  const Term least = c.terms.lessEqual(c.number(0), c.x), most = c.terms.lessEqual(c.x, c.number(0));
  Checked meets = c.of({least, most});
  meets.round(fact(least));
  meets.round(fact(most));
  meets.sum({{1, row(0)}, {1, row(1)}});
  CHECK_FALSE(meets.isComplete());
  // 2 x = 1, and 2 x = 2.
  const Term odd = c.terms.equal(two, c.number(1)), even = c.terms.equal(two, c.number(2));
  Checked none = c.of({odd});
  none.round(fact(odd));
  CHECK(none.isComplete());
  Checked one = c.of({even});
  one.round(fact(even));
  CHECK_FALSE(one.isComplete());
  Checked constant = c.of({c.terms.less(c.number(0), c.number(1))});
  CHECK_THROWS_AS(constant.round(fact(c.terms.less(c.number(0), c.number(1)))), NotShown);
}

TEST_CASE("rounding goes to the right side") {
  Case c;
  const Term two = c.terms.multiply({c.number(2), c.x});
  for (long bound = -5; bound <= 5; ++bound) {
    // 2 x < bound is x <= ceil(bound / 2) - 1: the integer above it must still be possible to rule out,
    // itself not.
    long largest = -10;
    for (long value = -10; value <= 10; ++value)
      if (2 * value < bound)
        largest = value;
    for (long other = largest; other <= largest + 1; ++other) {
      const Term less = c.terms.less(two, c.number(bound)), is = c.terms.equal(c.x, c.number(other));
      Checked refutation = c.of({less, is});
      refutation.round(fact(less));
      refutation.sum({{1, row(0)}, {-1, fact(is)}});
      CHECK(refutation.isComplete() == (other > largest));
    }
  }
}

TEST_CASE("a choice is one of its sides, if its condition is known") {
  Case c;
  const Term choice = c.terms.ite(c.p, c.u, c.v), differs = c.terms.less(choice, c.u);
  Checked closes = c.of({c.p, differs});
  closes.sum({{1, fact(differs)}, {1, at(Source::Kind::Choice, choice)}});
  CHECK(closes.isComplete());
  CHECK_THROWS_AS(c.of({differs}).sum({{1, at(Source::Kind::Choice, choice)}}), NotShown);
  Checked other = c.of({c.terms.negation(c.p), differs});
  other.sum({{1, fact(differs)}, {1, at(Source::Kind::Choice, choice)}});
  CHECK_FALSE(other.isComplete());
  CHECK_THROWS_AS(c.of({c.p}).sum({{1, at(Source::Kind::Choice, c.p)}}), NotShown);
}

TEST_CASE("quotients and remainders keep their bounds") {
  Case c;
  const Term quotient = c.terms.divide(c.x, 3), rest = c.terms.modulo(c.x, 3);
  const Term low = c.terms.less(rest, c.number(0)), high = c.terms.lessEqual(c.number(3), rest);
  const Term top = c.terms.lessEqual(c.number(2), rest);
  Checked below = c.of({low});
  below.sum({{1, fact(low)}, {1, at(Source::Kind::Low, rest)}});
  CHECK(below.isComplete());
  Checked above = c.of({high});
  above.sum({{1, fact(high)}, {1, at(Source::Kind::High, rest)}});
  CHECK(above.isComplete());
  Checked possible = c.of({top});
  possible.sum({{1, fact(top)}, {1, at(Source::Kind::High, rest)}});
  CHECK_FALSE(possible.isComplete());
  // x - 3 (x div 3) - x mod 3 = 0
  const Term sum = c.terms.add({c.terms.multiply({c.number(3), quotient}), rest});
  const Term wrong = c.terms.less(sum, c.x);
  Checked parts = c.of({wrong});
  parts.sum({{1, fact(wrong)}, {-1, at(Source::Kind::Remainder, rest, quotient)}});
  CHECK(parts.isComplete());
  CHECK_THROWS_AS(c.of({}).sum({{1, at(Source::Kind::Remainder, rest, c.terms.divide(c.x, 4))}}), NotShown);
  CHECK_THROWS_AS(c.of({}).sum({{1, at(Source::Kind::Remainder, quotient, rest)}}), NotShown);
  CHECK_THROWS_AS(c.of({}).sum({{1, at(Source::Kind::Low, c.x)}}), NotShown);
  // 3 (x div 3) <= x
  const Term over = c.terms.less(c.x, c.terms.multiply({c.number(3), quotient}));
  Checked floor = c.of({over});
  floor.sum({{1, fact(over)}, {1, at(Source::Kind::Low, quotient)}});
  CHECK(floor.isComplete());
}

TEST_CASE("a function has one value at equal arguments") {
  Case c;
  const Symbol f = c.terms.symbol("f", {Sort::Int}, Sort::Int),
               g = c.terms.symbol("g", {Sort::Int}, Sort::Int);
  const Symbol holds = c.terms.symbol("holds", {Sort::Int}, Sort::Bool);
  const Term fx = c.terms.apply(f, {c.x}), fy = c.terms.apply(f, {c.y}), gx = c.terms.apply(g, {c.x});
  const Term same = c.terms.equal(c.x, c.y), less = c.terms.less(fx, fy);
  Checked closes = c.of({same, less});
  closes.sum({{1, fact(less)}, {1, at(Source::Kind::Congruence, fx, fy)}});
  CHECK(closes.isComplete());
  CHECK_THROWS_AS(c.of({less}).sum({{1, at(Source::Kind::Congruence, fx, fy)}}), NotShown);
  CHECK_THROWS_AS(c.of({c.terms.negation(same)}).sum({{1, at(Source::Kind::Congruence, fx, fy)}}), NotShown);
  CHECK_THROWS_AS(c.of({same}).sum({{1, at(Source::Kind::Congruence, fx, gx)}}), NotShown);
  // f(x + 1) and f(1 + x)
  const Term one = c.terms.apply(f, {c.terms.add({c.x, c.number(1)})});
  const Term other = c.terms.apply(f, {c.terms.add({c.number(1), c.x})}), apart = c.terms.less(one, other);
  Checked normal = c.of({apart});
  normal.sum({{1, fact(apart)}, {1, at(Source::Kind::Congruence, one, other)}});
  CHECK(normal.isComplete());
  const Term px = c.terms.apply(holds, {c.x}), py = c.terms.apply(holds, {c.y});
  Checked predicates = c.of({same, px, c.terms.negation(py)});
  predicates.alike(px, py);
  CHECK(predicates.isComplete());
  CHECK_THROWS_AS(c.of({px, c.terms.negation(py)}).alike(px, py), NotShown);
  CHECK_THROWS_AS(c.of({same}).alike(px, py), NotShown);
  CHECK_THROWS_AS(c.of({same}).alike(fx, fy), NotShown);
}

TEST_CASE("products of inequalities have signs, and only they") {
  Case c;
  const Term zero = c.real(0), product = c.terms.multiply({c.v, c.u});
  const Term a = c.terms.less(zero, c.u), b = c.terms.less(zero, c.v), no = c.terms.lessEqual(product, zero);
  Checked closes = c.of({a, b, no});
  closes.times(fact(a), fact(b));
  closes.sum({{1, row(0)}, {1, fact(no)}});
  CHECK(closes.isComplete());
  // Not strict times strict is not strict.
  const Term weak = c.terms.lessEqual(zero, c.u);
  Checked open = c.of({weak, b, no});
  open.times(fact(weak), fact(b));
  open.sum({{1, row(0)}, {1, fact(no)}});
  CHECK_FALSE(open.isComplete());
  // An equation times an inequality has no sign, but times any term it is an equation.
  const Term is = c.terms.equal(c.u, zero), positive = c.terms.less(zero, product);
  Checked zeros = c.of({is, b, positive});
  CHECK_THROWS_AS(zeros.times(fact(is), fact(b)), NotShown);
  CHECK_THROWS_AS(zeros.multiple(fact(b), c.u), NotShown);
  zeros.multiple(fact(is), c.v);
  zeros.sum({{1, row(0)}, {1, fact(positive)}});
  CHECK(zeros.isComplete());
}

TEST_CASE("numbers that are not equal are apart, and nothing else is") {
  Case c;
  const Term equal = c.terms.equal(c.x, c.y);
  const Term apart = c.terms.disjunction({c.terms.less(c.x, c.y), c.terms.less(c.y, c.x)});
  const Term wrong = c.terms.disjunction({c.terms.less(c.x, c.y), c.terms.less(c.x, c.y)});
  CHECK_NOTHROW(c.of({c.terms.negation(equal)}).apart(equal, apart));
  CHECK_THROWS_AS(c.of({c.terms.negation(equal)}).apart(equal, wrong), NotShown);
  CHECK_THROWS_AS(c.of({equal}).apart(equal, apart), NotShown);
  CHECK_THROWS_AS(c.of({}).apart(equal, apart), NotShown);
}

TEST_CASE("instances are of what holds for all") {
  Case c;
  const Term i = c.terms.bound(0, Sort::Int), body = c.terms.less(i, c.x), all = c.terms.forall(i, body);
  const Term result = c.terms.less(c.x, c.x);
  Checked closes = c.of({all});
  closes.instance(all, c.x, result);
  closes.sum({{1, fact(result)}});
  CHECK(closes.isComplete());
  CHECK_THROWS_AS(c.of({all}).instance(all, c.y, result), NotShown);
  CHECK_THROWS_AS(c.of({c.terms.negation(all)}).instance(all, c.x, result), NotShown);
  CHECK_THROWS_AS(c.of({}).instance(all, c.x, result), NotShown);
}
