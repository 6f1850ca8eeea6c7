// SPDX-License-Identifier: Apache-2.0
#include "checker/relational/products.h"
#include "checker/smt/solver.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <numeric>

using namespace plumb;
using relational::Polynomial;
using relational::Products;
using smt::Sort;
using smt::Term;
using smt::TermStore;

TEST_CASE("products have one normal form") {
  TermStore store;
  Products products(store);
  Term x = store.freshVariable("x", Sort::Real), y = store.freshVariable("y", Sort::Real);
  Term left = products.multiply(store.add(x, y), store.subtract(x, y));
  Term right = store.subtract(products.multiply(x, x), products.multiply(y, y));
  CHECK(products.expand(left) == products.expand(right));
  CHECK(products.multiply(x, y) == products.multiply(y, x));
  CHECK_FALSE(products.expand(left) == products.expand(x));
}

TEST_CASE("to_real moves to the atoms of a product") {
  TermStore store;
  Products products(store);
  Term i = store.freshVariable("i", Sort::Int), j = store.freshVariable("j", Sort::Int);
  Term outside = store.toReal(products.multiply(i, store.add(j, store.integer(1))));
  Term inside = products.multiply(store.toReal(i), store.add(store.toReal(j), store.real(1)));
  CHECK(products.expand(outside) == products.expand(inside));
}

TEST_CASE("the common factor divides every term and nothing more") {
  TermStore store;
  Products products(store);
  Term x = store.freshVariable("x", Sort::Real), y = store.freshVariable("y", Sort::Real);
  Polynomial p = products.expand(products.multiply(x, store.add(y, x)));
  REQUIRE(p.commonFactor() == relational::Monomial{x});
  CHECK(p.dividedBy({x}) == products.expand(store.add(x, y)));
  CHECK(Polynomial::constant(3).commonFactor().empty());
}

namespace {

struct Lemmas {
  TermStore store;
  Products products{store};
  smt::Solver solver{store, smt::makeZ3Engine(smt::Budget{})};
  Term x = store.freshVariable("x", Sort::Real), y = store.freshVariable("y", Sort::Real),
       z = store.freshVariable("z", Sort::Real), zero = store.real(0);

  smt::Outcome proves(std::vector<Term> hypotheses, Term goal) {
    std::vector<Term> all = hypotheses;
    all.push_back(goal);
    for (Term lemma : products.lemmas(all))
      hypotheses.push_back(lemma);
    smt::Solver::Scope scope(solver, hypotheses);
    return solver.proves(goal).outcome;
  }
};

} // namespace

TEST_CASE("the lemmas know signs and monotonicity, and no more than is true") {
  Lemmas with;
  auto &store = with.store;
  Term xy = with.products.multiply(with.x, with.y), xz = with.products.multiply(with.x, with.z);
  using smt::Outcome;
  CHECK(with.proves({store.less(with.zero, with.x), store.less(with.zero, with.y)},
                    store.less(with.zero, xy)) == Outcome::Proved);
  CHECK(with.proves({store.lessEqual(with.zero, with.x), store.lessEqual(with.y, with.z)},
                    store.lessEqual(xy, xz)) == Outcome::Proved);
  CHECK(with.proves({store.lessEqual(with.y, with.z)}, store.lessEqual(xy, xz)) == Outcome::Refuted);
  CHECK(with.proves({store.less(with.zero, with.x)}, store.less(with.zero, xy)) == Outcome::Refuted);
  const Term one = store.real(1), ten = store.real(10);
  const Term isLow = store.lessEqual(with.x, ten), isHigh = store.lessEqual(store.real(-10), with.x);
  const Term least = store.lessEqual(store.real(-1), with.y), most = store.lessEqual(with.y, one);
  CHECK(with.proves({isLow, isHigh, least, most}, store.lessEqual(xy, ten)) == Outcome::Proved);
  CHECK(with.proves({isLow, isHigh, least, most}, store.lessEqual(xy, store.real(9))) == Outcome::Refuted);
  CHECK(with.proves({isLow, least, most}, store.lessEqual(xy, ten)) == Outcome::Refuted);
}

