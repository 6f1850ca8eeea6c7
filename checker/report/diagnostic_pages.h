// SPDX-License-Identifier: Apache-2.0
//===- checker/report/diagnostic_pages.h - The pages as they are -*- C++ -*-===//
///
/// \file
/// The files of diagnostic_pages/. Their form, on which a test insists: prose;
/// "```plumb triggers" and "```plumb repairs" hold programs of which `plumb check`
/// makes, and does not make, the message. Where a program alone does not decide
/// it, "```sh triggers" and "```sh repairs" hold commands, which may use the
/// program of a "```plumb program" above them as program.plumb.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_REPORT_DIAGNOSTIC_PAGES_H
#define PLUMB_CHECKER_REPORT_DIAGNOSTIC_PAGES_H

#include <string_view>
#include <vector>

namespace plumb::report {

struct DiagnosticPage {
  std::string_view code, text;
};

/// In the order of the codes. Defined in a file that the build writes.
const std::vector<DiagnosticPage> &diagnosticPages();

} // namespace plumb::report

#endif // PLUMB_CHECKER_REPORT_DIAGNOSTIC_PAGES_H
