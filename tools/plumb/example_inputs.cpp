// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/example_inputs.h"

#include "checker/refutation/small_inputs.h"
#include "mechanisms/plan/sampled_inputs.h"

#include <llvm/ADT/STLExtras.h>

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

/// The lightest with \p enough answers, or else with the most of all that were found.
static std::optional<refutation::SmallInstance> smallInstance(const ir::Setting &setting,
                                                              std::size_t enough) {
  constexpr unsigned heaviest = 24;
  constexpr std::uint64_t units = 20'000;
  refutation::SmallInstances instances(setting);
  refutation::Budget budget(units);
  std::optional<refutation::SmallInstance> best;
  const auto count = [&] { return best->instance().answerCount(); };
  for (unsigned weight = 0; weight <= heaviest && (!best || count() < enough) && !budget.isSpent(); ++weight)
    for (const refutation::SmallInstance &small : instances.ofWeight(weight, budget))
      if (!best || (count() < enough && small.instance().answerCount() > count()))
        best = small;
  return best;
}

/// A few small records as comma-separated values.
static std::string tableOf(refutation::SmallInstance &small) {
  constexpr unsigned heaviest = 8;
  constexpr std::size_t enough = 4;
  constexpr std::uint64_t units = 2'000;
  refutation::Budget budget(units);
  std::vector<interpreter::RecordValue> records;
  for (unsigned weight = 0; weight <= heaviest && records.size() < enough && !budget.isSpent(); ++weight)
    small.forEachNeighbours(weight, budget, [&](const refutation::Neighbours &neighbours) {
      if (const auto &record = neighbours.records->first; record && !llvm::is_contained(records, *record))
        records.push_back(*record);
      return records.size() == enough;
    });
  std::string names, lines;
  for (const interpreter::FieldShape &field : small.instance().recordShape()->fields())
    for (std::size_t i = 0; i < field.place.size; ++i)
      names += (names.empty() ? "" : ",") + field.field->name +
               (field.field->extents.empty() ? "" : "[" + std::to_string(i) + "]");
  for (const interpreter::RecordValue &record : records) {
    std::string line;
    for (const interpreter::FieldValue &value : record)
      line += (line.empty() ? "" : ",") + (value.isNone ? "none" : interpreter::toString(value.value));
    lines += line + "\n";
  }
  return names + "\n" + lines;
}

std::optional<emit::ExampleInputs> exampleInputs(const ir::Mechanism &mechanism) {
  constexpr std::size_t enoughAnswers = 3;
  const auto small = smallInstance(mechanism, enoughAnswers);
  return small ? std::optional(valuesOf(small->instance())) : std::nullopt;
}

std::optional<emit::CompositionInputs> exampleInputs(const ir::Composition &composition) {
  if (composition.sampling) {
    const plan::SampledInputs inputs(composition);
    auto small = smallInstance(ir::Setting::alone(inputs.neighbourhood), 1);
    if (!small)
      return std::nullopt;
    return emit::CompositionInputs{valuesOf(small->instance()), tableOf(*small)};
  }
  const auto small = smallInstance(ir::Setting::alone(composition.head), 0);
  if (!small)
    return std::nullopt;
  return emit::CompositionInputs{valuesOf(small->instance()), {}};
}

} // namespace plumb::tool
