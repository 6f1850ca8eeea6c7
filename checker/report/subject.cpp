// SPDX-License-Identifier: Apache-2.0
#include "checker/report/subject.h"

namespace plumb::report {

void reportFindings(const Subject &subject, DiagnosticSink &sink) {
  for (Diagnostic &diagnostic : subject.findings())
    sink.report(std::move(diagnostic));
}

} // namespace plumb::report
