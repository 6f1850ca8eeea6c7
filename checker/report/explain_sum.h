// SPDX-License-Identifier: Apache-2.0
//===- checker/report/explain_sum.h - A sum as a formula --------*- C++ -*-===//
///
/// \file
/// A sum of terms with their signs as one formula of a Document: for shifts and for costs.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_REPORT_EXPLAIN_SUM_H
#define PLUMB_CHECKER_REPORT_EXPLAIN_SUM_H

#include "checker/report/explain_document.h"
#include "checker/report/explain_shift.h"

namespace plumb::report {

/// The summands and then \p constant, "0" for an empty sum.
Line sumLine(const std::vector<Summand> &summands, const Rational &constant = 0);

} // namespace plumb::report

#endif // PLUMB_CHECKER_REPORT_EXPLAIN_SUM_H
