// SPDX-License-Identifier: Apache-2.0
//===- checker/report/explain.h - A proof for a reader ----------*- C++ -*-===//
///
/// \file
/// The door of `plumb explain`: a verdict and its reasons as a Document, which explain_markdown.h and
/// explain_html.h print.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_REPORT_EXPLAIN_H
#define PLUMB_CHECKER_REPORT_EXPLAIN_H

#include "checker/report/explain_document.h"
#include "checker/report/subject.h"
#include "frontend/support/source_file.h"

namespace plumb::report {

/// Appends what is known of one mechanism, in the order of a paper: the mechanism, what it guarantees for
/// which neighbours, its noise, the alignment case by case, why the theorem applies, what it costs, claims
/// and assumptions. For an open proof the same, with what is open in front and nothing that reads like a
/// proof.
///
/// \param file the text that \p result is about.
/// The verdict on \p subject with all that it rests on, or what is in the way. \param file holds its
/// declaration.
void explain(Document &document, const Subject &subject, const SourceFile &file,
             const proof::EngineMaker &makeEngine);

} // namespace plumb::report

#endif // PLUMB_CHECKER_REPORT_EXPLAIN_H
