// SPDX-License-Identifier: Apache-2.0
#include "checker/derivation/simplex.h"

#include <algorithm>

namespace plumb::derivation {

using kernel::Relation;

std::size_t Simplex::column(const kernel::Monomial &monomial) {
  const auto [place, isNew] = columns.emplace(monomial, variables.size());
  if (isNew)
    variables.emplace_back();
  return place->second;
}

/// A row p + c >= 0 is the variable p with the lower bound -c.
void Simplex::add(const kernel::Row &row) {
  Combination sum;
  Value value;
  for (const auto &[monomial, coefficient] : row.polynomial.summands()) {
    if (monomial.empty())
      continue;
    const std::size_t at = column(monomial);
    value.add(coefficient, variables[at].value);
    const auto basic = tableau.find(at);
    if (basic == tableau.end()) {
      if ((sum[at] += coefficient) == 0)
        sum.erase(at);
      continue;
    }
    for (const auto &[other, factor] : basic->second)
      if ((sum[other] += coefficient * factor) == 0)
        sum.erase(other);
  }
  Variable added;
  added.value = value;
  added.row = rowCount++;
  const Value bound{-row.polynomial.constant(), row.relation == Relation::Above ? 1 : 0};
  added.low = bound;
  if (row.relation == Relation::Zero)
    added.high = bound;
  variables.push_back(std::move(added));
  tableau.emplace(variables.size() - 1, std::move(sum));
}

/// Exchanges a basic variable and one that its row is a sum of.
void Simplex::pivot(std::size_t leaving, std::size_t entering) {
  Combination row = std::move(tableau.at(leaving));
  tableau.erase(leaving);
  const mpq_class factor = row.at(entering);
  row.erase(entering);
  for (auto &[variable, coefficient] : row)
    coefficient /= -factor;
  row.emplace(leaving, 1 / factor);
  for (auto &[basic, sum] : tableau) {
    const auto use = sum.find(entering);
    if (use == sum.end())
      continue;
    const mpq_class times = use->second;
    sum.erase(use);
    for (const auto &[variable, coefficient] : row)
      if ((sum[variable] += times * coefficient) == 0)
        sum.erase(variable);
    const std::uint64_t cost = row.size();
    work -= std::min(work, cost);
  }
  tableau.emplace(entering, std::move(row));
}

void Simplex::moveTo(std::size_t leaving, std::size_t entering, const Value &target) {
  Value step = target;
  step.add(-1, variables[leaving].value);
  const mpq_class factor = 1 / tableau.at(leaving).at(entering);
  variables[leaving].value = target;
  Value moved;
  moved.add(factor, step);
  variables[entering].value.add(1, moved);
  for (const auto &[basic, sum] : tableau)
    if (const auto use = sum.find(entering); basic != leaving && use != sum.end())
      variables[basic].value.add(use->second, moved);
  pivot(leaving, entering);
}

/// What is stuck stands at sums of rows that cannot move the way it needs.
void Simplex::explain(std::size_t stuck, bool isBelow) {
  const int sign = isBelow ? 1 : -1;
  found.emplace(*variables[stuck].row, sign);
  for (const auto &[other, coefficient] : tableau.at(stuck))
    found.emplace(*variables[other].row, -sign * coefficient);
}

Simplex::Result Simplex::solve() {
  while (work > 0) {
    --work;
    std::size_t stuck = variables.size();
    bool isBelow = false;
    for (const auto &[basic, sum] : tableau) {
      const Variable &variable = variables[basic];
      isBelow = variable.low && variable.value < *variable.low;
      if (isBelow || (variable.high && *variable.high < variable.value)) {
        stuck = basic;
        break;
      }
    }
    if (stuck == variables.size())
      return Result::Feasible;
    std::optional<std::size_t> entering;
    for (const auto &[other, coefficient] : tableau.at(stuck)) {
      const Variable &variable = variables[other];
      const bool rises = (coefficient > 0) == isBelow;
      if (rises ? !variable.high || variable.value < *variable.high
                : !variable.low || *variable.low < variable.value) {
        entering = other;
        break;
      }
    }
    if (!entering) {
      explain(stuck, isBelow);
      return Result::Infeasible;
    }
    const Value target = isBelow ? *variables[stuck].low : *variables[stuck].high;
    moveTo(stuck, *entering, target);
  }
  return Result::Spent;
}

std::optional<Value> Simplex::valueOf(const kernel::Monomial &monomial) const {
  const auto place = columns.find(monomial);
  return place == columns.end() ? std::nullopt : std::optional<Value>(variables[place->second].value);
}

} // namespace plumb::derivation
