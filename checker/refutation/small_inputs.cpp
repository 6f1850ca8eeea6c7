// SPDX-License-Identifier: Apache-2.0
#include "checker/refutation/small_inputs.h"

#include "frontend/ir/occurrence.h"
#include "frontend/ir/operators.h"

#include <algorithm>
#include <cassert>
#include <llvm/Support/Casting.h>

namespace plumb::refutation {

using interpreter::Numbers;

namespace {

bool isParameter(const ir::Variable &variable) {
  return variable.role == ir::Variable::Role::Parameter;
}

/// The array parameter to which the flat place \p at belongs; null for a scalar.
const ir::Variable *arrayAt(const interpreter::Instance &instance, std::size_t at) {
  for (const auto &variable : instance.neighbourhood().variables) {
    if (!isParameter(*variable) || !variable->isArray())
      continue;
    const interpreter::Place &place = instance.place(*variable);
    if (place.offset <= at && at < place.offset + place.size)
      return variable.get();
  }
  return nullptr;
}

void collectFromConditions(const ir::Block &block, Numbers &out) {
  for (const auto &statement : block) {
    if (const auto *loop = llvm::dyn_cast<ir::For>(statement.get())) {
      if (loop->guard)
        collectConstants(*loop->guard, out);
      collectFromConditions(loop->body, out);
    } else if (const auto *branch = llvm::dyn_cast<ir::If>(statement.get())) {
      collectConstants(*branch->condition, out);
      collectFromConditions(branch->thenBlock, out);
      collectFromConditions(branch->elseBlock, out);
    }
  }
}

/// Whole numbers at and beside \p constants, as long as they are not small: those are tried anyway.
Candidates besideLarge(const Numbers &constants) {
  constexpr std::int64_t small = 5;
  Candidates values;
  for (const interpreter::Exact &constant : constants)
    if (constant.isIntegral() && constant.absolute() > small)
      for (std::int64_t beside : {0, 1, -1})
        values.push_back({constant + beside, beside == 0 ? 3U : 4U});
  return values;
}

bool isIndex(const ir::Expression &term, const ir::Variable &index) {
  const auto *read = llvm::dyn_cast<ir::Read>(&term);
  return read && &read->variable == &index;
}

/// Is something compared with an index that is bound in \p requirement?
bool comparesIndex(const ir::Expression &requirement) {
  return ir::anyPart(requirement, [](const ir::Expression &part) {
    const auto *all = llvm::dyn_cast<ir::Forall>(&part);
    return all && ir::anyPart(*all->body, [&](const ir::Expression &inner) {
             const auto *binary = llvm::dyn_cast<ir::Binary>(&inner);
             return binary && ir::isComparison(binary->op) &&
                    (isIndex(*binary->left, all->variable) || isIndex(*binary->right, all->variable));
           });
  });
}

} // namespace

SmallInstances::SmallInstances(ir::Setting of) : setting(of) {
  for (const ir::ExpressionPtr &requirement : of.neighbourhood().requirements) {
    collectConstants(*requirement, required);
    comparesIndices = comparesIndices || comparesIndex(*requirement);
  }
  if (of.hasMechanism())
    collectFromConditions(of.mechanism().body, compared);
  std::vector<const ir::Variable *> sizes = sizeParameters(of);
  for (const auto &variable : of.neighbourhood().variables) {
    if (!isParameter(*variable) || variable->isArray())
      continue;
    bool isSize = std::find(sizes.begin(), sizes.end(), variable.get()) != sizes.end();
    const ParameterUse use = isSize ? ParameterUse::Size : ParameterUse::Scalar;
    Candidates candidates = parameterCandidates(variable->sort, use);
    addConstants(candidates, variable->sort, use);
    scalars.push_back({variable.get(), std::move(candidates)});
  }
}

void SmallInstances::addConstants(Candidates &candidates, ir::Sort sort, ParameterUse use) const {
  auto offer = [&](const interpreter::Exact &value, unsigned weight) {
    auto known = std::find_if(candidates.begin(), candidates.end(),
                              [&](const Weighted &candidate) { return candidate.value == value; });
    if (known == candidates.end())
      candidates.push_back({value, weight});
    else if (sort == ir::Sort::Int)
      known->weight = std::min(known->weight, weight);
  };
  constexpr std::int64_t longest = 40;
  if (sort == ir::Sort::Real)
    for (const interpreter::Exact &constant : required)
      for (const interpreter::Exact &value : {constant, constant / interpreter::Exact(2)})
        offer(value, 3);
  if (sort == ir::Sort::Int)
    for (const Weighted &near : besideLarge(required))
      if (use == ParameterUse::Scalar || near.value <= longest)
        offer(near.value, near.weight);
  if (use == ParameterUse::Size)
    for (const Weighted &near : besideLarge(compared))
      if (near.value.sign() > 0 && near.value <= longest)
        offer(near.value, near.weight + 2);
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Weighted &a, const Weighted &b) { return a.weight < b.weight; });
}

