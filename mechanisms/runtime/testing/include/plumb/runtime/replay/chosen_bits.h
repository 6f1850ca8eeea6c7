// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// Bits of which the first are chosen, to see what an emitted client makes of them.

#ifndef PLUMB_RUNTIME_REPLAY_CHOSEN_BITS_H
#define PLUMB_RUNTIME_REPLAY_CHOSEN_BITS_H

#include "plumb/runtime/replay/random.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace plumb::runtime::replay {

/// Words, and behind them random ones; a model of `BitSource`. A byte is the first eight bits of what is left
/// of a word.
class ChosenBits {
public:
  /// Every bit of a word is the same: what takes 64 bits at once for 64 coins shows the same 64 times.
  enum class Beyond { AnyWords, EqualBits };

  ChosenBits(std::vector<std::uint64_t> first, std::uint64_t seed, Beyond then = Beyond::AnyWords)
      : words(std::move(first)), random(seed), beyond(then) {}

  std::uint64_t next_u64() {
    ++calls;
    const std::uint64_t word = next();
    if (taken == 0)
      return word;
    const std::uint64_t following = next();
    --place;
    return word << taken | following >> (64 - taken);
  }
  std::uint8_t next_byte() {
    ++calls;
    const unsigned skipped = taken;
    const std::uint64_t word = next();
    taken = skipped + 8;
    if (taken == 64)
      taken = 0;
    else
      --place;
    return static_cast<std::uint8_t>(word >> (56 - skipped));
  }

  /// How often somebody has asked.
  std::size_t asked() const { return calls; }

private:
  std::uint64_t next() {
    if (place == words.size())
      words.push_back(beyond == Beyond::AnyWords ? random.next_u64()
                      : random.truth()           ? ~std::uint64_t{0}
                                                 : 0);
    return words[place++];
  }

  std::vector<std::uint64_t> words;
  Random random;
  Beyond beyond;
  std::size_t place = 0, calls = 0;
  /// Bits of the word at `place` that are gone.
  unsigned taken = 0;
};

} // namespace plumb::runtime::replay

#endif // PLUMB_RUNTIME_REPLAY_CHOSEN_BITS_H
