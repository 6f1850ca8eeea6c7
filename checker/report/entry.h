// SPDX-License-Identifier: Apache-2.0
//===- checker/report/entry.h - The lines of a text report ------*- C++ -*-===//
///
/// \file
/// The lines of a text report, and how names from outside are made harmless on a terminal.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_REPORT_ENTRY_H
#define PLUMB_CHECKER_REPORT_ENTRY_H

#include "frontend/ir/program.h"

#include <chrono>
#include <string>
#include <string_view>

namespace plumb::report {

/// `  label: text`, with its line feed: what stands below a verdict.
std::string entry(const std::string &label, const std::string &text);

/// \p path on one line, whatever a file may be called: a name must not be able to look like a verdict.
std::string onOneLine(std::string_view path);

/// "1.2 ms"
std::string milliseconds(std::chrono::nanoseconds time);

/// "every run", or "every run and for every iteration that ran": what \p claim is about.
std::string scopeText(const ir::Claim &claim);

} // namespace plumb::report

#endif // PLUMB_CHECKER_REPORT_ENTRY_H
