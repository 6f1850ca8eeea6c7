// SPDX-License-Identifier: Apache-2.0
#include "checker/report/explain.h"

#include "checker/noise/distribution.h"
#include "checker/proof/converse.h"
#include "checker/relational/walk.h"
#include "checker/report/counterexample_text.h"
#include "checker/report/entry.h"
#include "checker/report/explain_alignment.h"
#include "checker/report/explain_chain.h"
#include "checker/report/explain_figure.h"
#include "checker/report/explain_ledger.h"
#include "checker/report/explain_neighbours.h"
#include "checker/report/explain_obligations.h"
#include "checker/report/result.h"
#include "checker/report/sensitivity_check.h"
#include "frontend/ir/announcement.h"
#include "frontend/ir/fresh_name.h"
#include "frontend/ir/print_expression.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/Casting.h>

namespace plumb::report {

namespace {

/// Whether D and D' may be exchanged, as far as it is decided.
std::string direction(const ir::Mechanism &mechanism, const proof::EngineMaker &makeEngine) {
  switch (proof::isOwnConverse(mechanism, makeEngine, [&](const proof::RecordWitness &pair) {
            return confirms(mechanism, pair);
          }).status) {
  case smt::Outcome::Proved:
    return "The neighbouring relation is symmetric, so the two may be exchanged: this is differential "
           "privacy "
           "for these neighbours.";
  case smt::Outcome::Refuted:
    return "The direction matters: D and D' may not be exchanged.";
  case smt::Outcome::Unknown:
    break;
  }
  return "The direction may matter: it is not known whether D and D' may be exchanged.";
}

void explainGuarantee(Document &document, const Result &result, const proof::EngineMaker &makeEngine) {
  const ir::Mechanism &mechanism = *result.mechanism;
  document.heading(2,
                   line(result.statesGuarantee() ? "What is guaranteed" : "What is claimed, and not proved"));
  std::string epsilon =
      mechanism.guarantee.hole.isOpen ? "?" : ir::printPromoted(*mechanism.guarantee.epsilon);
  document.paragraph(
      code(guaranteeText(mechanism)) +
      line(": for neighbouring data sets `D -> D'` in this order, and for every set S of outputs, "
           "`Pr[m(D) in S] <= exp(" +
           epsilon + ") * Pr[m(D') in S]`."));
  if (mechanism.isStated())
    document.paragraph(line(direction(mechanism, makeEngine)));
}

void explainNoise(Document &document, const ir::Mechanism &mechanism) {
  std::vector<Line> items;
  const std::string b = ir::freshName(mechanism, "b");
  relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
    const auto *sample = llvm::dyn_cast<ir::Sample>(&statement);
    if (!sample)
      return;
    const auto law = noise::distribution(sample->law).lawText(sample->target.sort == ir::Sort::Int, b);
    Line words = code(sample->target.name) + line(": " + law.name);
    if (!law.mass.empty())
      words = words + line(", ") + code(law.mass);
    items.push_back(words + line(", scale " + b + " = ") + formula(*sample->scale));
  });
  document.heading(2, line("The noise"));
  if (items.empty())
    document.paragraph(line("None is drawn."));
  document.items(std::move(items));
}

/// Of what is proved in the place of the program.
template <typename Clauses> void explainClauses(Document &document, const Clauses &clauses) {
  std::vector<Line> items;
  if (clauses.isWithoutInvariants)
    items.push_back(line("without the invariants, which are found again"));
  for (const std::string &alignment : clauses.alignments)
    items.push_back(code(alignment));
  document.items(std::move(items));
}

