// SPDX-License-Identifier: Apache-2.0
//===- checker/report/explain_markdown.h - An explanation as Markdown -*- C++ -*-===//
///
/// \file
/// A Document as Markdown, for repositories and issue trackers; the default form of `plumb explain`.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_REPORT_EXPLAIN_MARKDOWN_H
#define PLUMB_CHECKER_REPORT_EXPLAIN_MARKDOWN_H

#include "checker/report/explain_document.h"

namespace plumb::report {

/// CommonMark with the tables of GitHub. Formulas stand in the syntax of the language. Ends with one line
/// feed; the same document gives the same bytes.
std::string markdown(const Document &document);

} // namespace plumb::report

#endif // PLUMB_CHECKER_REPORT_EXPLAIN_MARKDOWN_H
