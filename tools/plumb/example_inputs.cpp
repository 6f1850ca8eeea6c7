// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/example_inputs.h"

#include "checker/refutation/small_inputs.h"

namespace plumb::tool {

static emit::ExampleInputs valuesOf(const interpreter::Instance &instance) {
  interpreter::Numbers answers;
  for (std::size_t i = 0; i < instance.answerCount(); ++i)
    answers.emplace_back(static_cast<std::int64_t>(7 + i));
  emit::ExampleInputs values;
  for (const auto &[name, numbers] : instance.named(answers))
    for (const interpreter::Exact &number : numbers)
      values[name].push_back(interpreter::toString(number));
  // Arrays without elements have their names too.
  for (const auto &variable : instance.neighbourhood().variables)
    if (variable->role == ir::Variable::Role::Parameter || variable->role == ir::Variable::Role::Query)
      values[variable->name];
  return values;
}

std::optional<emit::ExampleInputs> exampleInputs(const ir::Mechanism &mechanism) {
  constexpr unsigned heaviest = 24;
  constexpr std::size_t enoughAnswers = 3;
  constexpr std::uint64_t units = 20'000;
  refutation::SmallInstances instances(mechanism);
  refutation::Budget budget(units);
  std::optional<emit::ExampleInputs> best;
  std::size_t most = 0;
  for (unsigned weight = 0; weight <= heaviest && most < enoughAnswers && !budget.isSpent(); ++weight)
    for (const refutation::SmallInstance &small : instances.ofWeight(weight, budget))
      if (!best || (most < enoughAnswers && small.instance().answerCount() > most)) {
        most = small.instance().answerCount();
        best = valuesOf(small.instance());
      }
  return best;
}

} // namespace plumb::tool
