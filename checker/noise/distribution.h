// SPDX-License-Identifier: Apache-2.0
//===- checker/noise/distribution.h - What a law allows ---------*- C++ -*-===//
///
/// \file
/// What the theorem needs to know of a law of noise, as formulas: where its
/// support is, in which directions a draw may be moved, and what that costs; and
/// what the law is, as sentences and as numbers between bounds.
///
/// Support and rates come from the row of the law (frontend/ir/laws.def), which
/// the interpreter reads for itself. The rest is a file of its own for each law.
///
/// Over the reals a law of scale b is a density, over the integers a mass. With
/// the rate c of a direction, moving a draw by s in that direction multiplies
/// density or mass by at least exp(-c s / b), as long as it stays in the support.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_NOISE_DISTRIBUTION_H
#define PLUMB_CHECKER_NOISE_DISTRIBUTION_H

#include "checker/smt/term.h"
#include "frontend/ir/law.h"
#include "frontend/support/enclosure.h"

#include <string>

namespace plumb::noise {

/// One law. Its definition is `template <> const Distribution &distributionOf<ir::Law::...>()`, in its file.
class Distribution {
public:
  virtual ~Distribution() = default;

  /// What is drawn, for verdicts and certificates: "one-sided geometric law", "P[x] proportional to exp(-x/b)
  /// on x >= 0".
  struct LawText {
    std::string name;
    /// Empty if the name says it: "Laplace density exp(-|x|/b)/(2b)".
    std::string mass = {};
  };
  /// \param b what the scale is called.
  virtual LawText lawText(bool discrete, const std::string &b) const = 0;

  /// The density at \p x for scale 1; at scale b it is density(x / b) / b. Nobody computes with it but the
  /// test that holds the rates of the row against it.
  ///
  /// \pre the row says that draws may be reals; |x| <= 50.
  virtual Enclosure density(const Rational &x) const;

  /// The probability of \p x over the integers.
  ///
  /// \pre the row says that draws may be integers; scale > 0.
  virtual Enclosure mass(const Integer &x, const Rational &scale) const;
};

template <ir::Law law> const Distribution &distributionOf();
const Distribution &distribution(ir::Law law);

/// The formula "\p draw lies in the support of \p law". \param draw sort Int or Real.
smt::Term inSupport(smt::TermStore &store, ir::Law law, smt::Term draw);

/// Is there a direction in which \p law bounds no cost? Then mayBeMoved is to be proved of each shift.
bool hasForbiddenDirection(ir::Law law);
/// The formula "\p law bounds what it costs to move a draw by \p shift", the support aside.
smt::Term mayBeMoved(smt::TermStore &store, ir::Law law, smt::Term shift);

/// What moving a draw by \p shift costs at most, in units of 1/b. Meant where mayBeMoved and inSupport
/// hold. Its sort is that of the shift if the rates of the law are integers, else Real.
smt::Term movedBy(smt::TermStore &store, ir::Law law, smt::Term shift);
/// The largest rate of \p law: |shift| <= u implies movedBy <= largestRate * u.
Rational largestRate(ir::Law law);

} // namespace plumb::noise

#endif // PLUMB_CHECKER_NOISE_DISTRIBUTION_H
