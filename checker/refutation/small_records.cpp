// SPDX-License-Identifier: Apache-2.0
#include "checker/refutation/small_records.h"

#include <algorithm>

namespace plumb::refutation {

using interpreter::Numbers;

namespace {

/// Looks for one unit of the budget; each costs a fraction of a replay.
constexpr std::uint64_t looksPerUnit = 4;
/// Candidates of one instance; the pairs are as many squared.
constexpr std::size_t mostCandidates = 64;
/// Other records, unless they are as many as some threshold says.
constexpr std::int64_t fewRecords = 3;
constexpr std::int64_t manyRecords = 1'000;
constexpr unsigned weightOfMany = 1;

/// No record: contributes to no answer.
constexpr std::size_t absent = ~std::size_t{0};

/// How many equal records bring a count near a threshold.
std::vector<std::int64_t> manyCopies(const interpreter::Instance &instance) {
  std::vector<std::int64_t> counts;
  for (const interpreter::Exact &threshold : thresholds(instance))
    for (std::int64_t nearby : {0, -1, 1}) {
      auto count = (threshold + nearby).toInt64();
      if (count && *count > fewRecords && *count <= manyRecords)
        counts.push_back(*count);
    }
  return counts;
}

} // namespace

bool SmallRecords::look(Budget &budget) {
  if (++looks % looksPerUnit == 0)
    budget.spend();
  return !budget.isSpent();
}

const std::vector<Neighbours> &SmallRecords::ofWeight(unsigned weight, Budget &budget) {
  const interpreter::RecordShape &shape = *instance.recordShape();
  if (byWeight.empty())
    for (std::size_t i = 0; i < shape.size(); ++i)
      fields.push_back(fieldCandidates(instance, shape.fieldAt(i)));
  while (current() <= weight) {
    interpreter::RecordValue chosen(shape.size());
    findRecords(0, current(), chosen, budget);
    findPairs(budget);
    findRests(budget);
    combine(budget);
  }
  return byWeight[weight];
}

void SmallRecords::findRecords(std::size_t next, unsigned left, interpreter::RecordValue &chosen,
                               Budget &budget) {
  if (candidates.size() == mostCandidates || budget.isSpent())
    return;
  if (next < chosen.size()) {
    for (const WeightedField &field : fields[next]) {
      if (field.weight > left)
        break;
      chosen[next] = field.value;
      findRecords(next + 1, left - field.weight, chosen, budget);
    }
    return;
  }
  if (left != 0 || !look(budget) || !interpreter::isPossible(instance, chosen))
    return;
  auto contribution = interpreter::contribution(instance, chosen);
  if (!contribution)
    return;
  auto [kind, isNew] = kinds.emplace(*contribution, contributions.size());
  if (isNew)
    contributions.push_back({std::move(*contribution), candidates.size()});
  candidates.push_back({chosen, current(), kind->second});
}

void SmallRecords::findPairs(Budget &budget) {
  using Kind = ir::RecordAdjacency::Kind;
  Kind kind = instance.neighbourhood().recordAdjacency->kind;
  pairs.emplace_back();
  for (std::size_t heavier = 0; heavier < candidates.size(); ++heavier) {
    if (candidates[heavier].weight != current())
      continue;
    if (kind == Kind::Add || kind == Kind::AddOrRemove)
      tryPair(heavier, std::nullopt, budget);
    if (kind == Kind::Remove || kind == Kind::AddOrRemove)
      tryPair(std::nullopt, heavier, budget);
    for (std::size_t other = 0; kind == Kind::Replace && other <= heavier; ++other) {
      tryPair(heavier, other, budget);
      if (other != heavier)
        tryPair(other, heavier, budget);
    }
  }
}

void SmallRecords::tryPair(std::optional<std::size_t> first, std::optional<std::size_t> second,
                           Budget &budget) {
  std::pair<std::size_t, std::size_t> pairKind(first ? candidates[*first].kind : absent,
                                               second ? candidates[*second].kind : absent);
  if (pairKinds.count(pairKind) || !look(budget))
    return;
  std::optional<interpreter::RecordValue> record, inItsPlace;
  if (first)
    record = candidates[*first].record;
  if (second)
    inItsPlace = candidates[*second].record;
  if (!interpreter::mayReplace(instance, record, inItsPlace))
    return;
  pairKinds.insert(pairKind);
  pairs.back().push_back({first, second});
}

void SmallRecords::findRests(Budget &budget) {
  rests.emplace_back();
  if (current() == 0) {
    if (auto nobody = interpreter::answersOfNobody(instance))
      tryRest({*std::move(nobody), {}}, absent, 0, budget);
    return;
  }
  for (std::size_t kind = 0; kind < contributions.size(); ++kind) {
    unsigned cost = 1 + candidates[contributions[kind].candidate].weight;
    for (std::size_t i = 0; cost <= current() && i < rests[current() - cost].size(); ++i) {
      const Rest &smaller = rests[current() - cost][i];
      if (smaller.count < fewRecords && (smaller.count == 0 || smaller.last <= kind))
        tryRest(smaller, kind, 1, budget);
    }
    if (cost + weightOfMany - 1 == current())
      for (std::int64_t copies : manyCopies(instance))
        tryRest(rests.front().front(), kind, copies, budget);
  }
}

void SmallRecords::tryRest(const Rest &smaller, std::size_t kind, std::int64_t copies, Budget &budget) {
  if (!look(budget) && current() != 0)
    return;
  Rest rest = smaller;
  if (copies != 0) {
    const Contribution &added = contributions[kind];
    rest.sum = interpreter::withMore(instance, smaller.sum, added.answers, copies);
    if (rest.count != 0 && rest.last == kind)
      rest.records.back().copies += copies;
    else
      rest.records.push_back({candidates[added.candidate].record, copies});
    rest.count += copies;
    rest.last = kind;
  }
  if (restSums.insert(rest.sum).second)
    rests.back().push_back(std::move(rest));
}

/// Fewer other records first.
void SmallRecords::combine(Budget &budget) {
  std::vector<Neighbours> found;
  for (unsigned pairWeight = current() + 1; pairWeight-- > 0;)
    for (const Pair &pair : pairs[pairWeight])
      for (const Rest &rest : rests[current() - pairWeight]) {
        if (!look(budget))
          break;
        Neighbours neighbours = neighboursOf(pair, rest);
        if (answers.emplace(neighbours.first, neighbours.second).second)
          found.push_back(std::move(neighbours));
      }
  byWeight.push_back(std::move(found));
}

Neighbours SmallRecords::neighboursOf(const Pair &pair, const Rest &rest) const {
  Neighbours neighbours{rest.sum, rest.sum, interpreter::RecordPair{{}, {}, rest.records}};
  if (pair.first) {
    const Candidate &first = candidates[*pair.first];
    neighbours.first = interpreter::withMore(instance, rest.sum, contributions[first.kind].answers);
    neighbours.records->first = first.record;
  }
  if (pair.second) {
    const Candidate &second = candidates[*pair.second];
    neighbours.second = interpreter::withMore(instance, rest.sum, contributions[second.kind].answers);
    neighbours.records->second = second.record;
  }
  return neighbours;
}

} // namespace plumb::refutation
