// SPDX-License-Identifier: Apache-2.0
//===- checker/report/evidence_json.h - Evidence for programs ---*- C++ -*-===//
///
/// \file
/// The obligations of whatever was checked, in reports.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_REPORT_EVIDENCE_JSON_H
#define PLUMB_CHECKER_REPORT_EVIDENCE_JSON_H

#include "checker/verdict/evidence.h"

#include <llvm/Support/JSON.h>

namespace plumb::report {

/// The attribute "obligations".
void writeObligations(llvm::json::OStream &json, const std::vector<verdict::Evidence> &obligations);

} // namespace plumb::report

#endif // PLUMB_CHECKER_REPORT_EVIDENCE_JSON_H
