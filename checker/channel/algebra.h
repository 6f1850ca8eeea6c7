// SPDX-License-Identifier: Apache-2.0
//===- checker/channel/algebra.h - A channel as polynomials -----*- C++ -*-===//
///
/// \file
/// The numbers of a channel are fractions of polynomials in its parameters, where an
/// exponent p stands as its root r = e^(p / k) for a k that makes every power of e whole.
/// Since p -> r is increasing from the reals onto the positive numbers, what holds
/// for all r of a range holds for all p of one.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_CHANNEL_ALGEBRA_H
#define PLUMB_CHECKER_CHANNEL_ALGEBRA_H

#include "checker/channel/fraction.h"
#include "frontend/ir/channel.h"

#include <map>
#include <string>

namespace plumb::channel {

/// Something in a channel that this checker has no algebra for; what() says what.
struct Unsupported : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

/// polynomial >= 0, or > 0.
struct Fact {
  Polynomial polynomial;
  bool isStrict = false;
  friend bool operator<(const Fact &a, const Fact &b) {
    return a.isStrict != b.isStrict ? b.isStrict : a.polynomial < b.polynomial;
  }
};

/// A sum of multiples of exponents, plus ln(factor), plus a constant.
struct Exponent {
  /// By parameter; none is 0.
  std::map<std::size_t, Rational> multiples;
  Fraction factor;
  Rational constant;
};

/// exponent >= 0, or > 0.
struct Order {
  Exponent exponent;
  bool isStrict = false;
};

/// Translates the terms of one channel. Variable i is parameter i, or its root if it is an exponent.
class Algebra {
public:
  /// \p channel outlives this. The roots of its parameters are finer than needed by the factor
  /// \p refinement: where square roots are looked for.
  explicit Algebra(const ir::Channel &channel, unsigned refinement = 1);

  std::size_t variableCount() const { return channel.parameters.size(); }
  /// The k of the root of an exponent; 1 for other parameters.
  const Integer &rootOf(std::size_t parameter) const { return roots[parameter]; }
  const std::vector<Integer> &allRoots() const { return roots; }

  /// Both throw Unsupported or TooLarge.
  Fraction number(const ir::ChannelTerm &term);
  /// e^term, for a term without a constant.
  Fraction exponential(const ir::ChannelTerm &term);
  Exponent exponent(const ir::ChannelTerm &term);

  Fraction constant(const Rational &value) const;
  /// How many members the class has.
  Polynomial sizeOf(std::size_t classNumber) const;

  /// What the requirements say, as far as polynomials can say it (never more), and that roots are positive.
  const std::vector<Fact> &facts() const { return known; }

  const ir::Channel &subject() const { return channel; }

private:
  void findRoots(const ir::ChannelTerm &term);
  bool standsInExponents(const ir::ChannelTerm &term) const;
  void requireRootsBelow(const Fraction &fraction) const;
  Fraction powersOf(const Exponent &exponent);
  void learn(const ir::Channel::Requirement &requirement);
  Fraction learnAtLeastOne(const Exponent &exponent, bool isStrict);
  void chainOrders();
  void chain(const Order &one, const Order &other, std::size_t parameter);
  Polynomial polynomialConstant(const Rational &value) const;

  const ir::Channel &channel;
  std::vector<Integer> roots;
  /// Until then exponent() leaves logarithms out.
  bool rootsAreKnown = false;
  std::map<std::size_t, Fraction> definitions;
  std::vector<Fact> known;
  /// Between exponents alone: what is required, and what follows.
  std::vector<Order> orders;
};

} // namespace plumb::channel

#endif // PLUMB_CHECKER_CHANNEL_ALGEBRA_H
