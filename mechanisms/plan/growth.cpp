// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/plan/growth.h"

#include "frontend/ir/aggregate.h"
#include "mechanisms/plan/multiple_below.h"

#include <algorithm>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/TypeSwitch.h>
#include <llvm/Support/Casting.h>
#include <llvm/Support/ErrorHandling.h>

namespace plumb::plan {

using llvm::dyn_cast;
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
  using Bounded = std::optional<Growth>;
  return llvm::TypeSwitch<const ir::Expression *, Bounded>(&term)
      .Case([&](const ir::Read *read) -> Bounded {
        // The subscript may be in the circle while the array is not.
        if (llvm::is_contained(circle, &read->variable))
          return Growth{1, 0, 0};
        std::optional<Range> range = ranges.of(read->variable);
        return range ? Bounded(Growth{0, 0, range->magnitude()}) : std::nullopt;
      })
      .Case([&](const ir::Unary *unary) { return of(*unary->operand); })
      .Case([&](const ir::Binary *operation) { return binary(*operation); })
      .Case([&](const ir::Conditional *choice) { return larger(*choice->whenTrue, *choice->whenFalse); })
      .Case([&](const ir::Extremum *extremum) { return larger(*extremum->left, *extremum->right); })
      .Case([&](const ir::Aggregate *aggregate) {
        return aggregate->givesIndex() ? larger(*aggregate->low, *aggregate->high) : of(*aggregate->body);
      })
      // What has no rule here has no bound.
      .Default(Bounded());
}

/// The two parts of a bound as one sum gain * M + step.
static Growth asSum(const Growth &growth) {
  return {growth.gain, std::max(growth.step, growth.base), 0};
}

/// |a div d| <= ceil(|a| / |d|), and a sum rounded up is at most its parts rounded up: with (low + high) div
/// 2 no number becomes larger.
static Growth divided(const Growth &growth, const std::optional<Range> &divisor) {
  const Integer least = !divisor             ? Integer(1)
                        : divisor->low > 1   ? divisor->low
                        : divisor->high < -1 ? Integer(-divisor->high)
                                             : Integer(1);
  const auto share = [&](const Integer &whole) { return Integer((whole + least - 1) / least); };
  return {share(growth.gain), share(growth.step), share(growth.base)};
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
    if (const ir::Binary *quotient = quotientOfMultiple(term)) {
      // Less by at most |b|.
      const std::optional<Growth> whole = of(*quotient->left), divisor = of(*quotient->right);
      const Growth a = asSum(*whole), b = asSum(*divisor);
      return Growth{a.gain + b.gain, a.step + b.step, 0};
    }
    if (left->gain != 0 && right->gain != 0)
      return std::nullopt;
    Growth factor = asSum(left->gain == 0 ? *left : *right), other = asSum(left->gain == 0 ? *right : *left);
    return Growth{factor.step * other.gain, factor.step * other.step, 0};
  }
  case Operator::IntegerDivide:
    return divided(*left, isInside(*term.right) ? std::nullopt : ranges.of(*term.right));
  case Operator::Modulo:
    return right;
  case Operator::Divide:
  case Operator::Less:
  case Operator::LessEqual:
  case Operator::Greater:
  case Operator::GreaterEqual:
  case Operator::Equal:
  case Operator::NotEqual:
  case Operator::And:
  case Operator::Or:
  case Operator::Implies:
  case Operator::Iff:
    break;
  }
  llvm_unreachable("no other operator gives an integer");
}

std::optional<Growth> growth(const ir::Expression &term, const std::vector<const ir::Variable *> &circle,
                             const ValueRanges &ranges) {
  return Measure(circle, ranges).of(term);
}

} // namespace plumb::plan