TEST_CASE("every lemma about a product is true of multiplication") {
  // Each lemma, with the product written out for numbers from a grid, has to evaluate to true.
  Lemmas with;
  auto &store = with.store;
  Term xy = with.products.multiply(with.x, with.y), xz = with.products.multiply(with.x, with.z);
  auto lemmas = with.products.lemmas({xy, xz});
  REQUIRE(lemmas.size() > 10);
  std::vector<Rational> grid = {-2, -1, Rational(-1, 2), 0, Rational(1, 2), 1, 2};
  for (const Rational &x : grid)
    for (const Rational &y : grid)
      for (const Rational &z : grid)
        for (Term lemma : lemmas)
          REQUIRE(store
                      .substitute(store.substitute(lemma, {{xy, store.real(x * y)}, {xz, store.real(x * z)}}),
                                  {{with.x, store.real(x)}, {with.y, store.real(y)}, {with.z, store.real(z)}})
                      .op() == smt::Operator::True);
}

TEST_CASE("a quotient times its divisor is the dividend, unless the divisor is zero") {
  Lemmas with;
  auto &store = with.store;
  Term q = with.products.quotient(with.x, with.y);
  Term back = store.equal(with.products.multiply(q, with.y), with.x);
  CHECK(with.proves({store.less(with.zero, with.y)}, back) == smt::Outcome::Proved);
  CHECK(with.proves({}, back) == smt::Outcome::Refuted);
}

TEST_CASE("equal quotients are one term, linear in what is divided") {
  Lemmas with;
  auto &store = with.store;
  auto &products = with.products;
  Term inverse = products.quotient(store.real(1), with.y);
  Term four = store.multiply(store.real(4), with.y);
  CHECK(products.quotient(with.x, four) ==
        store.multiply(store.real(Rational(1, 4)), products.multiply(with.x, inverse)));
  CHECK(products.quotient(store.real(1), inverse) == with.y);
  CHECK(products.quotient(with.x, products.multiply(with.y, with.z)) ==
        products.quotient(products.quotient(with.x, with.z), with.y));
  Term sum = products.quotient(store.add(with.x, with.z), with.y);
  CHECK(products.expand(sum) == products.expand(products.quotient(with.x, with.y)) +
                                    products.expand(products.quotient(with.z, with.y)));
}

