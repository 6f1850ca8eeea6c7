// SPDX-License-Identifier: Apache-2.0
//===- checker/refutation/mass.h - Chances of a draw ------------*- C++ -*-===//
///
/// \file
/// The probabilities of the draws of one law over the integers at one scale, each enclosed between rational
/// numbers and computed once.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_REFUTATION_MASS_H
#define PLUMB_CHECKER_REFUTATION_MASS_H

#include "checker/interpreter/exact.h"
#include "checker/noise/distribution.h"
#include "checker/refutation/probability.h"

#include <map>

namespace plumb::refutation {

/// The probabilities of the draws of one law over the integers, each computed once.
class Mass {
public:
  /// \pre scale > 0; the law has integers.
  Mass(ir::Law law, const interpreter::Exact &scale);

  /// The probability of \p value. The reference stays valid.
  const Probability &at(std::int64_t value);

private:
  const noise::Distribution &distribution;
  Rational scale;
  std::map<std::int64_t, Probability> known;
};

} // namespace plumb::refutation

#endif // PLUMB_CHECKER_REFUTATION_MASS_H
