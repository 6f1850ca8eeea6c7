// SPDX-License-Identifier: Apache-2.0
#include "checker/relational/draw_counts.h"

#include "checker/relational/scales.h"
#include "checker/relational/symbols.h"

#include <algorithm>
#include <llvm/Support/Casting.h>
#include <optional>

namespace plumb::relational {

using llvm::dyn_cast;

namespace {

class Counting {
public:
  explicit Counting(Context of) : found(of.scales.classes().size()), context(of) {}

  /// \param times how often \p block is run; nothing if that is not known.
  void block(const ir::Block &block, const std::optional<Polynomial> &times) {
    for (const auto &statement : block)
      if (const auto *sample = dyn_cast<ir::Sample>(statement.get())) {
        if (times)
          add(*sample, *times);
      } else if (const auto *branch = dyn_cast<ir::If>(statement.get())) {
        this->block(branch->thenBlock, times);
        this->block(branch->elseBlock, times);
      } else if (const auto *loop = dyn_cast<ir::For>(statement.get())) {
        const std::optional<Polynomial> low = polynomial(*loop->low), high = polynomial(*loop->high);
        this->block(loop->body, times && low && high ? std::optional(*times * (*high - *low)) : std::nullopt);
      }
  }

  std::vector<std::vector<Polynomial>> found;

private:
  void add(const ir::Sample &sample, const Polynomial &times) {
    const std::optional<std::size_t> scale = context.scales.of(sample);
    const auto &classes = context.scales.classes();
    for (std::size_t i = 0; i < classes.size(); ++i)
      for (const auto &[position, weight] : classes[i].members)
        if (position == scale) {
          const Polynomial count = Polynomial::constant(weight) * times;
          if (std::find(found[i].begin(), found[i].end(), count) == found[i].end())
            found[i].push_back(count);
        }
  }

  std::optional<Polynomial> polynomial(const ir::Expression &term) const {
    const auto value = rationalFunction(term, context.symbols, context.products, context.store);
    return value && value->denominator == Polynomial::constant(1) ? std::optional(value->numerator)
                                                                  : std::nullopt;
  }

  Context context;
};

} // namespace

std::vector<std::vector<Polynomial>> drawCounts(Context context) {
  Counting counting(context);
  counting.block(context.symbols.mechanism().body, Polynomial::constant(1));
  return std::move(counting.found);
}

} // namespace plumb::relational
