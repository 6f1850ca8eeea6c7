// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// Which scales the samplers accept, and the scale as a quotient.

#ifndef PLUMB_RUNTIME_NOISE_SCALE_H
#define PLUMB_RUNTIME_NOISE_SCALE_H

#include "plumb/runtime/expected.h"
#include "plumb/runtime/natural.h"
#include "plumb/runtime/rational.h"

namespace plumb::runtime {

/// A scale b = t/s in lowest terms that passed the check, in units of the query
/// per unit of epsilon.
///
/// Accepted are 2^-64 <= b <= 2^64 with s, t < 2^4096. A smaller scale would
/// mean eps above 10^19, a larger one noise that drowns any count of 64 bits;
/// both are mistakes in a formula, and the bounds keep samples within `Wide`.
class NoiseScale {
public:
  /// An error value, with the scale quoted, unless the bounds above hold.
  static Expected<NoiseScale> create(const Rational &scale);

  const Rational &value() const { return scale; }
  /// b / 2^digits, the scale of floor(X / 2^digits). Its denominator may be longer than the bound.
  ///
  /// \pre digits <= 70 and b / 2^digits >= 2^-64.
  NoiseScale beyond(unsigned digits) const;

  /// s, t < 2^64, so that the fields below are valid and samplers may compute
  /// in 128 bits.
  bool narrow() const { return fitsNarrow; }
  WideUnsigned narrowNumerator() const { return narrowT; }
  WideUnsigned narrowDenominator() const { return narrowS; }

  const Natural &numerator() const { return t; }
  const Natural &denominator() const { return s; }

private:
  explicit NoiseScale(const Rational &checked);

  Rational scale;
  Natural t, s;
  bool fitsNarrow;
  WideUnsigned narrowT, narrowS;
};

} // namespace plumb::runtime

#endif // PLUMB_RUNTIME_NOISE_SCALE_H
