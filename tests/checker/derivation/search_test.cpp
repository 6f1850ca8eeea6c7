// SPDX-License-Identifier: Apache-2.0
// What evidence is found for; and that none is found where there is a counter-model.
#include "checker/derivation/certificate_text.h"
#include "checker/derivation/cuts.h"
#include "checker/derivation/search.h"
#include "kernel/certificate.h"

#include <catch2/catch.hpp>
#include <random>

using namespace plumb;
using derivation::derive;
using kernel::Sort;
using kernel::Term;

namespace {

struct Case {
  kernel::Terms terms;
  Term x = terms.variable("x", Sort::Int), y = terms.variable("y", Sort::Int);
  Term u = terms.variable("u", Sort::Real), v = terms.variable("v", Sort::Real);
  Term zero = terms.integer(0);

  bool isShown(std::vector<Term> hypotheses, Term goal, bool multiplies = false) {
    const kernel::Obligation obligation{"o", std::move(hypotheses), goal};
    const auto steps = derive(terms, obligation, multiplies);
    if (!steps)
      return false;
    // As text it is the same.
    derivation::SubjectText text(terms, derivation::subjectEntry("a subject"));
    text.addShown(obligation, *steps);
    std::string all(derivation::certificateHead);
    all += derivation::textEntry("program", "") + text.text() + std::string(derivation::certificateEnd);
    return kernel::readCertificate(all)[0].subjects[0].shown.size() == 1;
  }
};

} // namespace

TEST_CASE("linear arithmetic is shown, over the integers as well") {
  Case c;
  const Term less = c.terms.less(c.x, c.y);
  CHECK(c.isShown({less}, c.terms.lessEqual(c.terms.add({c.x, c.terms.integer(1)}), c.y)));
  CHECK_FALSE(c.isShown({less}, c.terms.lessEqual(c.terms.add({c.x, c.terms.integer(2)}), c.y)));
  const Term one = c.terms.real(1);
  CHECK_FALSE(c.isShown({c.terms.less(c.u, c.v)}, c.terms.lessEqual(c.terms.add({c.u, one}), c.v)));
  // 3 x = 2 y + 1 and 0 <= x <= 2 leave x = 1 alone.
  const Term equation =
      c.terms.equal(c.terms.multiply({c.terms.integer(3), c.x}),
                    c.terms.add({c.terms.multiply({c.terms.integer(2), c.y}), c.terms.integer(1)}));
  const Term low = c.terms.lessEqual(c.zero, c.x), high = c.terms.lessEqual(c.x, c.terms.integer(2));
  CHECK(c.isShown({equation, low, high}, c.terms.equal(c.x, c.terms.integer(1))));
  CHECK_FALSE(c.isShown({equation, low}, c.terms.equal(c.x, c.terms.integer(1))));
}

TEST_CASE("choices, quotients and functions are shown") {
  Case c;
  const Term absolute = c.terms.ite(c.terms.lessEqual(c.zero, c.x), c.x, c.terms.minus(c.x));
  CHECK(c.isShown({}, c.terms.lessEqual(c.zero, absolute)));
  CHECK_FALSE(c.isShown({}, c.terms.less(c.zero, absolute)));
  const Term half = c.terms.divide(c.x, 2), bit = c.terms.modulo(c.x, 2);
  CHECK(c.isShown({c.terms.equal(bit, c.zero)}, c.terms.equal(c.terms.add({half, half}), c.x)));
  CHECK_FALSE(c.isShown({}, c.terms.equal(c.terms.add({half, half}), c.x)));
  const kernel::Symbol f = c.terms.symbol("f", {Sort::Int}, Sort::Real);
  const Term same = c.terms.equal(c.terms.apply(f, {c.x}), c.terms.apply(f, {c.y}));
  const Term up = c.terms.lessEqual(c.x, c.y), down = c.terms.lessEqual(c.y, c.x);
  CHECK(c.isShown({up, down}, same));
  CHECK_FALSE(c.isShown({up}, same));
  const kernel::Symbol holds = c.terms.symbol("holds", {Sort::Int}, Sort::Bool);
  CHECK(c.isShown({up, down, c.terms.apply(holds, {c.x})}, c.terms.apply(holds, {c.y})));
  CHECK_FALSE(c.isShown({up, c.terms.apply(holds, {c.x})}, c.terms.apply(holds, {c.y})));
}

