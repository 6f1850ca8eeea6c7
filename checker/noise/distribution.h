// SPDX-License-Identifier: Apache-2.0
//===- checker/noise/distribution.h - What a law allows ---------*- C++ -*-===//
///
/// \file
/// What the theorem needs to know of a noise law: where its support is. Each law
/// has a file of its own; `distribution(law)` finds it.
///
/// Over the reals a law of scale b is a density, over the integers the geometric
/// law with log-ratio 1/b per unit. The support condition and the cost are the
/// same for both: moving a draw from H to H' multiplies its density or mass by
/// at least exp(-|H' - H| / b), as long as H' stays in the support.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_NOISE_DISTRIBUTION_H
#define PLUMB_CHECKER_NOISE_DISTRIBUTION_H

#include "checker/smt/term.h"
#include "frontend/ir/statement.h"

#include <string>
#include <string_view>

namespace plumb::noise {

class Distribution {
public:
  virtual ~Distribution() = default;

  /// The formula "\p draw lies in the support".
  /// \param draw sort Int or Real.
  virtual smt::Term inSupport(smt::TermStore &store, smt::Term draw) const = 0;

  /// "x >= 0", for messages.
  virtual std::string_view supportText() const = 0;

  /// "one-sided geometric law, P[x] proportional to exp(-x/b) on x >= 0": what is drawn, printed in
  /// verdicts and certificates.
  virtual std::string_view lawText(bool discrete) const = 0;
};

const Distribution &distribution(ir::Law law);

/// |shift|, the amount that is charged at rate 1/b for every law here. Exact for a one-sided law
/// moved away from 0; an upper bound otherwise (triangle inequality).
smt::Term movedBy(smt::TermStore &store, smt::Term shift);

// One definition each, in the file of its law.
const Distribution &laplaceDistribution();
const Distribution &exponentialDistribution();
const Distribution &negExponentialDistribution();

} // namespace plumb::noise

#endif // PLUMB_CHECKER_NOISE_DISTRIBUTION_H
