// SPDX-License-Identifier: Apache-2.0
#include "checker/report/text_report.h"

#include "checker/report/counterexample_text.h"
#include "checker/report/entry.h"
#include "checker/report/law_text.h"
#include "frontend/ir/print_expression.h"

#include <cstdio>

namespace plumb::report {

namespace {

std::string foundation(const Result &result) {
  std::string text;
  for (const std::string &law : lawTexts(*result.mechanism))
    text += entry("law", law);
  for (const Assumption &assumption : result.assumptions)
    text += assumptionLine(assumption);
  return text;
}

std::string achievement(const Result &result) {
  std::string text = entry("guarantee", guaranteeText(*result.mechanism) + ": Pr[m(D) in S] <= exp(" +
                                            ir::printPromoted(*result.mechanism->guarantee.epsilon) +
                                            ") * Pr[m(D') in S] for neighbours D -> D' and every S");
  if (const auto &adjacency = result.mechanism->recordAdjacency)
    text += entry("neighbours", ir::print(*adjacency) + ", one record (event level)");
  for (const ir::Claim &claim : result.mechanism->claims)
    text += entry("claim", ir::print(*claim.formula) + ", in " + scopeText(claim));
  for (const proof::LedgerEntry &moved : result.proof.ledger())
    text += entry("cost", "at scale " + moved.scale + " at most " + moved.bound + " is moved");
  return text;
}

} // namespace

std::string reportHead(const std::string &path, const std::string &name, const std::string &verdict) {
  return onOneLine(path) + ": " + name + ": " + verdict + "\n";
}

std::string assumptionLine(const Assumption &assumption) {
  return "  " + assumptionText(assumption) + "\n";
}

std::string textReport(const Result &result, const std::string &path) {
  std::string text = reportHead(path, result.mechanism->name, verdictText(result));
  if (result.isProved())
    return text + achievement(result) + foundation(result) + entry("tried", triedText(*result.tried));
  if (result.violation)
    text += violationText(*result.violation);
  if (result.counterexample)
    text += counterexampleText(*result.counterexample);
  return text;
}

std::string statisticsText(const Result &result, const std::string &path) {
  const smt::Statistics &counters = result.proof.statistics();
  char milliseconds[32];
  std::snprintf(milliseconds, sizeof milliseconds, "%.1f",
                std::chrono::duration<double, std::milli>(counters.solverTime).count());
  return onOneLine(path) + ": " + result.mechanism->name + ": " +
         std::to_string(result.proof.obligations().size()) + " obligations, " +
         std::to_string(counters.questions) + " questions (" + std::to_string(counters.unsat) + " unsat, " +
         std::to_string(counters.sat) + " sat, " + std::to_string(counters.unknown) + " unknown, " +
         std::to_string(counters.errors) + " errors), solver time " + milliseconds + " ms\n";
}

} // namespace plumb::report
