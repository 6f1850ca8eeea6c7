// SPDX-License-Identifier: Apache-2.0
//===- checker/report/json_text.h - Any bytes as a JSON string --*- C++ -*-===//
///
/// \file
/// Texts from outside (paths, above all) as valid JSON strings, whatever bytes they are.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_REPORT_JSON_TEXT_H
#define PLUMB_CHECKER_REPORT_JSON_TEXT_H

#include <llvm/Support/JSON.h>
#include <string_view>

namespace plumb::report {

/// \p text with bytes that are no UTF-8 replaced by U+FFFD: paths may be any bytes, JSON strings may not.
inline llvm::json::Value jsonText(std::string_view text) {
  return llvm::json::fixUTF8(llvm::StringRef(text.data(), text.size()));
}

} // namespace plumb::report

#endif // PLUMB_CHECKER_REPORT_JSON_TEXT_H
