// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/replay_cases.h"

#include "checker/coverage/inputs.h"
#include "checker/refutation/small_inputs.h"
#include "mechanisms/plan/program_walk.h"
#include "mechanisms/plan/sampled_inputs.h"

#include <algorithm>
#include <iterator>
#include <llvm/Support/Casting.h>
#include <set>

namespace plumb::tool {

namespace {

using Role = ir::Variable::Role;

/// Of one set of parameters.
constexpr std::size_t mostAnswers = 40;

void append(std::string &line, const interpreter::Numbers &numbers, const interpreter::Place &place) {
  for (std::size_t i = place.offset; i < place.offset + place.size; ++i)
    line += (line.empty() ? "" : " ") + interpreter::toString(numbers[i]);
}

std::string parametersOf(const interpreter::Instance &instance) {
  std::string line;
  for (bool ofArrays : {false, true})
    for (const auto &variable : instance.neighbourhood().variables)
      if (variable->role == Role::Parameter && variable->isArray() == ofArrays)
        append(line, instance.parameters(), instance.place(*variable));
  return line;
}

void append(std::string &line, const std::vector<Rational> &numbers) {
  for (const Rational &number : numbers)
    line += (line.empty() ? "" : " ") + number.get_str();
}

std::string parametersOf(const std::vector<coverage::Values> &all) {
  std::string line;
  for (bool ofArrays : {false, true})
    for (const coverage::Values &values : all)
      if (values.variable->role == Role::Parameter && values.variable->isArray() == ofArrays)
        append(line, values.elements);
  return line;
}

std::string answersOf(const interpreter::Instance &instance, const interpreter::Numbers &first,
                      const interpreter::Numbers &second) {
  std::string line;
  for (const interpreter::Numbers *numbers : {&first, &second})
    for (const auto &variable : instance.neighbourhood().variables)
      if (variable->role == Role::Query)
        append(line, *numbers, instance.place(*variable));
  return line;
}

/// The numbers in the text of the queries, and those next to them.
std::set<interpreter::Exact> numbersOfQueries(const ir::Neighbourhood &inputs) {
  std::set<interpreter::Exact> numbers;
  const auto collect = [&](const ir::Expression &part) {
    if (const auto *number = llvm::dyn_cast<ir::Number>(&part))
      for (std::int64_t nearby : {-1, 0, 1})
        numbers.insert(interpreter::Exact(number->value) + nearby);
  };
  for (const auto &variable : inputs.variables)
    if (const ir::SchemaQuery *query = variable->definition)
      for (const ir::ExpressionPtr *formula : {&query->where, &query->term})
        if (*formula)
          plan::forEachPart(**formula, collect);
  return numbers;
}

/// Records whose fields hold \p numbers, or truth values; the first few of all combinations.
std::vector<interpreter::RecordValue> recordsOf(const interpreter::RecordShape &shape,
                                                const std::set<interpreter::Exact> &numbers) {
  constexpr std::size_t most = 200;
  std::vector<interpreter::RecordValue> records{{}};
  for (std::size_t i = 0; i < shape.size(); ++i) {
    const ir::Sort sort = shape.fieldAt(i).field->sort;
    std::vector<interpreter::RecordValue> longer;
    for (const interpreter::RecordValue &record : records)
      for (const interpreter::Exact &number :
           sort == ir::Sort::Bool ? std::set<interpreter::Exact>{0, 1} : numbers) {
        if (sort == ir::Sort::Int && !number.isIntegral())
          continue;
        longer.push_back(record);
        longer.back().push_back({number, false});
      }
    longer.resize(std::min(longer.size(), most));
    records = std::move(longer);
  }
  return records;
}

/// Answers that differ, of neighbours with one such record each.
std::vector<std::string> answersNearTheText(const interpreter::Instance &instance) {
  std::vector<std::optional<interpreter::RecordValue>> records{std::nullopt};
  for (interpreter::RecordValue &record :
       recordsOf(*instance.recordShape(), numbersOfQueries(instance.neighbourhood())))
    records.push_back(std::move(record));
  std::vector<std::string> found;
  std::set<std::string> known;
  for (const auto &first : records)
    for (const auto &second : records) {
      const interpreter::RecordPair pair{first, second, {}};
      if (found.size() == mostAnswers || (!first && !second) || !interpreter::areNeighbours(instance, pair))
        continue;
      const auto answers = interpreter::answersOf(instance, pair);
      if (!answers || answers->first == answers->second)
        continue;
      std::string line = answersOf(instance, answers->first, answers->second);
      if (known.insert(line).second)
        found.push_back(std::move(line));
    }
  return found;
}

/// The next of numbers that look random, the same each time.
std::size_t chosen(std::uint64_t &state, std::size_t count) {
  constexpr std::uint64_t factor = 6364136223846793005U, step = 1442695040888963407U;
  constexpr unsigned lowBits = 33;
  state = state * factor + step;
  return static_cast<std::size_t>((state >> lowBits) % count);
}

/// Records, possible ones and others, alone. Each number is a small one or one near those of the queries.
std::vector<emit::ReplayCases::Counted> recordsAlone(const interpreter::Instance &instance) {
  constexpr std::size_t most = 30;
  const interpreter::RecordShape &shape = *instance.recordShape();
  std::set<interpreter::Exact> numbers = numbersOfQueries(instance.neighbourhood());
  for (std::int64_t small : {-1, 0, 1, 2, 3})
    numbers.insert(small);
  const std::vector<interpreter::Exact> reals(numbers.begin(), numbers.end());
  std::vector<interpreter::Exact> ints;
  std::copy_if(reals.begin(), reals.end(), std::back_inserter(ints),
               [](const interpreter::Exact &number) { return number.isIntegral(); });
  std::vector<emit::ReplayCases::Counted> all;
  std::uint64_t state = 1;
  while (all.size() < most) {
    interpreter::RecordValue record;
    std::string line;
    for (const interpreter::FieldShape &field : shape.fields()) {
      if (!field.field->extents.empty())
        line += (line.empty() ? "" : " ") + std::to_string(field.place.size);
      for (std::size_t i = 0; i < field.place.size; ++i) {
        const bool isBool = field.field->sort == ir::Sort::Bool;
        const auto &candidates = field.field->sort == ir::Sort::Real ? reals : ints;
        constexpr std::size_t oneIn = 4;
        if (field.field->orNone && chosen(state, oneIn) == 0)
          record.push_back(interpreter::FieldValue::none());
        else
          record.push_back({isBool ? interpreter::Exact(static_cast<std::int64_t>(chosen(state, 2)))
                                   : candidates[chosen(state, candidates.size())],
                            false});
        line += (line.empty() ? "" : " ") +
                (record.back().isNone ? "none" : interpreter::toString(record.back().value));
      }
    }
    std::optional<std::string> answers;
    if (const auto added = interpreter::contribution(instance, record);
        added && interpreter::isPossible(instance, record)) {
      answers.emplace();
      for (const auto &variable : instance.neighbourhood().variables)
        if (variable->role == Role::Query)
          append(*answers, *added, instance.place(*variable));
    }
    all.push_back({std::move(line), std::move(answers)});
  }
  return all;
}

emit::ReplayCases casesOf(refutation::SmallInstance &small, refutation::Budget &budget) {
  constexpr unsigned heaviest = 8;
  emit::ReplayCases cases{parametersOf(small.instance()), {}, recordsAlone(small.instance())};
  bool differ = false;
  for (unsigned weight = 0; weight <= heaviest && cases.answers.size() < mostAnswers && !budget.isSpent();
       ++weight)
    small.forEachNeighbours(weight, budget, [&](const refutation::Neighbours &neighbours) {
      differ = differ || neighbours.first != neighbours.second;
      cases.answers.push_back(answersOf(small.instance(), neighbours.first, neighbours.second));
      return cases.answers.size() == mostAnswers;
    });
  // The queries may tell records apart only by numbers that are not small.
  if (!differ && !cases.answers.empty())
    for (std::string &line : answersNearTheText(small.instance()))
      cases.answers.push_back(std::move(line));
  return cases;
}

} // namespace

std::vector<emit::ReplayCases> replayCases(const ir::Setting &setting) {
  std::vector<emit::ReplayCases> all;
  if (!setting.neighbourhood().recordAdjacency)
    return all;
  constexpr unsigned heaviest = 24;
  constexpr std::size_t most = 60;
  constexpr std::uint64_t unitsForParameters = 20'000, unitsForRecords = 2'000;
  refutation::SmallInstances instances(setting);
  refutation::Budget budget(unitsForParameters);
  for (unsigned weight = 0; weight <= heaviest && all.size() < most && !budget.isSpent(); ++weight)
    for (refutation::SmallInstance &small : instances.ofWeight(weight, budget)) {
      refutation::Budget records(unitsForRecords);
      emit::ReplayCases cases = casesOf(small, records);
      if (!cases.answers.empty() && all.size() < most)
        all.push_back(std::move(cases));
    }
  return all;
}

std::vector<emit::ReplayCases> sampledCases(const ir::Composition &composition) {
  if (!composition.sampling)
    return {};
  const plan::SampledInputs inputs(composition);
  return replayCases(ir::Setting::alone(inputs.neighbourhood));
}

emit::ReplayStarts replayStarts(const ir::Mechanism &mechanism) {
  // Little, as most ways are found by random inputs.
  smt::Budget budget;
  budget.resourceUnits = 100'000;
  const auto engine = [&](smt::TermStore &) { return smt::makeZ3Engine(budget); };
  emit::ReplayStarts starts;
  for (const coverage::Input &input : coverage::inputsOfWays(mechanism, engine)) {
    std::string answers, noise;
    for (const coverage::Values &values : input.values)
      if (values.variable->role == Role::Query)
        append(answers, values.elements);
    append(noise, input.noise);
    starts.inputs.push_back({parametersOf(input.values), std::move(answers), std::move(noise)});
  }
  for (const auto &parameters : coverage::parametersThatBreak(mechanism, engine))
    starts.breaking.push_back(parameters ? parametersOf(*parameters) : "");
  return starts;
}

} // namespace plumb::tool
