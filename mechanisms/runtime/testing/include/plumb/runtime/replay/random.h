// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// Random choices that repeat: the same seed gives the same replay on every machine. Never for
/// releases.

#ifndef PLUMB_RUNTIME_REPLAY_RANDOM_H
#define PLUMB_RUNTIME_REPLAY_RANDOM_H

#include "plumb/runtime/replay/terms.h"

#include <cstdint>
#include <iterator>

namespace plumb::runtime::replay {

/// SplitMix64 (Steele, Lea and Flood, 2014): bits that repeat, for replays only.
class Random {
public:
  explicit Random(std::uint64_t seed) : state(seed) {}

  std::uint64_t next_u64() {
    std::uint64_t word = state += 0x9e3779b97f4a7c15;
    word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9;
    word = (word ^ (word >> 27)) * 0x94d049bb133111eb;
    return word ^ (word >> 31);
  }
  std::uint8_t next_byte() { return static_cast<std::uint8_t>(next_u64() >> 56); }

  std::uint64_t below(std::uint64_t count) { return next_u64() % count; }
  bool oneIn(std::uint64_t count) { return below(count) == 0; }
  /// From \p low to \p high, both included.
  Int between(Int low, Int high) {
    return high <= low ? low
                       : low + Int(static_cast<Wide>(
                                   next_u64() % static_cast<runtime::WideUnsigned>((high - low + 1).wide())));
  }
  /// The same, or now and then something just outside.
  Int near(Int low, Int high) {
    if (!oneIn(12))
      return between(low, high);
    return truth() ? low - between(1, 3) : high + between(1, 3);
  }
  Rational real() {
    static const char *const common[] = {"1", "1/2", "2", "1/3", "7/5", "3", "1/10", "5", "3/100", "0", "-1"};
    return rational(common[below(oneIn(8) ? std::size(common) : 6)]);
  }
  bool truth() { return oneIn(2); }
  /// What counts lie around: mostly 0, sometimes far from it.
  Int centre() {
    if (oneIn(40))
      return truth() ? Wide{1} << 62 : -(Wide{1} << 62);
    return oneIn(10) ? between(-1000, 1000) : Int(0);
  }

private:
  std::uint64_t state;
};

} // namespace plumb::runtime::replay

#endif // PLUMB_RUNTIME_REPLAY_RANDOM_H
