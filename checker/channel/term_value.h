// SPDX-License-Identifier: Apache-2.0
//===- checker/channel/term_value.h - Terms at numbers ----------*- C++ -*-===//
///
/// \file
/// The terms of a channel at concrete parameters, exact: budgets are chosen so that e^eps is rational. For
/// counterexamples and small instances.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_CHANNEL_TERM_VALUE_H
#define PLUMB_CHECKER_CHANNEL_TERM_VALUE_H

#include "frontend/ir/channel.h"

#include <optional>
#include <stdexcept>
#include <vector>

namespace plumb::channel {

/// A term has a value, which is no rational number, or none that is short enough to be computed.
struct NotRational : std::domain_error {
  NotRational();
};

/// The exact values of the terms of one channel, where exponent i is roots[i] * ln(values[i]).
class TermValues {
public:
  /// All outlive this.
  TermValues(const ir::Channel &subject, const std::vector<Integer> &rootNumbers,
             const std::vector<Rational> &parameterValues);

  /// Nothing if a divisor, or the argument of a logarithm, is not as it has to be. Throws TooLarge and
  /// NotRational.
  std::optional<Rational> number(const ir::ChannelTerm &term) const;
  /// e^(term - constant) and the constant, for a term that stands as an exponent. As number().
  struct Power {
    Rational power;
    Rational constant;
  };
  std::optional<Power> exponential(const ir::ChannelTerm &term) const;
  /// Does the requirement hold? Not if something in it is undefined, and not if that cannot be told in
  /// rational numbers. Throws TooLarge.
  bool holds(const ir::Channel::Requirement &requirement) const;

private:
  /// term * by as e^..., \p by a constant.
  std::optional<Power> scaled(const ir::ChannelTerm &term, const Rational &by) const;
  std::optional<Rational> constant(const ir::ChannelTerm &term) const;
  bool mentionsExponent(const ir::ChannelTerm &term) const;

  const ir::Channel &channel;
  const std::vector<Integer> &roots;
  const std::vector<Rational> &values;
  bool compare(const ir::Channel::Requirement &requirement) const;

  struct Defined {
    std::optional<Rational> value;
    bool isRational = true;
  };
  std::vector<Defined> definitions;
};

} // namespace plumb::channel

#endif // PLUMB_CHECKER_CHANNEL_TERM_VALUE_H
