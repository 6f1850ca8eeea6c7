// SPDX-License-Identifier: Apache-2.0
#include "checker/synthesis/sides.h"

#include "checker/synthesis/decisions.h"
#include "frontend/ir/operators.h"

#include <algorithm>
#include <llvm/Support/Casting.h>

namespace plumb::synthesis {

using llvm::dyn_cast;
using Op = ir::BinaryOperator;

namespace {

const ir::Unary *absolute(const ir::Expression &term) {
  const auto *unary = dyn_cast<ir::Unary>(&term);
  return unary && unary->op == ir::UnaryOperator::Absolute ? unary : nullptr;
}

class SidesOf {
public:
  explicit SidesOf(ir::Mechanism &of) { walk(of.body); }

  std::vector<Sides> found;

private:
  /// The conditions of a row of `and` or of `or`, the first one, the first two and so on, in the order in
  /// which they are decided; not all of them.
  static std::vector<ExpressionPtr> beginnings(const ir::Expression &row) {
    std::vector<ExpressionPtr> all;
    const auto *whole = dyn_cast<ir::Binary>(&row);
    std::size_t noisy = 0;
    for (const auto *next = whole; next && next->op == whole->op;
         next = dyn_cast<ir::Binary>(all.front().get())) {
      noisy += mayBeNoisy(*next->right) ? 1 : 0;
      all.insert(all.begin(), copy(*next->left));
    }
    if (all.empty() || !mayBeNoisy(*all.front()) || noisy == 0)
      all.clear();
    return all;
  }

  /// The side above of a comparison with an absolute value; null if it is none.
  static ExpressionPtr above(const ir::Binary &comparison) {
    const ir::Unary *left = absolute(*comparison.left), *right = absolute(*comparison.right);
    if ((left != nullptr) == (right != nullptr) || !mayBeNoisy(comparison))
      return nullptr;
    return std::make_unique<ir::Binary>(comparison.op, ir::Sort::Bool,
                                        copy(left ? *left->operand : *comparison.left),
                                        copy(right ? *right->operand : *comparison.right), SourceRange{});
  }

  /// What is to be told of \p condition, which is decided in \p block in front of \p before.
  static std::vector<ExpressionPtr> sidesOf(const ir::Expression &condition, const ir::Block &block,
                                            std::size_t before) {
    if (const auto *negation = dyn_cast<ir::Unary>(&condition))
      return sidesOf(*negation->operand, block, before);
    if (const auto *name = dyn_cast<ir::Read>(&condition); name && name->indices.empty())
      if (const ir::Expression *value = valueOf(name->variable, block, before))
        return sidesOf(*value, block, before);
    const auto *binary = dyn_cast<ir::Binary>(&condition);
    if (!binary)
      return {};
    if (binary->op == Op::And || binary->op == Op::Or)
      return beginnings(condition);
    std::vector<ExpressionPtr> sides;
    if (ir::isComparison(binary->op) && binary->op != Op::Equal && binary->op != Op::NotEqual)
      if (ExpressionPtr side = above(*binary))
        sides.push_back(std::move(side));
    return sides;
  }

  /// What a local was assigned last, in \p block in front of \p before; null if it is not assigned there.
  static const ir::Expression *valueOf(const ir::Variable &local, const ir::Block &block,
                                       std::size_t before) {
    for (std::size_t at = before; at-- > 0;)
      if (const auto *assign = dyn_cast<ir::Assign>(block[at].get()); assign && &assign->target == &local)
        return assign->value.get();
    return nullptr;
  }

  void walk(ir::Block &block) {
    for (std::size_t at = 0; at < block.size(); ++at) {
      ir::Statement &statement = *block[at];
      if (auto *branch = dyn_cast<ir::If>(&statement)) {
        // Where a draw stands before it in its block it is decided by that draw, as far as can be seen.
        if (at > 0)
          add(*branch->condition, {&block, at, loops});
        walk(branch->thenBlock);
        walk(branch->elseBlock);
      } else if (auto *loop = dyn_cast<ir::For>(&statement)) {
        loops.push_back(loop);
        walk(loop->body);
        loops.pop_back();
      }
    }
  }

  void add(const ir::Expression &condition, Place place) {
    std::vector<ExpressionPtr> sides = sidesOf(condition, *place.block, place.position);
    const bool isKnown = std::any_of(found.begin(), found.end(),
                                     [&](const Sides &other) { return other.place.block == place.block; });
    if (!sides.empty() && !isKnown && (found.empty() || found.front().conditions.size() == sides.size()))
      found.push_back({place, std::move(sides)});
  }

  std::vector<const ir::For *> loops;
};

} // namespace

std::vector<Sides> untoldSides(ir::Mechanism &mechanism) {
  return std::move(SidesOf(mechanism).found);
}

} // namespace plumb::synthesis
