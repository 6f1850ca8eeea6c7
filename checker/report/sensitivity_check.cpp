// SPDX-License-Identifier: Apache-2.0
#include "checker/report/sensitivity_check.h"

#include "checker/interpreter/record_neighbours.h"

namespace plumb::report {

namespace {

interpreter::Inputs inputsOf(const proof::RecordWitness &witness) {
  interpreter::Inputs inputs;
  for (const auto &[name, numbers] : witness.parameters)
    for (const Rational &number : numbers)
      inputs[name].push_back(interpreter::Exact(number));
  return inputs;
}

std::optional<interpreter::RecordValue> recordOf(const interpreter::RecordShape &shape,
                                                 const proof::RecordModel &model) {
  std::map<std::string, interpreter::RecordValue> fields;
  for (const auto &[name, elements] : model) {
    interpreter::RecordValue &values = fields[name];
    for (const proof::ElementValue &element : elements)
      values.push_back(element.isNone ? interpreter::FieldValue::none()
                                      : interpreter::FieldValue{interpreter::Exact(element.number), false});
  }
  return shape.unnamed(fields);
}

/// Is every difference of the answers listed, and nothing else?
bool areTheChanges(const interpreter::Instance &instance, const interpreter::PairAnswers &answers,
                   const std::vector<proof::RecordWitness::Change> &changes) {
  interpreter::Numbers expected(instance.answerCount());
  for (const proof::RecordWitness::Change &change : changes) {
    const interpreter::Place &place = instance.place(*change.query);
    auto at = place.find(interpreter::Indices(change.indices.begin(), change.indices.end()));
    if (!at)
      return false;
    expected[*at] = interpreter::Exact(change.difference);
  }
  for (std::size_t i = 0; i < expected.size(); ++i)
    if (!(answers.first[i] - answers.second[i] == expected[i]))
      return false;
  return true;
}

/// Its two records. Nothing if they do not fit the shape.
std::optional<interpreter::RecordPair> pairOf(const interpreter::Instance &instance,
                                              const proof::RecordWitness &witness) {
  interpreter::RecordPair pair;
  for (auto [model, record] : {std::pair(&witness.first, &pair.first), {&witness.second, &pair.second}}) {
    if (!*model)
      continue;
    *record = recordOf(*instance.recordShape(), **model);
    if (!*record)
      return std::nullopt;
  }
  return pair;
}

} // namespace

bool confirms(const ir::Neighbourhood &neighbourhood, const proof::RecordWitness &witness) {
  auto instance = interpreter::Instance::create(ir::Setting::alone(neighbourhood), inputsOf(witness));
  if (!instance || !instance->recordShape() || !interpreter::requirementsHold(*instance))
    return false;
  const auto pair = pairOf(*instance, witness);
  if (!pair || !interpreter::areNeighbours(*instance, *pair))
    return false;
  auto answers = interpreter::answersOf(*instance, *pair);
  return answers && areTheChanges(*instance, *answers, witness.changes);
}

std::optional<std::pair<interpreter::Exact, interpreter::Exact>>
farthestShares(const ir::Neighbourhood &neighbourhood, const proof::RecordWitness &witness,
               const ir::Variable &query) {
  const auto instance = interpreter::Instance::create(ir::Setting::alone(neighbourhood), inputsOf(witness));
  const auto pair = instance ? pairOf(*instance, witness) : std::nullopt;
  const auto answers = pair ? interpreter::answersOf(*instance, *pair) : std::nullopt;
  const proof::RecordWitness::Change *farthest = nullptr;
  for (const proof::RecordWitness::Change &change : witness.changes)
    if (change.query == &query && (!farthest || abs(change.difference) > abs(farthest->difference)))
      farthest = &change;
  if (!answers || !farthest)
    return std::nullopt;
  const auto at =
      instance->place(query).find(interpreter::Indices(farthest->indices.begin(), farthest->indices.end()));
  return at ? std::optional(std::pair(answers->first[*at], answers->second[*at])) : std::nullopt;
}

proof::Sensitivity sensitivityOf(const ir::Neighbourhood &neighbourhood,
                                 const proof::EngineMaker &makeEngine) {
  return proof::deriveSensitivity(neighbourhood, makeEngine, [&](const proof::RecordWitness &witness) {
    return confirms(neighbourhood, witness);
  });
}

} // namespace plumb::report
