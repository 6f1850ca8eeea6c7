// SPDX-License-Identifier: Apache-2.0
//===- checker/report/junit_report.h - Verdicts for test runs ---*- C++ -*-===//
///
/// \file
/// The verdicts of a call as the XML that continuous integration reads of test runs (JUnit): a file is a
/// suite, what was checked is a case, and a case that is not proved fails.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_REPORT_JUNIT_REPORT_H
#define PLUMB_CHECKER_REPORT_JUNIT_REPORT_H

#include "checker/report/json_report.h"

namespace plumb::report {

/// One XML document with a final newline. A suite has a case for each subject of the file \p paths names;
/// what is said of a file in which nothing could be checked is an error of a case called `file`, so that no
/// file is counted as passed because nothing was found in it. Nothing depends on time or on the machine.
std::string junitReport(const std::vector<std::string> &paths, const std::vector<FiledSubject> &subjects,
                        const std::vector<FiledDiagnostic> &diagnostics);

} // namespace plumb::report

#endif // PLUMB_CHECKER_REPORT_JUNIT_REPORT_H
