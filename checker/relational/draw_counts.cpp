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
  explicit Counting(Context of) : context(of) {}

  /// \param times how often \p block is run; nothing if that is not known.
  void block(const ir::Block &block, const std::optional<Polynomial> &times) {
    for (const auto &statement : block)
      if (const auto *sample = dyn_cast<ir::Sample>(statement.get())) {
        if (times)
          add(Polynomial::constant(weightOf(*sample)) * *times);
      } else if (const auto *branch = dyn_cast<ir::If>(statement.get())) {
        this->block(branch->thenBlock, times);
        this->block(branch->elseBlock, times);
      } else if (const auto *loop = dyn_cast<ir::For>(statement.get())) {
        const std::optional<Polynomial> low = polynomial(*loop->low), high = polynomial(*loop->high);
        this->block(loop->body, times && low && high ? std::optional(*times * (*high - *low)) : std::nullopt);
      }
  }

  std::vector<Polynomial> found;

private:
  void add(const Polynomial &count) {
    if (std::find(found.begin(), found.end(), count) == found.end())
      found.push_back(count);
  }

  /// So many times what is moved at its scale counts; 1 if that is in no class.
  Rational weightOf(const ir::Sample &sample) const {
    const std::optional<std::size_t> scale = context.scales.of(sample);
    for (const Scales::Class &of : context.scales.classes())
      for (const auto &[position, weight] : of.members)
        if (position == scale)
          return weight;
    return 1;
  }

  std::optional<Polynomial> polynomial(const ir::Expression &term) const {
    const auto value = rationalFunction(term, context.symbols, context.products, context.store);
    return value && value->denominator == Polynomial::constant(1) ? std::optional(value->numerator)
                                                                  : std::nullopt;
  }

  Context context;
};

} // namespace

std::vector<Polynomial> drawCounts(Context context) {
  Counting counting(context);
  counting.block(context.symbols.mechanism().body, Polynomial::constant(1));
  return std::move(counting.found);
}

} // namespace plumb::relational