namespace {

/// The value of a number or, 1 for true and 0 for false, of a formula, where products are products and 1 / 0
/// is 0.
Rational valueOf(Term term, const std::map<std::uint32_t, Rational> &values) {
  using smt::Operator;
  if (const auto known = values.find(term.id()); known != values.end())
    return known->second;
  std::vector<Rational> parts;
  for (Term part : term.arguments())
    parts.push_back(valueOf(part, values));
  const auto all = [&](auto test) { return std::all_of(parts.begin(), parts.end(), test) ? 1 : 0; };
  switch (term.op()) {
  case Operator::Literal:
    return term.number();
  case Operator::True:
    return 1;
  case Operator::False:
    return 0;
  case Operator::Not:
    return 1 - parts[0];
  case Operator::And:
    return all([](const Rational &part) { return part == 1; });
  case Operator::Or:
    return 1 - all([](const Rational &part) { return part == 0; });
  case Operator::Implies:
    return parts[0] == 0 || parts[1] == 1 ? 1 : 0;
  case Operator::Equal:
    return parts[0] == parts[1] ? 1 : 0;
  case Operator::LessEqual:
    return parts[0] <= parts[1] ? 1 : 0;
  case Operator::Less:
    return parts[0] < parts[1] ? 1 : 0;
  case Operator::Add:
    return std::accumulate(parts.begin(), parts.end(), Rational(0));
  case Operator::Multiply:
    return parts[0] * parts[1];
  case Operator::Apply:
    if (term.symbol().name == "times" || term.symbol().name == "times.int")
      return parts[0] * parts[1];
    if (term.symbol().name == "over.int") {
      if (parts[1] == 0)
        return 0;
      // Rounded so that the remainder is not negative.
      Integer quotient;
      const Integer size = abs(parts[1].get_num());
      mpz_fdiv_q(quotient.get_mpz_t(), parts[0].get_num_mpz_t(), size.get_mpz_t());
      return parts[1] < 0 ? Rational(-quotient) : Rational(quotient);
    }
    if (term.symbol().name == "over")
      return parts[1] == 0 ? Rational(0) : Rational(parts[0] / parts[1]);
    break;
  case Operator::IfThenElse:
    return parts[0] == 1 ? parts[1] : parts[2];
  case Operator::ToReal:
    return parts[0];
  case Operator::Divide:
  case Operator::Modulo:
    break;
  }
  FAIL("no term of a lemma");
  return 0;
}

/// How often one of them is false at some x, y, z.
std::size_t wrongOnGrid(const Lemmas &with, const std::vector<Term> &lemmas) {
  const std::vector<Rational> grid = {-3, -1, Rational(-1, 2), 0, Rational(1, 2), 1, 2};
  std::size_t wrong = 0;
  for (const Rational &x : grid)
    for (const Rational &y : grid)
      for (const Rational &z : grid)
        for (Term lemma : lemmas)
          wrong += valueOf(lemma, {{with.x.id(), x}, {with.y.id(), y}, {with.z.id(), z}}) != 1;
  return wrong;
}

} // namespace

TEST_CASE("every lemma about a quotient is true of division") {
  Lemmas with;
  Term sum = with.store.add(with.y, with.z);
  const Term choice = with.store.ite(with.store.less(with.y, with.z), with.y,
                                     with.products.quotient(with.store.real(2), with.z));
  for (Term divisor :
       {with.y, with.products.multiply(with.y, with.z), sum, with.products.quotient(with.y, with.z), choice,
        with.store.ite(with.store.less(with.z, with.zero), sum, choice)}) {
    const std::vector<Term> lemmas = with.products.lemmas({with.products.quotient(with.x, divisor)});
    REQUIRE(lemmas.size() > 5);
    CHECK(wrongOnGrid(with, lemmas) == 0);
  }
}

TEST_CASE("what is divided by something that is at most 1 is as far apart at least") {
  Lemmas with;
  auto &store = with.store;
  const Term one = store.real(1), y = with.products.quotient(with.y, with.x),
             z = with.products.quotient(with.z, with.x);
  CHECK(wrongOnGrid(with, with.products.lemmas({y, z})) == 0);
  const Term apart = store.lessEqual(store.subtract(with.z, with.y), store.subtract(z, y)),
             isUp = store.lessEqual(with.y, with.z), isPositive = store.less(with.zero, with.x);
  CHECK(with.proves({isPositive, store.lessEqual(with.x, one), isUp}, apart) == smt::Outcome::Proved);
  CHECK(with.proves({isPositive, isUp}, apart) == smt::Outcome::Refuted);
  CHECK(with.proves({isPositive, store.lessEqual(with.x, one)}, apart) == smt::Outcome::Refuted);
}

TEST_CASE("where a factor is compared with a number the product is at most that multiple of the other") {
  Lemmas with;
  auto &store = with.store;
  const Term xy = with.products.multiply(with.x, with.y), square = with.products.multiply(with.x, with.x);
  const Term ten = store.real(10), isLow = store.lessEqual(with.x, ten);
  const Term isNotNegative = store.lessEqual(with.zero, with.x), other = store.lessEqual(with.zero, with.y);
  using smt::Outcome;
  CHECK(with.proves({isLow, other}, store.lessEqual(xy, store.multiply(ten, with.y))) == Outcome::Proved);
  CHECK(with.proves({isLow}, store.lessEqual(xy, store.multiply(ten, with.y))) == Outcome::Refuted);
  CHECK(with.proves({isLow, isNotNegative}, store.lessEqual(square, store.real(100))) == Outcome::Proved);
  CHECK(with.proves({isLow, isNotNegative}, store.lessEqual(square, store.real(99))) == Outcome::Refuted);
  const Term under = store.less(with.x, store.real(2));
  CHECK(wrongOnGrid(with, with.products.lemmas({xy, square, isLow, under, store.lessEqual(xy, ten)})) == 0);
}

