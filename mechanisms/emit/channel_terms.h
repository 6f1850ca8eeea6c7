// SPDX-License-Identifier: Apache-2.0
//===- mechanisms/emit/channel_terms.h - Terms of channels in C++ -*- C++ -*-===//
///
/// \file
/// The numbers of a channel as C++ over runtime::local::Number, and its exponents as C++ over Rational.
///
/// An exponent is a sum of multiples of parameters and of logarithms. Its first part becomes an argument of
/// `powers->exp`; a multiple m ln(a) becomes the factor a^m, which is a fraction of the same kind if m is
/// whole, and nothing that can be drawn exactly here if not.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_MECHANISMS_EMIT_CHANNEL_TERMS_H
#define PLUMB_MECHANISMS_EMIT_CHANNEL_TERMS_H

#include "frontend/ir/channel.h"
#include "mechanisms/emit/code.h"
#include "mechanisms/plan/problem.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace plumb::emit {

/// The name in C++ of a parameter, definition or map of a channel, by the rule of identifiers.h.
std::string channelIdentifier(const std::string &name);

class ChannelTerms {
public:
  /// Both outlive this.
  ChannelTerms(const ir::Channel &subject, plan::Problems &collected)
      : channel(subject), problems(collected) {}

  /// A Number.
  Code number(const ir::ChannelTerm &term);
  /// Statements that make `price`, a Rational, no less than \p budget: rationals are added exactly,
  /// logarithms rounded up. They return an error value where a logarithm is not defined.
  std::string raisePrice(const ir::ChannelTerm &budget);
  /// A Boolean that is true where the requirement does not hold.
  std::string failing(const ir::Channel::Requirement &requirement);

  /// What was passed to `powers->exp` so far, in order and once.
  const std::vector<std::string> &exponents() const { return announced; }
  /// The parameters and definitions that were used as Numbers so far.
  const std::set<std::size_t> &parameters() const { return usedParameters; }
  const std::set<std::size_t> &definitions() const { return usedDefinitions; }

private:
  /// sum of multiples[p] * parameter p, + constant, + sum of logarithms.
  struct Exponent {
    std::map<std::size_t, Rational> multiples;
    Rational constant;
    struct Logarithm {
      Rational multiple;
      const ir::ChannelTerm *argument;
    };
    std::vector<Logarithm> logarithms;
  };

  /// A Number, or an int, which stands for itself beside a Number.
  Code numberOrInt(const ir::ChannelTerm &term);
  Exponent exponent(const ir::ChannelTerm &term, const Rational &by);
  std::optional<Rational> constant(const ir::ChannelTerm &term) const;
  bool mentionsPower(const ir::ChannelTerm &term) const;
  bool standsInExponents(const ir::ChannelTerm &term) const;
  Code infix(const ir::ChannelTerm &term);
  Code literal(const Rational &value) const;
  Code power(const Exponent &sum);
  std::string linear(const Exponent &sum) const;
  std::string multiple(const Rational &factor, const std::string &rational) const;
  std::string failingPlainly(const ir::Channel::Requirement &requirement) const;
  std::string failingExponents(const ir::Channel::Requirement &requirement);
  std::string freshLogarithm();
  Code wholePower(const Rational &multiple, const ir::ChannelTerm &argument);

  const ir::Channel &channel;
  plan::Problems &problems;
  std::vector<std::string> announced;
  std::set<std::size_t> usedParameters, usedDefinitions;
  unsigned logarithmCount = 0;
};

} // namespace plumb::emit

#endif // PLUMB_MECHANISMS_EMIT_CHANNEL_TERMS_H
