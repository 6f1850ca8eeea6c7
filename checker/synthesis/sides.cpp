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

  /// What is to be told of \p condition, which is decided at \p place. That moves to where it has got its
  /// name, since what it was made of may be another value afterwards.
  static std::vector<ExpressionPtr> sidesOf(const ir::Expression &condition, Place &place) {
    if (const auto *negation = dyn_cast<ir::Unary>(&condition))
      return sidesOf(*negation->operand, place);
    if (const auto *name = dyn_cast<ir::Read>(&condition); name && name->indices.empty())
      if (const ir::Expression *value = valueOf(name->variable, place))
        return sidesOf(*value, place);
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

  /// What a local was assigned last, in the block of \p place in front of it, which moves there; null if it
  /// is not assigned there.
  static const ir::Expression *valueOf(const ir::Variable &local, Place &place) {
    for (std::size_t at = place.position; at-- > 0;)
      if (const auto *assign = dyn_cast<ir::Assign>((*place.block)[at].get());
          assign && &assign->target == &local) {
        place.position = at;
        return assign->value.get();
      }
    return nullptr;
  }

  void walk(ir::Block &block) {
    for (std::size_t at = 0; at < block.size(); ++at) {
      ir::Statement &statement = *block[at];
      const Place here{&block, at, loops};
      if (auto *branch = dyn_cast<ir::If>(&statement)) {
        add(*branch->condition, here);
        walk(branch->thenBlock);
        walk(branch->elseBlock);
      } else if (const auto *output = dyn_cast<ir::Output>(&statement)) {
        for (const ExpressionPtr &value : output->values)
          addTruth(*value, here);
      } else if (const auto *end = dyn_cast<ir::Return>(&statement); end && end->value) {
        addTruth(*end->value, here);
      } else if (auto *loop = dyn_cast<ir::For>(&statement)) {
        loops.push_back(loop);
        walk(loop->body);
        loops.pop_back();
      }
    }
  }

  void addTruth(const ir::Expression &value, const Place &place) {
    if (value.sort() == ir::Sort::Bool)
      add(value, place);
  }

  void add(const ir::Expression &condition, Place place) {
    std::vector<ExpressionPtr> sides = sidesOf(condition, place);
    const bool isKnown = std::any_of(found.begin(), found.end(),
                                     [&](const Sides &other) { return other.place.block == place.block; });
    // Where a draw stands before it in its block it is decided by that draw, as far as can be seen.
    if (place.position > 0 && !sides.empty() && !isKnown &&
        (found.empty() || found.front().conditions.size() == sides.size()))
      found.push_back({place, std::move(sides)});
  }

  std::vector<const ir::For *> loops;
};

} // namespace

std::vector<Sides> untoldSides(ir::Mechanism &mechanism) {
  return std::move(SidesOf(mechanism).found);
}

} // namespace plumb::synthesis
