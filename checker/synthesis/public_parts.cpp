// SPDX-License-Identifier: Apache-2.0
#include "checker/synthesis/public_parts.h"

#include "frontend/ir/occurrence.h"
#include "frontend/ir/print_expression.h"

#include <algorithm>
#include <llvm/Support/Casting.h>

namespace plumb::synthesis {

namespace {

using Op = ir::BinaryOperator;

ExpressionPtr literal(long value) {
  return number(value, ir::Sort::Real);
}

class Sums {
public:
  Sums(const std::vector<const ir::Variable *> &parts, proof::Comparison &order)
      : unknown(parts), comparison(order), values(parts.size()) {}

  /// Lowers the parts so that \p small is at most \p large. False if that is no question of a sum of them.
  bool lower(const ir::Expression &small, const ir::Expression &large) {
    const ExpressionPtr difference = arithmetic(Op::Subtract, asReal(small), asReal(large)),
                        rest = at(*difference, unknown.size());
    if (!rest)
      return false;
    std::vector<ExpressionPtr> factors;
    ExpressionPtr sum = copy(*rest);
    unsigned long shares = 0;
    for (std::size_t k = 0; k < unknown.size(); ++k) {
      const ExpressionPtr one = at(*difference, k);
      factors.push_back(one ? comparison.simplified(*arithmetic(Op::Subtract, copy(*one), copy(*rest)))
                            : nullptr);
      if (!factors.back() || !(isZero(*factors.back()) || isPositive(*factors.back())))
        return false;
      shares += isZero(*factors.back()) ? 0 : 1;
      sum = arithmetic(Op::Add, std::move(sum),
                       arithmetic(Op::Multiply, copy(*factors.back()), read(*unknown[k], false)));
    }
    const ExpressionPtr error =
        comparison.simplified(*arithmetic(Op::Subtract, copy(*difference), std::move(sum)));
    if (!error || !isZero(*error))
      return false;
    for (std::size_t k = 0; k < unknown.size(); ++k)
      if (!isZero(*factors[k]))
        isComparable &= keepLess(
            values[k],
            *arithmetic(Op::Divide, arithmetic(Op::Subtract, literal(0), copy(*rest)),
                        arithmetic(Op::Multiply, number(shares, ir::Sort::Real), copy(*factors[k]))));
    return true;
  }

  PublicParts take() {
    PublicParts result;
    for (std::size_t k = 0; k < unknown.size(); ++k)
      if (!values[k])
        result.conflict = "no requirement and no stated guarantee bounds `" + unknown[k]->name + "`";
    if (!isComparable)
      result.conflict = "which of two shares of a part is smaller depends on the parameters";
    result.values = std::move(values);
    return result;
  }

private:
  static ExpressionPtr asReal(const ir::Expression &term) { return converted(copy(term), ir::Sort::Real); }

  /// The term where the unknown \p which is 1 and the others are 0.
  ExpressionPtr at(const ir::Expression &term, std::size_t which) {
    ExpressionPtr there = copy(term);
    for (std::size_t k = 0; k < unknown.size(); ++k)
      there = substituted(*there, *unknown[k], *literal(k == which ? 1 : 0));
    return comparison.simplified(*there);
  }

  bool isZero(const ir::Expression &term) {
    const ExpressionPtr written = asWritten(term);
    const auto *value = llvm::dyn_cast<ir::Number>(written.get());
    return value && value->value == 0;
  }

  /// Positive, or 0 at the edge of what is required.
  bool isPositive(const ir::Expression &term) { return comparison.isAtMost(*literal(0), term); }

  bool keepLess(ExpressionPtr &value, const ir::Expression &other) {
    const ExpressionPtr simple = comparison.simplified(other);
    if (!simple)
      return false;
    if (value && comparison.isAtMost(*value, *simple))
      return true;
    if (value && !comparison.isAtMost(*simple, *value))
      return false;
    value = converted(asWritten(*simple), ir::Sort::Real);
    return true;
  }

  const std::vector<const ir::Variable *> &unknown;
  proof::Comparison &comparison;
  std::vector<ExpressionPtr> values;
  bool isComparable = true;
};

} // namespace

PublicParts publicParts(const ir::Mechanism &mechanism, const std::vector<const ir::Variable *> &unknown,
                        const ir::Expression &cost, proof::Comparison &comparison) {
  Sums sums(unknown, comparison);
  if (!sums.lower(cost, *mechanism.guarantee.epsilon))
    return {{}, "the cost, " + ir::printPromoted(cost) + ", is no sum of multiples of what is open"};
  for (const ExpressionPtr &requirement : mechanism.requirements) {
    const auto *binary = llvm::dyn_cast<ir::Binary>(requirement.get());
    const auto isRead = [&](const ir::Variable *one) { return ir::reads(*requirement, *one); };
    if (!binary || std::none_of(unknown.begin(), unknown.end(), isRead))
      continue;
    if (binary->op == Op::LessEqual || binary->op == Op::Less || binary->op == Op::Equal)
      sums.lower(*binary->left, *binary->right);
    if (binary->op == Op::GreaterEqual || binary->op == Op::Greater || binary->op == Op::Equal)
      sums.lower(*binary->right, *binary->left);
  }
  return sums.take();
}

} // namespace plumb::synthesis
