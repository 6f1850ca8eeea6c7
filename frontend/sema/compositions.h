// SPDX-License-Identifier: Apache-2.0
//===- frontend/sema/compositions.h - Mechanisms put together ---*- C++ -*-===//
///
/// \file
/// The analysis of `compose`: parts are found by name, arguments are checked against the heads of their
/// mechanisms.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_SEMA_COMPOSITIONS_H
#define PLUMB_FRONTEND_SEMA_COMPOSITIONS_H

#include "frontend/sema/file_names.h"
#include "frontend/support/diagnostic.h"

namespace plumb::sema {

/// Adds the compositions that are in order to \p program. One with a part that has a mistake is left out;
/// the mistake was told.
///
/// \param names the declarations of \p written. \pre the mechanisms of \p program are complete.
void analyzeCompositions(const syntax::Program &written, const FileNames &names, const SourceFile &file,
                         DiagnosticSink &sink, ir::Program &program);

} // namespace plumb::sema

#endif // PLUMB_FRONTEND_SEMA_COMPOSITIONS_H
