// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// Reproducible pseudo-random bits for statistical tests.
///
/// Source: Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators", OOPSLA 2014 (SplitMix64).

#ifndef PLUMB_TESTS_RUNTIME_SEEDED_BITS_H
#define PLUMB_TESTS_RUNTIME_SEEDED_BITS_H

#include <cstdint>

namespace plumb::runtime::test {

/// A model of `BitSource`; predictable, so for tests only.
class SeededBits {
public:
  explicit SeededBits(std::uint64_t seed) : state(seed) {}

  std::uint64_t next_u64() {
    std::uint64_t z = state += 0x9e3779b97f4a7c15U;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
  }
  std::uint8_t next_byte() { return static_cast<std::uint8_t>(next_u64() >> 56); }

private:
  std::uint64_t state;
};

} // namespace plumb::runtime::test

#endif // PLUMB_TESTS_RUNTIME_SEEDED_BITS_H
