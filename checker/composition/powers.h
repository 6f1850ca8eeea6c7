// SPDX-License-Identifier: Apache-2.0
//===- checker/composition/powers.h - Terms with exp and ln -----*- C++ -*-===//
///
/// \file
/// Comparisons of terms in which powers of e and logarithms stand that a composition defines. They are
/// inequalities of polynomials in roots of e^eps, as those of a channel are, and are shown by the same
/// certificates (checker/channel/certificate.h).
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_COMPOSITION_POWERS_H
#define PLUMB_CHECKER_COMPOSITION_POWERS_H

#include "checker/channel/prover.h"
#include "checker/verdict/evidence.h"
#include "frontend/ir/channel.h"
#include "frontend/ir/composition.h"

namespace plumb::composition {

/// A term over the parameters of one composition, and over what it defines.
using PowerTerm = ir::ChannelTermPtr;

PowerTerm constantTerm(long value);
PowerTerm sumTerm(PowerTerm a, PowerTerm b);
PowerTerm differenceTerm(PowerTerm a, PowerTerm b);
PowerTerm productTerm(PowerTerm a, PowerTerm b);

class Powers {
public:
  /// \p composition outlives this.
  Powers(const ir::Composition &composition, channel::EngineMaker makeEngine);

  /// \p expression as a number, in which no logarithm stands. Null: it is no sum, product or quotient of
  /// numbers, scalar parameters and defined names; here and below.
  PowerTerm number(const ir::Expression &expression) const;
  /// e to the power of \p exponent.
  PowerTerm power(const ir::Expression &exponent) const;

  /// The definitions, in their order, as those of a channel without values; of c = ln(t) it is t.
  ir::Channel definitions() const;

  /// An inequality that was shown.
  struct Shown {
    std::string_view engine;
    std::shared_ptr<const verdict::Identity> identity;
  };
  /// Shows \p greater >= \p smaller, or >, from the requirements: first that each divisor is positive, and
  /// at last that. Nothing if a term is null, if it is not shown, or if there is no algebra for it.
  std::vector<Shown> show(PowerTerm greater, PowerTerm smaller, bool isStrict);

private:
  enum class Role : std::uint8_t { Number, Exponent };
  PowerTerm term(const ir::Expression &expression, Role role) const;
  PowerTerm name(const ir::Variable &variable, Role role) const;
  PowerTerm binary(const ir::Binary &expression, Role role) const;
  void require(ir::Channel &numbers, const ir::Expression &requirement) const;
  ir::Channel numbersWith(PowerTerm greater, PowerTerm smaller) const;

  const ir::Composition &composition;
  channel::EngineMaker engine;
  /// In the order of the numbers of the algebra.
  std::vector<const ir::Variable *> parameters;
};

} // namespace plumb::composition

#endif // PLUMB_CHECKER_COMPOSITION_POWERS_H
