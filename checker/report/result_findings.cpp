// SPDX-License-Identifier: Apache-2.0
// Result::findings(): what is open or false of a mechanism, each thing once, at its place.
#include "checker/relational/walk.h"
#include "checker/report/cause.h"
#include "checker/report/consequence.h"
#include "checker/report/result.h"
#include "checker/verdict/one_more_clause.h"
#include "frontend/ir/print_expression.h"

#include <algorithm>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/Casting.h>

namespace plumb::report {

static Diagnostic violated(const Result &result) {
  const disproof::Violation &violation = *result.disproof.violation;
  const ir::Mechanism &mechanism = *result.mechanism;
  Diagnostic diagnostic{DiagnosticKind::NotPrivate,
                        mechanism.guarantee.range,
                        {mechanism.name, guaranteeText(mechanism)},
                        {},
                        {}};
  const std::string measure = violation.isDensity ? "density" : "probability";
  diagnostic.notes.push_back(
      {"`" + violation.question.word + "` has " + measure + " at least " + violation.firstLow + " on D and " +
           (violation.isImpossibleOnSecond ? "is impossible" : "at most " + violation.secondHigh) +
           " on D', whatever the alignment",
       std::nullopt});
  if (violation.telling)
    diagnostic.notes.push_back({"this line gives most of it away", violation.telling->range()});
  return diagnostic;
}

/// Without two neighbours that differ, nothing else that is open means anything.
static bool excludesEverything(const Evidence &evidence) {
  return evidence.condition == verdict::Condition::Premises && evidence.asksForModel &&
         evidence.status == smt::Outcome::Refuted;
}

/// Names the cause of \p violation in its message, and leaves out what is open for the same reason.
static void explainViolation(const ir::Mechanism &mechanism, const disproof::Violation &violation,
                             Diagnostic &message, std::vector<const Evidence *> &open) {
  message.help = adviceForUnboundedField(mechanism);
  if (!message.help.empty()) {
    llvm::erase_if(open,
                   [](const Evidence *evidence) { return evidence->condition == verdict::Condition::Cost; });
    return;
  }
  if (!violation.telling)
    return;
  message.help = adviceForExactValue(mechanism, *violation.telling);
  if (!message.help.empty())
    llvm::erase_if(open, [&](const Evidence *evidence) {
      return evidence->condition == verdict::Condition::Outputs &&
             evidence->range == violation.telling->range();
    });
}

/// Does nothing of \p mechanism publish but what stands at \p range?
static bool isOnlyPublication(const ir::Mechanism &mechanism, SourceRange range) {
  std::size_t publications = 0;
  bool isHere = false;
  relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
    const auto *exit = llvm::dyn_cast<ir::Return>(&statement);
    if (!llvm::isa<ir::Output>(statement) && (!exit || !exit->value))
      return;
    ++publications;
    isHere |= statement.range() == range;
  });
  return publications == 1 && isHere;
}

/// The loop that \p evidence says to keep something, if nothing is written there that it has to keep.
static std::string loopWithoutInvariants(const ir::Mechanism &mechanism, const Evidence &evidence) {
  std::string text;
  if (evidence.condition == verdict::Condition::Invariant)
    relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
      const auto *loop = llvm::dyn_cast<ir::For>(&statement);
      if (loop && loop->invariants.empty() && loop->index.range == evidence.range)
        text = loop->leftOut ? "this loop" : "loop `" + loop->index.name + "`";
    });
  return text;
}

/// \p evidence is that both runs do the same, no runs are known that do not, and what they do hangs on loops.
static bool mayLackInvariant(const Result &result, const Evidence &evidence) {
  bool hasLoop = false;
  relational::forEachStatement(result.mechanism->body, [&](const ir::Statement &statement, unsigned) {
    hasLoop |= llvm::isa<ir::For>(statement);
  });
  return hasLoop && !result.counterexample && !result.disproof.violation && evidence.advice.empty() &&
         (evidence.condition == verdict::Condition::Outputs ||
          evidence.condition == verdict::Condition::SameSamples);
}

