// SPDX-License-Identifier: Apache-2.0
//===- checker/report/composition_result.h - Verdict on a sum ---*- C++ -*-===//

#ifndef PLUMB_CHECKER_REPORT_COMPOSITION_RESULT_H
#define PLUMB_CHECKER_REPORT_COMPOSITION_RESULT_H

#include "checker/composition/composed.h"
#include "checker/report/result.h"

namespace plumb::report {

/// Everything known about one composition. Lives no longer than its ir::Program.
struct CompositionResult {
  const ir::Composition *composition;
  composition::Composed composed;
  std::vector<Assumption> assumptions;
  /// For each part the verdict on its mechanism.
  std::vector<std::string> partVerdicts;
  bool isProved() const { return composed.verdict() == Verdict::Proved; }
};

/// \param results of all mechanisms of the program of \p composition.
CompositionResult check(const ir::Composition &composition, const std::vector<Result> &results,
                        const proof::EngineMaker &makeEngine);

/// "proved under 3 assumptions", "proved", "vacuous", "not proved".
std::string verdictText(const CompositionResult &result);

/// "7 times eps / 7 for `daily(eps / 7)`, 0 for `weekly(eps)`": what a row adds up, or which part is in the
/// way.
std::string chargesText(const CompositionResult &result, const composition::Row &row);

} // namespace plumb::report

#endif // PLUMB_CHECKER_REPORT_COMPOSITION_RESULT_H
