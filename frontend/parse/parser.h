// SPDX-License-Identifier: Apache-2.0
//===- frontend/parse/parser.h - Text to syntax tree ------------*- C++ -*-===//
///
/// \file
/// The only door to ANTLR. The grammar is grammar/Plumb.g4.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_PARSE_PARSER_H
#define PLUMB_FRONTEND_PARSE_PARSER_H

#include "frontend/parse/syntax.h"
#include "frontend/support/diagnostic.h"

#include <string>

namespace plumb {

/// Reads \p file. Never throws and never crashes, whatever the bytes: a scan before
/// ANTLR rejects texts over 1 MiB, invalid UTF-8, control characters and nesting
/// deeper than 256, and reading stops at 20 mistakes.
///
/// \returns what could be read; use it only if \p sink has no errors, or of a text that lacks only the
/// mechanism (NoMechanism) what it declares.
syntax::Program parse(const SourceFile &file, DiagnosticSink &sink);

/// The same for \p proposition, one formula about a record. Null if \p sink has errors.
syntax::ExpressionPtr parseProposition(const SourceFile &proposition, DiagnosticSink &sink);

/// "4.9": the version of the ANTLR runtime, for --version.
std::string antlrVersion();

} // namespace plumb

#endif // PLUMB_FRONTEND_PARSE_PARSER_H
