// SPDX-License-Identifier: Apache-2.0
//===- frontend/parse/bracket_scan.h - Do the brackets match? ---*- C++ -*-===//
///
/// \file
/// One pass over the characters outside comments with a stack of open brackets.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_PARSE_BRACKET_SCAN_H
#define PLUMB_FRONTEND_PARSE_BRACKET_SCAN_H

#include "frontend/support/diagnostic.h"

#include <llvm/ADT/STLExtras.h>
#include <optional>
#include <string_view>
#include <vector>

namespace plumb {

/// Reports each bracket that has no partner. When a `}` is missing or too many, the text itself does
/// not say where; the first block whose end is indented less than its beginning is
/// taken to be the one that lacks it, and the first `}` that is indented more than the block which it ends to
/// be the one too many.
class BracketScan {
public:
  /// \param text valid UTF-8 of at most maximalTextSize bytes.
  BracketScan(std::string_view text, DiagnosticSink &sink) : text(text), sink(sink) {}

  /// Reports the `#` of a comment of other languages, too.
  /// \returns whether no bracket and no other comment was reported, so that the text can be read on.
  bool run();

private:
  struct Opener {
    /// One of ( [ {, or ? for a `?` or a quantifier, which only a `:` or an outer bracket ends.
    char sign;
    std::size_t at;
    /// Of the line on which it stands.
    std::size_t indentation;
    /// It stands in the place of the end of another one, which was told.
    bool isDoubtful = false;
  };

  void enterLine(std::size_t begin);
  bool skipComment();
  void reportHash();
  bool skipCommand();
  void skipTo(std::size_t end);
  void readWord();
  bool isBeforeWord() const;
  void readSign();
  void open(char sign, std::size_t length);
  void close(char sign);
  /// Whether something was told.
  bool giveUp(llvm::function_ref<bool(const Opener &)> isEnd);
  bool isSurplus() const;
  void reportSurplus(char sign);
  void reportMismatch(char sign);
  void closeBlock(const Opener &opener);
  void endOfText();
  void dropPending();
  bool isClosedInComment(const Opener &opener) const;
  void reportUnclosed(const Opener &opener);
  void reportUnopened(char sign);
  void reported();

  std::string_view text;
  DiagnosticSink &sink;
  std::size_t at = 0;
  /// The first character of the current line, and the first of them that is no blank.
  std::size_t lineBegin = 0;
  std::size_t lineText = 0;
  std::vector<Opener> stack;
  std::vector<Opener> suspects;
  struct EarlyEnd {
    std::size_t brace, opener;
  };
  /// Since the last declaration began.
  std::optional<EarlyEnd> early;
  /// Blocks that were given up at a new mechanism; the ends of so many may still come.
  std::size_t pardoned = 0;
  /// Of parentheses and subscripts that were told to be open; their ends may still come.
  std::size_t givenUp = 0;
  bool hasHash = false;
  bool good = true;
  bool stopped = false;
};

} // namespace plumb

#endif // PLUMB_FRONTEND_PARSE_BRACKET_SCAN_H
