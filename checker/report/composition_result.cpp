// SPDX-License-Identifier: Apache-2.0
#include "checker/report/composition_result.h"

#include "checker/report/counterexample_json.h"
#include "checker/report/counterexample_text.h"
#include "checker/report/json_text.h"
#include "checker/report/sensitivity_check.h"
#include "checker/report/sensitivity_result.h"
#include "checker/verdict/one_more_clause.h"
#include "frontend/ir/occurrence.h"
#include "frontend/ir/print_expression.h"
#include "frontend/ir/published.h"
#include "frontend/ir/same_term.h"
#include "frontend/ir/stated_neighbours.h"
#include "frontend/ir/substitution.h"

#include <algorithm>
#include <llvm/Support/Casting.h>

namespace plumb::report {

using composition::Charge;
using composition::Population;
using composition::Row;
using llvm::json::OStream;

CompositionResult::CompositionResult(const ir::Composition &of, composition::Composed made,
                                     std::vector<std::string> ofParts)
    : composition(&of), composed(std::move(made)), partVerdicts(std::move(ofParts)) {
  verdict = composed.verdict();
  assumptions = assumptionsOf(of);
}

/// What the verdict says of the part: "not private", "not proved (claim false)".
static std::string statementOf(const Result &result) {
  const std::string text = result.verdictText();
  const bool isOfDetail = result.verdict == Verdict::ClaimFalse || result.openQuestion();
  return isOfDetail ? "not proved (" + text + ")" : text;
}

CompositionResult check(const ir::Composition &composition, const std::vector<const Result *> &results,
                        const proof::EngineMaker &makeEngine) {
  std::vector<const proof::Proof *> proofs;
  std::vector<std::string> verdicts;
  for (const ir::Part &part : composition.parts) {
    const Result &result = **std::find_if(results.begin(), results.end(), [&](const Result *candidate) {
      return candidate->mechanism == part.mechanism;
    });
    proofs.push_back(&result.proof);
    verdicts.push_back(statementOf(result));
  }
  auto isPair = [&](const proof::RecordWitness &pair) { return confirms(composition.head, pair); };
  CompositionResult result(composition, composition::compose(composition, proofs, makeEngine, isPair),
                           std::move(verdicts));
  if (result.verdict == Verdict::NotProved)
    result.violation = disproof::examine(composition);
  if (result.violation)
    result.verdict = Verdict::NotPrivate;
  return result;
}

namespace {

/// With which \p part runs each time.
std::string budgetText(const ir::Part &part, const ir::Composition &composition) {
  return ir::printPromoted(
      *ir::substituted(*part.mechanism->guarantee.epsilon, ir::argumentsOf(composition, part)));
}

std::string chargeText(const ir::Part &part, Charge charge, unsigned steps,
                       const ir::Composition &composition) {
  std::string name = " for `" + ir::printCall(part) + "`";
  if (charge == Charge::Unbounded)
    return "no bound" + name;
  if (charge == Charge::Nothing)
    return "0" + name;
  std::string text = (steps > 1 ? std::to_string(steps) + " steps of " : "") + budgetText(part, composition);
  return (part.times ? ir::printTimes(part) + " times " : "") + text + name;
}

} // namespace

std::string chargesText(const CompositionResult &result, const composition::Row &row) {
  if (row.sample == composition::Sample::LeftOut)
    return "whatever is published of the sample: it may have left the record out";
  std::string text = row.sample == composition::Sample::All ? "" : "on the sample ";
  for (std::size_t i = 0; i < row.charges.size(); ++i)
    text += (i ? ", " : "") + chargeText(result.composition->parts[i], row.charges[i],
                                         row.steps.empty() ? 1 : row.steps[i], *result.composition);
  return text;
}

namespace {

/// Behind the text of a row. One that costs nothing need not be about anybody.
std::string_view populationText(const Row &row) {
  if (row.population == composition::Population::None)
    return " (no two records differ so)";
  const bool costs = std::any_of(row.charges.begin(), row.charges.end(),
                                 [](Charge charge) { return charge != Charge::Nothing; });
  return costs && row.population == composition::Population::Unknown
             ? " (no neighbours that differ so are known to have different answers)"
             : "";
}

std::string claimText(const CompositionResult &result) {
  return "private(" + ir::printPromoted(*result.composition->guarantee.epsilon) + ")";
}

} // namespace

std::string ledgerText(const CompositionResult &result, const Row &row) {
  return row.changes + ": " + composition::lossText(*result.composition, row) + ", that is " +
         chargesText(result, row) + std::string(populationText(row));
}

namespace {

std::string rowText(const CompositionResult &result, const Row &row) {
  return row.isFinite() ? "  ledger: " + ledgerText(result, row) + "\n"
                        : "  not protected: " + row.changes + ": " + chargesText(result, row) + "\n";
}

std::string recordNeighbours(const ir::Composition &composition) {
  const auto &adjacency = composition.head.recordAdjacency;
  return !adjacency
             ? std::string()
             : ir::print(*adjacency) + (ir::statesNeighbours(composition) ? "" : " as the parts allow") +
                   ", one record (event level)";
}

std::string foundation(const CompositionResult &result) {
  std::string text;
  if (result.composition->guarantee.epsilon)
    text += "  guarantee: " + claimText(result) +
            " for each of these changes, also if later parts are chosen from "
            "earlier outputs (adaptive composition)\n";
  std::string definitions;
  for (const ir::Definition &definition : result.composition->definitions)
    definitions +=
        (definitions.empty() ? "" : ", ") + definition.variable->name + " = " + ir::print(definition);
  if (!definitions.empty())
    text += "  where: " + definitions + "\n";
  if (const auto &sampling = result.composition->sampling)
    text += "  sample: each record with probability " + ir::printPromoted(*sampling->probability) +
            ", one sample for all parts\n";
  if (const std::string neighbours = recordNeighbours(*result.composition); !neighbours.empty())
    text += "  neighbours: " + neighbours + "\n";
  return text;
}

Diagnostic openPart(const CompositionResult &result, std::size_t position) {
  const ir::Part &part = result.composition->parts[position];
  return {DiagnosticKind::PartNotProved,
          part.range,
          {part.mechanism->name, result.partVerdicts[position], result.composition->head.name},
          {},
          "a composition adds up what is proved of its parts; mend the part first"};
}

Diagnostic unprotected(const CompositionResult &result, const Row &row) {
  const ir::Composition &composition = *result.composition;
  Diagnostic diagnostic{DiagnosticKind::ChangeNotProtected,
                        composition.head.nameRange,
                        {composition.head.name, row.changes},
                        {},
                        "let this part allow the change too, or ask nothing in it that the change can show"};
  for (std::size_t i = 0; i < row.charges.size(); ++i)
    if (row.charges[i] == Charge::Unbounded)
      diagnostic.notes.push_back({"it is not proved that `" + ir::printCall(composition.parts[i]) +
                                      "` allows them all, nor that all its answers stay the same",
                                  composition.parts[i].range});
  return diagnostic;
}

std::string recordText(const ir::Record &record, const std::optional<proof::RecordModel> &model,
                       const std::string &name, const std::string &data) {
  if (!model)
    return data + " has no record there";
  std::string text;
  for (const auto &[field, value] : fieldTexts(record, *model, true, nullptr))
    text += (text.empty() ? "" : ", ") + field + " = " + value;
  return name + " has " + (text.empty() ? "no fields" : text);
}

/// The records of \p beyond, as a note.
Note pairText(const CompositionResult &result, const composition::Beyond &beyond) {
  const ir::Neighbourhood &head = result.composition->head;
  const ir::RecordAdjacency &stated = *head.recordAdjacency;
  std::string text = "D -> D' is stated where " + recordText(*stated.record, beyond.pair.first, "r", "D") +
                     ", and " + recordText(*stated.record, beyond.pair.second, "r'", "D'");
  for (const auto &[name, value] : parameterTexts(head, beyond.pair))
    text += ", " + name + " = " + value;
  return {text, stated.range};
}

Diagnostic overBudget(const CompositionResult &result, const Row &row) {
  const ir::Guarantee &claimed = result.composition->guarantee;
  return {DiagnosticKind::SumOverBudget,
          claimed.range,
          {row.changes, composition::lossText(*result.composition, row),
           claimed.epsilon ? ir::printPromoted(*claimed.epsilon) : "anything"},
          {},
          row.sample == composition::Sample::All
              ? "give the parts smaller budgets, run them less often, or guarantee less privacy"
          : row.sample == composition::Sample::LeftOut
              ? "sample fewer records, or guarantee less privacy"
              : "sample fewer records, give the parts smaller budgets, run them less often, or guarantee "
                "less privacy"};
}

std::string_view word(Charge charge) {
  switch (charge) {
  case Charge::Unbounded:
    break;
  case Charge::Budget:
    return "budget";
  case Charge::Nothing:
    return "nothing";
  }
  return "unbounded";
}

/// Is there a pair of records of which the row speaks?
std::string_view word(Population population) {
  switch (population) {
  case Population::Some:
    return "some";
  case Population::None:
    return "none";
  case Population::Unknown:
    break;
  }
  return "unknown";
}

void writeRow(OStream &json, const ir::Composition &of, const Row &row) {
  json.object([&] {
    json.attribute("changes", jsonText(row.changes));
    json.attribute("protected", row.isProtected());
    json.attribute("total", jsonText(row.isBounded() ? composition::lossText(of, row) : ""));
    if (row.sample != composition::Sample::All)
      json.attribute("sample", row.sample == composition::Sample::LeftOut ? "left out" : "amplified");
    json.attribute("pairs", jsonText(word(row.population)));
    json.attributeArray("charges", [&] {
      for (Charge charge : row.charges)
        json.value(jsonText(word(charge)));
    });
    if (!row.steps.empty())
      json.attributeArray("steps", [&] {
        for (unsigned steps : row.steps)
          json.value(steps);
      });
  });
}

} // namespace

std::vector<std::string> CompositionResult::guarantees() const {
  if (!composition->guarantee.epsilon)
    return {};
  return {claimText(*this)};
}

std::string CompositionResult::details() const {
  std::string text = violation ? violationText(*violation, 2) : "";
  for (const Row &row : composed.rows())
    text += rowText(*this, row);
  return isProved() ? text + foundation(*this) : text;
}

/// The requirement of a mechanism that \p obligation is about; null if it is about something else, or if no
/// clause more would mend it.
static const ir::Expression *requirementOf(const composition::Composed &composed, std::size_t obligation) {
  for (const composition::Demand &demand : composed.demands())
    if (demand.obligation == obligation)
      return demand.isExcluded ? nullptr : demand.requirement;
  return nullptr;
}

/// What a requirement says of the arguments of the part at \p range; null if no part stands there.
static ir::ExpressionPtr requirementAt(const ir::Composition &composition, const ir::Expression &requirement,
                                       SourceRange range, ir::BoundVariables &owner) {
  for (const ir::Part &part : composition.parts)
    if (part.range == range)
      return ir::substituted(requirement, ir::argumentsOf(composition, part), owner);
  return nullptr;
}

static bool isPositiveNumber(const ir::Expression &expression) {
  if (const auto *number = llvm::dyn_cast<ir::Number>(&expression))
    return number->value > 0;
  const auto *unary = llvm::dyn_cast<ir::Unary>(&expression);
  return unary && unary->op == ir::UnaryOperator::ToReal && isPositiveNumber(*unary->operand);
}

/// `eps > 0` for `eps / 14 > 0`: the same without positive factors of what is compared with 0.
static ir::ExpressionPtr withoutFactors(ir::ExpressionPtr requirement) {
  auto *comparison = llvm::dyn_cast<ir::Binary>(requirement.get());
  const auto *zero = comparison ? llvm::dyn_cast<ir::Number>(comparison->right.get()) : nullptr;
  const bool isSign =
      zero && zero->value == 0 &&
      (comparison->op == ir::BinaryOperator::Greater || comparison->op == ir::BinaryOperator::GreaterEqual);
  while (isSign) {
    auto *product = llvm::dyn_cast<ir::Binary>(comparison->left.get());
    const bool divides = product && product->op == ir::BinaryOperator::Divide;
    if (!product || (!divides && product->op != ir::BinaryOperator::Multiply))
      break;
    if (isPositiveNumber(*product->right))
      comparison->left = ir::ExpressionPtr(std::move(product->left));
    else if (!divides && isPositiveNumber(*product->left))
      comparison->left = ir::ExpressionPtr(std::move(product->right));
    else
      break;
  }
  return requirement;
}

/// Is it about what whoever runs the composition gives, and about nothing else?
static bool canBeRequired(const ir::Composition &composition, const ir::Expression &requirement) {
  bool readsGiven = false;
  const bool readsOther = ir::anyPart(requirement, [&](const ir::Expression &part) {
    const auto *read = llvm::dyn_cast<ir::Read>(&part);
    readsGiven = readsGiven || (read && ir::isGiven(composition, read->variable));
    return read && !ir::isGiven(composition, read->variable);
  });
  return readsGiven && !readsOther &&
         !ir::anyPart(requirement, [](const ir::Expression &part) { return llvm::isa<ir::Forall>(part); });
}

std::vector<Diagnostic> CompositionResult::findings() const {
  std::vector<Diagnostic> list;
  if (violation)
    list.push_back(
        {DiagnosticKind::NotPrivate,
         composition->guarantee.range,
         {name(), claimText(*this)},
         {{"what the parts publish together is more likely on D than that allows: " +
               (violation->loss == "infinite"
                    ? std::string(violation->sampledWith ? "as they see a sample, their loss is infinite"
                                                         : "their loss is infinite")
                    : (violation->sampledWith ? "as they see a sample, they lose "
                                              : "their losses add up to ") +
                          violation->loss),
           std::nullopt}},
         {}});
  std::set<const ir::Mechanism *> mechanisms;
  for (std::size_t position : composed.openParts())
    if (mechanisms.insert(composition->parts[position].mechanism).second && !violation)
      list.push_back(openPart(*this, position));
  std::map<const ir::Expression *, std::size_t> required;
  // What is not proved of arguments, and where in the list that is told.
  ir::BoundVariables bound;
  std::vector<std::pair<ir::ExpressionPtr, std::size_t>> missing;
  for (std::size_t i = 0; i < obligations().size(); ++i) {
    const Evidence &evidence = obligations()[i];
    if (evidence.isProved() || evidence.condition == verdict::Condition::Sum)
      continue;
    if (const ir::Expression *requirement = requirementOf(composed, i)) {
      const auto [first, isFirst] = required.emplace(requirement, list.size());
      if (!isFirst) {
        auto &notes = list[first->second].notes;
        constexpr std::size_t mostParts = 8;
        if (notes.size() < mostParts)
          notes.push_back({"nor of what this part is given", evidence.range});
        else if (notes.size() == mostParts)
          notes.push_back({"nor of what others behind it are given", evidence.range});
        continue;
      }
      if (auto asked = requirementAt(*composition, *requirement, evidence.range, bound)) {
        asked = withoutFactors(std::move(asked));
        const auto same =
            llvm::find_if(missing, [&](const auto &told) { return ir::isSameTerm(*told.first, *asked); });
        if (same != missing.end()) {
          list[same->second].addConsequence(evidence.finding());
          required[requirement] = same->second;
          continue;
        }
        missing.emplace_back(std::move(asked), list.size());
      }
    }
    list.push_back(evidence.finding());
    if (!missing.empty() && missing.back().second + 1 == list.size() &&
        canBeRequired(*composition, *missing.back().first))
      list.back().help = verdict::requireToo(composition->head, "say it, or give the part something else",
                                             ir::print(*missing.back().first));
    for (const composition::Beyond &beyond : composed.beyond())
      if (&evidence == &obligations()[beyond.obligation])
        list.back().notes.push_back(pairText(*this, beyond));
  }
  std::vector<Diagnostic> changes;
  for (const Row &row : composed.rows())
    if (!row.isFinite() && ir::statesNeighbours(*composition))
      continue; // Told of each part.
    else if (!row.isFinite())
      changes.push_back(unprotected(*this, row));
    else if (!row.isProtected())
      changes.push_back(overBudget(*this, row));
  // What is violated is the sum.
  list.insert(violation ? list.begin() + 1 : list.end(), changes.begin(), changes.end());
  return list;
}

void CompositionResult::writeClaims(OStream &json) const {
  json.attribute("guarantee", jsonText(composition->guarantee.epsilon ? claimText(*this) : std::string()));
  if (const std::string neighbours = recordNeighbours(*composition); !neighbours.empty())
    json.attribute("neighbours", jsonText(neighbours));
  if (const auto &sampling = composition->sampling)
    json.attribute("sampledWith", jsonText(ir::printPromoted(*sampling->probability)));
  if (!composition->definitions.empty())
    json.attributeArray("definitions", [&] {
      for (const ir::Definition &definition : composition->definitions)
        json.object([&] {
          json.attribute("name", jsonText(definition.variable->name));
          json.attribute("value", jsonText(ir::print(definition)));
        });
    });
  json.attributeArray("parts", [&] {
    for (std::size_t i = 0; i < composition->parts.size(); ++i)
      json.object([&] {
        const ir::Part &part = composition->parts[i];
        json.attribute("part", jsonText(ir::print(part)));
        json.attribute("verdict", jsonText(partVerdicts[i]));
        json.attribute("budget", jsonText(budgetText(part, *composition)));
        json.attribute("times", jsonText(part.times ? ir::print(*part.times) : "1"));
      });
  });
  json.attributeArray("ledger", [&] {
    for (const Row &row : composed.rows())
      writeRow(json, *composition, row);
  });
}

void CompositionResult::writeDetails(OStream &json) const {
  if (violation)
    json.attributeObject("violation", [&] { writeViolation(json, *violation); });
}

} // namespace plumb::report
