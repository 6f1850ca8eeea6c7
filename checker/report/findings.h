// SPDX-License-Identifier: Apache-2.0
//===- checker/report/findings.h - Open conditions as messages --*- C++ -*-===//

#ifndef PLUMB_CHECKER_REPORT_FINDINGS_H
#define PLUMB_CHECKER_REPORT_FINDINGS_H

#include "checker/report/result.h"
#include "frontend/support/diagnostic.h"

#include <vector>

namespace plumb::report {

/// Tells \p sink what stands in the way of the guarantee, with what to do about it: a confirmed violation
/// first, then the open conditions of the theorem in the order in which a reader checks them, then what
/// only makes those meaningful (definedness, invariants). One message for a condition at one place.
///
/// Nothing is reported for a proved mechanism.
void reportFindings(const Result &result, DiagnosticSink &sink);

} // namespace plumb::report

#endif // PLUMB_CHECKER_REPORT_FINDINGS_H
