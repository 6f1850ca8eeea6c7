// SPDX-License-Identifier: Apache-2.0
//===- checker/witness/mass.h - How likely a cell of noise is ---*- C++ -*-===//
///
/// \file
/// The probability that one draw falls into a cell, and bounds on its density there: by the distribution
/// function of its law, which is known, so that nothing is integrated.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_WITNESS_MASS_H
#define PLUMB_CHECKER_WITNESS_MASS_H

#include "checker/witness/bounds.h"
#include "frontend/ir/law.h"

#include <limits>
#include <optional>

namespace plumb::witness {

/// low <= x <= high, with ends that are infinite or exact; integers of a draw over Int. Empty if low > high.
struct Cell {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();

  bool isEmpty() const { return low > high; }
};

/// The law of a draw at its scale.
class Noise {
public:
  /// Nothing if the law is none of those that are known here over that sort, or reaches so far over the
  /// integers that doubles do not tell them apart.
  static std::optional<Noise> create(ir::Law law, ir::Sort sort, const interpreter::Exact &scale);

  bool isInteger() const { return sort == ir::Sort::Int; }
  /// Is it a law over the reals whose density is known to have a concave logarithm? Cauchy's would not.
  bool isLogConcave() const;
  double roughScale() const { return scale.high; }
  Cell support() const;

  Bounds mass(const Cell &cell) const;
  /// Bounds on the density (the mass, over Int) at every place in \p places.
  Bounds density(const Bounds &places) const;

private:
  Noise(ir::Law of, ir::Sort over, const interpreter::Exact &at);
  /// Is it a multiple of e^(-|x|/b) on either side of 0?
  bool hasHalves() const { return ir::row(law).decay.has_value(); }
  // Of the others: P(x <= place), P(x >= place), and what lies between two places. \pre not empty.
  Bounds below(double place) const;
  Bounds above(double place) const;
  Bounds massWithoutHalves(const Cell &cell) const;
  Bounds densityWithoutHalves(double place) const;
  /// Of the law on x >= 0 alone. \pre 0 <= from <= to.
  Bounds massOfHalf(double from, double to) const;
  Bounds densityOfHalf(double place) const;

  ir::Law law;
  ir::Sort sort;
  /// Of e^(-|x|/scale), where the law has halves.
  Bounds scale;
  /// 1 - e^(-1/b).
  Bounds ratio;
  /// How much of the law lies on each side, which is its share at 0.
  Bounds weight;
};

} // namespace plumb::witness

#endif // PLUMB_CHECKER_WITNESS_MASS_H
