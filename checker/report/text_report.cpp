// SPDX-License-Identifier: Apache-2.0
#include "checker/report/text_report.h"

#include "checker/report/entry.h"

#include <llvm/Support/FormattedStream.h>
#include <llvm/Support/raw_ostream.h>

namespace plumb::report {

std::string textHead(const Subject &subject, const std::string &path) {
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
  return textHead(subject, path) + subject.verdictText() + "\n" + textBody(subject);
}

std::string statisticsText(const Subject &subject, const std::string &path) {
  const std::string counters = subject.counters();
  return counters.empty() ? "" : textHead(subject, path) + counters + "\n";
}

namespace {

/// One line of a table; who has decided nothing took nothing.
void writeLine(llvm::raw_ostream &text, const smt::Effort &effort, bool isAsked, llvm::StringRef outcome,
               llvm::StringRef engine, llvm::StringRef name) {
  text << llvm::right_justify(isAsked ? milliseconds(effort.time) : "-", 11)
       << llvm::right_justify(isAsked ? std::to_string(effort.resourceUnits) + " units" : "-", 16) << "  "
       << llvm::left_justify(outcome, 8) << llvm::left_justify(engine, 17) << name << "\n";
}

} // namespace

std::string obligationsText(const Subject &subject, const std::string &path) {
  std::string text;
  llvm::raw_string_ostream lines(text);
  const std::string counters = subject.counters();
  lines << textHead(subject, path) << (counters.empty() ? "nothing was counted" : counters) << "\n";
  smt::Effort rest = subject.statistics() ? subject.statistics()->effort : smt::Effort();
  for (const Evidence &evidence : subject.obligations()) {
    rest.resourceUnits -= evidence.effort.resourceUnits;
    rest.time -= evidence.effort.time;
    writeLine(lines, evidence.effort, !evidence.logic.empty(), verdict::text(evidence.status),
              evidence.engine.empty() ? "nobody" : evidence.engine, evidence.name);
  }
  if (subject.statistics())
    writeLine(lines, rest, true, "", "", "(other questions)");
  return lines.str();
}

} // namespace plumb::report
