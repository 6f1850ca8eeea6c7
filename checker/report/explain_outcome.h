// SPDX-License-Identifier: Apache-2.0
//===- checker/report/explain_outcome.h - Proved, or anything else -*- C++ -*-===//

#ifndef PLUMB_CHECKER_REPORT_EXPLAIN_OUTCOME_H
#define PLUMB_CHECKER_REPORT_EXPLAIN_OUTCOME_H

#include "checker/report/result.h"

namespace plumb::report {

/// The only outcome of which a guarantee, a claim or an epsilon may be stated as a fact.
inline bool isProof(const Result &result) {
  return result.verdict == Verdict::Proved || result.verdict == Verdict::ProvedUnderAssumptions;
}

} // namespace plumb::report

#endif // PLUMB_CHECKER_REPORT_EXPLAIN_OUTCOME_H
