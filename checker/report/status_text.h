// SPDX-License-Identifier: Apache-2.0
//===- checker/report/status_text.h - An outcome in a word --*- C++ -*-===//

#ifndef PLUMB_CHECKER_REPORT_STATUS_TEXT_H
#define PLUMB_CHECKER_REPORT_STATUS_TEXT_H

#include "checker/proof/proof.h"

#include <string_view>

namespace plumb::report {

/// "proved", "failed" or "unknown": the words of every machine-readable report.
std::string_view statusText(smt::Outcome status);

} // namespace plumb::report

#endif // PLUMB_CHECKER_REPORT_STATUS_TEXT_H
