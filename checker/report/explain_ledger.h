// SPDX-License-Identifier: Apache-2.0
//===- checker/report/explain_ledger.h - What the alignment costs -*- C++ -*-===//
///
/// \file
/// The cost of an alignment for a reader: what is moved at each scale, the sum, and the smallest epsilon
/// for which it is a proof.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_REPORT_EXPLAIN_LEDGER_H
#define PLUMB_CHECKER_REPORT_EXPLAIN_LEDGER_H

#include "checker/report/explain_document.h"
#include "checker/report/result.h"

namespace plumb::report {

/// What is moved at each class of scales and what that costs, the sum, the smallest epsilon for which this
/// alignment is a proof, and how much smaller the noise could be. For an open ledger: that it is open. If
/// anything else is open, the sum is not called an epsilon: it is none.
void explainLedger(Document &document, const Result &result);

/// What is paid at all scales, as one equation, and what is guaranteed: "c / (c / eps) = eps, and eps is
/// guaranteed". Empty if the ledger is open, or has no entry.
Line priceLine(const Result &result);

} // namespace plumb::report

#endif // PLUMB_CHECKER_REPORT_EXPLAIN_LEDGER_H
