// SPDX-License-Identifier: Apache-2.0
//===- frontend/sema/analyze.h - Syntax tree to IR --------------*- C++ -*-===//
///
/// \file
/// The one door of this room: from the syntax tree of a file to checked programs. Everything behind it may
/// rely on names being resolved, sorts being right and the rules of docs/language.md being kept.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_SEMA_ANALYZE_H
#define PLUMB_FRONTEND_SEMA_ANALYZE_H

#include "frontend/ir/program.h"
#include "frontend/parse/syntax.h"
#include "frontend/support/diagnostic.h"

namespace plumb {

/// Resolves names, sorts and primed twins, and enforces the rules of the language that keep a
/// proof possible (docs/language.md). Reports every independent mistake once, in the order of the text.
///
/// \pre \p program was read without a mistake from \p file.
///
/// \returns the declarations and mechanisms that are in order. What has a mistake is left out, and so
/// is what depends on it.
ir::Program analyze(const syntax::Program &program, const SourceFile &file, DiagnosticSink &sink);

} // namespace plumb

#endif // PLUMB_FRONTEND_SEMA_ANALYZE_H