std::vector<SmallInstance> &SmallInstances::ofWeight(unsigned weight, Budget &budget) {
  assert(weight <= byWeight.size() && "weights are asked for in order");
  if (weight == byWeight.size()) {
    byWeight.emplace_back();
    interpreter::Inputs chosen;
    chooseScalars(0, weight, chosen, budget);
  }
  return byWeight[weight];
}

void SmallInstances::chooseScalars(std::size_t next, unsigned left, interpreter::Inputs &chosen,
                                   Budget &budget) {
  if (budget.isSpent())
    return;
  if (next < scalars.size()) {
    for (const Weighted &candidate : scalars[next].candidates) {
      if (candidate.weight > left)
        break;
      chosen[scalars[next].variable->name] = {candidate.value};
      chooseScalars(next + 1, left - candidate.weight, chosen, budget);
    }
    return;
  }
  budget.spend();
  constexpr std::int64_t largestArray = 64;
  auto instance = interpreter::Instance::create(setting, chosen, largestArray);
  if (!instance)
    return;
  Numbers elements = instance->parameters();
  chooseElements(*instance, 0, left, elements, budget);
}

void SmallInstances::chooseElements(const interpreter::Instance &instance, std::size_t next, unsigned left,
                                    Numbers &chosen, Budget &budget) {
  const ir::Variable *array = nullptr;
  while (next < chosen.size() && !(array = arrayAt(instance, next)))
    ++next;
  if (array) {
    // All elements alike may be what the requirements ask for.
    const interpreter::Place &place = instance.place(*array);
    if (next == place.offset && array->sort == ir::Sort::Int) {
      const Numbers before = chosen;
      Candidates alike = besideLarge(required);
      // Behind the last index, which is more than any.
      if (comparesIndices && place.extents.front() > 1)
        alike.push_back({place.extents.front(), 2});
      for (const Weighted &near : alike) {
        if (near.weight > left)
          continue;
        std::fill_n(chosen.begin() + static_cast<std::ptrdiff_t>(next), place.size, near.value);
        chooseElements(instance, next + place.size, left - near.weight, chosen, budget);
      }
      chosen = before;
    }
    interpreter::Exact before = chosen[next];
    for (const Weighted &candidate : parameterCandidates(array->sort, ParameterUse::Element)) {
      if (candidate.weight > left || budget.isSpent())
        break;
      chosen[next] = candidate.value;
      chooseElements(instance, next + 1, left - candidate.weight, chosen, budget);
    }
    chosen[next] = before;
    return;
  }
  if (left != 0)
    return;
  interpreter::Instance complete = instance.with(chosen);
  budget.spend();
  if (interpreter::requirementsHold(complete))
    byWeight.back().emplace_back(std::move(complete));
}

namespace {

/// Walks through the elements of all queries.
class NeighbourSearch {
public:
  using Visit = llvm::function_ref<bool(const Neighbours &)>;

  NeighbourSearch(const interpreter::Instance &instance, Visit callback)
      : chosen{Numbers(instance.answerCount()), Numbers(instance.answerCount()), std::nullopt},
        visit(callback) {
    for (const auto &variable : instance.neighbourhood().variables) {
      if (variable->role != ir::Variable::Role::Query)
        continue;
      interpreter::DifferenceRange range = interpreter::differenceRange(instance, *variable);
      queries.push_back(
          {instance.place(*variable), range.onlyOne, answerCandidates(instance, *variable, range)});
    }
  }

  bool run(unsigned weight) { return choose(0, 0, weight, false); }

private:
  struct Query {
    interpreter::Place place;
    bool onlyOne;
    std::vector<AnswerPair> candidates;
  };

  bool choose(std::size_t query, std::size_t element, unsigned left, bool changed) {
    if (query == queries.size())
      return left == 0 && visit(chosen);
    const Query &here = queries[query];
    if (element == here.place.size)
      return choose(query + 1, 0, left, false);
    for (const AnswerPair &pair : here.candidates) {
      if (pair.weight > left)
        break;
      bool differs = pair.first != pair.second;
      if (here.onlyOne && changed && differs)
        continue;
      chosen.first[here.place.offset + element] = pair.first;
      chosen.second[here.place.offset + element] = pair.second;
      if (choose(query, element + 1, left - pair.weight, changed || differs))
        return true;
    }
    return false;
  }

  std::vector<Query> queries;
  Neighbours chosen;
  Visit visit;
};

} // namespace

SmallInstance::SmallInstance(interpreter::Instance of) : parameters(std::move(of)) {
  if (parameters.recordShape())
    records.emplace(parameters);
}

bool SmallInstance::forEachNeighbours(unsigned weight, Budget &budget,
                                      llvm::function_ref<bool(const Neighbours &neighbours)> visit) {
  if (!records)
    return NeighbourSearch(parameters, visit).run(weight);
  const std::vector<Neighbours> &all = records->ofWeight(weight, budget);
  return std::any_of(all.begin(), all.end(), visit);
}

} // namespace plumb::refutation
