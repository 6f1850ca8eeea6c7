// SPDX-License-Identifier: Apache-2.0
//===- checker/channel/composed_terms.h - Numbers of a composition -*- C++ -*-===//
///
/// \file
/// The terms of a composition of channels as polynomials in which an exponent stands for itself, and not for
/// a power of e (as it does in algebra.h): budgets are added and multiplied with how often a part runs, also
/// where that is a parameter. A logarithm is one more variable.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_CHANNEL_COMPOSED_TERMS_H
#define PLUMB_CHECKER_CHANNEL_COMPOSED_TERMS_H

#include "checker/channel/algebra.h"
#include "checker/channel/prover.h"
#include "frontend/ir/channel_composition.h"

namespace plumb::channel {

/// \p term of \p channel with \p arguments put in, and without definitions. Throws Unsupported if it is very
/// long so.
std::shared_ptr<const ir::ChannelTerm> argumentsPut(const ir::Channel &channel, const ir::ChannelTerm &term,
                                                    const std::vector<ir::ChannelTermPtr> &arguments);

/// The terms over the parameters of one composition.
class ComposedTerms {
public:
  /// \p terms: all that are ever asked for; \p head outlives this. What `requires` of the head says in
  /// polynomials is known, and that parameters which are sizes are not negative.
  ComposedTerms(const ir::Channel &head, const std::vector<const ir::ChannelTerm *> &terms,
                const std::set<std::size_t> &sizes);

  std::size_t variableCount() const { return names.size(); }
  /// "n", "eps", "ln(p)"
  const std::vector<std::string> &variableNames() const { return names; }
  const std::vector<bool> &areIntegers() const { return integers; }
  const std::vector<Fact> &facts() const { return known; }
  /// Throws Unsupported where there is `exp`, and TooLarge.
  Fraction value(const ir::ChannelTerm &term) const;
  Fraction constant(const Rational &number) const {
    return Fraction::of(Polynomial::constant(variableCount(), number));
  }

private:
  Fraction value(const ir::ChannelTerm &term, std::size_t variables) const;
  void collect(const ir::ChannelTerm &term);
  /// Adds what is known with one side of an equation in the place of the other.
  void putEqualsIn();
  void learn(const ir::Channel::Requirement &requirement);

  const ir::Channel &channel;
  /// The arguments of `ln`, over the parameters alone; they have the variables behind these.
  std::vector<Fraction> logarithms;
  std::vector<std::string> names;
  std::vector<bool> integers;
  std::vector<Fact> known;
  /// Polynomials that are 0 by `requires`.
  std::vector<Polynomial> equals;
};

/// The roots (algebra.h) that make every power of e in \p channels a power of a number, where what an
/// exponent is divided by is a number; else where it is small.
std::vector<Integer> commonRoots(const ir::Channel &head, const std::vector<const ir::Channel *> &channels);

} // namespace plumb::channel

#endif // PLUMB_CHECKER_CHANNEL_COMPOSED_TERMS_H
