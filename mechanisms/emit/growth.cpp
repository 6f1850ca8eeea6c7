// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/emit/growth.h"

#include "frontend/ir/aggregate.h"

#include <algorithm>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/Casting.h>
#include <llvm/Support/ErrorHandling.h>

namespace plumb::emit {

using llvm::cast;
using llvm::dyn_cast;
using Kind = ir::Expression::Kind;
using Operator = ir::BinaryOperator;

namespace {

class Measure {
public:
  Measure(const std::vector<const ir::Variable *> &members, const ValueRanges &known)
      : circle(members), ranges(known) {}

  std::optional<Growth> of(const ir::Expression &term);

private:
  std::optional<Growth> ofDependent(const ir::Expression &term);
  std::optional<Growth> binary(const ir::Binary &term);
  std::optional<Growth> larger(const ir::Expression &a, const ir::Expression &b);
  bool isInside(const ir::Expression &term) const;

  const std::vector<const ir::Variable *> &circle;
  const ValueRanges &ranges;
};

} // namespace

bool Measure::isInside(const ir::Expression &term) const {
  bool found = false;
  forEachPart(term, [&](const ir::Expression &part) {
    const auto *read = dyn_cast<ir::Read>(&part);
    found = found || (read && llvm::is_contained(circle, &read->variable));
  });
  return found;
}

std::optional<Growth> Measure::of(const ir::Expression &term) {
  if (isInside(term))
    return ofDependent(term);
  std::optional<Range> range = ranges.of(term);
  if (!range)
    return std::nullopt;
  return Growth{0, 0, range->magnitude()};
}

std::optional<Growth> Measure::larger(const ir::Expression &a, const ir::Expression &b) {
  std::optional<Growth> left = of(a), right = of(b);
  if (!left || !right)
    return std::nullopt;
  return Growth{std::max(left->gain, right->gain), std::max(left->step, right->step),
                std::max(left->base, right->base)};
}

std::optional<Growth> Measure::ofDependent(const ir::Expression &term) {
  switch (term.kind()) {
  case Kind::Read: {
    // The subscript may be in the circle while the array is not.
    const ir::Variable &variable = cast<ir::Read>(term).variable;
    if (llvm::is_contained(circle, &variable))
      return Growth{1, 0, 0};
    std::optional<Range> range = ranges.of(variable);
    return range ? std::optional(Growth{0, 0, range->magnitude()}) : std::nullopt;
  }
  case Kind::Unary:
    return of(*cast<ir::Unary>(term).operand);
  case Kind::Binary:
    return binary(cast<ir::Binary>(term));
  case Kind::Conditional:
    return larger(*cast<ir::Conditional>(term).whenTrue, *cast<ir::Conditional>(term).whenFalse);
  case Kind::Extremum:
    return larger(*cast<ir::Extremum>(term).left, *cast<ir::Extremum>(term).right);
  case Kind::Aggregate: {
    const auto &aggregate = cast<ir::Aggregate>(term);
    return aggregate.givesIndex() ? larger(*aggregate.low, *aggregate.high) : of(*aggregate.body);
  }
  default:
    return std::nullopt;
  }
}

/// The two parts of a bound as one sum gain * M + step.
static Growth asSum(const Growth &growth) {
  return {growth.gain, std::max(growth.step, growth.base), 0};
}

std::optional<Growth> Measure::binary(const ir::Binary &term) {
  std::optional<Growth> left = of(*term.left), right = of(*term.right);
  if (!left || !right)
    return std::nullopt;
  switch (term.op) {
  case Operator::Add:
  case Operator::Subtract: {
    Growth a = asSum(*left), b = asSum(*right);
    return Growth{a.gain + b.gain, a.step + b.step, 0};
  }
  case Operator::Multiply: {
    if (left->gain != 0 && right->gain != 0)
      return std::nullopt;
    Growth factor = asSum(left->gain == 0 ? *left : *right), other = asSum(left->gain == 0 ? *right : *left);
    return Growth{factor.step * other.gain, factor.step * other.step, 0};
  }
  case Operator::IntegerDivide:
    return left;
  case Operator::Modulo:
    return right;
  default:
    llvm_unreachable("no other operator gives an integer");
  }
}

std::optional<Growth> growth(const ir::Expression &term, const std::vector<const ir::Variable *> &circle,
                             const ValueRanges &ranges) {
  return Measure(circle, ranges).of(term);
}

} // namespace plumb::emit
