// SPDX-License-Identifier: Apache-2.0
//===- checker/report/result.h - The verdict on a mechanism -----*- C++ -*-===//

#ifndef PLUMB_CHECKER_REPORT_RESULT_H
#define PLUMB_CHECKER_REPORT_RESULT_H

#include "checker/proof/proof.h"
#include "checker/refutation/tried.h"
#include "checker/refutation/violation.h"
#include "checker/report/assumption.h"

#include <optional>
#include <string_view>
#include <vector>

namespace plumb::report {

using verdict::Evidence;
using verdict::Verdict;

/// Everything known about one mechanism. Lives no longer than its ir::Program.
struct Result {
  const ir::Mechanism *mechanism;
  proof::Proof proof;
  std::vector<Assumption> assumptions;
  /// For an open proof: the smallest aligned pair of runs that fails, if one was found.
  std::optional<refutation::Counterexample> counterexample;
  std::optional<refutation::Violation> violation;
  /// For a proof: the cross-examination.
  std::optional<refutation::Tried> tried;
  Verdict verdict = Verdict::NotProved;

  /// The only outcome of which a guarantee, a claim or an epsilon may be stated as a fact.
  bool isProved() const { return verdict == Verdict::Proved; }
};

/// Proves \p mechanism; if the proof is open, looks for a counterexample of the alignment and for a violation
/// of the guarantee.
///
/// A proved mechanism is cross-examined: aligned pairs of runs on small inputs are replayed by the exact
/// interpreter.
/// \throws std::logic_error if the two disagree, which is a bug in Plumb.
Result check(const ir::Mechanism &mechanism, const proof::EngineMaker &makeEngine);

std::string verdictText(const Result &result);

/// "1834 aligned pairs of runs, none of which fails; one has eps = 1, f = 1 on D and 0 on D'", or that there
/// were none.
std::string triedText(const refutation::Tried &tried);

/// "private(eps)": what \p mechanism says of itself, whether it is true or not.
std::string guaranteeText(const ir::Mechanism &mechanism);

} // namespace plumb::report

#endif // PLUMB_CHECKER_REPORT_RESULT_H
