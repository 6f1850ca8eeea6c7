// SPDX-License-Identifier: Apache-2.0
//===- checker/report/json_report.h - Verdicts for programs -----*- C++ -*-===//
///
/// \file
/// The verdicts of a call as one JSON document, for other programs. docs/schema/check.schema.json is its
/// contract.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_REPORT_JSON_REPORT_H
#define PLUMB_CHECKER_REPORT_JSON_REPORT_H

#include "checker/report/remark.h"
#include "checker/report/subject.h"
#include "frontend/support/diagnostic.h"

#include <string>
#include <vector>

namespace plumb::report {

/// What was checked, and the file that it stands in.
struct FiledSubject {
  /// As the user wrote it.
  std::string path;
  const Subject *subject;
  /// What is told besides.
  std::vector<Remark> remarks = {};
};

/// A message and the file that it is about.
struct FiledDiagnostic {
  /// As the user wrote it; empty for messages about no file.
  std::string path;
  /// Null if the message is about the file as a whole: it then has no line and no column.
  const SourceFile *file;
  Diagnostic diagnostic;
};

/// One JSON document with a final newline; docs/schema/check.schema.json describes it. Keys stand in a
/// fixed order, those of compositions, channels and tables only if there are some, and nothing in it depends
/// on time or on the machine.
std::string jsonReport(const std::string &version, const std::vector<FiledSubject> &subjects,
                       const std::vector<FiledDiagnostic> &diagnostics, int exitCode);

} // namespace plumb::report

#endif // PLUMB_CHECKER_REPORT_JSON_REPORT_H
