// SPDX-License-Identifier: Apache-2.0
//===- checker/report/explain_diagnostic.h - What a message means -*- C++ -*-===//
///
/// \file
/// A page for each kind of message: its meaning, a program that provokes it and
/// that program repaired. The pages are the files of diagnostic_pages/, which
/// the build puts into the program.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_REPORT_EXPLAIN_DIAGNOSTIC_H
#define PLUMB_CHECKER_REPORT_EXPLAIN_DIAGNOSTIC_H

#include "checker/report/explain_document.h"
#include "frontend/support/diagnostic.h"

#include <optional>
#include <string>
#include <string_view>

namespace plumb::report {

/// "PL" and digits, in either case: such a word is never taken for the name of a file.
bool looksLikeCode(std::string_view word);

/// \pre looksLikeCode(word). Nothing if no message has this code.
std::optional<DiagnosticKind> kindOfCode(std::string_view word);

/// "PL0101 to PL0123, PL0201 to PL0243, ...".
std::string registeredCodes();

/// The text of diagnostic_pages/CODE.md; empty if there is none.
std::string_view diagnosticPage(std::string_view code);

/// Appends the page: the code, the message as registered, and what its file says.
void explainDiagnostic(Document &document, DiagnosticKind kind);

} // namespace plumb::report

#endif // PLUMB_CHECKER_REPORT_EXPLAIN_DIAGNOSTIC_H
