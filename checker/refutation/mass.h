// SPDX-License-Identifier: Apache-2.0
//===- checker/refutation/mass.h - Chances of a draw ------------*- C++ -*-===//

#ifndef PLUMB_CHECKER_REFUTATION_MASS_H
#define PLUMB_CHECKER_REFUTATION_MASS_H

#include "checker/refutation/probability.h"
#include "checker/run/exact.h"
#include "frontend/ir/statement.h"

#include <vector>

namespace plumb::refutation {

/// The probability mass of one law over the integers. With q = e^(-1/scale):
///   laplace          (1 - q) / (1 + q) * q^|x|   for all x
///   exponential      (1 - q) * q^x               for x >= 0
///   neg_exponential  (1 - q) * q^-x              for x <= 0
class Mass {
public:
  /// \pre scale > 0.
  Mass(ir::Law law, const run::Exact &scale);

  /// The mass of one value of absolute value \p magnitude.
  const Probability &at(std::size_t magnitude);

private:
  Probability ratio;
  std::vector<Probability> masses;
};

} // namespace plumb::refutation

#endif // PLUMB_CHECKER_REFUTATION_MASS_H
