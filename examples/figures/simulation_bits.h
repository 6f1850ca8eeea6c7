// SPDX-License-Identifier: Apache-2.0
//===- examples/figures/simulation_bits.h - Bits of a seed ------*- C++ -*-===//
///
/// \file
/// Pseudo-random bits that can be drawn again, for figures.
///
/// FOR SIMULATION ONLY. Whoever knows the seed can take the noise off what a mechanism
/// released with it. Releases draw from `plumb::runtime::OsBits`; this header is not installed.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_EXAMPLES_FIGURES_SIMULATION_BITS_H
#define PLUMB_EXAMPLES_FIGURES_SIMULATION_BITS_H

#include <cstdint>
#include <random>

namespace figures {

/// A model of `plumb::runtime::BitSource` with the 64-bit Mersenne Twister, whose outputs the
/// C++ standard fixes: the same seed gives the same figure everywhere.
class SimulationBits {
public:
  explicit SimulationBits(std::uint64_t seed) : engine(seed) {}

  std::uint64_t next_u64() { return engine(); }
  std::uint8_t next_byte() { return static_cast<std::uint8_t>(engine() >> 56); }

  /// Uniform on 0 .. bound-1, up to bound / 2^64. \pre bound >= 1.
  std::uint64_t below(std::uint64_t bound) { return engine() % bound; }

private:
  std::mt19937_64 engine;
};

} // namespace figures

#endif // PLUMB_EXAMPLES_FIGURES_SIMULATION_BITS_H
