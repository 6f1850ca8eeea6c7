// SPDX-License-Identifier: Apache-2.0
//===- checker/report/explain_html.h - An explanation for a browser -*- C++ -*-===//
///
/// \file
/// A Document as one HTML page that needs nothing else.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_REPORT_EXPLAIN_HTML_H
#define PLUMB_CHECKER_REPORT_EXPLAIN_HTML_H

#include "checker/report/explain_document.h"

namespace plumb::report {

/// One HTML5 document: style sheet inside, no scripts, nothing loaded from elsewhere, formulas as MathML;
/// readable on light and on dark ground. The same document gives the same bytes.
///
/// \param title of the window.
std::string html(const Document &document, const std::string &title);

/// Such a page around \p body, which is HTML.
std::string htmlPage(const std::string &title, const std::string &body);

} // namespace plumb::report

#endif // PLUMB_CHECKER_REPORT_EXPLAIN_HTML_H