TEST_CASE("what is less than so many whole steps of some size is fewer steps") {
  Lemmas with;
  auto &store = with.store;
  const Term k = store.freshVariable("k", smt::Sort::Int),
             sum = with.products.multiply(store.toReal(k), with.y), four = store.integer(4),
             isKnown = store.lessEqual(k, four), isPositive = store.less(with.zero, with.y),
             isFewer = store.lessEqual(store.add(k, store.integer(1)), four);
  const auto steps = [&](long number) { return store.multiply(store.real(number), with.y); };
  CHECK(with.proves({isKnown, isPositive, store.less(sum, steps(4))}, isFewer) == smt::Outcome::Proved);
  CHECK(with.proves({isKnown, isPositive, store.lessEqual(sum, steps(4))}, isFewer) == smt::Outcome::Refuted);
  CHECK(with.proves({isKnown, isPositive}, isFewer) == smt::Outcome::Refuted);
  const std::vector<Term> lemmas = with.products.lemmas({isKnown, sum});
  REQUIRE(lemmas.size() > 5);
  for (long i : {-5, -4, -1, 0, 1, 3, 4, 5, 9})
    for (const Rational &y : {Rational(-2), Rational(-1, 2), Rational(0), Rational(1, 3), Rational(3)})
      for (Term lemma : lemmas)
        REQUIRE(store
                    .substitute(store.substitute(lemma, {{sum, store.real(i * y)}}),
                                {{k, store.integer(i)}, {with.y, store.real(y)}})
                    .op() == smt::Operator::True);
}

TEST_CASE("what is divided by one number is compared before it is divided") {
  Lemmas with;
  auto &store = with.store;
  const auto overY = [&](Term a) { return with.products.quotient(a, with.y); };
  const Term n = with.y, moved = store.absolute(overY(store.subtract(with.x, with.z)));
  const Term apart = store.absolute(store.subtract(with.x, with.z));
  const Term goal = store.lessEqual(moved, overY(store.real(2)));
  using smt::Outcome;
  const Term isPositive = store.less(with.zero, n), isNear = store.lessEqual(apart, store.real(2));
  CHECK(with.proves({isPositive, isNear}, goal) == Outcome::Proved);
  CHECK(with.proves({isPositive, store.lessEqual(apart, store.real(3))}, goal) == Outcome::Refuted);
  CHECK(with.proves({isNear}, goal) == Outcome::Refuted);
  CHECK(with.proves({store.less(n, with.zero), isNear}, goal) == Outcome::Refuted);

  // All of n answers change: |s - s'| <= n, so the mean moves by at most 1.
  const Term allChange = store.lessEqual(apart, n), one = store.real(1);
  CHECK(with.proves({isPositive, allChange}, store.lessEqual(moved, one)) == Outcome::Proved);
  CHECK(with.proves({isPositive, allChange}, store.less(moved, one)) == Outcome::Refuted);
  // (n - 2) * z is positive for n above 2, and not for n above 1.
  const Term product = with.products.multiply(store.subtract(n, store.real(2)), with.z);
  const Term isZPositive = store.less(with.zero, with.z), productIsPositive = store.less(with.zero, product);
  CHECK(with.proves({isZPositive, store.less(store.real(2), n)}, productIsPositive) == Outcome::Proved);
  CHECK(with.proves({isZPositive, store.less(one, n)}, productIsPositive) == Outcome::Refuted);

  const Term clamped = store.ite(store.less(overY(with.x), one), overY(with.x), one);
  for (Term comparison : {goal, store.less(clamped, overY(with.z)), productIsPositive,
                          store.less(with.products.quotient(with.x, store.subtract(n, one)), one),
                          store.less(overY(with.x), overY(with.z)), store.equal(overY(with.x), moved)}) {
    const std::vector<Term> lemmas = with.products.lemmas({comparison});
    CHECK(wrongOnGrid(with, lemmas) == 0);
  }
}

