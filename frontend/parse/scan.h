// SPDX-License-Identifier: Apache-2.0
//===- frontend/parse/scan.h - What is checked before ANTLR -----*- C++ -*-===//
///
/// \file
/// A look at the bytes of a text before ANTLR sees them. ANTLR's reader throws on
/// bad UTF-8 and recurses once for each open bracket; behind this scan neither
/// can happen, and brackets match.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_PARSE_SCAN_H
#define PLUMB_FRONTEND_PARSE_SCAN_H

#include "frontend/support/diagnostic.h"
#include "frontend/support/source_file.h"

#include <cstdint>

namespace plumb {

/// In bytes.
inline constexpr std::size_t maximalTextSize = std::size_t{1} << 20;

/// Of ( [ { together with `?` and quantifiers whose `:` has not come yet.
inline constexpr std::size_t maximalBracketNesting = 256;

/// Reading stops when so many mistakes have been found in one text.
inline constexpr std::size_t maximalMistakes = 20;

enum class Brackets : std::uint8_t {
  /// The text may be parsed.
  Match,
  /// Nothing is wrong but that a `}` closes nothing.
  SurplusBrace,
  Wrong,
};

/// Reports text that is too large, not UTF-8, or has characters that cannot be seen.
///
/// \returns whether it can be read word by word.
bool scanCharacters(const SourceFile &file, DiagnosticSink &sink);

/// Reports text that is too large, not UTF-8, has characters that cannot be seen, an
/// open comment, or brackets that do not match or are nested too deeply.
///
/// \returns whether the text may be parsed.
bool scan(const SourceFile &file, DiagnosticSink &sink);

/// scan(), which says what is wrong with the brackets. \p sink is empty.
Brackets scanBrackets(const SourceFile &file, DiagnosticSink &sink);

} // namespace plumb

#endif // PLUMB_FRONTEND_PARSE_SCAN_H
