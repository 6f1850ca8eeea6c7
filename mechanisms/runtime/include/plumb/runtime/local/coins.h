// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// Many independent coins of one bias P(E)/Q(E), exactly.
///
/// A coin shows 1 if U < bias for a uniform U of its own. 64 of them are
/// decided at once, digit by digit: bit i of a random word is the next binary
/// digit of coin i's U. Where it differs from the digit of the bias, coin i is
/// decided; about 7 words decide 64 coins, and one more word each time decides
/// half of those that are left.

#ifndef PLUMB_RUNTIME_LOCAL_COINS_H
#define PLUMB_RUNTIME_LOCAL_COINS_H

#include "plumb/runtime/bit_source.h"
#include "plumb/runtime/exp_ratio.h"
#include "plumb/runtime/expected.h"
#include "plumb/runtime/local/powers.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace plumb::runtime::local {

/// Immutable; may be shared between threads.
class Coins {
public:
  /// \pre bias is defined and 0 <= bias <= 1 at E; aborts otherwise.
  Coins(const Powers &powers, const Number &bias);
  /// The same; an error value where \p bias is no probability.
  static Expected<Coins> create(const Powers &powers, const Number &bias);

  /// The bias is 0, or 1: nothing is drawn.
  bool isNever() const { return certain == Certain::Never; }
  bool isAlways() const { return certain == Certain::Always; }

  /// 64 independent coins. The work depends on the random words only.
  template <BitSource Bits> std::uint64_t sample64(Bits &bits) const {
    if (certain != Certain::Neither)
      return certain == Certain::Always ? ~std::uint64_t{0} : 0;
    std::uint64_t open = ~std::uint64_t{0}, ones = 0;
    for (std::size_t block = 0;; ++block) {
      const std::uint64_t digits = digitsOf(block);
      for (unsigned i = 0; i < 64; ++i) {
        const std::uint64_t word = bits.next_u64();
        const std::uint64_t digit = digits >> (63 - i) & 1 ? ~std::uint64_t{0} : 0;
        ones |= open & digit & ~word;
        open &= ~(digit ^ word);
        if (open == 0)
          return ones;
      }
      if (hasEnded(block))
        return ones; // where U agrees with all digits of the bias, it is not below it
    }
  }

  /// One coin: a word and, with probability 2^-64, another.
  template <BitSource Bits> bool sample(Bits &bits) const {
    if (certain != Certain::Neither)
      return certain == Certain::Always;
    for (std::size_t block = 0;; ++block) {
      const std::uint64_t word = bits.next_u64(), digits = digitsOf(block);
      if (word != digits)
        return word < digits;
      if (hasEnded(block))
        return false;
    }
  }

private:
  enum class Certain : std::uint8_t { Neither, Never, Always };

  /// Digits 64 block ... 64 block + 63 of the bias.
  std::uint64_t digitsOf(std::size_t block) const {
    if (block == 0) [[likely]]
      return leading;
    return ratio->digits(64, 64, block);
  }
  bool hasEnded(std::size_t block) const { return ratio->endsWithin(64 * (block + 1)); }

  Certain certain;
  /// Where it is not certain.
  std::optional<ExpRatio> ratio;
  std::uint64_t leading = 0;
};

} // namespace plumb::runtime::local

#endif // PLUMB_RUNTIME_LOCAL_COINS_H