TEST_CASE("formulas are split where they have to be") {
  Case c;
  const Term p = c.terms.variable("p", Sort::Bool), q = c.terms.variable("q", Sort::Bool);
  const Term both = c.terms.conjunction({p, q}), either = c.terms.disjunction({p, q});
  CHECK(c.isShown({either, c.terms.implies(p, q), c.terms.implies(q, p)}, both));
  CHECK_FALSE(c.isShown({either, c.terms.implies(p, q)}, both));
  CHECK(c.isShown({}, c.terms.disjunction({p, c.terms.negation(p)})));
  CHECK(c.isShown({c.terms.equal(p, q)}, c.terms.implies(either, both)));
  CHECK_FALSE(c.isShown({}, c.terms.implies(either, both)));
}

TEST_CASE("lemmas on products are shown by products of rows") {
  Case c;
  const Term zero = c.terms.real(0), product = c.terms.multiply({c.u, c.v});
  const Term signs = c.terms.conjunction({c.terms.less(zero, c.u), c.terms.less(zero, c.v)});
  CHECK(c.isShown({}, c.terms.implies(signs, c.terms.less(zero, product)), true));
  CHECK_FALSE(c.isShown({}, c.terms.implies(signs, c.terms.less(c.terms.real(1), product)), true));
  CHECK(c.isShown({}, c.terms.implies(c.terms.equal(c.u, zero), c.terms.equal(product, zero)), true));
  CHECK_FALSE(c.isShown({}, c.terms.lessEqual(zero, product), true));
}

TEST_CASE("rows are multiplied towards the products that are spoken of") {
  Case c;
  const Term zero = c.terms.real(0);
  const Term w = c.terms.variable("w", Sort::Real), x = c.terms.toReal(c.x);
  const auto product = [&](std::vector<Term> factors) { return c.terms.multiply(std::move(factors)); };
  // u <= v and 0 <= w: u w <= v w; with one more factor, of which an Int is one.
  const Term ordered = c.terms.lessEqual(c.u, c.v), positive = c.terms.lessEqual(zero, w);
  const Term atLeastOne = c.terms.lessEqual(c.terms.integer(1), c.x);
  const Term two = c.terms.lessEqual(product({c.u, w}), product({c.v, w}));
  const Term three = c.terms.lessEqual(product({c.u, x, w}), product({c.v, w, x}));
  CHECK(c.isShown({ordered, positive}, two, true));
  CHECK_FALSE(c.isShown({ordered}, two, true));
  CHECK(c.isShown({ordered, positive, atLeastOne}, three, true));
  CHECK_FALSE(c.isShown({ordered, positive}, three, true));
  // What is put for a factor of two others.
  CHECK(c.isShown({c.terms.equal(c.u, c.v)}, c.terms.equal(product({c.u, w, w}), product({w, c.v, w}))));
  // u = 0 is a part of a formula that holds whether it is true or not.
  const Term either = c.terms.disjunction({c.terms.equal(c.u, zero), c.terms.equal(c.x, c.y)});
  const Term none = c.terms.equal(product({c.u, w}), zero);
  CHECK(c.isShown({either, c.terms.less(c.x, c.y)}, none, true));
  CHECK_FALSE(c.isShown({either, c.terms.lessEqual(c.x, c.y)}, none, true));
}

TEST_CASE("what is known of 1 / u tells its sign, and what 1 / (4 u) is") {
  Case c;
  const Term four = c.terms.multiply({c.terms.real(4), c.u});
  const kernel::Symbol inverse = c.terms.symbol("1/", {Sort::Real}, Sort::Real);
  const auto defined = [&](Term of) {
    return c.terms.disjunction(
        {c.terms.equal(of, c.terms.real(0)),
         c.terms.equal(c.terms.multiply({of, c.terms.apply(inverse, {of})}), c.terms.real(1))});
  };
  const Term positive = c.terms.less(c.terms.real(0), c.u);
  const Term first = c.terms.apply(inverse, {c.u}), second = c.terms.apply(inverse, {four});
  const Term sign = c.terms.less(c.terms.real(0), first);
  CHECK(c.isShown({positive, defined(c.u)}, sign, true));
  CHECK_FALSE(c.isShown({defined(c.u)}, sign, true));
  const auto isTimes = [&](long factor) {
    return c.terms.lessEqual(c.terms.multiply({c.v, first}),
                             c.terms.multiply({c.v, c.terms.real(factor), second}));
  };
  CHECK(c.isShown({positive, defined(c.u), defined(four)}, isTimes(4), true));
  CHECK_FALSE(c.isShown({positive, defined(c.u), defined(four)}, isTimes(3), true));
}

