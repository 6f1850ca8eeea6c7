// SPDX-License-Identifier: Apache-2.0
//===- checker/report/law_text.h - What is drawn, in words ------*- C++ -*-===//
///
/// \file
/// The laws that a mechanism draws from, one line each, as verdicts, certificates and emitted headers say
/// them.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_REPORT_LAW_TEXT_H
#define PLUMB_CHECKER_REPORT_LAW_TEXT_H

#include "frontend/ir/program.h"

#include <string>
#include <vector>

namespace plumb::report {

/// One line for each sample statement, in program order: "lam: one-sided geometric law, P[x]
/// proportional to exp(-x/b) on x >= 0, b = c / eps". A proof is about exactly these laws.
std::vector<std::string> lawTexts(const ir::Mechanism &mechanism);

} // namespace plumb::report

#endif // PLUMB_CHECKER_REPORT_LAW_TEXT_H
