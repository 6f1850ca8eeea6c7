// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// A coin whose probability lies between bounds, and words that are close to it.

#ifndef PLUMB_RUNTIME_REPLAY_ENCLOSED_COIN_H
#define PLUMB_RUNTIME_REPLAY_ENCLOSED_COIN_H

#include "plumb/runtime/bit_source.h"
#include "plumb/runtime/replay/chosen_bits.h"
#include "plumb/runtime/replay/enclosure.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace plumb::runtime::replay {

/// Shows 1 if random binary digits are below those of the probability, word by word; where it is 0 or 1,
/// without any.
class EnclosedCoin {
public:
  /// Throws Undefined unless \p probability lies from 0 to 1, and its first 256 digits are known.
  explicit EnclosedCoin(const Enclosure &probability) : isAlways(probability == 1) {
    constexpr std::size_t count = 4;
    const auto known = probability.words(count);
    if (probability < 0 || probability > 1 || !known)
      throw Undefined{"the probability of a coin is open, or none"};
    if (isAlways || probability == 0)
      return;
    digits.assign(known->begin() + 1, known->end());
    while (probability.exactly() && !digits.empty() && digits.back() == 0)
      digits.pop_back();
  }

  template <BitSource Bits> bool sample(Bits &bits) const {
    for (const std::uint64_t digit : digits)
      if (const std::uint64_t word = bits.next_u64(); word != digit)
        return word < digit;
    return isAlways;
  }

  /// Any bits, or words that are the digits for a while and then next to them: a coin that differs from this
  /// one by 2^-120 shows it.
  ChosenBits chosen(Random &random) const {
    std::vector<std::uint64_t> words;
    if (!digits.empty() && random.truth()) {
      const std::size_t same = std::min<std::size_t>(random.below(3), digits.size() - 1);
      words.assign(digits.begin(), digits.begin() + static_cast<std::ptrdiff_t>(same));
      words.push_back(digits[same] + random.below(5) - 2);
    }
    return {std::move(words), random.next_u64()};
  }

private:
  bool isAlways;
  std::vector<std::uint64_t> digits;
};

} // namespace plumb::runtime::replay

#endif // PLUMB_RUNTIME_REPLAY_ENCLOSED_COIN_H
