// SPDX-License-Identifier: Apache-2.0
//===- checker/report/explain_composition.h - A sum for a reader -*- C++ -*-===//

#ifndef PLUMB_CHECKER_REPORT_EXPLAIN_COMPOSITION_H
#define PLUMB_CHECKER_REPORT_EXPLAIN_COMPOSITION_H

#include "checker/report/composition_result.h"
#include "checker/report/explain_document.h"
#include "frontend/support/source_file.h"

namespace plumb::report {

/// Appends the rule of composition, the ledger with one row for each class of changes, what was asked to
/// fill it in, and what is assumed.
///
/// \param file the text that \p result is about.
void explain(Document &document, const CompositionResult &result, const SourceFile &file);

} // namespace plumb::report

#endif // PLUMB_CHECKER_REPORT_EXPLAIN_COMPOSITION_H
