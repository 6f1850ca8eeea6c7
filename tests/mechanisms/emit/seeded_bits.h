// SPDX-License-Identifier: Apache-2.0
//===- tests/mechanisms/emit/seeded_bits.h - Bits that repeat ---*- C++ -*-===//

#ifndef PLUMB_TESTS_MECHANISMS_EMIT_SEEDED_BITS_H
#define PLUMB_TESTS_MECHANISMS_EMIT_SEEDED_BITS_H

#include <cstdint>

namespace plumb::test {

/// SplitMix64 (Steele, Lea and Flood, 2014) as a source of bits: two with one seed give the same, so a
/// run can be drawn again. Not for releases.
class SeededBits {
public:
  explicit SeededBits(std::uint64_t seed) : state(seed) {}

  std::uint64_t next_u64() {
    std::uint64_t word = state += 0x9e3779b97f4a7c15;
    word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9;
    word = (word ^ (word >> 27)) * 0x94d049bb133111eb;
    return word ^ (word >> 31);
  }
  std::uint8_t next_byte() { return static_cast<std::uint8_t>(next_u64() >> 56); }

private:
  std::uint64_t state;
};

} // namespace plumb::test

#endif // PLUMB_TESTS_MECHANISMS_EMIT_SEEDED_BITS_H
