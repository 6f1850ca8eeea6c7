// SPDX-License-Identifier: Apache-2.0
#include "checker/channel/prover.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <tuple>
#include <utility>

namespace plumb::channel {

namespace {

using Bounds = std::vector<std::optional<LowerBound>>;

/// Is a monomial nowhere negative, and is it positive everywhere?
bool isNonnegative(const Monomial &monomial, const Bounds &bounds) {
  for (std::size_t i = 0; i < monomial.size(); ++i)
    if (monomial[i] % 2 == 1 && !bounds[i])
      return false;
  return true;
}
bool isPositive(const Monomial &monomial, const Bounds &bounds) {
  for (std::size_t i = 0; i < monomial.size(); ++i)
    if (monomial[i] > 0 && !(bounds[i] && bounds[i]->isStrict))
      return false;
  return true;
}

/// A monomial times facts, which a certificate may contain.
struct Part {
  Polynomial polynomial;
  bool isPositive;
  Monomial monomial;
  /// Positions among the facts of the search.
  std::vector<std::size_t> facts;
};

} // namespace

Prover::Prover(std::vector<bool> isInteger, EngineMaker makeEngine)
    : integers(std::move(isInteger)), engine(std::move(makeEngine)) {}

Prover::Answer Prover::prove(const std::vector<Fact> &facts, const Fact &goal) {
  const auto [answer, isNew] = known.try_emplace({facts, goal});
  if (isNew)
    answer->second = search(facts, goal);
  return answer->second;
}

Prover::Answer Prover::search(const std::vector<Fact> &facts, const Fact &goal) {
  try {
    Setting setting = shift(facts, goal);
    auto [used, found] = find(setting);
    if (!found)
      if (const Polynomial factor = takeFactor(setting); factor.degree() > 0) {
        std::tie(used, found) = find(setting);
        if (found)
          for (Certificate::Summand &summand : *found)
            summand.multiplier = factor * summand.multiplier;
      }
    // Whatever the search says, this decides.
    Certificate certificate{setting.bounds, found.value_or(std::vector<Certificate::Summand>())};
    if (found && proves(certificate, facts, goal, integers))
      return {used, std::move(certificate)};
  } catch (const TooLarge &) {
  }
  return {};
}

std::pair<std::string_view, Prover::Summands> Prover::find(const Setting &setting) {
  if (Summands found = bySigns(setting))
    return {"coefficients", std::move(found)};
  Summands found = byContradiction(setting);
  if (!found)
    found = byDivision(setting, 3);
  // Small programs first: a factor of one product is often exchanged for a larger one, fact by fact.
  for (const Effort &effort :
       {Effort{2, true, 3u}, {1, true}, {2, true}, {1, false}, {3, true}, {2, false}, {3, false}})
    if (!found)
      found = byProducts(setting, effort);
  return {"products", std::move(found)};
}

Prover::Setting Prover::shift(const std::vector<Fact> &facts, const Fact &goal) const {
  Setting setting{lowerBounds(facts, integers), {}, {}, goal.polynomial, goal.isStrict};
  for (std::size_t i = 0; i < facts.size(); ++i) {
    bool isBound = false;
    for (std::size_t v = 0; v < integers.size() && !isBound; ++v)
      isBound = lowerBound(facts[i], v, integers[v]).has_value();
    // What no variable stands in says nothing of any, unless it is false.
    const int sign = sgn(facts[i].polynomial.constantTerm());
    const bool isFalse = facts[i].polynomial.degree() == 0 && (facts[i].isStrict ? sign <= 0 : sign < 0);
    if (!isBound && (facts[i].polynomial.degree() > 0 || isFalse)) {
      setting.rest.push_back(facts[i]);
      setting.numbers.push_back(i);
    }
  }
  for (std::size_t v = 0; v < integers.size(); ++v) {
    if (!setting.bounds[v])
      continue;
    setting.goal = setting.goal.shifted(v, setting.bounds[v]->value);
    for (Fact &fact : setting.rest)
      fact.polynomial = fact.polynomial.shifted(v, setting.bounds[v]->value);
  }
  return setting;
}

Polynomial Prover::takeFactor(Setting &setting) const {
  const std::size_t count = setting.goal.variableCount();
  Polynomial factor = Polynomial::constant(count, 1);
  for (std::size_t v = 0; v < count && !setting.goal.isZero(); ++v) {
    const auto &bound = setting.bounds[v];
    if (!bound || (setting.isStrict && !bound->isStrict))
      continue;
    unsigned least = setting.goal.degreeIn(v);
    for (const auto &[monomial, coefficient] : setting.goal.terms())
      least = std::min<unsigned>(least, monomial[v]);
    factor = factor * Polynomial::power(count, v, least);
  }
  if (factor.degree() > 0)
    setting.goal = *setting.goal.dividedBy(factor);
  return factor;
}

Prover::Summands Prover::bySigns(const Setting &setting) const {
  bool someIsPositive = false;
  for (const auto &[monomial, coefficient] : setting.goal.terms()) {
    if (sgn(coefficient) < 0 || !isNonnegative(monomial, setting.bounds))
      return std::nullopt;
    someIsPositive = someIsPositive || isPositive(monomial, setting.bounds);
  }
  if (setting.isStrict && !someIsPositive)
    return std::nullopt;
  return std::vector<Certificate::Summand>{{setting.goal, {}}};
}

/// If some fact says -b - p >= 0 with b > 0 and p without a negative part, no parameters are meant: a class
/// has members here, and a requirement leaves it none. Then -1 = (fact + p) / b, and so does every negative
/// term of the goal turn into a positive one.
Prover::Summands Prover::byContradiction(const Setting &setting) const {
  const std::size_t count = setting.goal.variableCount();
  for (std::size_t i = 0; i < setting.rest.size(); ++i) {
    const Rational constant = setting.rest[i].polynomial.constantTerm();
    if (sgn(constant) >= 0)
      continue;
    Setting opposite = setting;
    opposite.isStrict = false;
    opposite.goal = setting.rest[i].polynomial * Rational(-1);
    if (!bySigns(opposite))
      continue;
    // Of a strict goal 1 is taken away, which is then left over.
    Polynomial positive = Polynomial::constant(count, setting.isStrict ? 1 : 0);
    Polynomial negative = positive;
    for (const auto &[monomial, coefficient] : setting.goal.terms()) {
      if (!isNonnegative(monomial, setting.bounds))
        return std::nullopt;
      Polynomial term = Polynomial::constant(count, abs(coefficient));
      for (std::size_t v = 0; v < count; ++v)
        term = term * Polynomial::power(count, v, monomial[v]);
      Polynomial &part = sgn(coefficient) < 0 ? negative : positive;
      part = part + term;
    }
    const Polynomial scaled = negative * (Rational(-1) / constant);
    return std::vector<Certificate::Summand>{
        {positive + scaled * (opposite.goal + Polynomial::constant(count, constant)), {}},
        {scaled, {setting.numbers[i]}}};
  }
  return std::nullopt;
}

/// Is the goal a fact times something that is shown in the same way? Most goals are, and need no linear
/// program.
Prover::Summands Prover::byDivision(const Setting &setting, unsigned depth) const {
  if (Summands found = bySigns(setting))
    return found;
  for (std::size_t i = 0; i < setting.rest.size() && depth > 0; ++i) {
    const Fact &fact = setting.rest[i];
    if (fact.polynomial.isZero() || (setting.isStrict && !fact.isStrict))
      continue;
    const auto quotient = setting.goal.dividedBy(fact.polynomial);
    if (!quotient)
      continue;
    Setting smaller = setting;
    smaller.goal = *quotient;
    if (Summands found = byDivision(smaller, depth - 1)) {
      for (Certificate::Summand &summand : *found)
        summand.facts.push_back(setting.numbers[i]);
      return found;
    }
  }
  return std::nullopt;
}

smt::Solver &Prover::linearSolver() {
  if (!solver)
    solver = std::make_unique<smt::Solver>(store, engine(smt::Budget{}));
  return *solver;
}

/// Products of at most \p order facts; with \p isNarrow of those that have no higher degree in any variable
/// than \p goal.
static std::vector<Part> products(const std::vector<Fact> &facts, const Polynomial &goal, unsigned order,
                                  bool isNarrow) {
  constexpr std::size_t limit = 600;
  const std::size_t count = goal.variableCount();
  const auto fits = [&](const Polynomial &product) {
    for (std::size_t v = 0; v < count && isNarrow; ++v)
      if (product.degreeIn(v) > goal.degreeIn(v))
        return false;
    return true;
  };
  std::vector<Part> made{{Polynomial::constant(count, 1), true, Monomial(count, 0), {}}};
  for (std::size_t begin = 0, level = 0; level < order; ++level) {
    const std::size_t end = made.size();
    for (std::size_t i = begin; i < end; ++i)
      // From the last factor on: each choice of facts comes once.
      for (std::size_t k = made[i].facts.empty() ? 0 : made[i].facts.back();
           k < facts.size() && made.size() < limit; ++k) {
        Part product = made[i];
        product.polynomial = product.polynomial * facts[k].polynomial;
        product.isPositive = product.isPositive && facts[k].isStrict;
        product.facts.push_back(k);
        if (fits(product.polynomial))
          made.push_back(std::move(product));
      }
    begin = end;
  }
  return made;
}

/// The products times monomials, of no higher degree in any variable than the goal or the product alone;
/// of a linear goal, without \p isNarrow, also single variables that it has not: 1 - p = (1 - p - q) + q.
static std::vector<Part> parts(const std::vector<Part> &products, const Polynomial &goal,
                               const Bounds &bounds, std::optional<unsigned> factors, bool isNarrow) {
  constexpr std::size_t limit = 6000;
  const std::size_t count = goal.variableCount();
  std::vector<Part> result;
  for (std::size_t v = 0; v < count && !isNarrow && goal.degree() <= 1; ++v) {
    Monomial alone(count, 0);
    alone[v] = 1;
    if (goal.degreeIn(v) == 0 && isNonnegative(alone, bounds))
      result.push_back({Polynomial::variable(count, v), isPositive(alone, bounds), alone, {}});
  }
  for (const Part &product : products) {
    if (factors && product.facts.empty())
      continue;
    // Odometer over the monomials that fit.
    Monomial room(count), at(count, 0);
    for (std::size_t i = 0; i < count; ++i) {
      const unsigned top = goal.degreeIn(i), used = product.polynomial.degreeIn(i);
      room[i] = static_cast<std::uint16_t>(top > used ? top - used : 0);
    }
    for (bool more = true; more && result.size() < limit;) {
      const unsigned degree = std::accumulate(at.begin(), at.end(), 0u);
      if (isNonnegative(at, bounds) && (!factors || degree + product.facts.size() <= *factors) &&
          (degree == 0 || degree + product.polynomial.degree() <= goal.degree() + 1)) {
        Polynomial term = Polynomial::constant(count, 1);
        for (std::size_t i = 0; i < count; ++i)
          term = term * Polynomial::power(count, i, at[i]);
        result.push_back(
            {term * product.polynomial, product.isPositive && isPositive(at, bounds), at, product.facts});
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
static void prune(std::vector<Part> &parts, const Polynomial &goal) {
  for (std::size_t before = parts.size() + 1; before != parts.size();) {
    before = parts.size();
    std::map<Monomial, std::pair<bool, bool>> signs;
    const auto note = [&](const Monomial &monomial, bool isPositive) {
      auto &[hasPositive, hasNegative] = signs[monomial];
      (isPositive ? hasPositive : hasNegative) = true;
    };
    for (const Part &part : parts)
      for (const auto &[monomial, coefficient] : part.polynomial.terms())
        note(monomial, sgn(coefficient) > 0);
    for (const auto &[monomial, coefficient] : goal.terms())
      note(monomial, sgn(coefficient) < 0);
    std::erase_if(parts, [&](const Part &part) {
      return std::any_of(part.polynomial.terms().begin(), part.polynomial.terms().end(),
                         [&](const auto &term) {
                           const auto &[hasPositive, hasNegative] = signs[term.first];
                           return !hasPositive || !hasNegative;
                         });
    });
  }
}

Prover::Summands Prover::byProducts(const Setting &setting, Effort effort) {
  if (setting.rest.empty())
    return std::nullopt;
  if (isSpent())
    return std::nullopt;
  const std::size_t count = setting.goal.variableCount();
  std::vector<Part> candidates = parts(products(setting.rest, setting.goal, effort.order, effort.isNarrow),
                                       setting.goal, setting.bounds, effort.factors, effort.isNarrow);
  for (const Part &part : candidates)
    spent += part.polynomial.terms().size();
  prune(candidates, setting.goal);
  constexpr std::size_t largestProgram = 1500;
  if (candidates.size() > largestProgram)
    return std::nullopt;
  std::map<Monomial, std::vector<smt::Term>> rows;
  std::vector<smt::Term> multipliers, positive, questions;
  for (const Part &part : candidates) {
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
      return std::nullopt;
    rows[monomial].push_back(store.real(-coefficient));
  }
  for (auto &[monomial, row] : rows)
    questions.push_back(store.equal(store.add(row), store.real(0)));
  if (setting.isStrict) {
    if (positive.empty())
      return std::nullopt;
    questions.push_back(store.less(store.real(0), store.add(positive)));
  }
  ++asked;
  // A program costs more than its size: most of its pivots touch every row.
  spent += rows.size() * candidates.size();
  const smt::ModelAnswer answer = linearSolver().satisfiable(store.conjunction(questions));
  isExhausted = isExhausted || answer.unknown == smt::UnknownReason::ResourceLimit ||
                answer.unknown == smt::UnknownReason::TimeOut;
  if (!answer.isSat())
    return std::nullopt;

  // One summand for each choice of facts.
  std::map<std::vector<std::size_t>, Polynomial> found;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const auto factor = linearSolver().value(multipliers[i]);
    if (!factor)
      return std::nullopt;
    if (sgn(*factor) == 0)
      continue;
    Polynomial term = Polynomial::constant(count, *factor);
    for (std::size_t v = 0; v < count; ++v)
      term = term * Polynomial::power(count, v, candidates[i].monomial[v]);
    auto &multiplier = found.try_emplace(candidates[i].facts, count).first->second;
    multiplier = multiplier + term;
  }
  std::vector<Certificate::Summand> summands;
  for (auto &[facts, multiplier] : found) {
    summands.push_back({std::move(multiplier), {}});
    for (std::size_t position : facts)
      summands.back().facts.push_back(setting.numbers[position]);
  }
  return summands;
}

} // namespace plumb::channel
