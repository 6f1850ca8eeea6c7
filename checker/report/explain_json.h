// SPDX-License-Identifier: Apache-2.0
//===- checker/report/explain_json.h - An explanation for a program -*- C++ -*-===//
///
/// \file
/// A Document as JSON, for a page that lays it out itself and puts each text in as text.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_REPORT_EXPLAIN_JSON_H
#define PLUMB_CHECKER_REPORT_EXPLAIN_JSON_H

#include "checker/report/explain_document.h"

#include <llvm/Support/JSON.h>

namespace plumb::report {

/// One object for each block: its `kind`, and as it has them `level`, `lines`, `rows`, `text`. A line is an
/// array of spans, of which each has a `kind`, a `text`, and for a formula also its MathML. A figure has
/// `svg`.
llvm::json::Array blocksAsJson(const Document &document);

} // namespace plumb::report

#endif // PLUMB_CHECKER_REPORT_EXPLAIN_JSON_H
