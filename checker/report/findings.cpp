// SPDX-License-Identifier: Apache-2.0
#include "checker/report/findings.h"

#include "checker/report/finding_kind.h"

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

constexpr std::string_view adviceWithoutAnswer = "nothing is known to be wrong: give the solver more room "
                                                 "with --resource-limit, or state a simpler alignment";

Diagnostic opened(const proof::Evidence &evidence) {
  const FindingKind &finding = findingKind(evidence.condition);
  std::string_view help = evidence.advice;
  if (help.empty())
    help = evidence.status == smt::Outcome::Unknown ? adviceWithoutAnswer : finding.advice;
  return {finding.kind, evidence.range, {evidence.text()}, {}, std::string(help)};
}

/// Without two neighbours that differ, nothing else that is open means anything.
bool excludesEverything(const proof::Evidence &evidence) {
  return evidence.condition == proof::Condition::Premises && evidence.asksForModel &&
         evidence.status == smt::Outcome::Refuted;
}

} // namespace

void reportFindings(const Result &result, DiagnosticSink &sink) {
  if (result.violation)
    sink.report(violated(result));
  std::vector<const proof::Evidence *> open;
  for (const proof::Evidence &evidence : result.proof.obligations())
    if (evidence.status != smt::Outcome::Proved)
      open.push_back(&evidence);
  for (const proof::Evidence *evidence : open)
    if (excludesEverything(*evidence))
      return sink.report(opened(*evidence));
  std::stable_sort(open.begin(), open.end(), [](const proof::Evidence *a, const proof::Evidence *b) {
    return findingRank(a->condition) < findingRank(b->condition);
  });
  for (const proof::Evidence *evidence : open)
    sink.report(opened(*evidence));
}

} // namespace plumb::report
