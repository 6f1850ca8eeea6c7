// SPDX-License-Identifier: Apache-2.0
//===- frontend/navigation/symbols.h - What the names stand for -*- C++ -*-===//
///
/// \file
/// The names of a text: what each declares or stands for, and where. For editors, which ask before a text is
/// right. The rules are those of frontend/sema: nothing hides another name, so that a name means one thing
/// wherever it is known. Where that does not hold, because the text is wrong, the innermost is meant; a name
/// that nothing declares stands for nothing here and is a message there.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_NAVIGATION_SYMBOLS_H
#define PLUMB_FRONTEND_NAVIGATION_SYMBOLS_H

#include "frontend/parse/syntax.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace plumb::navigation {

struct Symbol {
  enum class Kind : std::uint8_t {
    Size,
    Record,
    Field,
    Policy,
    /// Over records, declared for the file.
    Query,
    Mechanism,
    Channel,
    Composition,
    /// Public, of a mechanism, channel or composition.
    Parameter,
    /// A parameter that is data.
    Answer,
    Sample,
    Local,
    LoopIndex,
    /// Of `forall`, a sum, a claim, a policy or a query.
    Bound,
    /// What a publication is called.
    Tag,
    /// A class of inputs or outputs of a channel, and what its values are called by `let` and `map`.
    Class,
    Definition,
    Map,
    /// What later parts of a composition call the number of an earlier one.
    Published,
  };

  Kind kind;
  std::string name;
  /// The name where it is declared.
  SourceRange range;
  /// The declaration, the clause or the head of the statement that introduces it; shown to who asks.
  SourceRange declaration;
  /// Where it is known.
  SourceRange scope;
  /// Of a field its record; of what belongs to a mechanism, channel or composition that; nothing of the
  /// rest.
  std::optional<std::size_t> owner = std::nullopt;
  /// Why it cannot have another name, if it cannot.
  enum class Fixed : std::uint8_t {
    No,
    /// The language calls it so, as the record of `along`.
    ByLanguage,
    /// Compositions compare the classes of their channels by name.
    ByComposition
  };
  Fixed fixed = Fixed::No;
  /// Of a mechanism, channel or composition all of it; of the rest as much as of the declaration.
  SourceRange extent = cover(declaration, range);
};

/// One place where a symbol is named.
struct Occurrence {
  SourceRange range;
  std::size_t symbol;
};

struct SymbolTable {
  /// In the order of declaration, owners before what they own.
  std::vector<Symbol> symbols;
  /// Ascending, without repetition; declarations are among them.
  std::vector<Occurrence> occurrences;

  /// The occurrence at byte \p offset, or right in front of it. Null if there is no name that is known.
  const Occurrence *at(std::uint32_t offset) const;
  /// The places that name \p symbol, ascending.
  std::vector<SourceRange> placesOf(std::size_t symbol) const;
};

/// \param program read from a text without a mistake in its syntax.
SymbolTable symbolsOf(const syntax::Program &program);

/// "parameter", "noise", "field of a record": as a reader calls it.
std::string_view name(Symbol::Kind kind);

} // namespace plumb::navigation

#endif // PLUMB_FRONTEND_NAVIGATION_SYMBOLS_H
