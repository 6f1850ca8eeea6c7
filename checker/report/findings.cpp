// SPDX-License-Identifier: Apache-2.0
#include "checker/report/findings.h"

#include <algorithm>

namespace plumb::report {

namespace {

Diagnostic violated(const Result &result) {
  const refutation::Violation &violation = *result.violation;
  const ir::Mechanism &mechanism = *result.mechanism;
  Diagnostic diagnostic{DiagnosticKind::NotPrivate,
                        mechanism.guarantee.range,
                        {mechanism.name, guaranteeText(mechanism)},
                        {},
                        {}};
  diagnostic.notes.push_back({"an event with probability at least " + violation.firstLow +
                                  " on D has at most " + violation.secondHigh +
                                  " on D', whatever the alignment",
                              std::nullopt});
  return diagnostic;
}

/// Without two neighbours that differ, nothing else that is open means anything.
bool excludesEverything(const Evidence &evidence) {
  return evidence.condition == verdict::Condition::Premises && evidence.asksForModel &&
         evidence.status == smt::Outcome::Refuted;
}

} // namespace

void reportFindings(const Result &result, DiagnosticSink &sink) {
  if (result.violation)
    sink.report(violated(result));
  std::vector<const Evidence *> open;
  for (const Evidence &evidence : result.proof.obligations())
    if (!evidence.isProved())
      open.push_back(&evidence);
  for (const Evidence *evidence : open)
    if (excludesEverything(*evidence))
      return sink.report(evidence->finding());
  std::stable_sort(open.begin(), open.end(),
                   [](const Evidence *a, const Evidence *b) { return a->condition < b->condition; });
  for (const Evidence *evidence : open)
    sink.report(evidence->finding());
}

} // namespace plumb::report
