// SPDX-License-Identifier: Apache-2.0
#include "checker/report/subject.h"

#include "checker/report/entry.h"

namespace plumb::report {

std::string Subject::counters() const {
  const smt::Statistics *counted = statistics();
  if (!counted)
    return {};
  return std::to_string(obligations().size()) + " obligations, " + std::to_string(counted->questions) +
         " questions (" + std::to_string(counted->unsat) + " unsat, " + std::to_string(counted->sat) +
         " sat, " + std::to_string(counted->unknown) + " unknown, " + std::to_string(counted->errors) +
         " errors), solver time " + milliseconds(counted->effort.time);
}

/// The first, with the others as notes. \pre there is one.
static std::vector<Diagnostic> asOneMessage(std::vector<Diagnostic> findings) {
  for (std::size_t i = 1; i < findings.size(); ++i)
    findings.front().addConsequence(std::move(findings[i]));
  findings.erase(findings.begin() + 1, findings.end());
  return findings;
}

/// Of a violation: that of the first condition which it explains.
static Help generalAdvice(const Diagnostic &finding) {
  if (const verdict::ConditionInfo *condition = verdict::conditionOf(finding.kind))
    return std::string(condition->advice);
  for (const Note &note : finding.notes)
    if (const auto *condition = note.kind ? verdict::conditionOf(*note.kind) : nullptr)
      return std::string(condition->advice);
  return {};
}

void reportFindings(const Subject &subject, DiagnosticSink &sink, Advice advice) {
  std::vector<Diagnostic> findings = subject.findings();
  if (subject.verdict == Verdict::NotPrivate && !findings.empty())
    findings = asOneMessage(std::move(findings));
  for (Diagnostic &diagnostic : findings) {
    if (advice == Advice::General)
      diagnostic.help = generalAdvice(diagnostic);
    sink.report(std::move(diagnostic));
  }
}

} // namespace plumb::report
