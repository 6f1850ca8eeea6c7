// SPDX-License-Identifier: Apache-2.0
//===- checker/report/sarif_report.h - Findings for code hosts --*- C++ -*-===//
///
/// \file
/// The findings of a call as SARIF 2.1.0 (OASIS), the format in which code hosts and editors take what a tool
/// finds. A message is a result at its words. What was proved is none: hosts show each result as something to
/// mend, whatever its kind. The exit code tells whether all was proved.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_REPORT_SARIF_REPORT_H
#define PLUMB_CHECKER_REPORT_SARIF_REPORT_H

#include "checker/report/json_report.h"

namespace plumb::report {

/// One SARIF document with a final newline, with one run. Its rules are the kinds of messages that occur, in
/// the order of their codes. Columns count code points. Nothing in it depends on time or on the machine; a
/// path stands in it as the user wrote it, as a relative reference or a file URI.
std::string sarifReport(const std::string &version, const std::vector<FiledDiagnostic> &diagnostics,
                        int exitCode);

} // namespace plumb::report

#endif // PLUMB_CHECKER_REPORT_SARIF_REPORT_H
