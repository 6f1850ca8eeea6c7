// SPDX-License-Identifier: Apache-2.0
// What has a model is never refuted, whatever steps are tried: formulas that hold at some numbers, and steps
// at random.
#include "kernel/model.h"
#include "tests/kernel/checked.h"

#include <catch2/catch.hpp>
#include <random>

using namespace plumb::kernel;

namespace {

class Chance {
public:
  explicit Chance(unsigned seed) : engine(seed) {}
  std::size_t below(std::size_t bound) { return engine() % bound; }
  Term oneOf(const std::vector<Term> &list) { return list[below(list.size())]; }

private:
  std::mt19937 engine;
};

/// Random terms and their values: x and u are numbers, f(k) = (3 k + 1) mod 5, p(k) says whether k is even.
class World {
public:
  explicit World(Chance &chance)
      : random(chance), f(terms.symbol("f", {Sort::Int}, Sort::Int)),
        p(terms.symbol("p", {Sort::Int}, Sort::Bool)) {
    x = terms.variable("x", Sort::Int);
    u = terms.variable("u", Sort::Real);
    atX = static_cast<long>(random.below(9)) - 4;
    atU = mpq_class(static_cast<long>(random.below(13)) - 6, 2);
    atU.canonicalize();
    integers = {x, terms.integer(0), terms.integer(1), terms.integer(-2), terms.apply(f, {x})};
    reals = {u, terms.real(0), terms.real(mpq_class(1, 2)), terms.toReal(x)};
    formulas = {terms.apply(p, {x}), terms.lessEqual(terms.integer(0), x), terms.less(u, terms.real(1))};
    for (int i = 0; i < 36; ++i)
      grow();
  }

  mpq_class valueOf(Term term) const {
    const Node &node = terms[term];
    auto at = [&](std::size_t i) { return valueOf(node.arguments[i]); };
    mpz_class floor;
    switch (node.op) {
    case Operator::True:
    case Operator::False:
      return node.op == Operator::True;
    case Operator::Number:
      return node.number;
    case Operator::Apply:
      if (node.arguments.empty())
        return term == x ? atX : atU;
      floor = at(0).get_num();
      mpz_fdiv_r_ui(floor.get_mpz_t(), mpz_class(node.sort == Sort::Bool ? floor : 3 * floor + 1).get_mpz_t(),
                    node.sort == Sort::Bool ? 2 : 5);
      return node.sort == Sort::Bool ? mpq_class(floor == 0) : mpq_class(floor);
    case Operator::Not:
      return at(0) == 0;
    case Operator::And:
      return at(0) != 0 && at(1) != 0;
    case Operator::Or:
      return at(0) != 0 || at(1) != 0;
    case Operator::Implies:
      return at(0) == 0 || at(1) != 0;
    case Operator::Equal:
      return at(0) == at(1);
    case Operator::LessEqual:
      return at(0) <= at(1);
    case Operator::Less:
      return at(0) < at(1);
    case Operator::Add:
      return at(0) + at(1);
    case Operator::Multiply:
      return at(0) * at(1);
    case Operator::Divide:
    case Operator::Modulo: {
      const mpz_class whole = at(0).get_num(), divisor = at(1).get_num();
      if (node.op == Operator::Divide)
        mpz_fdiv_q(floor.get_mpz_t(), whole.get_mpz_t(), divisor.get_mpz_t());
      else
        mpz_fdiv_r(floor.get_mpz_t(), whole.get_mpz_t(), divisor.get_mpz_t());
      return floor;
    }
    case Operator::IfThenElse:
      return at(0) != 0 ? at(1) : at(2);
    case Operator::ToReal:
      return at(0);
    case Operator::Bound:
    case Operator::Forall:
      break;
    }
    return 0;
  }

  Obligation obligation() {
    Obligation result{"o", {}, terms.boolean(false)};
    for (int i = 0; i < 12; ++i) {
      const Term formula = random.oneOf(formulas);
      result.hypotheses.push_back(valueOf(formula) != 0 ? formula : terms.negation(formula));
    }
    return result;
  }

  Source source() {
    const auto kind = static_cast<Source::Kind>(random.below(7));
    const std::vector<Term> &pool = kind == Source::Kind::Fact ? formulas
                                    : random.below(2)          ? integers
                                                               : reals;
    if (kind == Source::Kind::Derived || (kind == Source::Kind::Fact && random.below(2)))
      return {Source::Kind::Derived, static_cast<std::uint32_t>(random.below(12))};
    return {kind, static_cast<std::uint32_t>(random.oneOf(pool)), random.oneOf(pool)};
  }

