// SPDX-License-Identifier: Apache-2.0
#include "frontend/parse/word_reader.h"

#include "frontend/parse/tokens.h"
#include "frontend/support/utf8.h"

namespace plumb {

namespace {

void limitLength(const syntax::Word &word, const char *what, Reading reading) {
  if (word.text.size() <= maximalWordLength || countCodePoints(word.text) <= maximalWordLength)
    return;
  // Once for all places at which it stands.
  for (const Diagnostic &told : reading.sink.diagnostics())
    if (told.kind == DiagnosticKind::WordTooLong &&
        reading.places.spelling(told.range) == reading.places.spelling(word.range))
      return;
  reading.sink.report(DiagnosticKind::WordTooLong, word.range, {what, std::to_string(maximalWordLength)});
}

} // namespace

syntax::Word readWord(const antlr4::Token &token, Reading reading) {
  return {std::string(reading.places.spelling(token)), reading.places.of(token)};
}

syntax::Word readName(const antlr4::Token &token, Reading reading) {
  syntax::Word word = readWord(token, reading);
  limitLength(word, "name", reading);
  word.text = nameAsRead(word.text);
  return word;
}

syntax::Word readName(antlr4::tree::TerminalNode &node, Reading reading) {
  return readName(*node.getSymbol(), reading);
}

syntax::Word readNumber(antlr4::tree::TerminalNode &node, Reading reading) {
  syntax::Word word = readWord(*node.getSymbol(), reading);
  limitLength(word, "number", reading);
  return word;
}

} // namespace plumb