static Diagnostic findingOf(const Result &result, const Evidence &evidence) {
  Diagnostic finding = evidence.finding();
  const bool isOfCost =
      evidence.condition == verdict::Condition::Cost || evidence.condition == verdict::Condition::Alignment;
  const bool isOfValue =
      evidence.condition == verdict::Condition::Defined || evidence.condition == verdict::Condition::SameLaw;
  if (isOfCost && !result.disproof.violation)
    if (std::string advice = adviceForUnboundedField(*result.mechanism); !advice.empty())
      finding.help = std::move(advice);
  if (evidence.condition == verdict::Condition::Cost && !result.missingPremises.ofCost.empty())
    finding.help = verdict::requireToo(*result.mechanism, "it is proved with one clause more",
                                       result.missingPremises.ofCost);
  if (evidence.condition == verdict::Condition::SameLaw)
    if (const auto missing = result.missingPremises.ofScales.find(evidence.range.begin);
        missing != result.missingPremises.ofScales.end())
      finding.help = verdict::requireToo(*result.mechanism, "say of the parameters what makes it positive",
                                         missing->second);
  if (evidence.condition == verdict::Condition::SameLaw)
    if (std::string advice = adviceForScale(*result.mechanism, evidence.range); !advice.empty())
      finding.help = std::move(advice);
  if (evidence.condition == verdict::Condition::Claim)
    if (std::string advice = adviceForClaim(*result.mechanism, evidence.range); !advice.empty())
      finding.help = std::move(advice);
  if (evidence.condition == verdict::Condition::Defined)
    if (std::string advice = adviceForSelection(*result.mechanism, evidence.range); !advice.empty())
      finding.help = std::move(advice);
  const auto &badRun = result.badRun;
  if (evidence.condition == verdict::Condition::Claim && result.verdict == Verdict::ClaimFalse && badRun &&
      badRun->range == evidence.range)
    finding.arguments = {"the claim " + evidence.subject + " does not hold in every run"};
  if (const std::string loop = loopWithoutInvariants(*result.mechanism, evidence); !loop.empty()) {
    finding.arguments = {"what is kept by " + loop + " is not found"};
    finding.help = "say with `invariant`, behind the head of the loop, what both runs keep in it";
  }
  if (evidence.status == smt::Outcome::Refuted && mayLackInvariant(result, evidence))
    finding.help =
        "no two aligned runs were found that do: perhaps the loop lacks an `invariant` that says what "
        "both runs keep";
  const bool isOnlyHole = llvm::count_if(result.obligations(), [](const Evidence &one) {
                            return one.condition == verdict::Condition::Open;
                          }) == 1;
  if (evidence.condition == verdict::Condition::Open && isOnlyHole && !result.synthesis.conflict.empty())
    finding.help = "write it";
  if (evidence.condition == verdict::Condition::Defined && badRun &&
      evidence.range.begin <= badRun->range.begin && badRun->range.end <= evidence.range.end) {
    if (std::string advice = adviceForSubscript(*result.mechanism, badRun->range); !advice.empty())
      finding.help = std::move(advice);
    else if (const std::string term = termAt(*result.mechanism, badRun->range); !term.empty())
      finding.help.text = "`" + term + "` may have no value: " + finding.help.text;
  }
  if (evidence.condition == verdict::Condition::Outputs)
    if (std::string advice = adviceForEarlyRead(*result.mechanism, evidence.range); !advice.empty())
      finding.help = std::move(advice);
  if (evidence.condition == verdict::Condition::Acyclic)
    if (std::string advice = adviceForBareShift(*result.mechanism, evidence.range); !advice.empty())
      finding.help = std::move(advice);
  if (isOfValue && dividesByZero(*result.mechanism, evidence.range))
    finding.help = "nothing can be divided by 0: divide by something else";
  return finding;
}

