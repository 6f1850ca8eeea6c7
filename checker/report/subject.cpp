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

void reportFindings(const Subject &subject, DiagnosticSink &sink) {
  for (Diagnostic &diagnostic : subject.findings())
    sink.report(std::move(diagnostic));
}

} // namespace plumb::report
