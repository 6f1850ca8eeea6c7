// SPDX-License-Identifier: Apache-2.0
#include "checker/report/composition_result.h"

#include "frontend/ir/print_expression.h"
#include "frontend/ir/substitution.h"

#include <algorithm>

namespace plumb::report {

using composition::Charge;

CompositionResult check(const ir::Composition &composition, const std::vector<Result> &results,
                        const proof::EngineMaker &makeEngine) {
  std::vector<const proof::Proof *> proofs;
  std::vector<std::string> verdicts;
  for (const ir::Part &part : composition.parts) {
    auto result = std::find_if(results.begin(), results.end(), [&](const Result &candidate) {
      return candidate.mechanism == part.mechanism;
    });
    proofs.push_back(&result->proof);
    verdicts.push_back(verdictText(*result));
  }
  CompositionResult result{&composition, composition::compose(composition, proofs, makeEngine),
                           assumptionsOf(*composition.head), std::move(verdicts), Verdict::NotProved};
  if (result.composed.isProved())
    result.verdict = result.assumptions.empty() ? Verdict::Proved : Verdict::ProvedUnderAssumptions;
  else if (result.composed.isVacuous())
    result.verdict = Verdict::Vacuous;
  return result;
}

std::string verdictText(const CompositionResult &result) {
  std::size_t count = result.assumptions.size();
  if (result.verdict == Verdict::ProvedUnderAssumptions)
    return "proved under " + std::to_string(count) + (count == 1 ? " assumption" : " assumptions");
  if (result.verdict == Verdict::Vacuous)
    return "vacuous";
  return result.verdict == Verdict::Proved ? "proved" : "not proved";
}

namespace {

std::string chargeText(const ir::Composition &composition, const ir::Part &part, Charge charge) {
  std::string name = " for `" + ir::printCall(part) + "`";
  if (charge == Charge::Unbounded)
    return "no bound" + name;
  if (charge == Charge::Nothing)
    return "0" + name;
  auto budget = ir::substituted(*part.mechanism->guarantee.epsilon, ir::argumentsOf(composition, part));
  std::string text = ir::printPromoted(*budget);
  return (part.times ? ir::printTimes(part) + " times " : "") + text + name;
}

} // namespace

std::string chargesText(const CompositionResult &result, const composition::Row &row) {
  std::string text;
  for (std::size_t i = 0; i < row.charges.size(); ++i)
    text += (i ? ", " : "") + chargeText(*result.composition, result.composition->parts[i], row.charges[i]);
  return text;
}

} // namespace plumb::report
