// SPDX-License-Identifier: Apache-2.0
//===- checker/report/text_report.h - A verdict for a reader ----*- C++ -*-===//
///
/// \file
/// Verdicts as text. The open conditions themselves are messages: Subject::findings().
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_REPORT_TEXT_REPORT_H
#define PLUMB_CHECKER_REPORT_TEXT_REPORT_H

#include "checker/report/subject.h"

#include <string>

namespace plumb::report {

/// "PATH: NAME: VERDICT" and indented details, each line with its line feed; with a proof all that it
/// assumes.
///
/// \param path as the user wrote it; it stands on one line whatever the file is called.
std::string textReport(const Subject &subject, const std::string &path);

/// "PATH: NAME: ", what stands in front of the verdict.
std::string textHead(const Subject &subject, const std::string &path);

/// The indented details alone.
std::string textBody(const Subject &subject);

/// One line of counters for --stats; empty if there are none. May hold a time, so that it differs between two
/// equal runs.
std::string statisticsText(const Subject &subject, const std::string &path);

/// For --verbose: counters, then a line for each obligation with what the solver took for it, who has decided
/// and how, and one for the questions that are no obligation (which invariant holds, how much is moved, what
/// is reached).
std::string obligationsText(const Subject &subject, const std::string &path);

} // namespace plumb::report

#endif // PLUMB_CHECKER_REPORT_TEXT_REPORT_H
