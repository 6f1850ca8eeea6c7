// SPDX-License-Identifier: Apache-2.0
#include "checker/report/explain_chain.h"

#include "checker/report/explain_mathml_parts.h"
#include "checker/report/json_text.h"

#include <algorithm>
#include <cstdint>
#include <llvm/Support/ErrorHandling.h>
#include <numeric>

namespace plumb::report {

using kernel::Relation;

namespace {

/// Of one search. More cases nobody reads.
constexpr derivation::Limits limits{1'000'000, 250};
constexpr std::uint32_t solverUnits = 300'000;
/// Of all obligations of a mechanism, some 1.5 s at most.
constexpr std::uint64_t allowanceOfAll = 2'500'000;
/// Of one obligation. First so little that many easy ones are not passed over for a hard one, then more for
/// what is left.
constexpr std::uint64_t allowancesOfOne[] = {50'000, 1'200'000};
/// In bytes: what one reads at once. A longer line is told in short.
constexpr std::size_t longestLine = 400;
/// So many conditions are told of a case whose line would be longer.
constexpr std::size_t fewConditions = 2;
/// To tell one case.
constexpr std::uint64_t workToTell = 2000;

const char *markOf(Relation relation) {
  switch (relation) {
  case Relation::AtLeast:
    return "<=";
  case Relation::Above:
    return "<";
  case Relation::Zero:
    return "=";
  }
  llvm_unreachable("all relations are handled");
}

const char *mathMarkOf(Relation relation) {
  return relation == Relation::AtLeast ? "\u2264" : markOf(relation);
}

ObligationChain chainOf(const Result &result, derivation::Certifier &certifier,
                        const verdict::Evidence &evidence, derivation::Allowance &allowance,
                        UsedInvariants &used) {
  if (!evidence.question || evidence.asksForModel || !evidence.isProved())
    return {&evidence, ObligationChain::Kind::NotAsked};
  const ObligationChain believed{&evidence, ObligationChain::Kind::Believed};
  try {
    const auto shown = certifier.show(*evidence.question, &allowance);
    if (!shown)
      return believed;
    auto chain = derivation::chainOf(certifier.allTerms(), shown->obligation, shown->steps);
    if (!chain || allowance.left < chain->leaves.size() * workToTell)
      return believed;
    allowance.spend(chain->leaves.size() * workToTell);
    ToldChain said = told(result, certifier, evidence, *shown, std::move(*chain));
    if (evidence.condition != verdict::Condition::Invariant)
      used.add(said.used);
    return {&evidence, ObligationChain::Kind::Shown, std::move(said.cases),
            std::move(said.withoutHypotheses)};
  } catch (const kernel::Rejected &) {
    return believed;
  }
}

/// Whose obligations are told first: what the theorem asks of the alignment, then what is claimed and what
/// loops keep, then the rest.
int rank(verdict::Condition condition) {
  using verdict::Condition;
  switch (condition) {
  case Condition::SameSamples:
  case Condition::SameLaw:
  case Condition::Support:
  case Condition::Direction:
  case Condition::Outputs:
  case Condition::Acyclic:
  case Condition::Cost:
    return 0;
  case Condition::Claim:
  case Condition::Invariant:
    return 1;
  case Condition::Premises:
  case Condition::Symmetric:
  case Condition::PremiseFixed:
  case Condition::Open:
  case Condition::Alignment:
  case Condition::Countable:
  case Condition::ClaimDefined:
  case Condition::DeadPath:
  case Condition::Coverage:
  case Condition::Defined:
  case Condition::Termination:
  case Condition::Part:
  case Condition::Sum:
  case Condition::Cases:
  case Condition::Inequality:
    return 2;
  }
  llvm_unreachable("all conditions are handled");
}

/// "a = b <= c": the numbers that the steps lead over.
Span written(const Span &start, const std::vector<ChainStep> &steps) {
  Span all = start;
  for (const ChainStep &step : steps) {
    all.text += std::string(" ") + markOf(step.relation) + " " + step.reached.text;
    all.mathml += parts::symbol(mathMarkOf(step.relation)) + step.reached.mathml;
  }
  return all;
}

/// Each step adds one inequality, once: so it can be read along the line.
bool isPath(const ChainCase &one) {
  return std::all_of(one.steps.begin(), one.steps.end(),
                     [](const ChainStep &step) { return step.factor == 1; });
}

/// Where inequalities are taken several times they are named, so that who adds up sees what.
Line summed(const ChainCase &one) {
  std::vector<Line> summands;
  for (const ChainStep &step : one.steps) {
    Line summand = step.factor == 1 ? Line() : line(toString(step.factor) + " times ");
    summand = summand + Line{step.inequality};
    if (!step.reason.empty())
      summand = summand + line(" (since ") + step.reason + line(")");
    summands.push_back(std::move(summand));
  }
  return line("the sum of ") + joined(summands, " and ");
}

Line chained(const ChainCase &one) {
  std::vector<Line> reasons;
  for (const ChainStep &step : one.steps)
    if (!step.reason.empty() && !(step.isTheCase && !one.conditions.empty()))
      addOnce(reasons, step.reason);
  Line all{written(one.start, one.steps)};
  return reasons.empty() ? all : all + line(", since ") + joined(reasons, ", and since ", ", since ");
}

/// "in 3 steps", behind what they lead to.
Line inSteps(std::size_t steps) {
  return line(", in " + std::to_string(steps) + " steps");
}

/// The first and the last number of a path, and why each step is one.
Line chainedInShort(const ChainCase &one) {
  Relation whole = Relation::Zero;
  for (const ChainStep &step : one.steps)
    if (step.relation == Relation::Above || whole == Relation::Zero)
      whole = step.relation;
  ChainStep ends = one.steps.back();
  ends.relation = whole;
  Line words{written(one.start, {ends})};
  if (one.steps.size() > 1)
    words = words + inSteps(one.steps.size());
  return words;
}

Line ifAll(const std::vector<Span> &conditions, std::size_t most) {
  std::vector<Line> told;
  for (std::size_t i = 0; i < std::min(most, conditions.size()); ++i)
    told.push_back({conditions[i]});
  if (const std::size_t more = conditions.size() - told.size(); more != 0)
    told.push_back(line(std::to_string(more) + (more == 1 ? " more condition" : " more conditions")));
  return told.empty() ? Line() : line("if ") + joined(told, " and ") + line(": ");
}

bool isCondition(const ChainCase &one, const Span &claim) {
  return std::any_of(one.conditions.begin(), one.conditions.end(),
                     [&](const Span &condition) { return condition.text == claim.text; });
}

/// `if A: A`
bool repeatsItsCase(const ChainCase &one) {
  return one.kind == ChainCase::Kind::Shown && one.steps.empty() && isCondition(one, one.claim);
}

/// What cannot be is the case itself: it is told once.
Line withoutTheCase(ChainCase one, const Line &sum, std::size_t mostConditions) {
  std::erase_if(one.conditions, [&](const Span &condition) { return condition.text == one.claim.text; });
  return ifAll(one.conditions, mostConditions) + Line{one.claim} + line(" cannot be: ") + sum;
}

Line lineOf(const ChainCase &one, std::size_t mostConditions) {
  const Line words = ifAll(one.conditions, mostConditions);
  const Line sum = one.steps.empty() ? Line() : isPath(one) ? chained(one) : summed(one);
  switch (one.kind) {
  case ChainCase::Kind::Known:
    return words + Line{one.claim} + line(", since ") + one.reason;
  case ChainCase::Kind::Shown:
    return one.steps.empty() ? words + Line{one.claim}
           : isPath(one)     ? words + sum
                             : words + Line{one.claim} + line(", by ") + sum;
  case ChainCase::Kind::Impossible: {
    if (one.isClaimTheCase && !one.steps.empty() && isCondition(one, one.claim))
      return withoutTheCase(one, sum, mostConditions);
    Line all = words + line("this cannot be: ") + Line{one.claim};
    if (!one.reason.empty() && !(one.isClaimTheCase && !one.conditions.empty()))
      all = all + line(", since ") + one.reason;
    return one.steps.empty() ? all : all + line("; but ") + sum;
  }
  }
  llvm_unreachable("all kinds are handled");
}

/// What is reached, without each step on the way.
Line shortLineOf(const ChainCase &one) {
  const Line words = ifAll(one.conditions, fewConditions);
  const Line sum = one.steps.empty() ? Line()
                   : isPath(one)     ? chainedInShort(one)
                                 : line("the sum of " + std::to_string(one.steps.size()) + " inequalities");
  switch (one.kind) {
  case ChainCase::Kind::Known:
    return words + Line{one.claim};
  case ChainCase::Kind::Shown:
    return one.steps.empty() ? words + Line{one.claim}
           : isPath(one)     ? words + sum
                             : words + Line{one.claim} + line(", by ") + sum;
  case ChainCase::Kind::Impossible:
    return words + line("this cannot be: ") + Line{one.claim} +
           (!one.steps.empty()       ? line("; but ") + sum
            : one.start.text.empty() ? line(" would be true and false")
                                     : Line());
  }
  llvm_unreachable("all kinds are handled");
}

std::size_t lengthOf(const Line &line) {
  return std::accumulate(line.begin(), line.end(), std::size_t{0},
                         [](std::size_t sum, const Span &span) { return sum + span.text.size(); });
}

llvm::json::Object asJson(const ChainCase &one) {
  using llvm::json::Array;
  using llvm::json::Object;
  const auto words = [](const Line &line) {
    std::string text;
    for (const Span &span : line)
      text += span.text;
    return jsonText(text);
  };
  Array conditions, steps;
  for (const Span &condition : one.conditions)
    conditions.push_back(jsonText(condition.text));
  for (const ChainStep &step : one.steps)
    steps.push_back(Object{{"relation", markOf(step.relation)},
                           {"reached", jsonText(step.reached.text)},
                           {"times", toString(step.factor)},
                           {"inequality", jsonText(step.inequality.text)},
                           {"since", words(step.reason)}});
  const char *kind = one.kind == ChainCase::Kind::Shown        ? "shown"
                     : one.kind == ChainCase::Kind::Impossible ? "impossible"
                                                               : "known";
  return Object{{"kind", kind},
                {"if", std::move(conditions)},
                {"claim", jsonText(one.claim.text)},
                {"since", words(one.reason)},
                {"start", jsonText(one.start.text)},
                {"steps", std::move(steps)},
                {"trueOfAllNumbers", one.isTrueOfAll}};
}

} // namespace

Chains chainsOf(const Result &result) {
  smt::Budget budget;
  budget.resourceUnits = solverUnits;
  derivation::Certifier certifier(budget, limits);
  const std::vector<verdict::Evidence> &obligations = result.obligations();
  std::vector<std::size_t> order(obligations.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return rank(obligations[a].condition) < rank(obligations[b].condition);
  });
  Chains chains;
  chains.obligations.resize(obligations.size());
  std::uint64_t left = allowanceOfAll;
  for (const std::uint64_t most : allowancesOfOne) {
    std::vector<std::size_t> open;
    for (const std::size_t at : order) {
      derivation::Allowance allowance{std::min(left, most)};
      left -= allowance.left;
      chains.obligations[at] = chainOf(result, certifier, obligations[at], allowance, chains.used);
      left += allowance.left;
      if (chains.obligations[at].kind == ObligationChain::Kind::Believed)
        open.push_back(at);
    }
    order = std::move(open);
  }
  return chains;
}

std::size_t addLines(std::vector<Line> &lines, const ObligationChain &chain, ForeignNames &names) {
  if (chain.kind == ObligationChain::Kind::Believed)
    addOnce(lines, line("no chain of " + std::to_string(limits.cases) +
                        " cases or fewer was found in the time for this page; `plumb check --certify` looks "
                        "for longer"));
  if (!chain.withoutHypotheses.empty() && chain.cases.size() > 1) {
    addOnce(lines, chain.withoutHypotheses);
    return 0;
  }
  std::size_t left = 0;
  for (const ChainCase &one : chain.cases) {
    if (one.isTrueOfAll || one.saysNothing || repeatsItsCase(one))
      continue;
    Line told = lineOf(one, one.conditions.size());
    if (lengthOf(told) > longestLine)
      told = lineOf(one, fewConditions);
    if (lengthOf(told) > longestLine)
      told = shortLineOf(one);
    if (lengthOf(told) > longestLine) {
      ++left;
      continue;
    }
    addOnce(lines, std::move(told));
    names.add(one.names);
  }
  return left;
}

static Line explained(relational::Reading::Legend legend) {
  using Legend = relational::Reading::Legend;
  switch (legend) {
  case Legend::Chosen:
    return code("argmax") + line(" is the index that is chosen: that of an argmax or argmin, or the one at "
                                 "which a largest or smallest value is taken.");
  case Legend::Changed:
    return code("changed(f)") + line(" is the index of the one answer of a query ") + code("f") +
           line(" that differs.");
  case Legend::Charged:
    return code("charged") + line(" is what the draws have cost so far that are charged one by one.");
  case Legend::Witness:
    return code("witness") + line(" is an index that shows that a ") + code("forall") +
           line(" does not hold, or that an ") + code("exists") + line(" does, where that is so.");
  case Legend::Selected:
    return code("selected") + line(" is any index that is selected.");
  case Legend::Other:
    return code("other") + line(" is any index that is not selected.");
  case Legend::Element:
    return code("element") + line(" is any index of an array.");
  case Legend::Some:
    return code("some") + line(" is any whole number.");
  case Legend::Added:
    return code("added") + line(" is true where D has a record that D' lacks, and false where D' has one "
                                "that D lacks.");
  case Legend::Exchanged:
    return code("exchanged") + line(" is true where D' has r' in the place of r, and false where both data "
                                    "sets are the same.");
  case Legend::Others:
    return code("others.f") + line(" is what the records that D and D' both have come to, where an answer ") +
           code("f") + line(" is a largest or smallest value.");
  case Legend::Times:
    return code("times(x)") + line(" is how often loops have assigned ") + code("x") + line(" so far.");
  case Legend::Guard:
    return code("while") + line(" is what stands behind the ") + code("while") +
           line(" of a loop, in some round of it.");
  case Legend::Below:
    return code("below[i]") + line(" is how many of the selected indices are smaller than ") + code("i") +
           line(".");
  case Legend::Named:
    return code("named[i]") + line(" is how many of the whole numbers from 0 to below ") + code("i") +
           line(" an ") + code("exists") + line(" of the program holds of.");
  case Legend::None:
    break;
  }
  llvm_unreachable("what has no legend is not told");
}

std::vector<Line> explained(const ForeignNames &names) {
  std::vector<Line> sentences;
  if (names.areUnknown)
    sentences.push_back(
        line("Any other name that the program does not have stands for a value of which nothing "
             "is known but what is told where it is used."));
  for (const relational::Reading::Legend legend : names.legends)
    sentences.push_back(explained(legend));
  if (names.areNumbered)
    sentences.push_back(
        line("A number behind `_`, as in `k_2`, tells apart what the program calls by one name: the value of "
             "a variable at another place of it, such as the head of another loop, or what is chosen in the "
             "other run."));
  return sentences;
}

llvm::json::Array chainsAsJson(const Chains &chains) {
  using llvm::json::Array;
  using llvm::json::Object;
  Array all;
  for (const ObligationChain &chain : chains.obligations) {
    Array cases;
    for (const ChainCase &one : chain.cases)
      cases.push_back(asJson(one));
    const char *evidence = chain.kind == ObligationChain::Kind::Shown      ? "shown"
                           : chain.kind == ObligationChain::Kind::Believed ? "believed"
                                                                           : "not asked";
    all.push_back(Object{{"obligation", jsonText(chain.obligation->name)},
                         {"evidence", evidence},
                         {"cases", std::move(cases)}});
  }
  return all;
}

} // namespace plumb::report
