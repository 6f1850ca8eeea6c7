// SPDX-License-Identifier: Apache-2.0
#include "checker/report/shift_directions.h"

#include "checker/report/explain_shift.h"
#include "frontend/ir/same_term.h"
#include "frontend/ir/substitution.h"
#include "frontend/support/rational.h"

#include <algorithm>
#include <llvm/Support/Casting.h>
#include <optional>

namespace plumb::report {

using llvm::dyn_cast;

namespace {

/// Between which numbers a shift lies; an end that is nothing is not known.
struct Interval {
  std::optional<Rational> least, most;

  void add(const Interval &other) {
    least = least && other.least ? std::optional<Rational>(*least + *other.least) : std::nullopt;
    most = most && other.most ? std::optional<Rational>(*most + *other.most) : std::nullopt;
  }
};

/// Of \p a + \p b, if that is f[e] - f'[e], or its negation, for a query f with a stated difference.
std::optional<Interval> ofPair(const ir::Mechanism &mechanism, const Summand &a, const Summand &b) {
  const auto *first = dyn_cast<ir::Read>(a.term), *second = dyn_cast<ir::Read>(b.term);
  if (!first || !second || a.negative == b.negative || &first->variable != &second->variable ||
      first->primed == second->primed ||
      !std::equal(first->indices.begin(), first->indices.end(), second->indices.begin(),
                  second->indices.end(),
                  [](const auto &one, const auto &other) { return ir::isSameTerm(*one, *other); }))
    return std::nullopt;
  const auto difference = std::find_if(mechanism.adjacency.begin(), mechanism.adjacency.end(),
                                       [&](const auto &one) { return one.query == &first->variable; });
  if (difference == mechanism.adjacency.end() || difference->openDirection.isOpen)
    return std::nullopt;
  std::optional<Rational> bound;
  if (const auto *number = dyn_cast<ir::Number>(difference->bound.get());
      number && !difference->openBound.isOpen)
    bound = number->value;
  // f - f' is what the direction is of.
  const bool isTurned = a.negative == !first->primed;
  const bool falls = difference->direction != ir::Difference::Direction::Increasing;
  const bool rises = difference->direction != ir::Difference::Direction::Decreasing;
  Interval interval{Rational(0), Rational(0)};
  if (isTurned ? falls : rises)
    interval.least = bound ? std::optional<Rational>(-*bound) : std::nullopt;
  if (isTurned ? rises : falls)
    interval.most = bound;
  return interval;
}

Interval intervalOf(const ir::Mechanism &mechanism, std::vector<Summand> shift) {
  Interval sum{Rational(0), Rational(0)};
  while (!shift.empty()) {
    const Summand last = shift.back();
    shift.pop_back();
    if (const auto *number = dyn_cast<ir::Number>(last.term)) {
      const Rational value = last.negative ? Rational(-number->value) : number->value;
      sum.add({value, value});
      continue;
    }
    std::optional<Interval> pair;
    for (auto other = shift.begin(); other != shift.end() && !pair; ++other)
      if ((pair = ofPair(mechanism, last, *other))) {
        shift.erase(other);
        break;
      }
    sum.add(pair.value_or(Interval()));
  }
  return sum;
}

} // namespace

std::vector<ShiftDirections> shiftDirections(const ir::Mechanism &mechanism, const ir::Sample &sample) {
  std::vector<ir::ExpressionPtr> indices;
  for (const ir::ExpressionPtr &index : sample.indices)
    indices.push_back(ir::substituted(*index, ir::Substitution()));
  const ir::Read own(sample.target, false, std::move(indices), sample.range());
  std::vector<ShiftDirections> directions;
  for (const ShiftCase &one : shiftCases(*sample.aligned)) {
    const Interval shift = intervalOf(mechanism, withoutOwn(one.summands, own));
    directions.push_back({!shift.most || *shift.most > 0, !shift.least || *shift.least < 0});
  }
  return directions;
}

} // namespace plumb::report