TEST_CASE("a difference of integers that have no bounds is cut") {
  Case c;
  const Term difference = c.terms.toReal(c.terms.subtract(c.x, c.y)), two = c.terms.real(2);
  const Term low = c.terms.lessEqual(c.u, two);
  const auto twiceAtMost = [&](long bound) {
    return c.terms.lessEqual(c.terms.add({c.u, c.terms.multiply({two, difference})}), c.terms.real(bound));
  };
  const Term once = c.terms.lessEqual(c.terms.add({c.u, difference}), two);
  CHECK(c.isShown({low, twiceAtMost(3)}, once));
  CHECK_FALSE(c.isShown({low, twiceAtMost(4)}, once));
}

TEST_CASE("what bounds u tells how large 1 / u is") {
  Case c;
  const Term zero = c.terms.real(0);
  const Term inverse = c.terms.apply(c.terms.symbol("1/", {Sort::Real}, Sort::Real), {c.u});
  const Term defined = c.terms.disjunction(
      {c.terms.equal(c.u, zero), c.terms.equal(c.terms.multiply({c.u, inverse}), c.terms.real(1))});
  const Term positive = c.terms.less(zero, c.u), known = c.terms.lessEqual(zero, c.v);
  const auto below = [&](long bound) { return c.terms.less(c.u, c.terms.real(bound)); };
  // v <= v / u, where u < 1.
  const Term grows = c.terms.lessEqual(c.v, c.terms.multiply({c.v, inverse}));
  CHECK(c.isShown({positive, below(1), known, defined}, grows, true));
  CHECK_FALSE(c.isShown({positive, below(2), known, defined}, grows, true));
  CHECK_FALSE(c.isShown({positive, below(1), defined}, grows, true));
}

TEST_CASE("a choice that is divided by is one of its sides") {
  Case c;
  const kernel::Symbol inverse = c.terms.symbol("1/", {Sort::Real}, Sort::Real);
  const auto defined = [&](Term of) {
    return c.terms.disjunction(
        {c.terms.equal(of, c.terms.real(0)),
         c.terms.equal(c.terms.multiply({of, c.terms.apply(inverse, {of})}), c.terms.real(1))});
  };
  const Term p = c.terms.variable("p", Sort::Bool), q = c.terms.variable("q", Sort::Bool);
  const Term one = c.terms.apply(inverse, {c.u});
  const auto times = [&](long factor) { return c.terms.multiply({c.terms.real(factor), one}); };
  const Term positive = c.terms.less(c.terms.real(0), c.u);
  const auto isPositive = [&](Term scale) {
    return c.isShown({positive, defined(c.u)}, c.terms.less(c.terms.real(0), scale), true);
  };
  CHECK(isPositive(c.terms.ite(p, one, times(2))));
  CHECK(isPositive(c.terms.ite(p, one, c.terms.ite(q, times(2), times(3)))));
  CHECK_FALSE(isPositive(c.terms.ite(p, one, times(-2))));
  // 1 / (p ? 1 / u : 2 / u) is u or half of it.
  const Term scale = c.terms.ite(p, one, times(2));
  const auto isAtMost = [&](const mpq_class &factor) {
    return c.isShown(
        {positive, defined(c.u), defined(scale)},
        c.terms.lessEqual(c.terms.apply(inverse, {scale}), c.terms.multiply({c.terms.real(factor), c.u})),
        true);
  };
  CHECK(isAtMost(1));
  CHECK_FALSE(isAtMost(mpq_class(3, 4)));
}

