// SPDX-License-Identifier: Apache-2.0
//===- checker/report/composition_json.h - Sums for programs ----*- C++ -*-===//

#ifndef PLUMB_CHECKER_REPORT_COMPOSITION_JSON_H
#define PLUMB_CHECKER_REPORT_COMPOSITION_JSON_H

#include "checker/report/composition_result.h"

#include <llvm/Support/JSON.h>

namespace plumb::report {

/// One JSON object. \param path of the file that \p result is about.
void writeComposition(llvm::json::OStream &json, const CompositionResult &result, const std::string &path);

} // namespace plumb::report

#endif // PLUMB_CHECKER_REPORT_COMPOSITION_JSON_H
