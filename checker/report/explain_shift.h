// SPDX-License-Identifier: Apache-2.0
//===- checker/report/explain_shift.h - An alignment, case by case -*- C++ -*-===//
///
/// \file
/// An alignment taken apart into cases and sums, on expressions: for explain_alignment.h.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_REPORT_EXPLAIN_SHIFT_H
#define PLUMB_CHECKER_REPORT_EXPLAIN_SHIFT_H

#include "frontend/ir/program.h"

#include <vector>

namespace plumb::report {

/// One summand; the expression itself is no sum.
struct Summand {
  bool negative;
  const ir::Expression *term;
};

/// Does \c condition hold (or fail, if negated)?
struct Choice {
  bool negated;
  const ir::Expression *condition;
};

/// A sum under choices. Points into the expression that it was made from.
struct ShiftCase {
  std::vector<Choice> choices;
  std::vector<Summand> summands;
};

/// \p expression with conditionals pulled out of its sums. The cases exclude each other and cover
/// everything; the last one is that of all conditions failing. One unsplit case if there were more than
/// \p limit: as many as are read.
std::vector<ShiftCase> shiftCases(const ir::Expression &expression, std::size_t limit = 16);

/// lam' - lam for the case of lam': the summand `lam` is taken away, or subtracted if there is none.
/// \param own storage for a subtracted `lam`: the sample itself as a term.
std::vector<Summand> withoutOwn(std::vector<Summand> summands, const ir::Read &own);

} // namespace plumb::report

#endif // PLUMB_CHECKER_REPORT_EXPLAIN_SHIFT_H