TEST_CASE("a quotient by a product of sums is multiplied by its divisor") {
  Case c;
  const Term zero = c.terms.real(0), x = c.terms.toReal(c.x), y = c.terms.toReal(c.y);
  const auto product = [&](std::vector<Term> factors) { return c.terms.multiply(std::move(factors)); };
  // v * u / (x y + x y y), where v <= y + 1 and x y >= 1.
  const Term divisor = c.terms.add({product({x, y}), product({x, y, y})});
  const Term inverse = c.terms.apply(c.terms.symbol("1/", {Sort::Real}, Sort::Real), {divisor});
  const Term defined = c.terms.disjunction(
      {c.terms.equal(divisor, zero), c.terms.equal(product({divisor, inverse}), c.terms.real(1))});
  const auto isShown = [&](long most, long times) {
    return c.isShown(
        {c.terms.less(zero, c.u), c.terms.lessEqual(c.zero, c.y), c.terms.less(c.zero, product({c.x, c.y})),
         c.terms.lessEqual(c.v, c.terms.add({y, c.terms.real(most)})), defined},
        c.terms.lessEqual(product({c.v, c.u, inverse}), product({c.terms.real(times), c.u})), true);
  };
  CHECK(isShown(1, 1));
  CHECK_FALSE(isShown(3, 1));
}

TEST_CASE("remainders of what is the same but for multiples are the same") {
  Case c;
  const auto rest = [&](Term of) { return c.terms.modulo(of, 8); };
  const auto isSame = [&](long times) {
    const Term z = c.terms.variable("z", Sort::Int);
    const Term by = c.terms.multiply({c.terms.integer(times), c.terms.subtract(c.x, c.y)});
    return c.isShown({},
                     c.terms.equal(rest(c.terms.add({rest(c.x), z})), rest(c.terms.add({rest(c.y), z, by}))));
  };
  CHECK(isSame(1));
  CHECK(isSame(9));
  CHECK_FALSE(isSame(2));
  // What is next to an even number is odd. Quotients have no bounds, and could be cut beside any other.
  const auto is = [&](Term of, long value) {
    return c.terms.equal(c.terms.modulo(of, 2), c.terms.integer(value));
  };
  const Term next = c.terms.add({c.x, c.terms.integer(1)}), even = is(c.zero, 0);
  CHECK(c.isShown({even, is(c.x, 0)}, is(next, 1)));
  CHECK(c.isShown({even, c.terms.negation(is(next, 0))}, is(c.x, 0)));
  CHECK_FALSE(c.isShown({even, is(c.x, 1)}, is(next, 1)));
}

