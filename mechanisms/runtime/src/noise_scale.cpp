// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/noise_scale.h"

namespace plumb::runtime {

namespace {

constexpr std::size_t maximalBits = 4096;

WideUnsigned lowWord(const Natural &value) {
  return static_cast<std::uint64_t>(value);
}

} // namespace

Expected<NoiseScale> NoiseScale::create(const Rational &scale) {
  if (scale.sign() <= 0)
    return Error{"scale of the noise is " + scale.text() + "; it must be positive"};
  if (mpz_sizeinbase(scale.numerator(), 2) > maximalBits ||
      mpz_sizeinbase(scale.denominator(), 2) > maximalBits)
    return Error{"scale of the noise has a numerator or denominator of more "
                 "than 4096 bits"};
  const Rational limit(Wide{1} << 64);
  if (scale > limit || scale * limit < 1)
    return Error{"scale of the noise is " + scale.text() + "; it must lie between 2^-64 and 2^64"};
  return NoiseScale(scale);
}

NoiseScale NoiseScale::beyond(unsigned digits) const {
  return NoiseScale(scale / Rational(Wide{1} << digits));
}

NoiseScale::NoiseScale(const Rational &checked)
    : scale(checked), t(Natural::copyOf(checked.numerator())), s(Natural::copyOf(checked.denominator())),
      fitsNarrow(t.bitLength() <= 64 && s.bitLength() <= 64), narrowT(fitsNarrow ? lowWord(t) : 0),
      narrowS(fitsNarrow ? lowWord(s) : 0) {}

} // namespace plumb::runtime
