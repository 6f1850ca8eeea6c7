// SPDX-License-Identifier: Apache-2.0
//===- checker/report/text_report.h - A verdict for a reader ----*- C++ -*-===//

#ifndef PLUMB_CHECKER_REPORT_TEXT_REPORT_H
#define PLUMB_CHECKER_REPORT_TEXT_REPORT_H

#include "checker/report/result.h"

#include <string>

namespace plumb::report {

/// "PATH: NAME: VERDICT" and indented details, each line with its line feed. What a proof rests on: the
/// guarantee, the laws, the assumptions, the claims and the ledger of the cost. For an open one the
/// counterexample or the violation; the open conditions themselves are messages (see findings.h).
///
/// \param path as the user wrote it.
std::string textReport(const Result &result, const std::string &path);

/// "PATH: NAME: VERDICT" with a line feed, on one line whatever the file is called.
std::string reportHead(const std::string &path, const std::string &name, const std::string &verdict);

/// What is assumed, as a line of such a report.
std::string assumptionLine(const Assumption &assumption);

/// One line of counters for --stats. Holds a time, so it differs between two equal runs.
std::string statisticsText(const Result &result, const std::string &path);

} // namespace plumb::report

#endif // PLUMB_CHECKER_REPORT_TEXT_REPORT_H
