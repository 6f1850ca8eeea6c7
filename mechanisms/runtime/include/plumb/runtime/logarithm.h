// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// Budgets that are logarithms: ln(t), where t is a quotient over powers of e. They have no exact value as a
/// fraction, but e^-ln(t) = 1/t has one over powers of e, and that is all that noise of scale 1 / ln(t)
/// takes.

#ifndef PLUMB_RUNTIME_LOGARITHM_H
#define PLUMB_RUNTIME_LOGARITHM_H

#include "plumb/runtime/expected.h"
#include "plumb/runtime/local/powers.h"
#include "plumb/runtime/rational.h"

namespace plumb::runtime {

/// The number ln(t) > 0. A value type.
class Logarithm {
public:
  /// 0, which no noise takes for a budget.
  Logarithm() : Logarithm(*local::Powers::create({}), local::Number(1), Rational(0)) {}
  /// ln(\p argument); an error value unless \p argument is defined and greater than 1.
  static Expected<Logarithm> create(const local::Powers &powers, const local::Number &argument);

  /// A rational that is no less, and close to it.
  const Rational &above() const { return upper; }
  /// t, and the powers of e in it.
  const local::Number &argument() const { return number; }
  const local::Powers &powers() const { return base; }

private:
  Logarithm(local::Powers powers, local::Number argument, Rational above);

  local::Powers base;
  local::Number number;
  Rational upper;
};

} // namespace plumb::runtime

#endif // PLUMB_RUNTIME_LOGARITHM_H
