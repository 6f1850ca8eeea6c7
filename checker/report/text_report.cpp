// SPDX-License-Identifier: Apache-2.0
#include "checker/report/text_report.h"

#include "checker/report/entry.h"

namespace plumb::report {

static std::string head(const Subject &subject, const std::string &path) {
  return onOneLine(path) + ": " + (subject.name().empty() ? "" : subject.name() + ": ");
}

std::string textBody(const Subject &subject) {
  std::string text = subject.details();
  if (subject.statesGuarantee())
    for (const Assumption &assumption : subject.assumptions)
      text += "  " + assumptionText(assumption) + "\n";
  return text + subject.closing();
}

std::string textReport(const Subject &subject, const std::string &path) {
  return head(subject, path) + subject.verdictText() + "\n" + textBody(subject);
}

std::string statisticsText(const Subject &subject, const std::string &path) {
  const std::string counters = subject.counters();
  return counters.empty() ? "" : head(subject, path) + counters + "\n";
}

} // namespace plumb::report
