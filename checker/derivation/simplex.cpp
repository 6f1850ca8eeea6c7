// SPDX-License-Identifier: Apache-2.0
#include "checker/derivation/simplex.h"

#include <algorithm>

namespace plumb::derivation {

using kernel::Relation;

void Simplex::clear() {
  for (Variable &variable : variables) {
    variable.low.reset();
    variable.high.reset();
  }
  spokenOf.clear();
  rowCount = 0;
  clash.reset();
  found.clear();
}

std::size_t Simplex::column(const kernel::Monomial &monomial) {
  const auto [place, isNew] = columns.emplace(monomial, variables.size());
  if (isNew)
    variables.emplace_back();
  spokenOf.insert(place->second);
  return place->second;
}

/// Of the sum that \p row bounds, divided by \p factor, which is that of its first monomial.
std::size_t Simplex::variableOf(const kernel::Row &row, const Fraction &factor) {
  std::vector<std::pair<std::size_t, mpq_class>> parts;
  const mpq_class divisor = factor.exact();
  for (const auto &[monomial, coefficient] : row.polynomial.summands())
    if (!monomial.empty())
      parts.emplace_back(column(monomial), coefficient / divisor);
  if (parts.size() == 1)
    return parts[0].first;
  const auto [place, isNew] = sums.emplace(parts, variables.size());
  if (isNew)
    variables.emplace_back();
  Variable &variable = variables[place->second];
  if (basis.count(place->second) || !(isNew || variable.isLeftOut))
    return place->second;
  Combination sum;
  Value value;
  for (const auto &[at, coefficient] : parts) {
    const Fraction times(coefficient);
    value.add(times, variables[at].value);
    const Combination itself{{at, 1}};
    sum = total(sum, times, variables[at].sum ? *variables[at].sum : itself, std::nullopt);
  }
  variable.value = value;
  variable.sum = std::move(sum);
  variable.isLeftOut = false;
  basis.insert(place->second);
  return place->second;
}

/// A row factor * q + c >= 0 is a lower bound of q, or an upper one where the factor is below 0.
void Simplex::add(const kernel::Row &row) {
  const std::size_t number = rowCount++;
  const auto &summands = row.polynomial.summands();
  const auto first =
      std::find_if(summands.begin(), summands.end(), [](const auto &each) { return !each.first.empty(); });
  if (first == summands.end())
    return;
  const Fraction factor(first->second);
  const std::size_t at = variableOf(row, factor);
  Variable &variable = variables[at];
  Bound bound{{-Fraction(row.polynomial.constant()) * factor.inverse(), 0}, number, factor};
  const bool isEquation = row.relation == Relation::Zero;
  const bool isStrict = row.relation == Relation::Above;
  if (isEquation || factor.sign() > 0) {
    bound.value.little = isStrict ? 1 : 0;
    if (!variable.low || variable.low->value < bound.value)
      variable.low = bound;
  }
  if (isEquation || factor.sign() < 0) {
    bound.value.little = isStrict ? -1 : 0;
    if (!variable.high || bound.value < variable.high->value)
      variable.high = bound;
  }
  if (!clash && variable.low && variable.high && variable.high->value < variable.low->value)
    clash = at;
}

/// one + factor * other, except for one variable.
Simplex::Combination Simplex::total(const Combination &one, const Fraction &factor, const Combination &other,
                                    std::optional<std::size_t> without) {
  Combination result;
  result.reserve(one.size() + other.size());
  auto left = one.begin(), right = other.begin();
  while (left != one.end() || right != other.end()) {
    const bool hasLeft = left != one.end() && (right == other.end() || left->first <= right->first);
    const bool hasRight = right != other.end() && (left == one.end() || right->first <= left->first);
    const std::size_t variable = hasLeft ? left->first : right->first;
    Fraction sum = hasRight ? factor * right->second : Fraction();
    if (hasLeft)
      sum += left->second;
    if (variable != without && !sum.isZero())
      result.emplace_back(variable, std::move(sum));
    left += hasLeft;
    right += hasRight;
  }
  return result;
}

const Fraction *Simplex::factorOf(const Combination &sum, std::size_t variable) {
  const auto place = std::lower_bound(sum.begin(), sum.end(), variable,
                                      [](const auto &part, std::size_t at) { return part.first < at; });
  return place == sum.end() || place->first != variable ? nullptr : &place->second;
}

/// Basic variables without bounds say nothing. Columns stay, as others are made of them.
void Simplex::leaveOut() {
  std::set<std::size_t> ofColumns;
  for (const auto &[monomial, at] : columns)
    ofColumns.insert(at);
  for (auto at = basis.begin(); at != basis.end();) {
    Variable &variable = variables[*at];
    if (variable.low || variable.high || ofColumns.count(*at)) {
      ++at;
      continue;
    }
    variable.sum.reset();
    variable.isLeftOut = true;
    at = basis.erase(at);
  }
}

/// \pre \p variable is not basic.
void Simplex::move(std::size_t variable, const Value &step) {
  variables[variable].value.add(1, step);
  for (std::size_t basic : basis)
    if (const Fraction *factor = factorOf(*variables[basic].sum, variable))
      variables[basic].value.add(*factor, step);
}

/// As near to 0 as the bounds allow: a point that wanders off lets cases be cut without end.
void Simplex::intoBounds(std::size_t at) {
  const Variable &variable = variables[at];
  Value step;
  if (variable.low && step < variable.low->value)
    step = variable.low->value;
  else if (variable.high && variable.high->value < step)
    step = variable.high->value;
  step.add(-1, variable.value);
  if (step != Value())
    move(at, step);
}

/// Exchanges a basic variable and one that it is a sum of.
void Simplex::pivot(std::size_t leaving, std::size_t entering, std::uint64_t &work) {
  const Combination old = std::move(*variables[leaving].sum);
  variables[leaving].sum.reset();
  basis.erase(leaving);
  const Fraction inverse = factorOf(old, entering)->inverse();
  const Combination sum = total({{leaving, inverse}}, -inverse, old, entering);
  for (std::size_t basic : basis) {
    Combination &other = *variables[basic].sum;
    if (const Fraction *factor = factorOf(other, entering)) {
      const Fraction times = *factor;
      other = total(other, times, sum, entering);
      work -= std::min<std::uint64_t>(work, sum.size());
    }
  }
  variables[entering].sum = sum;
  basis.insert(entering);
}

void Simplex::blame(const Bound &bound, const Fraction &factor) {
  found.emplace(bound.row, (factor * bound.factor.inverse()).exact());
}

/// What is stuck is a sum of others that cannot move the way it needs.
void Simplex::explain(std::size_t stuck, bool isBelow) {
  const Fraction sign = isBelow ? 1 : -1;
  const Variable &variable = variables[stuck];
  blame(isBelow ? *variable.low : *variable.high, sign);
  for (const auto &[other, coefficient] : *variable.sum) {
    const bool wouldRise = (coefficient.sign() > 0) == isBelow;
    blame(wouldRise ? *variables[other].high : *variables[other].low, -(sign * coefficient));
  }
}

/// The first of those that could bring \p stuck nearer to its bound.
std::optional<std::size_t> Simplex::entering(std::size_t stuck, bool isBelow) const {
  for (const auto &[other, coefficient] : *variables[stuck].sum) {
    const Variable &variable = variables[other];
    const bool rises = (coefficient.sign() > 0) == isBelow;
    if (rises ? !variable.high || variable.value < variable.high->value
              : !variable.low || variable.low->value < variable.value)
      return other;
  }
  return std::nullopt;
}

Simplex::Result Simplex::solve(std::uint64_t &work) {
  if (clash) {
    blame(*variables[*clash].low, 1);
    blame(*variables[*clash].high, -1);
    return Result::Infeasible;
  }
  leaveOut();
  for (std::size_t at = 0; at < variables.size(); ++at)
    if (!variables[at].sum)
      intoBounds(at);
  while (work > 0) {
    --work;
    const auto isBelow = [&](std::size_t at) {
      return variables[at].low && variables[at].value < variables[at].low->value;
    };
    const auto stuck = std::find_if(basis.begin(), basis.end(), [&](std::size_t at) {
      return isBelow(at) || (variables[at].high && variables[at].high->value < variables[at].value);
    });
    if (stuck == basis.end())
      return Result::Feasible;
    const std::size_t leaving = *stuck;
    const bool rises = isBelow(leaving);
    const auto moved = entering(leaving, rises);
    if (!moved) {
      explain(leaving, rises);
      return Result::Infeasible;
    }
    Value step = rises ? variables[leaving].low->value : variables[leaving].high->value;
    step.add(-1, variables[leaving].value);
    Value ofMoved;
    ofMoved.add(factorOf(*variables[leaving].sum, *moved)->inverse(), step);
    move(*moved, ofMoved);
    pivot(leaving, *moved, work);
  }
  return Result::Spent;
}

std::optional<Value> Simplex::valueOf(const kernel::Monomial &monomial) const {
  const auto place = columns.find(monomial);
  if (place == columns.end() || !spokenOf.count(place->second))
    return std::nullopt;
  return variables[place->second].value;
}

} // namespace plumb::derivation