void explainFailure(Document &document, const Result &result, const SourceFile &file) {
  if (result.isProved())
    return;
  document.heading(2, line("What is open"));
  switch (result.verdict) {
  case Verdict::NotPrivate:
    document.paragraph(line("A violation is confirmed by exact computation: no alignment can be a proof."));
    break;
  case Verdict::Vacuous:
    document.paragraph(
        line("A proof would say nothing: nobody is protected by it, or some of it is never reached."));
    break;
  case Verdict::IllFormed:
    document.paragraph(
        line("Some input that is allowed has no meaning, so that nothing is guaranteed of it."));
    break;
  case Verdict::ClaimFalse:
    document.paragraph(line("A claim is false: the run below breaks it."));
    break;
  case Verdict::OtherAlignment:
    document.paragraph(line(
        std::string("This alignment is no proof, but the guarantee holds: the same program is proved with ") +
        (result.alternative ? "what follows." : "another one.")));
    if (result.alternative)
      explainClauses(document, *result.alternative);
    break;
  case Verdict::NotProved:
  case Verdict::NoChannel:
  case Verdict::Proved:
    document.paragraph(line("This alignment is no proof. That does not say that the mechanism leaks: another "
                            "alignment may be one."));
  }
  explainOpen(document, result, file);
  if (const auto &violation = result.disproof.violation) {
    document.code(violationText(*violation, 0), "text");
    document.figure(
        violationFigure(*violation),
        line("How likely this is on D and on D'. On D it must not be more likely than the line says: e^" +
             violation->question.epsilon + " times as likely as on D'."));
  }
  if (const auto &boundary = result.boundary) {
    document.paragraph(line("The mechanism is private while ") + code(boundary->premise) +
                       line(boundary->alignments.empty() ? ": with that requirement it is proved."
                                                         : ": with that requirement it is proved, by"));
    explainClauses(document, *boundary);
  }
  if (result.badRun)
    document.code(badRunText(*result.badRun, 0), "text");
  if (result.badPair)
    document.code(badPairText(*result.badPair, 0), "text");
  if (result.badParameters)
    document.code(badParametersText(*result.badParameters, 0), "text");
  if (result.counterexample)
    document.code(counterexampleText(*result.counterexample, 0), "text");
  if (result.openQuestion())
    document.code(largestLossText(result.disproof, 0), "text");
}

void explainLoops(Document &document, const Result &result, const SourceFile &file, const Chains &chains) {
  Document found;
  explainInvariants(found, result, file, chains);
  if (found.blocks().empty())
    return;
  const bool areKept = result.proof.keepsInvariants();
  document.heading(2, line(areKept ? "What the loops keep" : "What the loops would keep"));
  if (!areKept)
    document.paragraph(line("Something is open of these, or of what they are shown with: of what stands here "
                            "nothing is known to hold."));
  document.append(found);
}

void explainClaims(Document &document, const Result &result) {
  if (result.mechanism->claims.empty())
    return;
  document.heading(2, line("Claims about the output"));
  std::vector<Line> items;
  for (const ir::Claim &claim : result.mechanism->claims)
    items.push_back(formula(*claim.formula) +
                    line((result.isProved() ? ", in " : ", claimed of ") + scopeText(claim)));
  document.items(std::move(items));
}

/// What the guarantee looks like, where little is most of what can be published.
void explainOutcomes(Document &document, const Result &result) {
  if (!result.isProved())
    return;
  const auto outcomes = disproof::outcomesOf(*result.mechanism);
  if (!outcomes)
    return;
  document.heading(2, line("What it looks like on one pair"));
  document.paragraph(
      line(std::string("What is published on one small pair of neighbours") +
           (outcomes->rest ? "" : ", but for what is less likely than one in a thousand million,") +
           " and how likely it is: rounded numbers, for the eye. The proof is about all pairs, and rests on "
           "none."));
  document.code(neighboursText(outcomes->question, 0), "text");
  const auto rounded = [](double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.4g", value);
    return std::string(text);
  };
  std::vector<std::vector<Line>> rows{
      {line(""), line("published"), line("on D"), line("on D'"), line("allowed on D")}};
  const auto addRow = [&](Line words, double first, double second) {
    rows.push_back({line(std::to_string(rows.size())), std::move(words), line(rounded(first)),
                    line(rounded(second)),
                    line(rounded(std::min(1.0, std::exp(outcomes->epsilon) * second)))});
  };
  for (const disproof::Outcomes::Word &word : outcomes->words)
    addRow(code(word.text), word.first, word.second);
  if (outcomes->rest)
    addRow(line("something else"), outcomes->rest->first, outcomes->rest->second);
  document.table(std::move(rows));
  document.figure(
      outcomesFigure(*outcomes),
      line("Of each row, on the left how likely it is on D, on the right on D'. On D it is not more "
           "likely than its line says: e^" +
           outcomes->question.epsilon + " times as likely as on D'."));
}

