// SPDX-License-Identifier: Apache-2.0
#include "checker/report/explain_shift.h"

#include "frontend/ir/same_term.h"

#include <algorithm>
#include <llvm/Support/Casting.h>
#include <optional>

namespace plumb::report {

using llvm::dyn_cast;
using Cases = std::vector<ShiftCase>;

namespace {

/// Nothing if both contradict each other.
std::optional<std::vector<Choice>> both(std::vector<Choice> first, const std::vector<Choice> &second) {
  for (const Choice &choice : second) {
    auto same = std::find_if(first.begin(), first.end(), [&](const Choice &known) {
      return ir::isSameTerm(*known.condition, *choice.condition);
    });
    if (same == first.end())
      first.push_back(choice);
    else if (same->negated != choice.negated)
      return std::nullopt;
  }
  return first;
}

class Splitter {
public:
  explicit Splitter(std::size_t newLimit) : limit(newLimit) {}

  /// Nothing if there are too many.
  std::optional<Cases> split(const ir::Expression &expression, bool negative) {
    if (const auto *conditional = dyn_cast<ir::Conditional>(&expression))
      return splitConditional(*conditional, negative);
    if (const auto *unary = dyn_cast<ir::Unary>(&expression)) {
      if (unary->op == ir::UnaryOperator::Negate)
        return split(*unary->operand, !negative);
      if (unary->op == ir::UnaryOperator::ToReal)
        return split(*unary->operand, negative);
    }
    if (const auto *binary = dyn_cast<ir::Binary>(&expression)) {
      if (binary->op == ir::BinaryOperator::Add)
        return sum(split(*binary->left, negative), split(*binary->right, negative));
      if (binary->op == ir::BinaryOperator::Subtract)
        return sum(split(*binary->left, negative), split(*binary->right, !negative));
    }
    const auto *number = dyn_cast<ir::Number>(&expression);
    if (number && number->value == 0)
      return Cases{{}};
    return Cases{{{}, {{negative, &expression}}}};
  }

private:
  std::optional<Cases> splitConditional(const ir::Conditional &conditional, bool negative) {
    auto whenTrue = split(*conditional.whenTrue, negative);
    auto whenFalse = split(*conditional.whenFalse, negative);
    if (!whenTrue || !whenFalse)
      return std::nullopt;
    Cases result;
    add(result, {{false, conditional.condition.get()}}, *whenTrue);
    add(result, {{true, conditional.condition.get()}}, *whenFalse);
    return result.size() > limit ? std::nullopt : std::optional(std::move(result));
  }

  static void add(Cases &result, const std::vector<Choice> &choice, const Cases &under) {
    for (const ShiftCase &inner : under)
      if (auto choices = both(choice, inner.choices))
        result.push_back({std::move(*choices), inner.summands});
  }

  std::optional<Cases> sum(const std::optional<Cases> &left, const std::optional<Cases> &right) const {
    if (!left || !right)
      return std::nullopt;
    Cases result;
    for (const ShiftCase &a : *left)
      for (const ShiftCase &b : *right)
        if (auto choices = both(a.choices, b.choices)) {
          result.push_back({std::move(*choices), a.summands});
          result.back().summands.insert(result.back().summands.end(), b.summands.begin(), b.summands.end());
        }
    return result.size() > limit ? std::nullopt : std::optional(std::move(result));
  }

  const std::size_t limit;
};

} // namespace

Cases shiftCases(const ir::Expression &expression, std::size_t limit) {
  if (auto cases = Splitter(limit).split(expression, false))
    return *cases;
  return {{{}, {{false, &expression}}}};
}

std::vector<Summand> withoutOwn(std::vector<Summand> summands, const ir::Read &own) {
  auto found = std::find_if(summands.begin(), summands.end(), [&](const Summand &summand) {
    return !summand.negative && ir::isSameTerm(*summand.term, own);
  });
  if (found != summands.end())
    summands.erase(found);
  else
    summands.push_back({true, &own});
  return summands;
}

} // namespace plumb::report