TEST_CASE("how each of many choices grows is cut out of a goal about their sum") {
  Case c;
  // So many of some indices are below x; and below x + 1, where one of them is x.
  std::vector<Term> before, after;
  const Term one = c.terms.integer(1), next = c.terms.add({c.x, one});
  for (const char *name : {"a", "b", "c", "d", "e", "g", "h"}) {
    const Term index = c.terms.variable(name, Sort::Int);
    before.push_back(c.terms.ite(c.terms.less(index, c.x), one, c.zero));
    after.push_back(c.terms.ite(c.terms.less(index, next), one, c.zero));
  }
  const Term first = c.terms.variable("a", Sort::Int), last = c.terms.variable("h", Sort::Int);
  const Term isMet = c.terms.disjunction({c.terms.equal(first, c.x), c.terms.equal(last, c.x)});
  const Term most = c.terms.lessEqual(c.y, c.terms.add(before));
  const auto growsBy = [&](long by) {
    const Term more = c.terms.ite(isMet, c.terms.integer(by), c.zero);
    return kernel::Obligation{"o", {most}, c.terms.lessEqual(c.terms.add({c.y, more}), c.terms.add(after))};
  };
  derivation::Questions questions(c.terms);
  smt::Cores solver{smt::Budget{}};
  const auto byCuts = [&](const kernel::Obligation &obligation) {
    return deriveWithCuts(c.terms, obligation, solver, questions, {});
  };
  CHECK_FALSE(derive(c.terms, growsBy(1), false, {300'000, 300}));
  const auto steps = byCuts(growsBy(1));
  REQUIRE(steps);
  CHECK(derivation::isAccepted(c.terms, growsBy(1), *steps));
  CHECK_FALSE(byCuts(growsBy(2)));
  CHECK_FALSE(byCuts({"o", {}, c.terms.lessEqual(c.x, c.y)}));
}

TEST_CASE("where a case of a lemma ends sooner, what is left of it is left out") {
  Case c;
  const Term p = c.terms.variable("p", Sort::Bool), q = c.terms.variable("q", Sort::Bool);
  const Term r = c.terms.variable("r", Sort::Bool), either = c.terms.disjunction({p, q});
  const Term lemma = c.terms.disjunction({c.terms.negation(p), either}), leads = c.terms.implies(lemma, r);
  using Kind = kernel::Step::Kind;
  const derivation::Steps shown{
      {Kind::Split, {p}}, {Kind::Whole, {either}}, {Kind::Whole, {lemma}}, {Kind::Whole, {lemma}}};
  const derivation::Steps rest{{Kind::Unit, {leads}}};
  REQUIRE(derivation::isAccepted(c.terms, {"o", {}, lemma}, shown));
  for (const Term other : {p, c.terms.negation(p)}) {
    const kernel::Obligation obligation{"o", {other, leads}, r};
    const auto steps =
        derivation::joined(c.terms, obligation, {}, {{lemma, {}, &shown}}, {r, {leads, lemma}, &rest});
    REQUIRE(steps);
    CHECK(derivation::isAccepted(c.terms, obligation, *steps));
  }
}

TEST_CASE("searches share an allowance, and find nothing once it is spent") {
  Case c;
  const kernel::Obligation obligation{"o", {c.terms.less(c.x, c.y)}, c.terms.lessEqual(c.x, c.y)};
  derivation::Allowance allowance{1000};
  REQUIRE(derive(c.terms, obligation, false, {}, &allowance));
  const std::uint64_t cost = 1000 - allowance.left;
  CHECK(cost > 0);
  REQUIRE(derive(c.terms, obligation, false, {}, &allowance));
  CHECK(allowance.left == 1000 - 2 * cost);
  allowance.left = 1;
  CHECK_FALSE(derive(c.terms, obligation, false, {}, &allowance));
  CHECK(allowance.isSpent());
  CHECK_FALSE(derive(c.terms, obligation, false, {}, &allowance));
}

TEST_CASE("clauses over numbers are refuted exactly where no numbers satisfy them") {
  // Many cases end for the same reasons: what one has shown is used in the next.
  std::mt19937 random(3);
  const auto below = [&](unsigned end) { return static_cast<unsigned>(random() % end); };
  constexpr unsigned count = 6, values = 3;
  unsigned refuted = 0, satisfied = 0;
  for (int round = 0; round < 120; ++round) {
    kernel::Terms terms;
    std::vector<Term> numbers, hypotheses;
    for (unsigned i = 0; i < count; ++i) {
      numbers.push_back(terms.variable("x" + std::to_string(i), Sort::Int));
      hypotheses.push_back(terms.lessEqual(terms.integer(0), numbers[i]));
      hypotheses.push_back(terms.less(numbers[i], terms.integer(values)));
    }
    struct Comparison {
      unsigned one, other;
      int distance;
      bool isEquation, isTrue;
    };
    std::vector<std::vector<Comparison>> clauses;
    for (int clause = 0; clause < 30; ++clause) {
      clauses.emplace_back();
      std::vector<Term> parts;
      for (int part = 0; part < 3; ++part) {
        const Comparison made{below(count), below(count), static_cast<int>(below(3)) - 1, below(2) == 0,
                              below(2) == 0};
        clauses.back().push_back(made);
        const Term sum = terms.add({numbers[made.other], terms.integer(made.distance)});
        const Term compared =
            made.isEquation ? terms.equal(numbers[made.one], sum) : terms.lessEqual(numbers[made.one], sum);
        parts.push_back(made.isTrue ? compared : terms.negation(compared));
      }
      hypotheses.push_back(terms.disjunction(parts));
    }
    bool isSatisfied = false;
    for (unsigned point = 0; point < 729 && !isSatisfied; ++point) {
      std::vector<int> at;
      for (unsigned i = 0, rest = point; i < count; ++i, rest /= values)
        at.push_back(static_cast<int>(rest % values));
      isSatisfied = std::all_of(clauses.begin(), clauses.end(), [&](const auto &clause) {
        return std::any_of(clause.begin(), clause.end(), [&](const Comparison &made) {
          const int sum = at[made.other] + made.distance;
          return (made.isEquation ? at[made.one] == sum : at[made.one] <= sum) == made.isTrue;
        });
      });
    }
    ++(isSatisfied ? satisfied : refuted);
    CHECK(derive(terms, {"o", hypotheses, terms.boolean(false)}, false).has_value() != isSatisfied);
  }
  CHECK(refuted > 20);
  CHECK(satisfied > 20);
}
