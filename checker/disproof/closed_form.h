// SPDX-License-Identifier: Apache-2.0
//===- checker/disproof/closed_form.h - Laws without integrals --*- C++ -*-===//
///
/// \file
/// Paths of draws whose densities are no powers of e on either side of 0, as far as their likelihood is known
/// in closed form: logistic and Gumbel draws that are published, or compared with numbers, and the largest of
/// several values with Gumbel noise of one scale, which is value i with a probability proportional to e^(v_i
/// / b) (Yellott, "The relationship between Luce's choice axiom, Thurstone's theory of comparative judgment,
/// and the double exponential distribution", 1977).
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_DISPROOF_CLOSED_FORM_H
#define PLUMB_CHECKER_DISPROOF_CLOSED_FORM_H

#include "checker/witness/witness.h"

namespace plumb::disproof {

template <class A> struct ClosedForm {
  bool isImpossible;
  typename A::Number value;
  /// The draws of a run inside the path, if it is not impossible.
  std::vector<typename A::Place> point;
};

/// Nothing if it is not one of these. Other draws may be there that are free and in no test.
///
/// \pre the tests are over free draws.
template <class A> std::optional<ClosedForm<A>> closedForm(A &arithmetic, const witness::Path &path);

} // namespace plumb::disproof

#endif // PLUMB_CHECKER_DISPROOF_CLOSED_FORM_H
