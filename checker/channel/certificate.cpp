// SPDX-License-Identifier: Apache-2.0
#include "checker/channel/certificate.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <optional>

namespace plumb::channel {

namespace {

struct LowerBound {
  Rational value;
  bool isStrict;
};

/// a * v - c >= 0 with a > 0 is a bound of v. Returns v.
std::optional<std::size_t> boundedVariable(const Fact &fact, LowerBound &bound) {
  const auto &terms = fact.polynomial.terms();
  std::optional<std::size_t> variable;
  for (std::size_t i = 0; i < fact.polynomial.variableCount(); ++i) {
    const unsigned degree = fact.polynomial.degreeIn(i);
    if (degree > 1 || (degree == 1 && variable))
      return std::nullopt;
    if (degree == 1)
      variable = i;
  }
  if (!variable)
    return std::nullopt;
  Rational slope;
  for (const auto &[monomial, coefficient] : terms)
    if (monomial[*variable] == 1)
      slope = coefficient;
  if (sgn(slope) <= 0)
    return std::nullopt;
  bound = {-fact.polynomial.constantTerm() / slope, fact.isStrict};
  return variable;
}

/// A whole number above a bound is at least the next whole number.
LowerBound rounded(const LowerBound &bound) {
  Rational least = -Rational(floorOf(-bound.value));
  if (bound.isStrict && least == bound.value)
    least += 1;
  return {least, false};
}

bool isTighter(const LowerBound &a, const LowerBound &b) {
  return a.value > b.value || (a.value == b.value && a.isStrict && !b.isStrict);
}

/// One summand of a certificate: a monomial times facts.
struct Summand {
  Polynomial polynomial;
  bool isPositive;
};

} // namespace

Prover::Prover(std::vector<bool> isInteger, EngineMaker makeEngine)
    : integers(std::move(isInteger)), engine(std::move(makeEngine)) {}

Engine Prover::prove(const std::vector<Fact> &facts, const Fact &goal) {
  if (goal.polynomial.isZero())
    return goal.isStrict ? Engine::None : Engine::Coefficients;
  try {
    const Setting setting = shift(facts, goal);
    if (hasGoodSigns(setting, goal.isStrict))
      return Engine::Coefficients;
    if (factors(setting, goal.isStrict, 3))
      return Engine::Products;
    for (unsigned order = 1; order <= 3; ++order)
      if (combines(setting, goal.isStrict, order))
        return Engine::Products;
  } catch (const TooLarge &) {
  }
  return Engine::None;
}

Prover::Setting Prover::shift(const std::vector<Fact> &facts, const Fact &goal) const {
  const std::size_t count = integers.size();
  std::vector<std::optional<LowerBound>> bounds(count);
  std::vector<const Fact *> others;
  for (const Fact &fact : facts) {
    LowerBound bound{0, false};
    const auto variable = boundedVariable(fact, bound);
    if (!variable) {
      others.push_back(&fact);
      continue;
    }
    if (integers[*variable])
      bound = rounded(bound);
    auto &best = bounds[*variable];
    if (!best || isTighter(bound, *best))
      best = bound;
  }
  Setting setting{{}, std::vector<bool>(count), std::vector<bool>(count), goal.polynomial};
  for (const Fact *fact : others)
    setting.rest.push_back(*fact);
  for (std::size_t i = 0; i < count; ++i) {
    if (!bounds[i])
      continue;
    setting.isNonnegative[i] = true;
    setting.isPositive[i] = bounds[i]->isStrict;
    setting.goal = setting.goal.shifted(i, bounds[i]->value);
    for (Fact &fact : setting.rest)
      fact.polynomial = fact.polynomial.shifted(i, bounds[i]->value);
  }
  return setting;
}

/// Is a monomial nowhere negative, and is it positive everywhere?
static bool isNonnegative(const Monomial &monomial, const std::vector<bool> &nonnegative) {
  for (std::size_t i = 0; i < monomial.size(); ++i)
    if (monomial[i] % 2 == 1 && !nonnegative[i])
      return false;
  return true;
}
static bool isPositive(const Monomial &monomial, const std::vector<bool> &positive) {
  for (std::size_t i = 0; i < monomial.size(); ++i)
    if (monomial[i] > 0 && !positive[i])
      return false;
  return true;
}

bool Prover::hasGoodSigns(const Setting &setting, bool strict) const {
  bool someIsPositive = false;
  for (const auto &[monomial, coefficient] : setting.goal.terms()) {
    if (sgn(coefficient) < 0 || !isNonnegative(monomial, setting.isNonnegative))
      return false;
    someIsPositive = someIsPositive || isPositive(monomial, setting.isPositive);
  }
  return someIsPositive || !strict;
}

/// Is the goal a fact times something that is shown in the same way? Most goals are, and need no linear
/// program.
bool Prover::factors(const Setting &setting, bool strict, unsigned depth) const {
  if (hasGoodSigns(setting, strict))
    return true;
  for (const Fact &fact : setting.rest) {
    if (depth == 0 || fact.polynomial.isZero() || (strict && !fact.isStrict))
      continue;
    const auto quotient = setting.goal.dividedBy(fact.polynomial);
    if (!quotient)
      continue;
    Setting smaller = setting;
    smaller.goal = *quotient;
    if (factors(smaller, strict, depth - 1))
      return true;
  }
  return false;
}

smt::Solver &Prover::linearSolver() {
  if (!solver)
    solver = std::make_unique<smt::Solver>(store, engine(smt::Budget{}));
  return *solver;
}

/// The products of at most \p order facts with monomials, of no higher degree in any variable than the goal
/// or the product alone.
static std::vector<Summand> summands(const std::vector<Fact> &facts, const Polynomial &goal,
                                     const std::vector<bool> &nonnegative, const std::vector<bool> &positive,
                                     unsigned order) {
  constexpr std::size_t limit = 3000, productLimit = 300;
  const std::size_t count = goal.variableCount();
  std::vector<Summand> products{{Polynomial::constant(count, 1), true}};
  // The first fact that may join a product: each choice of facts comes once.
  std::vector<std::size_t> next{0};
  for (std::size_t begin = 0, level = 0; level < order; ++level) {
    const std::size_t end = products.size();
    for (std::size_t i = begin; i < end; ++i)
      for (std::size_t k = next[i]; k < facts.size() && products.size() < productLimit; ++k) {
        products.push_back(
            {products[i].polynomial * facts[k].polynomial, products[i].isPositive && facts[k].isStrict});
        next.push_back(k);
      }
    begin = end;
  }
  std::vector<Summand> result;
  for (const Summand &product : products) {
    // Odometer over the monomials that fit.
    Monomial room(count), at(count, 0);
    for (std::size_t i = 0; i < count; ++i) {
      const unsigned top = goal.degreeIn(i), used = product.polynomial.degreeIn(i);
      room[i] = static_cast<std::uint16_t>(top > used ? top - used : 0);
    }
    for (bool more = true; more && result.size() < limit;) {
      const unsigned degree = std::accumulate(at.begin(), at.end(), 0u);
      if (isNonnegative(at, nonnegative) &&
          (degree == 0 || degree + product.polynomial.degree() <= goal.degree() + 1)) {
        Polynomial term = Polynomial::constant(count, 1);
        for (std::size_t i = 0; i < count; ++i)
          term = term * Polynomial::power(count, i, at[i]);
        result.push_back({term * product.polynomial, product.isPositive && isPositive(at, positive)});
      }
      more = false;
      for (std::size_t i = 0; i < count && !more; ++i) {
        more = at[i] < room[i];
        at[i] = static_cast<std::uint16_t>(more ? at[i] + 1 : 0);
      }
    }
  }
  return result;
}

/// Leaves out summands that cannot take part: with a monomial that nothing could cancel, or that the goal
/// has, but with the other sign and alone. Repeated until nothing changes.
static void prune(std::vector<Summand> &parts, const Polynomial &goal) {
  for (std::size_t before = parts.size() + 1; before != parts.size();) {
    before = parts.size();
    std::map<Monomial, std::pair<bool, bool>> signs;
    const auto note = [&](const Monomial &monomial, bool isPositive) {
      auto &[hasPositive, hasNegative] = signs[monomial];
      (isPositive ? hasPositive : hasNegative) = true;
    };
    for (const Summand &part : parts)
      for (const auto &[monomial, coefficient] : part.polynomial.terms())
        note(monomial, sgn(coefficient) > 0);
    for (const auto &[monomial, coefficient] : goal.terms())
      note(monomial, sgn(coefficient) < 0);
    std::erase_if(parts, [&](const Summand &part) {
      return std::any_of(part.polynomial.terms().begin(), part.polynomial.terms().end(),
                         [&](const auto &term) {
                           const auto &[hasPositive, hasNegative] = signs[term.first];
                           return !hasPositive || !hasNegative;
                         });
    });
  }
}

bool Prover::combines(const Setting &setting, bool strict, unsigned order) {
  if (setting.rest.empty())
    return false;
  std::vector<Summand> parts =
      summands(setting.rest, setting.goal, setting.isNonnegative, setting.isPositive, order);
  prune(parts, setting.goal);
  constexpr std::size_t largestProgram = 1500;
  if (parts.size() > largestProgram)
    return false;
  std::map<Monomial, std::vector<smt::Term>> rows;
  std::vector<smt::Term> multipliers, positive, questions;
  for (const Summand &part : parts) {
    const smt::Term factor = store.freshVariable("c", smt::Sort::Real);
    multipliers.push_back(factor);
    questions.push_back(store.lessEqual(store.real(0), factor));
    if (part.isPositive)
      positive.push_back(factor);
    for (const auto &[monomial, coefficient] : part.polynomial.terms())
      rows[monomial].push_back(store.multiply(store.real(coefficient), factor));
  }
  for (const auto &[monomial, coefficient] : setting.goal.terms()) {
    if (rows.count(monomial) == 0)
      return false;
    rows[monomial].push_back(store.real(-coefficient));
  }
  for (auto &[monomial, row] : rows)
    questions.push_back(store.equal(store.add(row), store.real(0)));
  if (strict) {
    if (positive.empty())
      return false;
    questions.push_back(store.less(store.real(0), store.add(positive)));
  }
  ++asked;
  if (linearSolver().satisfiable(store.conjunction(questions)).outcome != smt::Outcome::Proved)
    return false;

  // Whatever the solver says, this decides.
  Polynomial sum(setting.goal.variableCount());
  bool someIsPositive = false;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto factor = linearSolver().value(multipliers[i]);
    if (!factor || sgn(*factor) < 0)
      return false;
    sum = sum + parts[i].polynomial * *factor;
    someIsPositive = someIsPositive || (parts[i].isPositive && sgn(*factor) > 0);
  }
  return sum == setting.goal && (someIsPositive || !strict);
}

