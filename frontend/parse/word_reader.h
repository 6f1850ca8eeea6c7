// SPDX-License-Identifier: Apache-2.0
//===- frontend/parse/word_reader.h - Tokens to words ------------*- C++ -*-===//
///
/// \file
/// Names and numbers as the syntax tree holds them.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_PARSE_WORD_READER_H
#define PLUMB_FRONTEND_PARSE_WORD_READER_H

#include "frontend/parse/syntax.h"
#include "frontend/parse/token_places.h"
#include "frontend/support/diagnostic.h"

namespace plumb {

/// What readers of one tree share.
struct Reading {
  const TokenPlaces &places;
  DiagnosticSink &sink;
};

/// Thrown when the tree becomes too deep to be walked by plain recursion, after a
/// diagnostic; caught in parse().
struct TooDeep {};

/// In code points, of a name or a number.
inline constexpr std::size_t maximalWordLength = 255;

/// `λ` is `lam` and `ε` is `eps`, also within longer names.
syntax::Word readName(const antlr4::Token &token, Reading reading);
syntax::Word readName(antlr4::tree::TerminalNode &node, Reading reading);

syntax::Word readNumber(antlr4::tree::TerminalNode &node, Reading reading);

/// The word as it stands there.
syntax::Word readWord(const antlr4::Token &token, Reading reading);

} // namespace plumb

#endif // PLUMB_FRONTEND_PARSE_WORD_READER_H
