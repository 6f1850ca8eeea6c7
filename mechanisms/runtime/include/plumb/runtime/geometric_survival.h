// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// Certified binary digits of the survival functions of geometric laws.
///
/// The only place where transcendental numbers are computed. They are enclosed
/// by MPFR with directed rounding, and no digit leaves before both ends of the
/// enclosure agree on it.

#ifndef PLUMB_RUNTIME_GEOMETRIC_SURVIVAL_H
#define PLUMB_RUNTIME_GEOMETRIC_SURVIVAL_H

#include "plumb/runtime/rational.h"

#include <cstddef>
#include <cstdint>

namespace plumb::runtime {

/// S(j) = P[X >= j] for j >= 1, with r = e^(-1/b) and b rational.
///
///  - OneSided: X geometric on x >= 0, so S(j) = r^j.
///  - TwoSided: X the magnitude of the two-sided geometric law, whose mass at
///    x is (1-r)/(1+r) r^|x|, so S(j) = 2 r^j / (1+r).
///
/// S(j) is a non-constant rational function of e^(-1/b), which is
/// transcendental (Lindemann). So it is not a dyadic rational, every digit is
/// certain at some finite precision, and a uniform U never equals it.
class GeometricSurvival {
public:
  enum class Law : std::uint8_t { OneSided, TwoSided };

  /// \pre scale > 0.
  GeometricSurvival(Law kind, const Rational &scale);

  /// Write S(j) in binary, 0.d0 d1 d2 ..., d0 having \p leadingBits binary
  /// digits and every later block 64. Returns block number \p block.
  ///
  /// \pre j >= 1, 1 <= leadingBits <= 64.
  std::uint64_t digits(std::size_t j, unsigned leadingBits, std::size_t block) const;

  /// floor(2^128 r).
  WideUnsigned ratio128() const;
  /// floor(2^128 S(1)).
  WideUnsigned first128() const;

private:
  Law law;
  Rational inverseScale;
};

} // namespace plumb::runtime

#endif // PLUMB_RUNTIME_GEOMETRIC_SURVIVAL_H