/// The alignments with which \p mechanism is proved, in the place of those that are written; empty if the
/// clauses are not all that changes.
static Help alignedLike(const ir::Mechanism &mechanism, const synthesis::Alternative &alternative) {
  std::vector<const ir::Sample *> samples;
  relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
    if (const auto *sample = llvm::dyn_cast<ir::Sample>(&statement))
      samples.push_back(sample);
  });
  if (alternative.isWithoutInvariants || samples.size() != alternative.alignments.size())
    return {};
  std::string text;
  std::vector<Repair> repair;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const std::string &alignment = alternative.alignments[i];
    if (ir::printAlignment(*samples[i]) == alignment)
      continue;
    text += (repair.empty() ? "it is proved with `" : " and `") + alignment + "`";
    // Behind the draw, where nothing is written.
    const bool isWritten = samples[i]->clause.begin != samples[i]->clause.end;
    repair.push_back({samples[i]->clause, (isWritten ? "" : " ") + alignment});
  }
  return repair.empty() ? Help() : Help(std::move(text), std::move(repair));
}

std::vector<Diagnostic> Result::findings() const {
  std::vector<Diagnostic> list = ownFindings();
  if (alternative && !list.empty())
    if (Help help = alignedLike(*mechanism, *alternative); !help.empty()) {
      const std::string &why = list.front().help.text;
      list.front().help = {why.empty() ? help.text : why + "; " + help.text, std::move(help.repair)};
    }
  return list;
}

std::vector<Diagnostic> Result::ownFindings() const {
  std::vector<Diagnostic> list;
  std::vector<const Evidence *> open;
  for (const Evidence &evidence : obligations())
    if (!evidence.isProved())
      open.push_back(&evidence);
  for (const Evidence *evidence : open)
    if (excludesEverything(*evidence)) {
      if (disproof.violation)
        list.push_back(violated(*this));
      list.push_back(evidence->finding());
      if (const auto cause = causeOfNoNeighbours(*mechanism)) {
        list.back().range = cause->first;
        list.back().help = cause->second;
      }
      return list;
    }
  leaveOutWhatScalesExplain(*mechanism, disproof.violation.has_value(), open);
  // Runs on which it is published are told; what alone is open is told in any case.
  if (disproof.violation || (openQuestion() && open.size() > 1))
    llvm::erase_if(open, [&](const Evidence *evidence) {
      return evidence->condition == verdict::Condition::Premises &&
             evidence->status == smt::Outcome::Unknown && isOnlyPublication(*mechanism, evidence->range);
    });
  // Where there is none, it says nothing that none was found.
  if (disproof.violation)
    llvm::erase_if(
        open, [](const Evidence *evidence) { return evidence->condition == verdict::Condition::Alignment; });
  if (badRun && verdict == Verdict::IllFormed)
    leaveOutWhatMissingValuesExplain(*mechanism, *badRun, open);
  if (alternative)
    leaveOutWhatOneShiftExplains(*mechanism, open);
  leaveOutWhatUnreachedCellsExplain(*mechanism, open);
  if (disproof.violation)
    explainViolation(*mechanism, *disproof.violation, list.emplace_back(violated(*this)), open);
  if (disproof.violation)
    list.insert(list.end(), missingValues.begin(), missingValues.end());
  std::stable_sort(open.begin(), open.end(), [](const Evidence *a, const Evidence *b) {
    return isMoreBasic(a->condition, b->condition);
  });
  if (badRun && verdict == Verdict::IllFormed)
    if (const MissingValue shown = takeWhatShowsIn(*mechanism, *badRun, open); shown.reason) {
      list.push_back(findingOf(*this, *shown.reason));
      for (const Evidence *evidence : shown.following)
        list.back().addConsequence(findingOf(*this, *evidence));
    }
  for (const Evidence *evidence : open) {
    list.push_back(findingOf(*this, *evidence));
    // They are found together, so that one message has the reasons.
    if (evidence->condition != verdict::Condition::Alignment &&
        evidence->condition != verdict::Condition::Open)
      continue;
    for (const std::string &demand : synthesis.conflict)
      list.back().notes.push_back({demand, std::nullopt});
    if (!synthesis.advice.empty())
      list.back().help = synthesis.advice;
    return list;
  }
  return list;
}

} // namespace plumb::report