bool Prover::solverAgrees(const std::vector<Fact> &facts, const Fact &goal) {
  smt::TermStore terms;
  std::vector<smt::Term> variables;
  for (std::size_t i = 0; i < integers.size(); ++i)
    variables.push_back(terms.freshVariable("v", smt::Sort::Real));
  const auto term = [&](const Polynomial &polynomial) {
    std::vector<smt::Term> sum{terms.real(0)};
    for (const auto &[monomial, coefficient] : polynomial.terms()) {
      smt::Term product = terms.real(coefficient);
      for (std::size_t i = 0; i < monomial.size(); ++i)
        for (unsigned k = 0; k < monomial[i]; ++k)
          product = terms.multiply(product, variables[i]);
      sum.push_back(product);
    }
    return terms.add(sum);
  };
  const auto formula = [&](const Fact &fact) {
    const smt::Term zero = terms.real(0), value = term(fact.polynomial);
    return fact.isStrict ? terms.less(zero, value) : terms.lessEqual(zero, value);
  };
  std::vector<smt::Term> hypotheses;
  for (const Fact &fact : facts)
    hypotheses.push_back(formula(fact));
  ++asked;
  smt::Solver question(terms, engine({300'000, std::chrono::milliseconds(1000)}));
  const smt::Solver::Scope scope(question, hypotheses);
  return question.proves(formula(goal)).outcome == smt::Outcome::Proved;
}

} // namespace plumb::channel
