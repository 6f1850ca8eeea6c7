// SPDX-License-Identifier: Apache-2.0
//===- checker/disproof/path_integral.h - How likely a path is --*- C++ -*-===//
///
/// \file
/// The probability of one path, or its density: the draws are integrated out of their joint density.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_DISPROOF_PATH_INTEGRAL_H
#define PLUMB_CHECKER_DISPROOF_PATH_INTEGRAL_H

#include "checker/disproof/elimination.h"

namespace plumb::disproof {

template <class A> class PathIntegral {
public:
  using Place = typename A::Place;
  using Number = typename A::Number;

  PathIntegral(A &of, Work &budget) : arithmetic(of), algebra(of), work(budget) {}

  struct Likelihood {
    /// No draws at all lead along the path: then it is exactly 0.
    bool isImpossible;
    Number value;
  };

  /// Nothing if the path has no closed form here: three draws in one test, comparisons in circles that
  /// no one draw is part of all of, a law whose density is no exponential, but for what closed_form.h knows;
  /// or if the budget is spent.
  std::optional<Likelihood> likelihood(const witness::Path &path);

  /// The draws of a run inside the region of the path that was integrated last. Nothing if none was found.
  std::optional<std::vector<Place>> innerPoint(const witness::Path &path) const;

private:
  std::optional<Likelihood> withClosedForm(const witness::Path &path);
  std::optional<Likelihood> integrated(const witness::Path &path);
  bool start(const witness::Path &path, Joint<A> &joint);
  bool addTest(Joint<A> &joint, const LinearForm &form, bool isStrict);
  /// The densities of draws whose value is a form in several draws: one joint density for each side of 0.
  bool addDensities(const witness::Path &path, std::vector<Joint<A>> &joints);
  bool addCoupled(const witness::Draw &draw, std::vector<Joint<A>> &joints);

  A &arithmetic;
  PiecewiseAlgebra<A> algebra;
  Work &work;
  /// Of the last joint density that is more than 0 anywhere.
  std::optional<Elimination<A>> inside;
  /// Of the path that was looked at last, if some of its draws have a closed form: where these are.
  std::optional<std::vector<Place>> closedPoint;
};

} // namespace plumb::disproof

#endif // PLUMB_CHECKER_DISPROOF_PATH_INTEGRAL_H
