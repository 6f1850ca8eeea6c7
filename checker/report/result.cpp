// SPDX-License-Identifier: Apache-2.0
#include "checker/report/result.h"

#include "frontend/ir/print_expression.h"

#include <algorithm>
#include <stdexcept>

namespace plumb::report {

namespace {

/// Is there an open condition that says something about privacy? Claims, vacuity and what makes
/// an adjacency one do not, and a search of small inputs could not speak about them.
bool privacyIsOpen(const proof::Proof &proof) {
  const auto &obligations = proof.obligations();
  return std::any_of(obligations.begin(), obligations.end(), [](const proof::Evidence &evidence) {
    return !evidence.isProved() && evidence.condition != proof::Condition::Claim &&
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
  refutation::Tried tried;
  auto failure = refutation::findCounterexample(mechanism, limits, &tried);
  if (failure && failure->confirmed && failure->condition != run::Condition::AlignmentDefined)
    throw std::logic_error("the proof of `" + mechanism.name +
                           "` and the exact interpreter disagree: " + failure->description);
  return tried;
}

} // namespace

Result check(const ir::Mechanism &mechanism, const proof::EngineMaker &makeEngine) {
  Result result{
      &mechanism,  proof::prove(mechanism, makeEngine), assumptionsOf(mechanism), std::nullopt, std::nullopt,
      std::nullopt};
  if (result.proof.verdict() != proof::Verdict::Proved && privacyIsOpen(result.proof)) {
    result.counterexample = refutation::findCounterexample(mechanism);
    if (result.counterexample && !result.counterexample->confirmed)
      result.counterexample.reset();
    result.violation = refutation::findViolation(mechanism);
  }
  if (result.proof.verdict() == proof::Verdict::Proved)
    result.tried = crossExamine(mechanism);
  result.verdict = result.violation ? Verdict::NotPrivate : result.proof.verdict();
  return result;
}

std::string guaranteeText(const ir::Mechanism &mechanism) {
  return "private(" + ir::printPromoted(*mechanism.guarantee.epsilon) + ")";
}

namespace {

/// "eps = 1, n = 2": scalar parameters.
std::string parametersText(const refutation::Tried &tried) {
  std::string text;
  for (const refutation::NamedNumber &parameter : tried.parameters)
    if (parameter.name.back() != ']')
      text +=
          (text.empty() ? "" : ", ") + parameter.name + " = " + run::print(parameter.value, parameter.sort);
  return text;
}

/// "f = 1 on D and 0 on D'": the answers that differ.
std::string answersText(const refutation::Tried &tried) {
  std::string text;
  for (const refutation::NamedAnswers &answer : tried.answers)
    if (answer.first != answer.second)
      text += (text.empty() ? "" : ", ") + answer.name + " = " + run::print(answer.first, answer.sort) +
              " on D and " + run::print(answer.second, answer.sort) + " on D'";
  return text;
}

} // namespace

std::string triedText(const refutation::Tried &tried) {
  if (tried.pairs == 0)
    return "no aligned pair of runs, as no input was small enough";
  std::string text = std::to_string(tried.pairs) + " aligned pairs of runs, none of which fails", instance;
  for (const std::string &part : {parametersText(tried), answersText(tried)})
    if (!part.empty())
      instance += (instance.empty() ? "; one has " : ", ") + part;
  text += instance;
  for (const ir::Statement *statement : tried.unreached)
    text += (statement == tried.unreached.front() ? "; none comes to `" : ", `") + ir::printHead(*statement) +
            "`";
  return text;
}

std::string verdictText(const Result &result) {
  return verdict::text(result.verdict, result.assumptions.size());
}

} // namespace plumb::report
