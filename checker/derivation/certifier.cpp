// SPDX-License-Identifier: Apache-2.0
#include "checker/derivation/certifier.h"

#include "checker/derivation/cuts.h"
#include "checker/derivation/formula.h"

#include <algorithm>
#include <deque>
#include <set>
#include <utility>
#include <vector>

namespace plumb::derivation {

using kernel::Term;

namespace {

/// So many take Z3 as long as one unit of an allowance takes.
constexpr std::uint64_t unitsOfAStep = 2;
constexpr Limits littleWork{300'000, 300}, lemmaWork{40'000, 40};

} // namespace

std::optional<Shown> Certifier::show(const smt::Obligation &question, Allowance *allowance) {
  if (question.goal.op() != smt::Operator::And)
    return showWhole(question, limits, allowance);
  auto shown = showWhole(question, littleWork, allowance);
  if (!shown)
    shown = showParts(question, allowance);
  return shown ? shown : showWhole(question, limits, allowance);
}

std::optional<Shown> Certifier::showParts(const smt::Obligation &question, Allowance *allowance) {
  Shown whole{{question.name, {}, translation.translate(question.goal)}, {}};
  std::vector<Lemma> parts;
  std::vector<Term> goals;
  std::deque<Steps> kept;
  std::set<Term> hypotheses;
  smt::Obligation rest{question.name, question.hypotheses, question.goal};
  for (smt::Term goal : question.goal.arguments()) {
    rest.goal = goal;
    const auto part = showWhole(rest, limits, allowance);
    if (!part)
      return std::nullopt;
    rest.hypotheses.push_back(goal);
    hypotheses.insert(part->obligation.hypotheses.begin(), part->obligation.hypotheses.end());
    parts.push_back({part->obligation.goal, part->obligation.hypotheses, &kept.emplace_back(part->steps)});
    goals.push_back(part->obligation.goal);
  }
  for (const Lemma &part : parts)
    hypotheses.erase(part.formula);
  whole.obligation.hypotheses.assign(hypotheses.begin(), hypotheses.end());
  const Term goal = whole.obligation.goal;
  const Steps unit{{Step::Kind::Unit, {goal}}};
  auto steps = joined(terms, whole.obligation, {}, parts, {goal, goals, &unit});
  if (!steps)
    return std::nullopt;
  whole.steps = std::move(*steps);
  return whole;
}

std::optional<std::vector<std::size_t>> Certifier::coreOf(const smt::Obligation &question,
                                                          Allowance *allowance) {
  if (!allowance)
    return cores.find(question);
  if (allowance->isSpent())
    return std::nullopt;
  const std::uint64_t before = cores.resourceUnits();
  auto core = cores.find(question);
  allowance->spend((cores.resourceUnits() - before) / unitsOfAStep);
  return core;
}

std::optional<Shown> Certifier::showWhole(const smt::Obligation &question, const Limits &upTo,
                                          Allowance *allowance) {
  const auto core = coreOf(question, allowance);
  if (!core)
    return std::nullopt;
  // What is true of products is no hypothesis: it is shown beside.
  kernel::Obligation obligation{question.name, {}, translation.translate(question.goal)};
  std::vector<Lemma> lemmas;
  for (std::size_t at : *core) {
    const Term hypothesis = translation.translate(question.hypotheses[at]);
    if (const Steps *steps = lemma(hypothesis, allowance))
      lemmas.push_back({hypothesis, {}, steps});
    else
      obligation.hypotheses.push_back(hypothesis);
  }
  kernel::Obligation extended = obligation;
  for (const Lemma &each : lemmas)
    extended.hypotheses.push_back(each.formula);
  auto steps = derive(terms, extended, false, upTo, allowance);
  if (!steps && speaksOfProducts(terms, extended))
    steps = derive(terms, extended, true, upTo, allowance);
  if (!steps && !allowance)
    steps = deriveWithCuts(terms, extended, hints, questions, upTo);
  if (steps && !lemmas.empty())
    steps = joined(terms, obligation, {}, lemmas, {obligation.goal, extended.hypotheses, &*steps});
  return steps ? std::optional<Shown>({std::move(obligation), std::move(*steps)}) : std::nullopt;
}

/// Null if \p formula has no products, or is not found to hold by itself.
const Steps *Certifier::lemma(Term formula, Allowance *allowance) {
  const auto [place, isNew] = lemmas.emplace(formula, std::nullopt);
  if (isNew && speaksOfProducts(terms, {"", {}, formula}))
    place->second = derive(terms, {"", {}, formula}, true, lemmaWork, allowance);
  return place->second ? &*place->second : nullptr;
}

} // namespace plumb::derivation
