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
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace plumb::report {

/// \p text with bytes that are no UTF-8 replaced by U+FFFD: paths may be any bytes, JSON strings may not.
inline llvm::json::Value jsonText(std::string_view text) {
  return llvm::json::fixUTF8(llvm::StringRef(text.data(), text.size()));
}

/// An object of texts by name; of two alike names the later text.
inline llvm::json::Object textsByName(const std::vector<std::pair<std::string, std::string>> &texts) {
  llvm::json::Object object;
  for (const auto &[name, text] : texts)
    object[name] = jsonText(text);
  return object;
}

} // namespace plumb::report

#endif // PLUMB_CHECKER_REPORT_JSON_TEXT_H
