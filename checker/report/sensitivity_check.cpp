// SPDX-License-Identifier: Apache-2.0
#include "checker/report/sensitivity_check.h"

#include "checker/run/record_neighbours.h"

namespace plumb::report {

namespace {

run::Inputs inputsOf(const proof::RecordWitness &witness) {
  run::Inputs inputs;
  for (const auto &[name, numbers] : witness.parameters)
    for (const Rational &number : numbers)
      inputs[name].push_back(run::Exact(number));
  return inputs;
}

std::optional<run::RecordValue> recordOf(const run::RecordShape &shape, const proof::RecordModel &model) {
  std::map<std::string, run::RecordValue> fields;
  for (const auto &[name, elements] : model) {
    run::RecordValue &values = fields[name];
    for (const proof::ElementValue &element : elements)
      values.push_back(element.isNone ? run::FieldValue::none()
                                      : run::FieldValue{run::Exact(element.number), false});
  }
  return shape.unnamed(fields);
}

/// Is every difference of the answers listed, and nothing else?
bool areTheChanges(const run::Instance &instance, const run::PairAnswers &answers,
                   const std::vector<proof::RecordWitness::Change> &changes) {
  run::Numbers expected(instance.answerCount());
  for (const proof::RecordWitness::Change &change : changes) {
    const run::Place &place = instance.place(*change.query);
    auto at = place.find(run::Indices(change.indices.begin(), change.indices.end()));
    if (!at)
      return false;
    expected[*at] = run::Exact(change.difference);
  }
  for (std::size_t i = 0; i < expected.size(); ++i)
    if (!(answers.first[i] - answers.second[i] == expected[i]))
      return false;
  return true;
}

} // namespace

bool confirms(const ir::Mechanism &mechanism, const proof::RecordWitness &witness) {
  auto instance = run::Instance::create(mechanism, inputsOf(witness));
  if (!instance || !instance->recordShape() || !run::requirementsHold(*instance))
    return false;
  run::RecordPair pair;
  for (auto [model, record] : {std::pair(&witness.first, &pair.first), {&witness.second, &pair.second}}) {
    if (!*model)
      continue;
    *record = recordOf(*instance->recordShape(), **model);
    if (!*record)
      return false;
  }
  if (!run::areNeighbours(*instance, pair))
    return false;
  auto answers = run::answersOf(*instance, pair);
  return answers && areTheChanges(*instance, *answers, witness.changes);
}

} // namespace plumb::report