void explainAssumptions(Document &document, const Subject &subject) {
  document.heading(2, line("What is assumed"));
  std::vector<Line> items;
  for (const Assumption &assumption : subject.assumptions)
    switch (assumption.kind) {
    case Assumption::Kind::DifferenceSet:
      items.push_back(line("of neighbouring data: ") + code(assumption.text));
      break;
    case Assumption::Kind::DataPremise:
      items.push_back(
          line("of every record of the data, and checked by code where it is emitted for records: ") +
          code(assumption.text));
      break;
    case Assumption::Kind::Sample:
      items.push_back(line("of the sample, drawn so by code where it is emitted: " + assumption.text));
      break;
    case Assumption::Kind::Premise:
      items.push_back(line("of the parameters, and checked by code where it is emitted: ") +
                      code(assumption.text));
      break;
    case Assumption::Kind::PublicParameters:
      items.push_back(line("of the parameters: " + assumption.text));
      break;
    }
  if (items.empty())
    document.paragraph(line("Nothing."));
  document.items(std::move(items));
}

/// Draws that stand further down in what is proved. \returns if there are any.
bool explainLaterDraws(Document &document, const std::vector<synthesis::Found> &found) {
  std::vector<Line> items;
  for (const synthesis::Found &one : found)
    if (one.isGone)
      items.push_back(code(one.clause));
  if (items.empty())
    return false;
  document.paragraph(line(
      "What is proved is the program with a draw further down, just in front of what reads it first. What "
      "it passes does not read it, and its scale is the same there, so that each output has the same "
      "probability:"));
  document.items(std::move(items));
  return true;
}

} // namespace

void explain(Document &document, const Subject &subject, const SourceFile &file,
             const proof::EngineMaker &makeEngine) {
  document.heading(1, code(subject.name()) + line(": " + subject.verdictText()));
  document.paragraph(line("From ") + code(file.path()));
  document.code(std::string(file.text(subject.range())), "plumb");
  subject.explain(document, file, makeEngine);
  explainAssumptions(document, subject);
}

void Result::explain(Document &document, const SourceFile &file, const proof::EngineMaker &makeEngine) const {
  explainGuarantee(document, *this, makeEngine);
  explainFailure(document, *this, file);
  explainNeighbours(document, *this, makeEngine);
  explainNoise(document, *mechanism);
  document.heading(2, line("The alignment"));
  document.paragraph(
      line("How the noise H of the run on D is moved to the noise H' of the run on D', so that both "
           "publish the same. The output is held fixed, so a case may depend on it."));
  const bool hasAnnouncements =
      llvm::any_of(mechanism->tags, [](const auto &tag) { return ir::isAnnounced(*tag); });
  if (hasAnnouncements)
    document.paragraph(line(
        "What is announced is held fixed with it, and is shown to this proof alone: whoever reads the output "
        "sees `none` in its place. What is private together with it is private without it."));
  const bool hasLaterDraws = explainLaterDraws(document, synthesis.found);
  if (hasLaterDraws || (hasAnnouncements && !synthesis.found.empty())) {
    document.paragraph(line("The program with what was found, where it stands:"));
    document.code(ir::print(*mechanism), "plumb");
  }
  explainAlignment(document, *mechanism);
  document.heading(2, line(isProved() ? "Why this is a proof" : "The conditions of the theorem"));
  if (!isProved())
    document.paragraph(
        line("Each is shown of runs that meet those that come before it, and by what loops keep: "
             "with one of them open, the others say nothing by themselves."));
  const Chains chains = isProved() ? chainsOf(*this) : Chains();
  document.chains(chainsAsJson(chains));
  explainObligations(document, *this, file, chains, priceLine(*this));
  explainLoops(document, *this, file, chains);
  document.heading(2, line("What it costs"));
  explainLedger(document, *this);
  explainOutcomes(document, *this);
  explainClaims(document, *this);
}

} // namespace plumb::report
