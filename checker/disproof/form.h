// SPDX-License-Identifier: Apache-2.0
//===- checker/disproof/form.h - A number of a run, in its draws -*- C++ -*-===//
///
/// \file
/// What a variable of a run holds while the draws are not known: a linear form in them, with exact rational
/// coefficients.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_DISPROOF_FORM_H
#define PLUMB_CHECKER_DISPROOF_FORM_H

#include "checker/witness/witness.h"

namespace plumb::disproof {

using interpreter::Exact;
using witness::LinearForm;

struct Form {
  LinearForm linear;
  /// A real draw in it was replaced by what a published number says of it. So its value moves with that
  /// number, and a test that it meets with equality may go the other way for numbers close by.
  bool followsNumber = false;

  Form() = default;
  Form(Exact value) : linear{std::move(value), {}} {}
  Form(std::int64_t value) : Form(Exact(value)) {}
  static Form ofDraw(std::size_t draw);

  bool isConstant() const { return linear.terms.empty(); }
  const Exact &constant() const { return linear.constant; }

  friend Form operator+(const Form &a, const Form &b);
  friend Form operator-(const Form &a, const Form &b);
  Form times(const Exact &factor) const;
};

/// Replaces \p draw by \p value; \p isReal if it is a real one. \pre \p value does not mention it.
void substitute(Form &form, std::size_t draw, const LinearForm &value, bool isReal);

} // namespace plumb::disproof

#endif // PLUMB_CHECKER_DISPROOF_FORM_H
