// SPDX-License-Identifier: Apache-2.0
#include "checker/interpreter/record_neighbours.h"

#include "checker/interpreter/record_scope.h"

#include <algorithm>
#include <llvm/Support/ErrorHandling.h>

namespace plumb::interpreter {

namespace {

/// For all values of the premise's variables from number \p next on.
bool holdsFrom(Evaluator &evaluator, const ir::RecordPremise &premise, std::size_t next) {
  if (next == premise.indices.size())
    return evaluator.holds(*premise.formula);
  const ir::RecordPremise::Index &index = premise.indices[next];
  bool holds = true;
  Exact high = evaluator.evaluate(*index.high);
  for (Exact i = evaluator.evaluate(*index.low);
       i < high && holds && evaluator.step(premise.formula->range()); i = i + 1) {
    evaluator.bind(*index.variable, i);
    holds = holdsFrom(evaluator, premise, next + 1);
    evaluator.unbind();
  }
  return holds && !evaluator.failure();
}

/// What the attribute form says of one field. The rule is evaluated for unchanged elements too, so that
/// an undefined one allows nothing.
bool attributeAllows(const Instance &instance, const ir::Attribute &attribute, const RecordValue &first,
                     const RecordValue &second) {
  const Place &place = instance.recordShape()->field(*attribute.field).place;
  RecordScope scope(instance, first);
  Evaluator evaluator(scope);
  for (std::size_t i = 0; i < place.size; ++i) {
    bool mayChange = attribute.isSensitive;
    if (attribute.when) {
      Indices indices = place.indicesOf(i);
      for (std::size_t d = 0; d < attribute.indices.size(); ++d)
        evaluator.bind(*attribute.indices[d], indices[d]);
      mayChange = evaluator.holds(*attribute.when);
      for (std::size_t d = 0; d < attribute.indices.size(); ++d)
        evaluator.unbind();
    }
    bool changes = first[place.offset + i] != second[place.offset + i];
    if (evaluator.failure() || (changes && !mayChange))
      return false;
  }
  return true;
}

/// \p formula holds of r and r', and is defined.
bool relates(const Instance &instance, const ir::Expression &formula, const RecordValue &first,
             const RecordValue &second) {
  RecordScope scope(instance, first, &second);
  Evaluator evaluator(scope);
  return evaluator.holds(formula) && !evaluator.failure();
}

bool policyAllows(const Instance &instance, const ir::Policy &policy, const RecordValue &first,
                  const RecordValue &second) {
  if (policy.formula)
    return relates(instance, *policy.formula, first, second);
  return std::all_of(policy.attributes.begin(), policy.attributes.end(), [&](const ir::Attribute &attribute) {
    return attributeAllows(instance, attribute, first, second);
  });
}

/// r' = r is allowed if r is not sensitive; if that is undefined, nothing is.
bool isSensitiveOrSame(const Instance &instance, const ir::Expression &when, const RecordValue &first,
                       const RecordValue &second) {
  RecordScope scope(instance, first);
  Evaluator evaluator(scope);
  bool isSensitive = evaluator.holds(when);
  return !evaluator.failure() && (isSensitive || first == second);
}

bool mayBecome(const Instance &instance, const RecordValue &first, const RecordValue &second) {
  const ir::RecordAdjacency &adjacency = *instance.neighbourhood().recordAdjacency;
  return (!adjacency.policy || policyAllows(instance, *adjacency.policy, first, second)) &&
         (!adjacency.when || isSensitiveOrSame(instance, *adjacency.when, first, second)) &&
         (!adjacency.along || relates(instance, *adjacency.along, first, second));
}

/// Adds \p copies times what \p record contributes.
bool add(const Instance &instance, const RecordValue &record, std::int64_t copies, Numbers &sums) {
  auto more = contribution(instance, record);
  if (more)
    sums = withMore(instance, std::move(sums), *more, copies);
  return more.has_value();
}

} // namespace

bool isPossible(const Instance &instance, const RecordValue &record) {
  if (!instance.recordShape()->admits(record))
    return false;
  RecordScope scope(instance, record);
  Evaluator evaluator(scope);
  const auto &premises = instance.neighbourhood().premises;
  return std::all_of(premises.begin(), premises.end(), [&](const ir::RecordPremise &premise) {
    return holdsFrom(evaluator, premise, 0) && !evaluator.failure();
  });
}

std::optional<Numbers> answersOfNobody(const Instance &instance) {
  Numbers answers(instance.answerCount());
  ParameterScope scope(instance);
  Evaluator evaluator(scope);
  for (const auto &variable : instance.neighbourhood().variables) {
    const ir::SchemaQuery *query = variable->definition;
    if (!query || !query->isExtremum())
      continue;
    const Place &place = instance.place(*variable);
    const Exact end = evaluator.evaluate(query->ofNobody());
    for (std::size_t i = 0; i < place.size; ++i)
      answers[place.offset + i] = end;
  }
  if (evaluator.failure())
    return std::nullopt;
  return answers;
}

Numbers withMore(const Instance &instance, Numbers answers, const Numbers &more, std::int64_t copies) {
  for (const auto &variable : instance.neighbourhood().variables) {
    const ir::SchemaQuery *query = variable->definition;
    if (!query)
      continue;
    const Place &place = instance.place(*variable);
    for (std::size_t i = place.offset; i < place.offset + place.size; ++i)
      if (!query->isExtremum())
        answers[i] = answers[i] + Exact(copies) * more[i];
      else if ((query->aggregate == ir::SchemaQuery::Aggregate::Maximum) == (answers[i] < more[i]))
        answers[i] = more[i];
  }
  return answers;
}

std::optional<Numbers> contribution(const Instance &instance, const RecordValue &record) {
  std::optional<Numbers> nobody = answersOfNobody(instance);
  if (!nobody)
    return std::nullopt;
  Numbers added = *std::move(nobody);
  RecordScope scope(instance, record);
  Evaluator evaluator(scope);
  for (const auto &variable : instance.neighbourhood().variables) {
    const ir::SchemaQuery *query = variable->definition;
    if (!query)
      continue;
    const Place &place = instance.place(*variable);
    for (std::size_t i = 0; i < place.size; ++i) {
      Indices indices = place.indicesOf(i);
      for (std::size_t d = 0; d < indices.size(); ++d)
        evaluator.bind(*query->indices[d], indices[d]);
      if (!query->where || evaluator.holds(*query->where))
        added[place.offset + i] = query->term ? evaluator.evaluate(*query->term) : Exact(1);
      for (std::size_t d = 0; d < indices.size(); ++d)
        evaluator.unbind();
    }
  }
  if (evaluator.failure())
    return std::nullopt;
  return added;
}

bool mayReplace(const Instance &instance, const std::optional<RecordValue> &first,
                const std::optional<RecordValue> &second) {
  using Kind = ir::RecordAdjacency::Kind;
  switch (instance.neighbourhood().recordAdjacency->kind) {
  case Kind::Replace:
    return first && second && mayBecome(instance, *first, *second);
  case Kind::Add:
    return first && !second;
  case Kind::Remove:
    return !first && second;
  case Kind::AddOrRemove:
    return first.has_value() != second.has_value();
  }
  llvm_unreachable("all kinds are handled");
}

bool areNeighbours(const Instance &instance, const RecordPair &pair) {
  auto isThere = [&](const RecordValue &record) {
    return isPossible(instance, record) && contribution(instance, record);
  };
  return (!pair.first || isThere(*pair.first)) && (!pair.second || isThere(*pair.second)) &&
         std::all_of(pair.others.begin(), pair.others.end(),
                     [&](const OtherRecords &other) { return other.copies >= 1 && isThere(other.record); }) &&
         mayReplace(instance, pair.first, pair.second);
}

std::optional<PairAnswers> answersOf(const Instance &instance, const RecordPair &pair) {
  std::optional<Numbers> nobody = answersOfNobody(instance);
  if (!nobody)
    return std::nullopt;
  Numbers rest = *std::move(nobody);
  for (const OtherRecords &other : pair.others)
    if (!add(instance, other.record, other.copies, rest))
      return std::nullopt;
  PairAnswers answers{rest, rest};
  if (pair.first && !add(instance, *pair.first, 1, answers.first))
    return std::nullopt;
  if (pair.second && !add(instance, *pair.second, 1, answers.second))
    return std::nullopt;
  return answers;
}

} // namespace plumb::interpreter
