// SPDX-License-Identifier: Apache-2.0
//===- frontend/navigation/legible.h - Texts with mistakes ------*- C++ -*-===//
///
/// \file
/// What can be known of the names of a text that has mistakes in its syntax: as somebody who types has it
/// most of the time. What stands in one declaration says nothing of the others, so that these are read as
/// ever, and of the one with the mistake what its words introduce.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_NAVIGATION_LEGIBLE_H
#define PLUMB_FRONTEND_NAVIGATION_LEGIBLE_H

#include "frontend/navigation/symbols.h"
#include "frontend/parse/tokens.h"
#include "frontend/support/source_file.h"

#include <optional>
#include <vector>

namespace plumb::navigation {

/// A name that a word or sign beside it introduces: `mechanism m`, `c: int`, `x := 0`, `lam ~`, `for i`.
struct Introduced {
  Symbol::Kind kind;
  SourceRange name;
  /// The declaration that it stands in, by its place in the row; nothing of a declaration.
  std::optional<std::size_t> owner;
  /// Of a declaration all of it.
  SourceRange extent;
};

/// In the order of the text, and as often as a name is introduced.
std::vector<Introduced> introducedBy(const SourceFile &file, const std::vector<Token> &tokens);

/// As symbolsOf() has them, owners before what they own.
/// \param tokens of \p file, which has a mistake in its syntax.
std::vector<Symbol> legibleSymbols(const SourceFile &file, const std::vector<Token> &tokens);

} // namespace plumb::navigation

#endif // PLUMB_FRONTEND_NAVIGATION_LEGIBLE_H
