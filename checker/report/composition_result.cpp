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
                           assumptionsOf(*composition.head), std::move(verdicts)};
  return result;
}

std::string verdictText(const CompositionResult &result) {
  return verdict::text(result.composed.verdict(), result.assumptions.size());
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