TEST_CASE("what is compared with something factor by factor is compared with its product") {
  Lemmas with;
  auto &store = with.store;
  const Term u = with.z, square = with.products.multiply(with.x, with.x),
             xy = with.products.multiply(with.x, with.y), most = with.products.multiply(u, u);
  const auto within = [&](Term x) {
    return store.conjunction({store.lessEqual(store.minus(u), x), store.lessEqual(x, u)});
  };
  using smt::Outcome;
  CHECK(with.proves({within(with.x)}, store.lessEqual(square, most)) == Outcome::Proved);
  CHECK(with.proves({within(with.x)}, store.less(square, most)) == Outcome::Refuted);
  CHECK(with.proves({within(with.x)}, store.lessEqual(with.zero, square)) == Outcome::Proved);
  CHECK(with.proves({store.lessEqual(with.x, u)}, store.lessEqual(square, most)) == Outcome::Refuted);
  CHECK(with.proves({within(with.x), within(with.y)}, store.lessEqual(store.minus(most), xy)) ==
        Outcome::Proved);
  CHECK(with.proves({within(with.x)}, store.lessEqual(store.minus(most), xy)) == Outcome::Refuted);
  CHECK(wrongOnGrid(with, with.products.lemmas({within(with.x), within(with.y), square, xy, most})) == 0);
}

namespace {

/// How often one of \p lemmas about three Ints is false at small ones.
std::size_t wrongOnInts(const std::vector<Term> &lemmas, Term a, Term b, Term c) {
  std::size_t wrong = 0;
  for (int x = -7; x <= 7; ++x)
    for (int y = -7; y <= 7; ++y)
      for (int z = -4; z <= 4; ++z)
        for (Term lemma : lemmas)
          wrong += valueOf(lemma, {{a.id(), x}, {b.id(), y}, {c.id(), z}}) != 1;
  return wrong;
}

} // namespace

TEST_CASE("Ints that are less than others have a product of at most that of the next ones") {
  Lemmas with;
  auto &store = with.store;
  const Term a = store.freshVariable("a", Sort::Int), b = store.freshVariable("b", Sort::Int),
             c = store.freshVariable("c", Sort::Int), zero = store.integer(0), one = store.integer(1);
  const Term square = with.products.multiply(a, a), most = with.products.multiply(c, c);
  const Term isIn = store.conjunction({store.lessEqual(zero, a), store.less(a, c)});
  const Term next = store.subtract(c, one), nextSquare = with.products.multiply(next, next);
  using smt::Outcome;
  CHECK(with.proves({isIn, store.less(most, store.integer(100))}, store.lessEqual(square, nextSquare)) ==
        Outcome::Proved);
  CHECK(with.proves({isIn, store.less(most, store.integer(100))}, store.less(square, nextSquare)) ==
        Outcome::Refuted);
  CHECK(wrongOnInts(with.products.lemmas({isIn, square, most}), a, b, c) == 0);
  // Once as less, once as at most.
  const std::vector<Term> both = {isIn, store.lessEqual(a, c), square, most};
  CHECK(wrongOnInts(with.products.lemmas(both), a, b, c) == 0);
}

