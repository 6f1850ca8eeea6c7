// SPDX-License-Identifier: Apache-2.0
#include "checker/relational/draw_counts.h"

#include "checker/relational/scales.h"
#include "checker/relational/symbols.h"
#include "frontend/ir/operators.h"
#include "frontend/ir/walk.h"

#include <algorithm>
#include <llvm/Support/Casting.h>
#include <optional>

namespace plumb::relational {

using llvm::dyn_cast;

namespace {

/// So many ways to count the iterations of one loop.
constexpr std::size_t mostCounts = 3;

class Counting {
public:
  explicit Counting(Context of) : found(of.scales.classes().size()), context(of) {}

  /// \param times how often \p block is run; empty if that is not known.
  void block(const ir::Block &block, const DrawCounts &times) {
    for (const auto &statement : block)
      if (const auto *sample = dyn_cast<ir::Sample>(statement.get())) {
        if (!times.empty())
          add(*sample, times);
      } else if (const auto *branch = dyn_cast<ir::If>(statement.get())) {
        this->block(branch->thenBlock, times);
        this->block(branch->elseBlock, times);
      } else if (const auto *loop = dyn_cast<ir::For>(statement.get())) {
        this->block(loop->body, within(*loop, times));
      }
  }

  std::vector<std::vector<DrawCounts>> found;

private:
  DrawCounts within(const ir::For &loop, const DrawCounts &times) const {
    const std::optional<Polynomial> low = polynomial(*loop.low), high = polynomial(*loop.high);
    if (!low || !high)
      return {};
    DrawCounts ranges = {*high - *low}, all;
    if (loop.guard)
      addLimits(*loop.guard, ranges);
    for (const Polynomial &outer : times)
      for (const Polynomial &range : ranges)
        all.push_back(outer * range);
    return all;
  }

  void addLimits(const ir::Expression &guard, DrawCounts &limits) const {
    if (const auto *binary = dyn_cast<ir::Binary>(&guard); binary && ir::isComparison(binary->op)) {
      for (const ir::Expression *side : {binary->left.get(), binary->right.get()})
        if (const auto limit = polynomial(*side); limit && !limit->isConstant() && limits.size() < mostCounts)
          limits.push_back(*limit);
      return;
    }
    ir::forEachOperand(guard, [&](const ir::Expression &part) { addLimits(part, limits); });
  }

  void add(const ir::Sample &sample, const DrawCounts &times) {
    const std::optional<std::size_t> scale = context.scales.of(sample);
    const auto &classes = context.scales.classes();
    for (std::size_t i = 0; i < classes.size(); ++i)
      for (const auto &[position, weight] : classes[i].members)
        if (position == scale) {
          DrawCounts counts;
          for (const Polynomial &count : times)
            counts.push_back(Polynomial::constant(weight) * count);
          if (std::find(found[i].begin(), found[i].end(), counts) == found[i].end())
            found[i].push_back(std::move(counts));
        }
  }

  std::optional<Polynomial> polynomial(const ir::Expression &term) const {
    if (!ir::isPublic(term) || (term.sort() != ir::Sort::Int && term.sort() != ir::Sort::Real))
      return std::nullopt;
    const auto value = rationalFunction(term, context.symbols, context.products, context.store);
    return value && value->denominator == Polynomial::constant(1) ? std::optional(value->numerator)
                                                                  : std::nullopt;
  }

  Context context;
};

} // namespace

std::vector<std::vector<DrawCounts>> drawCounts(Context context) {
  Counting counting(context);
  counting.block(context.symbols.mechanism().body, {Polynomial::constant(1)});
  return std::move(counting.found);
}

} // namespace plumb::relational
