// SPDX-License-Identifier: Apache-2.0
#include "checker/disproof/coordinates.h"

#include "checker/refutation/candidates.h"
#include "frontend/ir/occurrence.h"

#include <llvm/ADT/STLExtras.h>
#include <numeric>

namespace plumb::disproof {

using interpreter::Instance;
using interpreter::Numbers;

void Coordinates::add(const Axis &axis) {
  together.push_back({all.size()});
  all.push_back(axis);
}

AnswerCoordinates::AnswerCoordinates(const Instance &start, const std::vector<AnswerRange> &ranges)
    : instance(start) {
  for (const auto &variable : instance.neighbourhood().variables) {
    if (variable->role != ir::Variable::Role::Query)
      continue;
    const interpreter::Place &place = instance.place(*variable);
    for (std::size_t i = 0; i < place.size; ++i) {
      const AnswerRange &range = ranges[place.offset + i];
      add({0, variable->sort == ir::Sort::Int,
           variable->sort == ir::Sort::Int ? Exact(1) : std::max(range.highest, -range.lowest)});
    }
  }
  if (const std::size_t answers = all.size(); answers > 1) {
    together.emplace_back(answers);
    std::iota(together.back().begin(), together.back().end(), std::size_t(0));
  }
  addParameters();
}

void AnswerCoordinates::addParameters() {
  const ir::Mechanism &mechanism = instance.mechanism();
  const std::vector<const ir::Variable *> sizes = refutation::sizeParameters(mechanism);
  for (const auto &variable : mechanism.variables) {
    const bool isFixed = variable->role != ir::Variable::Role::Parameter ||
                         variable->sort == ir::Sort::Bool || llvm::is_contained(sizes, variable.get()) ||
                         ir::reads(*mechanism.guarantee.epsilon, *variable);
    if (isFixed)
      continue;
    const interpreter::Place &place = instance.place(*variable);
    const std::size_t first = all.size();
    for (std::size_t i = 0; i < place.size; ++i) {
      add({instance.parameters()[place.offset + i], variable->sort == ir::Sort::Int, 1});
      parameters.push_back(place.offset + i);
    }
    if (place.size > 1) {
      together.emplace_back(place.size);
      std::iota(together.back().begin(), together.back().end(), first);
    }
  }
}

std::optional<DataPoint> AnswerCoordinates::at(const Numbers &point) const {
  const auto answers = static_cast<std::ptrdiff_t>(instance.answerCount());
  Numbers first(point.begin(), point.begin() + answers), values = instance.parameters();
  for (std::size_t i = 0; i < parameters.size(); ++i)
    values[parameters[i]] = point[static_cast<std::size_t>(answers) + i];
  if (values == instance.parameters())
    return DataPoint{instance, first, first, std::nullopt};
  Instance changed = instance.with(std::move(values));
  if (!interpreter::requirementsHold(changed) || !interpreter::claimedEpsilon(changed))
    return std::nullopt;
  return DataPoint{std::move(changed), first, first, std::nullopt};
}

RecordCoordinates::RecordCoordinates(const Instance &of, interpreter::RecordPair pair,
                                     std::vector<interpreter::RecordValue> kinds)
    : instance(of), changed(std::move(pair)), others(std::move(kinds)) {
  for (std::size_t i = 0; i < others.size(); ++i)
    add({0, true, 1});
}

std::optional<DataPoint> RecordCoordinates::at(const Numbers &point) const {
  constexpr std::int64_t most = 1'000;
  interpreter::RecordPair pair = changed;
  for (std::size_t i = 0; i < point.size(); ++i) {
    auto copies = point[i].toInt64();
    if (!copies || *copies < 0 || *copies > most)
      return std::nullopt;
    if (*copies > 0)
      pair.others.push_back({others[i], *copies});
  }
  auto answers = interpreter::answersOf(instance, pair);
  if (!answers)
    return std::nullopt;
  return DataPoint{instance, std::move(answers->first), std::move(answers->second), std::move(pair)};
}

} // namespace plumb::disproof
