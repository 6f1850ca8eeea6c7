// SPDX-License-Identifier: Apache-2.0
//===- frontend/support/help.h - What to do about a mistake -----*- C++ -*-===//
///
/// \file
/// The last line of a message: one clause that says what to do and, where that is known to the letter, the
/// change of the text itself. The two are one value, so that a message that is given other help never keeps
/// the change that went with the first. One mistake may need a change in several places, such as a name
/// wherever it stands; they are made together or not at all.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_SUPPORT_HELP_H
#define PLUMB_FRONTEND_SUPPORT_HELP_H

#include "frontend/support/source_file.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumb {

/// What stands at a place becomes something else.
struct Repair {
  /// Empty for what is put in between; nothing where it is the very words that are wrong.
  std::optional<SourceRange> range;
  std::string text;
};

struct Help {
  Help() = default;
  // Most help is a clause and no more.
  // NOLINTBEGIN(google-explicit-constructor)
  Help(std::string clause) : text(std::move(clause)) {}
  Help(const char *clause) : text(clause) {}
  // NOLINTEND(google-explicit-constructor)
  Help(std::string clause, Repair change) : text(std::move(clause)), repair({std::move(change)}) {}
  Help(std::string clause, std::vector<Repair> changes)
      : text(std::move(clause)), repair(std::move(changes)) {}

  /// One clause without a final period; empty if there is nothing to say.
  std::string text;
  /// Together they mend the mistake, or the next one shows what is still wrong; empty where no change is
  /// known to the letter. No two of them overlap.
  std::vector<Repair> repair;

  bool empty() const { return text.empty(); }
};

/// One place of a change: \p text takes the place of \p range.
struct Edit {
  SourceRange range;
  std::string text;
};

/// A repair whose places are known, in the order of the text.
struct Change {
  std::vector<Edit> edits;

  /// "write `x`", or "leave out `;`" of what only goes, or "write `x` in 2 places" where it is the same in
  /// each, else "write `x` and `y`"; \p source is the whole text.
  std::string title(std::string_view source) const;
};

/// "write `else if`", in the place of \p range or else of the words that are wrong.
inline Help writeInstead(std::string words, std::optional<SourceRange> range = {}) {
  std::string clause = "write `" + words + "`";
  return {std::move(clause), Repair{range, std::move(words)}};
}

/// No clause, where the message itself says that \p words are written there.
inline Help replacedBy(std::string words) {
  return {"", Repair{std::nullopt, std::move(words)}};
}

/// "did you mean `eps`?", in the place of the words that are wrong.
inline Help didYouMean(std::string words) {
  std::string clause = "did you mean `" + words + "`?";
  return {std::move(clause), Repair{std::nullopt, std::move(words)}};
}

} // namespace plumb

#endif // PLUMB_FRONTEND_SUPPORT_HELP_H
