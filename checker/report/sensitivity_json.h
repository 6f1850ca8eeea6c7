// SPDX-License-Identifier: Apache-2.0
//===- checker/report/sensitivity_json.h - Bounds for a tool ----*- C++ -*-===//
///
/// \file
/// The sensitivity of queries as JSON, for other programs; docs/schema/sensitivity.schema.json is its
/// contract.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_REPORT_SENSITIVITY_JSON_H
#define PLUMB_CHECKER_REPORT_SENSITIVITY_JSON_H

#include "checker/report/json_report.h"
#include "checker/report/sensitivity_text.h"

namespace plumb::report {

/// One document, as docs/schema/sensitivity.schema.json says.
std::string sensitivityJson(const std::string &version, const std::vector<SensitivityReport> &reports,
                            const std::vector<FiledDiagnostic> &diagnostics, int exitCode);

} // namespace plumb::report

#endif // PLUMB_CHECKER_REPORT_SENSITIVITY_JSON_H