TEST_CASE("of Ints that are compared the lesser has a product that is lower by a factor") {
  Lemmas with;
  auto &store = with.store;
  const Term a = store.freshVariable("a", Sort::Int), b = store.freshVariable("b", Sort::Int),
             c = store.freshVariable("c", Sort::Int), zero = store.integer(0);
  const Term ab = with.products.multiply(a, b), ac = with.products.multiply(a, c);
  const Term isBlock = store.conjunction({store.lessEqual(zero, a), store.less(b, c)});
  using smt::Outcome;
  CHECK(with.proves({isBlock}, store.lessEqual(store.add(ab, a), ac)) == Outcome::Proved);
  CHECK(with.proves({isBlock}, store.less(store.add(ab, a), ac)) == Outcome::Refuted);
  CHECK(with.proves({store.less(b, c)}, store.lessEqual(store.add(ab, a), ac)) == Outcome::Refuted);
  CHECK(wrongOnInts(with.products.lemmas({isBlock, ab, ac}), a, b, c) == 0);
  CHECK(wrongOnInts(with.products.lemmas({store.less(c, b), ab, ac}), a, b, c) == 0);
}

TEST_CASE("remainders by one divisor are equal where they are a multiple of it apart") {
  Lemmas with;
  auto &store = with.store;
  const Term a = store.freshVariable("a", Sort::Int), b = store.freshVariable("b", Sort::Int),
             n = store.freshVariable("n", Sort::Int), zero = store.integer(0);
  const auto modulo = [&](Term x) {
    return store.subtract(x, with.products.multiply(n, with.products.integerQuotient(x, n)));
  };
  const Term isIndex = store.conjunction({store.lessEqual(zero, a), store.less(a, n)});
  // The index that (a + b) mod n reads is the one whose reading is there.
  const Term back = modulo(store.subtract(modulo(store.add(a, b)), b));
  using smt::Outcome;
  CHECK(with.proves({isIndex}, store.equal(back, a)) == Outcome::Proved);
  CHECK(with.proves({store.less(zero, n)}, store.equal(back, a)) != Outcome::Proved);
  CHECK(wrongOnInts(with.products.lemmas({back, isIndex}), a, b, n) == 0);
}

TEST_CASE("what is divided by a choice is divided by one of its sides") {
  Lemmas with;
  auto &store = with.store;
  const Term chosen = store.freshVariable("p", Sort::Bool), one = store.real(1);
  const auto each = [&](long often) { return with.products.quotient(store.real(often), with.y); };
  const Term scale = store.ite(chosen, each(1), store.ite(store.less(with.z, with.zero), each(2), each(3)));
  const auto charge = [&](Term by) { return with.products.quotient(with.x, by); };
  using smt::Outcome;
  CHECK(with.proves({chosen}, store.equal(charge(scale), charge(each(1)))) == Outcome::Proved);
  CHECK(with.proves({store.negate(chosen), store.less(with.zero, with.z)},
                    store.equal(charge(scale), charge(each(3)))) == Outcome::Proved);
  CHECK(with.proves({store.negate(chosen)}, store.equal(charge(scale), charge(each(3)))) != Outcome::Proved);
  CHECK(with.proves({store.lessEqual(one, with.x)}, store.equal(charge(scale), charge(each(1)))) !=
        Outcome::Proved);
}

TEST_CASE("a multiple that a number is less than one more of is that of its quotient") {
  Lemmas with;
  auto &store = with.store;
  const Term i = store.freshVariable("i", Sort::Int), m = store.freshVariable("m", Sort::Int),
             p = store.freshVariable("p", Sort::Int), zero = store.integer(0);
  const Term quotient = with.products.integerQuotient(p, m), multiple = with.products.multiply(i, m);
  const Term isThere =
      store.conjunction({store.lessEqual(multiple, p), store.less(p, store.add(multiple, m))});
  using smt::Outcome;
  CHECK(with.proves({isThere, store.less(zero, m)}, store.equal(quotient, i)) == Outcome::Proved);
  CHECK(with.proves({store.lessEqual(multiple, p), store.less(zero, m)}, store.equal(quotient, i)) !=
        Outcome::Proved);
  CHECK(wrongOnInts(with.products.lemmas({quotient, multiple}), i, m, p) == 0);
}
