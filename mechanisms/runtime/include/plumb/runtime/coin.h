// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// Coins with a checked bias: p/q, and e^(-p/q).
///
/// `bernoulli.h` and `bernoulli_exp.h` hold the algorithms and trust their
/// arguments; the classes here check theirs and take rationals of any size.

#ifndef PLUMB_RUNTIME_COIN_H
#define PLUMB_RUNTIME_COIN_H

#include "plumb/runtime/bernoulli.h"
#include "plumb/runtime/bernoulli_exp.h"
#include "plumb/runtime/expected.h"
#include "plumb/runtime/rational.h"

#include <utility>

namespace plumb::runtime {

/// The numerator and denominator of a rational >= 0, and whether samplers may
/// compute with them in 128 bits.
class CoinBias {
public:
  /// \pre value >= 0.
  explicit CoinBias(const Rational &value)
      : p(Natural::copyOf(value.numerator())), q(Natural::copyOf(value.denominator())),
        fitsNarrow(p.bitLength() <= 64 && q.bitLength() <= 63),
        narrowP(fitsNarrow ? static_cast<std::uint64_t>(p) : 0),
        narrowQ(fitsNarrow ? static_cast<std::uint64_t>(q) : 1) {}

  /// \p coin on the narrowest number type that holds the bias.
  template <class Coin> bool flip(const Coin &coin) const {
    return fitsNarrow ? coin(narrowP, narrowQ) : coin(p, q);
  }

private:
  Natural p, q;
  bool fitsNarrow;
  WideUnsigned narrowP, narrowQ;
};

/// True with probability p/q exactly. Immutable; may be shared between threads.
class RationalCoin {
public:
  /// An error value unless 0 <= bias <= 1.
  static Expected<RationalCoin> create(const Rational &bias) {
    if (bias.sign() < 0 || bias > 1)
      return Error{"bias of a coin is " + bias.text() + "; it must lie between 0 and 1"};
    return RationalCoin(bias);
  }

  /// 256/255 bytes expected, none if the bias is 0 or 1.
  template <BitSource Bits> bool sample(Bits &bits) const {
    return bias.flip([&](const auto &p, const auto &q) { return bernoulli(p, q, bits); });
  }

private:
  explicit RationalCoin(const Rational &checked) : bias(checked) {}

  CoinBias bias;
};

/// True with probability e^(-x) exactly, x rational. Immutable; may be shared
/// between threads.
class ExponentialCoin {
public:
  /// An error value unless x >= 0.
  static Expected<ExponentialCoin> create(const Rational &x) {
    if (x.sign() < 0)
      return Error{"exponent of a coin is " + x.text() + "; e^-x is a probability for x >= 0 only"};
    return ExponentialCoin(x);
  }

  /// Fewer than 5 coins of rational bias expected.
  template <BitSource Bits> bool sample(Bits &bits) const {
    return exponent.flip([&](const auto &p, const auto &q) { return bernoulliExp(p, q, bits); });
  }

private:
  explicit ExponentialCoin(const Rational &checked) : exponent(checked) {}

  CoinBias exponent;
};

} // namespace plumb::runtime

#endif // PLUMB_RUNTIME_COIN_H
