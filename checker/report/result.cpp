// SPDX-License-Identifier: Apache-2.0
#include "checker/report/result.h"

#include "checker/relational/rational_text.h"
#include "checker/report/counterexample_json.h"
#include "checker/report/counterexample_text.h"
#include "checker/report/entry.h"
#include "checker/report/json_text.h"
#include "checker/report/law_text.h"
#include "frontend/ir/print_expression.h"
#include "frontend/ir/walk.h"

#include <algorithm>
#include <cstdio>
#include <stdexcept>

namespace plumb::report {

namespace {

/// Is there an open condition that says something about privacy? Claims, vacuity and what makes
/// an adjacency one do not, and a search of small inputs could not speak about them.
bool privacyIsOpen(const proof::Proof &proof) {
  const auto &obligations = proof.obligations();
  return std::any_of(obligations.begin(), obligations.end(), [](const proof::Evidence &evidence) {
    return !evidence.isProved() && evidence.condition != proof::Condition::Claim &&
           evidence.condition != proof::Condition::ClaimDefined &&
           evidence.condition != proof::Condition::Premises &&
           evidence.condition != proof::Condition::Symmetric &&
           evidence.condition != proof::Condition::PremiseFixed;
  });
}

/// Replays of a proved mechanism, some 5 ms.
constexpr std::uint64_t crossExamination = 2000;

/// A proof says that no aligned pair of runs fails. The exact interpreter shares no code with the formulas,
/// so it is asked too, on small inputs. If it disagrees, one of the two is wrong and no verdict can be given.
refutation::Tried crossExamine(const ir::Mechanism &mechanism) {
  refutation::CounterexampleLimits limits;
  limits.replays = crossExamination;
  limits.alignmentsHaveValues = false;
  refutation::Tried tried;
  auto failure = refutation::findCounterexample(mechanism, limits, &tried);
  if (failure && failure->confirmed)
    throw std::logic_error("the proof of `" + mechanism.name +
                           "` and the exact interpreter disagree: " + failure->description);
  return tried;
}

} // namespace

namespace {

/// \p result with what the search of small inputs has to say.
Result examined(Result result) {
  const ir::Mechanism &mechanism = *result.mechanism;
  result.assumptions = assumptionsOf(mechanism);
  if (result.proof.verdict() != proof::Verdict::Proved && privacyIsOpen(result.proof)) {
    // Without an alignment there is none to refute.
    if (!mechanism.hasHoles())
      result.counterexample = refutation::findCounterexample(mechanism);
    if (result.counterexample && !result.counterexample->confirmed)
      result.counterexample.reset();
    // Nor is there anything to violate without a claim.
    if (mechanism.isStated())
      result.disproof =
          disproof::examine(mechanism, result.counterexample ? &*result.counterexample : nullptr);
  }
  if (result.proof.verdict() == proof::Verdict::Proved)
    result.tried = crossExamine(mechanism);
  result.verdict = result.disproof.violation ? Verdict::NotPrivate : result.proof.verdict();
  return result;
}

} // namespace

Result check(const ir::Mechanism &mechanism, const proof::EngineMaker &makeEngine) {
  return examined(Result(mechanism, proof::prove(mechanism, makeEngine)));
}

namespace {

/// A guarantee is tight where a little less of it is violated: by a hundredth.
disproof::Findings slightlyBelow(ir::Mechanism &mechanism) {
  ir::ExpressionPtr found = std::move(mechanism.guarantee.epsilon);
  const auto number = [](const Rational &value) {
    return std::make_unique<ir::Number>(value, ir::Sort::Real, SourceRange{});
  };
  mechanism.guarantee.epsilon =
      std::make_unique<ir::Binary>(ir::BinaryOperator::Multiply, ir::Sort::Real, number(Rational(99, 100)),
                                   ir::copyAt(*found, found->range()), SourceRange{});
  disproof::Findings findings = disproof::examine(mechanism, nullptr);
  mechanism.guarantee.epsilon = std::move(found);
  return findings;
}

} // namespace

Result check(ir::Mechanism &mechanism, const proof::EngineMaker &makeEngine,
             const synthesis::IsText &isText) {
  if (!mechanism.hasHoles())
    return check(mechanism, makeEngine);
  synthesis::Synthesis made = synthesis::synthesize(mechanism, makeEngine, isText);
  proof::Proof proof = made.proof ? std::move(*made.proof) : proof::prove(mechanism, makeEngine);
  Result result(mechanism, std::move(proof));
  result.synthesis = std::move(made);
  if (result.synthesis.isSmallestFound)
    result.below = slightlyBelow(mechanism);
  return examined(std::move(result));
}

std::string guaranteeText(const ir::Mechanism &mechanism) {
  return ir::print(mechanism.guarantee);
}

std::string lessIsEnough(const Result &result) {
  if (!result.isProved() || !result.proof.usedShare() || *result.proof.usedShare() >= 1)
    return {};
  return relational::print(*result.proof.smallestEpsilon());
}

namespace {

/// "eps = 1, n = 2": scalar parameters.
std::string parametersText(const refutation::Tried &tried) {
  std::string text;
  for (const refutation::NamedNumber &parameter : tried.parameters)
    if (parameter.name.back() != ']')
      text += (text.empty() ? "" : ", ") + parameter.name + " = " +
              interpreter::print(parameter.value, parameter.sort);
  return text;
}

/// "f = 1 on D and 0 on D'": the answers that differ.
std::string answersText(const refutation::Tried &tried) {
  std::string text;
  for (const refutation::NamedAnswers &answer : tried.answers)
    if (answer.first != answer.second)
      text += (text.empty() ? "" : ", ") + answer.name + " = " +
              interpreter::print(answer.first, answer.sort) + " on D and " +
              interpreter::print(answer.second, answer.sort) + " on D'";
  return text;
}

} // namespace

std::string triedText(const refutation::Tried &tried) {
  if (tried.pairs == 0)
    return tried.withoutValue ? "no aligned pair of runs, as an alignment has no value on small inputs"
                              : "no aligned pair of runs, as no input was small enough";
  std::string text = std::to_string(tried.pairs) + " aligned pairs of runs, none of which fails", instance;
  for (const std::string &part : {parametersText(tried), answersText(tried)})
    if (!part.empty())
      instance += (instance.empty() ? "; one has " : ", ") + part;
  return text + instance;
}

std::vector<std::string> notReached(const refutation::Tried &tried) {
  std::vector<std::string> texts;
  for (const ir::Statement *statement : tried.unreached)
    texts.push_back(ir::printHead(*statement));
  return texts;
}

namespace {

std::string lawEntries(const Result &result) {
  std::string text;
  for (const std::string &law : result.laws())
    text += entry("law", law);
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
    text += entry("cost", "at scale " + ir::print(*moved.written) + " at most " +
                              relational::print(moved.bound) + " is moved");
  if (const std::string enough = lessIsEnough(result); !enough.empty())
    text += entry("enough", enough + " is enough: that is what the alignment costs");
  return text;
}

/// How small the guarantee that was found is.
std::string smallestText(const Result &result) {
  return result.below.violation
             ? "tight: a hundredth less is violated, by `" + result.below.violation->question.word + "`"
             : "smallest found; whether less would do is not known";
}

Diagnostic violated(const Result &result) {
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
bool excludesEverything(const Evidence &evidence) {
  return evidence.condition == verdict::Condition::Premises && evidence.asksForModel &&
         evidence.status == smt::Outcome::Refuted;
}

} // namespace

std::vector<std::string> Result::guarantees() const {
  return {guaranteeText(*mechanism)};
}

std::vector<std::string> Result::laws() const {
  return lawTexts(*mechanism);
}

std::string Result::details() const {
  std::string text;
  for (const synthesis::Found &found : synthesis.found)
    text += entry("found", found.clause);
  for (const std::string &other : synthesis.others)
    text += entry("also", other);
  if (synthesis.isSmallestFound)
    text += entry("smallest", smallestText(*this));
  for (const std::string &remark : synthesis.remarks)
    text += entry("remark", remark);
  if (isProved())
    return text + achievement(*this) + lawEntries(*this);
  return text + (disproof.violation ? violationText(*disproof.violation, 2) : "") +
         (counterexample ? counterexampleText(*counterexample, 2) : "") +
         (disproof.largest ? largestLossText(disproof, 2) : "");
}

std::string Result::closing() const {
  if (!isProved())
    return {};
  std::string text = entry("tried", triedText(*tried)), places;
  if (tried->pairs > 0)
    for (const std::string &place : notReached(*tried))
      places += (places.empty() ? "`" : ", `") + place + "`";
  return places.empty() ? text : text + entry("not reached", "by any run that was tried: " + places);
}

std::string Result::counters() const {
  const smt::Statistics &counters = proof.statistics();
  char milliseconds[32];
  std::snprintf(milliseconds, sizeof milliseconds, "%.1f",
                std::chrono::duration<double, std::milli>(counters.solverTime).count());
  return std::to_string(obligations().size()) + " obligations, " + std::to_string(counters.questions) +
         " questions (" + std::to_string(counters.unsat) + " unsat, " + std::to_string(counters.sat) +
         " sat, " + std::to_string(counters.unknown) + " unknown, " + std::to_string(counters.errors) +
         " errors), solver time " + milliseconds + " ms";
}

std::vector<Diagnostic> Result::findings() const {
  std::vector<Diagnostic> list;
  if (disproof.violation)
    list.push_back(violated(*this));
  std::vector<const Evidence *> open;
  for (const Evidence &evidence : obligations())
    if (!evidence.isProved())
      open.push_back(&evidence);
  for (const Evidence *evidence : open)
    if (excludesEverything(*evidence)) {
      list.push_back(evidence->finding());
      return list;
    }
  std::stable_sort(open.begin(), open.end(),
                   [](const Evidence *a, const Evidence *b) { return a->condition < b->condition; });
  for (const Evidence *evidence : open) {
    list.push_back(evidence->finding());
    // They are found together, so that one message has the reasons.
    if (evidence->condition != verdict::Condition::Alignment &&
        evidence->condition != verdict::Condition::Open)
      continue;
    for (const std::string &demand : synthesis.conflict)
      list.back().notes.push_back({demand, std::nullopt});
    return list;
  }
  return list;
}

void Result::writeClaims(llvm::json::OStream &json) const {
  json.attribute("guarantee", jsonText(guaranteeText(*mechanism)));
  if (!synthesis.found.empty())
    json.attributeArray("found", [&] {
      for (const synthesis::Found &found : synthesis.found)
        json.value(jsonText(found.clause));
    });
  if (!synthesis.others.empty())
    json.attributeArray("also", [&] {
      for (const std::string &other : synthesis.others)
        json.value(jsonText(other));
    });
  if (synthesis.isSmallestFound)
    json.attribute("tight", below.violation.has_value());
}

void Result::writeTrials(llvm::json::OStream &json) const {
  json.attribute("tried", jsonText(tried ? triedText(*tried) : ""));
  json.attributeArray("notReached", [&] {
    for (const std::string &place : notReached(tried.value_or(refutation::Tried())))
      json.value(jsonText(place));
  });
}

void Result::writeDetails(llvm::json::OStream &json) const {
  json.attribute("smallestEpsilon", jsonText(isProved() ? relational::print(*proof.smallestEpsilon()) : ""));
  if (const std::string enough = lessIsEnough(*this); !enough.empty())
    json.attribute("enough", jsonText(enough));
  writeTrials(json);
  if (!counterexample && !disproof.violation)
    return json.attribute("counterexample", nullptr);
  json.attributeObject("counterexample", [&] {
    if (counterexample)
      json.attributeObject("alignment", [&] { writeCounterexample(json, *counterexample); });
    else
      json.attribute("alignment", nullptr);
    if (disproof.violation)
      json.attributeObject("violation", [&] { writeViolation(json, *disproof.violation); });
    else
      json.attribute("violation", nullptr);
  });
}

} // namespace plumb::report
