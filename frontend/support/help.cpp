// SPDX-License-Identifier: Apache-2.0
#include "frontend/support/help.h"

#include <algorithm>
#include <llvm/ADT/StringRef.h>

namespace plumb {

namespace {

std::string quoted(std::string_view words) {
  return "`" + llvm::StringRef(words.data(), words.size()).trim().str() + "`";
}

} // namespace

std::string Change::title(std::string_view source) const {
  std::vector<std::string> written, left;
  for (const Edit &edit : edits) {
    std::vector<std::string> &list = edit.text.empty() ? left : written;
    std::string words =
        quoted(edit.text.empty() ? source.substr(edit.range.begin, edit.range.end - edit.range.begin)
                                 : std::string_view(edit.text));
    if (std::find(list.begin(), list.end(), words) == list.end())
      list.push_back(std::move(words));
  }
  const auto joined = [](const char *verb, const std::vector<std::string> &words) {
    std::string text;
    for (const std::string &word : words)
      text += (text.empty() ? verb : " and ") + word;
    return text;
  };
  const std::string writes = joined("write ", written), leaves = joined("leave out ", left);
  std::string title = writes + (writes.empty() || leaves.empty() ? "" : ", ") + leaves;
  if (edits.size() > written.size() + left.size())
    title += " in " + std::to_string(edits.size()) + " places";
  return title;
}

} // namespace plumb
