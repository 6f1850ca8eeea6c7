// SPDX-License-Identifier: Apache-2.0
#include "checker/report/result.h"

#include "checker/relational/rational_text.h"
#include "checker/relational/walk.h"
#include "checker/report/counterexample_json.h"
#include "checker/report/counterexample_text.h"
#include "checker/report/entry.h"
#include "checker/report/examination.h"
#include "checker/report/json_text.h"
#include "checker/report/law_text.h"
#include "checker/synthesis/announcing.h"
#include "checker/synthesis/stand_ins.h"
#include "frontend/ir/occurrence.h"
#include "frontend/ir/print_expression.h"
#include "frontend/ir/walk.h"

#include <algorithm>
#include <cstdint>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/Casting.h>

namespace plumb::report {

Result check(const ir::Mechanism &mechanism, const proof::EngineMaker &makeEngine) {
  const auto none = [](const auto &, auto) { return std::nullopt; };
  return examined(Result(mechanism, proof::prove(mechanism, makeEngine)), none, none);
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

static Result checkAsWritten(ir::Mechanism &mechanism, const proof::EngineMaker &makeEngine,
                             const synthesis::IsText &isText) {
  const auto another = [&](const proof::Proof &own, auto whenProved) {
    return synthesis::findAlternative(mechanism, own, makeEngine, isText, whenProved);
  };
  const auto boundary = [&](const Result &result, auto whenProved) {
    return findBoundary(mechanism, *result.disproof.violation, result.proof,
                        result.counterexample ? &*result.counterexample : nullptr, makeEngine, isText,
                        whenProved);
  };
  const auto none = [](const auto &, auto) { return std::nullopt; };
  if (!mechanism.hasHoles())
    return examined(Result(mechanism, proof::prove(mechanism, makeEngine)), another, boundary);
  std::vector<Diagnostic> missing;
  const bool isAskedFirst = !synthesis::inputsAreOpen(mechanism);
  if (isAskedFirst)
    if (std::optional<Result> result = illFormed(mechanism, makeEngine, missing))
      return std::move(*result);
  synthesis::Synthesis made = synthesis::synthesizeAnnouncing(mechanism, makeEngine, isText);
  if (!isAskedFirst && !made.proof)
    if (std::optional<Result> result = illFormed(mechanism, makeEngine, missing))
      return std::move(*result);
  proof::Proof proof = made.proof ? std::move(*made.proof) : proof::prove(mechanism, makeEngine);
  Result result(mechanism, std::move(proof));
  result.synthesis = std::move(made);
  result.missingValues = std::move(missing);
  if (result.synthesis.isSmallestFound)
    result.below = slightlyBelow(mechanism);
  return examined(std::move(result), none, none);
}

Result check(ir::Mechanism &mechanism, const proof::EngineMaker &makeEngine,
             const synthesis::IsText &isText) {
  Result result = checkAsWritten(mechanism, makeEngine, isText);
  std::vector<synthesis::Found> ranges = synthesis::foundRanges(mechanism);
  std::vector<synthesis::Found> &found = result.synthesis.found;
  found.insert(found.end(), ranges.begin(), ranges.end());
  std::stable_sort(found.begin(), found.end(),
                   [](const auto &a, const auto &b) { return a.range.begin < b.range.begin; });
  if (!result.isProved())
    result.missingPremises = findMissingPremises(mechanism, result.proof,
                                                 result.verdict == Verdict::NotProved, makeEngine, isText);
  return result;
}

std::string guaranteeText(const ir::Mechanism &mechanism) {
  return ir::print(mechanism.guarantee);
}

std::string otherScales(const proof::LedgerEntry &moved, const std::string &quote) {
  std::string text;
  for (const auto &[scale, weight] : moved.others)
    text += (text.empty() ? ", where what is moved at scale " : ", and at ") + quote + ir::print(*scale) +
            quote + " counts " + quote + toString(weight) + quote + " times";
  return text;
}

std::string lessIsEnough(const Result &result) {
  if (!result.isProved() || !result.proof.usedShare() || *result.proof.usedShare() >= 1)
    return {};
  return relational::print(*result.proof.smallestEpsilon());
}

namespace {

/// "eps = 1, n = 2"; without the elements of arrays.
std::string scalarsText(const std::vector<refutation::NamedNumber> &parameters) {
  std::string text;
  for (const refutation::NamedNumber &parameter : parameters)
    if (!parameter.element.isOfArray())
      text += (text.empty() ? "" : ", ") + parameter.element.name() + " = " +
              interpreter::print(parameter.value, parameter.sort);
  return text;
}

/// "f = 1 on D and 0 on D'": the answers that differ.
std::string answersText(const refutation::Tried &tried) {
  std::string text;
  for (const refutation::NamedAnswers &answer : tried.answers)
    if (answer.first != answer.second)
      text += (text.empty() ? "" : ", ") + answer.element.name() + " = " +
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
  for (const std::string &part : {scalarsText(tried.parameters), answersText(tried)})
    if (!part.empty())
      instance += (instance.empty() ? "; one has " : ", ") + part;
  return text + instance;
}

std::vector<std::string> notReached(const ir::Mechanism &mechanism, const refutation::Tried &tried,
                                    const std::string &quote) {
  std::vector<std::string> texts;
  for (const ir::Statement *statement : tried.unreached) {
    const std::string head = ir::printHead(*statement);
    std::size_t place = 0, alike = 0;
    relational::forEachStatement(mechanism.body, [&](const ir::Statement &other, unsigned) {
      alike += ir::printHead(other) == head;
      if (&other == statement)
        place = alike;
    });
    texts.push_back(
        quote + head + quote +
        (alike == 1 ? "" : " (number " + std::to_string(place) + " of " + std::to_string(alike) + ")"));
  }
  return texts;
}

namespace {

std::string entries(const std::string &label, const std::vector<std::string> &texts) {
  std::string all;
  for (const std::string &text : texts)
    all += entry(label, text);
  return all;
}

void writeTexts(llvm::json::OStream &json, llvm::StringRef key, const std::vector<std::string> &texts) {
  if (!texts.empty())
    json.attributeArray(key, [&] {
      for (const std::string &text : texts)
        json.value(jsonText(text));
    });
}

std::string recordNeighbours(const ir::Mechanism &mechanism) {
  const auto &adjacency = mechanism.recordAdjacency;
  return adjacency ? ir::print(*adjacency) + ", one record (event level)" : std::string();
}

std::vector<std::string> claimTexts(const ir::Mechanism &mechanism) {
  std::vector<std::string> texts;
  for (const ir::Claim &claim : mechanism.claims)
    texts.push_back(ir::print(*claim.formula) + ", in " + scopeText(claim));
  return texts;
}

/// \pre \p result is proved.
std::vector<std::string> costTexts(const Result &result) {
  std::vector<std::string> texts;
  for (const proof::LedgerEntry &moved : result.proof.ledger())
    texts.push_back("at scale " + ir::print(*moved.written) + " at most " + relational::print(moved.bound) +
                    " is moved" + otherScales(moved));
  if (!result.proof.smallestEpsilon())
    texts.push_back("charged draw by draw, and at most what is guaranteed at each end");
  return texts;
}

/// \pre \p result is proved.
std::vector<std::string> apartTexts(const Result &result) {
  std::vector<std::string> texts;
  for (const ir::If *branch : result.proof.apart())
    texts.push_back("at `" + ir::printHead(*branch) +
                    "` each run decides for itself, and both publish the same");
  return texts;
}

std::string achievement(const Result &result) {
  std::string text = entry("guarantee", guaranteeText(*result.mechanism) + ": Pr[m(D) in S] <= exp(" +
                                            ir::printPromoted(*result.mechanism->guarantee.epsilon) +
                                            ") * Pr[m(D') in S] for neighbours D -> D' and every S");
  if (const std::string neighbours = recordNeighbours(*result.mechanism); !neighbours.empty())
    text += entry("neighbours", neighbours);
  text += entries("claim", claimTexts(*result.mechanism)) + entries("cost", costTexts(result)) +
          entries("apart", apartTexts(result));
  if (const std::string enough = lessIsEnough(result); !enough.empty())
    text += entry("enough", enough + " is enough: the alignment costs no more than that");
  return text;
}

/// Is no smaller multiple of the guarantee one, as a term? A violation has numbers for the parameters. It
/// stands for the others that the guarantee reads if that is its budget alone, for every value of which the
/// violation was shown, or nothing.
bool isTight(const Result &result) {
  const auto &violation = result.below.violation;
  return violation && !ir::anyPart(*result.mechanism->guarantee.epsilon, [&](const ir::Expression &part) {
           const auto *read = llvm::dyn_cast<ir::Read>(&part);
           return read &&
                  (!violation->reach.budgets || violation->reach.budgets->budget != read->variable.name);
         });
}

/// How small the guarantee that was found is.
std::string smallestText(const Result &result) {
  const auto &violation = result.below.violation;
  if (!violation)
    return "smallest found; whether less would do is not known";
  const std::string by = ", by `" + violation->question.word + "`";
  if (isTight(result))
    return "tight: 99 / 100 times this is violated" + by;
  return "tight at " + scalarsText(violation->question.parameters) +
         ": there 99 / 100 times this is violated" + by + "; whether less would do elsewhere is not known";
}

/// What is proved in the place of the program.
template <typename Clauses> std::string clausesText(const Clauses &clauses) {
  std::string text;
  if (clauses.isWithoutInvariants)
    text += entry("proved", "without the invariants");
  for (const std::string &alignment : clauses.alignments)
    text += entry("proved with", alignment);
  return text;
}

std::string boundaryText(const Boundary &boundary, const std::vector<Assumption> &assumptions) {
  std::string text =
      entry("private", "while " + boundary.premise + ", as is " +
                           verdict::text(Verdict::Proved, assumptions.size()) + "; not at " +
                           scalarsText(boundary.beyond) +
                           (boundary.word.empty() ? "" : ", where `" + boundary.word + "` is a violation")) +
      clausesText(boundary);
  for (const Assumption &assumption : assumptions)
    text += "  " + assumptionText(assumption) + "\n";
  return text;
}

/// What is published where no two neighbours differ: the proof says nothing of it, and whoever reads the
/// verdict should know.
std::vector<std::string> nothingToProtect(const Result &result) {
  std::vector<std::string> texts;
  for (const Evidence &evidence : result.obligations())
    if (evidence.condition == verdict::Condition::Premises && evidence.asksForModel && evidence.isProved() &&
        !evidence.sentence.empty())
      texts.push_back(evidence.sentence);
  return texts;
}

} // namespace

std::vector<std::string> Result::guarantees() const {
  return {guaranteeText(*mechanism)};
}

std::vector<std::string> Result::laws() const {
  return lawTexts(*mechanism);
}

std::string Result::details() const {
  std::string text =
      entries("found", synthesis::clauses(synthesis.found)) + entries("also", synthesis.others);
  if (synthesis.isSmallestFound)
    text += entry("smallest", smallestText(*this));
  text += entries("remark", synthesis.remarks);
  if (isProved())
    return text + achievement(*this) + entries("law", laws()) +
           entries("nothing to protect", nothingToProtect(*this));
  if (alternative)
    return text + clausesText(*alternative);
  return text + (disproof.violation ? violationText(*disproof.violation, 2) : "") +
         (boundary ? boundaryText(*boundary, assumptions) : "") + (badRun ? badRunText(*badRun, 2) : "") +
         (badPair ? badPairText(*badPair, 2) : "") +
         (badParameters ? badParametersText(*badParameters, 2) : "") +
         (counterexample ? counterexampleText(*counterexample, 2) : "") +
         (openQuestion() ? largestLossText(disproof, 2) : "") +
         (isSilent() ? "  nothing is known of violations: " + disproof.silence + "\n" : "");
}

const disproof::ToldQuestion *Result::openQuestion() const {
  return verdict == Verdict::NotProved && disproof.largest ? &*disproof.largest : nullptr;
}

bool Result::isSilent() const {
  return verdict == Verdict::NotProved && !alternative && !openQuestion() && !disproof.silence.empty();
}

std::string Result::verdictText() const {
  if (const disproof::ToldQuestion *open = openQuestion())
    return "open: largest loss found " + open->loss + " of " + open->epsilon;
  if (alternative && alternative->isOnlyInvariants)
    return verdict::textWithoutInvariants(assumptions.size());
  return Subject::verdictText();
}

std::string Result::closing() const {
  if (alternative)
    return counterexample ? counterexampleText(*counterexample, 2) : "";
  if (!isProved())
    return {};
  std::string text = entry("tried", triedText(*tried)), places;
  if (tried->pairs > 0)
    for (const std::string &place : notReached(*mechanism, *tried, "`"))
      places += (places.empty() ? "" : ", ") + place;
  return places.empty() ? text : text + entry("not reached", "by any run that was tried: " + places);
}

void Result::writeClaims(llvm::json::OStream &json) const {
  json.attribute("guarantee", jsonText(guaranteeText(*mechanism)));
  if (const std::string neighbours = recordNeighbours(*mechanism); !neighbours.empty())
    json.attribute("neighbours", jsonText(neighbours));
  writeTexts(json, "claims", claimTexts(*mechanism));
  writeTexts(json, "found", synthesis::clauses(synthesis.found));
  writeTexts(json, "also", synthesis.others);
  writeTexts(json, "remarks", synthesis.remarks);
  if (synthesis.isSmallestFound)
    json.attribute("tight", isTight(*this));
  if (below.violation)
    json.attributeObject("tightAt", [&] { writeEvent(json, below.violation->question); });
}

void Result::writeTrials(llvm::json::OStream &json) const {
  json.attribute("tried", jsonText(tried ? triedText(*tried) : ""));
  json.attributeArray("notReached", [&] {
    for (const std::string &place : notReached(*mechanism, tried.value_or(refutation::Tried())))
      json.value(jsonText(place));
  });
}

void Result::writeDetails(llvm::json::OStream &json) const {
  json.attribute(
      "smallestEpsilon",
      jsonText(isProved() && proof.smallestEpsilon() ? relational::print(*proof.smallestEpsilon()) : ""));
  if (const std::string enough = lessIsEnough(*this); !enough.empty())
    json.attribute("enough", jsonText(enough));
  if (isProved()) {
    writeTexts(json, "costs", costTexts(*this));
    writeTexts(json, "apart", apartTexts(*this));
    writeTexts(json, "laws", laws());
    writeTexts(json, "nothingToProtect", nothingToProtect(*this));
  }
  writeTrials(json);
  const auto writeClauses = [&](const auto &clauses) {
    json.attribute("withoutInvariants", clauses.isWithoutInvariants);
    json.attributeArray("alignments", [&] {
      for (const std::string &alignment : clauses.alignments)
        json.value(jsonText(alignment));
    });
  };
  if (alternative)
    json.attributeObject("alternative", [&] { writeClauses(*alternative); });
  if (boundary)
    json.attributeObject("privateWithin", [&] {
      json.attribute("premise", jsonText(boundary->premise));
      json.attribute("verdict", jsonText(verdict::text(Verdict::Proved, assumptions.size())));
      json.attribute("notAt", jsonText(scalarsText(boundary->beyond)));
      if (!boundary->word.empty())
        json.attribute("event", jsonText(boundary->word));
      writeClauses(*boundary);
    });
  if (const disproof::ToldQuestion *open = openQuestion())
    json.attributeObject("largestLoss", [&] {
      writeQuestion(json, *open);
      if (!disproof.doubt.empty())
        json.attribute("doubt", jsonText(disproof.doubt));
      if (!disproof.silence.empty())
        json.attribute("otherRunsUnknown", jsonText(disproof.silence));
    });
  if (isSilent())
    json.attribute("violationsUnknown", jsonText(disproof.silence));
  if (!counterexample && !disproof.violation && !badRun && !badPair && !badParameters)
    return json.attribute("counterexample", nullptr);
  json.attributeObject("counterexample", [&] {
    if (badRun)
      json.attributeObject("run", [&] { writeBadRun(json, *badRun); });
    if (badPair)
      json.attributeObject("pair", [&] { writeBadPair(json, *badPair); });
    if (badParameters)
      json.attributeObject("input", [&] { writeBadParameters(json, *badParameters); });
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