  void step(Checked &refutation) {
    const Term formula = random.oneOf(formulas);
    switch (random.below(10)) {
    case 0:
      return refutation.unit(formula);
    case 1:
      return refutation.whole(formula);
    case 2:
      return refutation.waitingCases() < 6 ? refutation.split(formula) : void();
    case 3: {
      const Node &node = terms[formula];
      if (node.op != Operator::Equal || terms[node.arguments[0]].sort == Sort::Bool)
        return;
      const Term a = node.arguments[0], b = node.arguments[1];
      return refutation.apart(formula, terms.disjunction({terms.less(a, b), terms.less(b, a)}));
    }
    case 4:
      return refutation.alike(formula, random.oneOf(formulas));
    case 5:
      return refutation.times(source(), source());
    case 6:
      return refutation.multiple(source(), random.oneOf(random.below(2) ? integers : reals));
    case 7:
      return refutation.round(source());
    default: {
      std::vector<std::pair<mpq_class, Source>> parts;
      for (std::size_t i = 0, count = 1 + random.below(3); i < count; ++i)
        parts.emplace_back(static_cast<long>(random.below(4)) - (random.below(3) == 0 ? 2 : 0), source());
      return refutation.sum(parts);
    }
    }
  }

  Terms terms;

private:
  void grow() {
    const Term a = random.oneOf(integers), b = random.oneOf(integers), c = random.oneOf(formulas);
    const Term d = random.oneOf(formulas), r = random.oneOf(reals), s = random.oneOf(reals);
    const auto divisor = static_cast<long>(1 + random.below(3));
    const std::vector<Term> more[] = {
        {terms.add({a, b}), terms.ite(c, a, b), terms.divide(a, divisor), terms.modulo(a, divisor),
         terms.apply(f, {a}), terms.multiply({a, b})},
        {terms.add({r, s}), terms.ite(c, r, s), terms.multiply({r, s}), terms.toReal(a)},
        {terms.less(a, b), terms.lessEqual(a, b), terms.equal(a, b), terms.less(r, s), terms.lessEqual(r, s),
         terms.equal(r, s), terms.apply(p, {a}), terms.conjunction({c, d}), terms.disjunction({c, d}),
         terms.implies(c, d), terms.equal(c, d), terms.ite(c, d, random.oneOf(formulas)), terms.negation(c)}};
    integers.push_back(random.oneOf(more[0]));
    reals.push_back(random.oneOf(more[1]));
    formulas.push_back(random.oneOf(more[2]));
    formulas.push_back(random.oneOf(more[2]));
  }

  Chance &random;
  Symbol f, p;
  Term x, u;
  mpq_class atX, atU;
  std::vector<Term> integers, reals, formulas;
};

} // namespace

TEST_CASE("the value of a sum is not too long, nor that of its first summands") {
  Terms terms;
  Model model(terms);
  std::vector<Term> parts;
  for (int i = 0; i < 12; ++i) {
    const Symbol symbol = terms.symbol("x" + std::to_string(i), {}, Sort::Real);
    mpz_class power;
    mpz_ui_pow_ui(power.get_mpz_t(), 2, 60'000);
    parts.push_back(terms.apply(symbol, {}));
    model.set(symbol, {}, mpq_class(1, power + 2 * i + 1));
  }
  for (int i = 0; i < 12; ++i)
    parts.push_back(terms.minus(parts[11 - i]));
  CHECK_THROWS_AS(model.satisfies(terms.equal(terms.add(parts), terms.real(0))), Rejected);
  CHECK(model.satisfies(terms.equal(terms.add({parts[0], parts[23]}), terms.real(0))));
}

TEST_CASE("what has a model is not refuted by steps at random") {
  std::size_t taken = 0, refused = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    Chance chance(seed);
    World world(chance);
    NormalForms normal(world.terms);
    for (int turn = 0; turn < 6; ++turn) {
      const Obligation obligation = world.obligation();
      Checked refutation(world.terms, normal, obligation);
      REQUIRE_FALSE(refutation.isComplete());
      for (int i = 0; i < 400; ++i) {
        try {
          world.step(refutation);
          ++taken;
        } catch (const NotShown &) {
          ++refused;
        } catch (const Rejected &) {
          ++refused;
        }
        if (refutation.isComplete())
          FAIL("seed " << seed << ", turn " << turn << ", step " << i);
      }
    }
  }
  CHECK(taken > 10'000);
  CHECK(refused > 10'000);
}
