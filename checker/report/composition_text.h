// SPDX-License-Identifier: Apache-2.0
//===- checker/report/composition_text.h - Sums for a reader ----*- C++ -*-===//

#ifndef PLUMB_CHECKER_REPORT_COMPOSITION_TEXT_H
#define PLUMB_CHECKER_REPORT_COMPOSITION_TEXT_H

#include "checker/report/composition_result.h"
#include "frontend/support/diagnostic.h"

namespace plumb::report {

/// "PATH: NAME: VERDICT" and indented details, as textReport() has them for mechanisms: the sum for each
/// class of changes, and for a proof what it rests on.
std::string textReport(const CompositionResult &result, const std::string &path);

/// One message for each part, argument or class of changes that is open.
void reportFindings(const CompositionResult &result, DiagnosticSink &sink);

} // namespace plumb::report

#endif // PLUMB_CHECKER_REPORT_COMPOSITION_TEXT_H
