// SPDX-License-Identifier: Apache-2.0
#include "checker/report/entry.h"

#include "frontend/support/utf8.h"

namespace plumb::report {

std::string entry(const std::string &label, const std::string &text) {
  return "  " + label + ": " + text + "\n";
}

std::string onOneLine(std::string_view path) {
  std::string text;
  for (std::size_t at = 0; at < path.size();) {
    const CodePoint point = decodeUtf8(path, at);
    text += point.valid && isControl(point.value) ? "?" : path.substr(at, point.length);
    at += point.length;
  }
  return text;
}

std::string scopeText(const ir::Claim &claim) {
  return claim.free.empty() ? "every run" : "every run and for every iteration that ran";
}

std::string milliseconds(std::chrono::nanoseconds time) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format("%.1f ms",
                                                 std::chrono::duration<double, std::milli>(time).count());
  return text;
}

} // namespace plumb::report
