// SPDX-License-Identifier: Apache-2.0
#include "checker/channel/finite_table.h"

#include <cassert>

namespace plumb::channel {

using Kind = ir::Channel::Notion::Kind;

std::optional<Violation> findInvalidRow(const FiniteTable &table) {
  for (std::size_t x = 0; x < table.inputs.size(); ++x) {
    Rational sum = 0;
    for (std::size_t y = 0; y < table.outputs.size(); ++y) {
      const Rational &entry = table.entries[x][y];
      if (sgn(entry) < 0 || entry > 1)
        return Violation{Violation::Kind::NotAProbability, table.inputs[x], {}, table.outputs[y], entry, 0, 1,
                         Violation::Place{x, {}, y}};
      sum += entry;
    }
    if (sum != 1)
      return Violation{Violation::Kind::RowSum, table.inputs[x], {}, {}, sum, 0, 1, Violation::Place{x}};
  }
  return std::nullopt;
}

/// Is Q(y|x) bounded by Q(y|x')?
static bool isCompared(Kind notion, const Roles &roles, std::size_t x, std::size_t y) {
  switch (notion) {
  case Kind::Ldp:
    return true;
  case Kind::Uldp:
    return roles.guarded[y];
  case Kind::Osldp:
    return roles.sensitive[x];
  case Kind::KeepsTypes:
    return false;
  }
  assert(false && "no such notion");
  return true;
}

/// Definition 2 (1), for a y that some x reaches.
static std::optional<Violation> findNotInvertible(const FiniteTable &table, const Roles &roles) {
  for (std::size_t y = 0; y < table.outputs.size(); ++y) {
    std::optional<std::size_t> reached;
    for (std::size_t x = 0; x < table.inputs.size() && !roles.guarded[y]; ++x) {
      const Rational &entry = table.entries[x][y];
      if (sgn(entry) == 0)
        continue;
      if (roles.sensitive[x])
        return Violation{
            Violation::Kind::SensitiveReaches, table.inputs[x], {}, table.outputs[y], entry, 0, 1,
            Violation::Place{x, {}, y}};
      if (reached)
        return Violation{Violation::Kind::TwoInputs,
                         table.inputs[*reached],
                         table.inputs[x],
                         table.outputs[y],
                         table.entries[*reached][y],
                         entry,
                         1,
                         Violation::Place{*reached, x, y}};
      reached = x;
    }
  }
  return std::nullopt;
}

/// Definition 5, for a protected y.
static std::optional<Violation> findReachedFromOutside(const FiniteTable &table, const Roles &roles) {
  for (std::size_t x = 0; x < table.inputs.size(); ++x)
    for (std::size_t y = 0; y < table.outputs.size(); ++y)
      if (!roles.sensitive[x] && roles.guarded[y] && sgn(table.entries[x][y]) != 0)
        return Violation{
            Violation::Kind::OpenReaches, table.inputs[x], {}, table.outputs[y], table.entries[x][y], 0, 1,
            Violation::Place{x, {}, y}};
  return std::nullopt;
}

std::optional<Violation> findViolation(const FiniteTable &table, Kind notion, const Roles &roles,
                                       const Rational &bound) {
  if (bound < 1)
    return Violation{Violation::Kind::NegativeBudget, {}, {}, {}, 0, 0, bound};
  if (notion == Kind::KeepsTypes)
    if (auto found = findReachedFromOutside(table, roles))
      return found;
  if (notion == Kind::Uldp || notion == Kind::KeepsTypes)
    if (auto found = findNotInvertible(table, roles))
      return found;
  for (std::size_t x = 0; x < table.inputs.size(); ++x)
    for (std::size_t other = 0; other < table.inputs.size(); ++other)
      for (std::size_t y = 0; y < table.outputs.size(); ++y)
        if (isCompared(notion, roles, x, y) && table.entries[x][y] > bound * table.entries[other][y])
          return Violation{Violation::Kind::Ratio,
                           table.inputs[x],
                           table.inputs[other],
                           table.outputs[y],
                           table.entries[x][y],
                           table.entries[other][y],
                           bound,
                           Violation::Place{x, other, y}};
  return std::nullopt;
}

std::optional<SmallestBound> smallestBound(const FiniteTable &table, Kind notion, const Roles &roles) {
  if (notion == Kind::Uldp && findNotInvertible(table, roles))
    return std::nullopt;
  SmallestBound smallest;
  for (std::size_t y = 0; y < table.outputs.size(); ++y) {
    std::optional<std::size_t> largest;
    std::size_t least = 0;
    for (std::size_t x = 0; x < table.inputs.size(); ++x) {
      if (isCompared(notion, roles, x, y) && (!largest || table.entries[x][y] > table.entries[*largest][y]))
        largest = x;
      if (table.entries[x][y] < table.entries[least][y])
        least = x;
    }
    if (!largest || table.entries[*largest][y] <= smallest.bound * table.entries[least][y])
      continue;
    if (sgn(table.entries[least][y]) == 0)
      return std::nullopt;
    smallest = {table.entries[*largest][y] / table.entries[least][y], table.inputs[*largest],
                table.inputs[least], table.outputs[y]};
  }
  return smallest;
}

std::string describe(const Violation &violation) {
  const std::string value = toString(violation.value), other = toString(violation.other);
  const std::string x = "x = " + violation.x, y = "y = " + violation.y, otherX = "x' = " + violation.otherX;
  switch (violation.kind) {
  case Violation::Kind::NotAProbability:
    return "the entry for " + x + ", " + y + " is " + value + ", which is no probability";
  case Violation::Kind::RowSum:
    return "the entries for " + x + " sum to " + value;
  case Violation::Kind::Undefined:
    return violation.x.empty() ? "a budget is not defined"
                               : "the entry for " + x + ", " + y + " is undefined";
  case Violation::Kind::NegativeBudget:
    return "the budget ln(" + toString(violation.bound) + ") is below 0";
  case Violation::Kind::Ratio:
    return x + ", " + otherX + ", " + y + ": Q(y|x) = " + value + " > " + toString(violation.bound) + " * " +
           other + " = e^budget * Q(y|x')";
  case Violation::Kind::SensitiveReaches:
    return "the sensitive " + x + " reaches " + y + ", which is not protected, with probability " + value;
  case Violation::Kind::OpenReaches:
    return x + ", which is not protected, reaches the protected " + y + " with probability " + value;
  case Violation::Kind::TwoInputs:
    return y + " is not protected, and two inputs reach it: " + x + " with probability " + value + " and " +
           otherX + " with " + other;
  }
  return {};
}

} // namespace plumb::channel
