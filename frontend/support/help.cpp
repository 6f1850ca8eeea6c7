// SPDX-License-Identifier: Apache-2.0
#include "frontend/support/help.h"

#include <llvm/ADT/StringRef.h>

namespace plumb {

std::string Change::title(std::string_view source) const {
  const auto quoted = [](llvm::StringRef words) { return "`" + words.trim().str() + "`"; };
  const std::string_view old = source.substr(range.begin, range.end - range.begin);
  return text.empty() ? "leave out " + quoted({old.data(), old.size()}) : "write " + quoted(text);
}

} // namespace plumb
