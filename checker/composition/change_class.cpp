// SPDX-License-Identifier: Apache-2.0
#include "checker/composition/change_class.h"

#include "frontend/ir/substitution.h"

#include <algorithm>

namespace plumb::composition {

using Kind = ir::RecordAdjacency::Kind;

namespace {

const ir::RecordAdjacency &adjacencyOf(const ir::Part &part) {
  return *part.mechanism->recordAdjacency;
}

ChangeClass classOf(const ir::RecordAdjacency &like, const ir::Policy *policy) {
  ChangeClass pairs;
  pairs.neighbourhood = std::make_unique<ir::Neighbourhood>();
  pairs.neighbourhood->recordAdjacency = ir::RecordAdjacency{
      like.kind, like.record, policy, nullptr, nullptr, std::make_unique<ir::RecordVariable>(*like.pair),
      like.range};
  return pairs;
}

std::unique_ptr<ir::Policy> emptyPolicy(const ir::Record &record) {
  auto policy = std::make_unique<ir::Policy>();
  policy->record = &record;
  policy->pair = std::make_unique<ir::RecordVariable>(ir::RecordVariable{"r", &record, record.range});
  policy->range = record.range;
  return policy;
}

ChangeClass replacing(std::unique_ptr<ir::Policy> policy) {
  ir::RecordAdjacency like{Kind::Replace, policy->record, nullptr, nullptr, nullptr, nullptr, policy->range};
  like.pair = std::make_unique<ir::RecordVariable>(*policy->pair);
  ChangeClass pairs = classOf(like, policy.get());
  pairs.policy = std::move(policy);
  return pairs;
}

/// `when` of \p attribute, said of the pair of \p policy and the element \p indices.
ir::ExpressionPtr conditionOf(const ir::Attribute &attribute, const ir::Policy &source, ir::Policy &policy,
                              const std::vector<const ir::Variable *> &indices) {
  ir::Substitution renamed;
  renamed.records[source.pair.get()] = policy.pair.get();
  for (std::size_t i = 0; i < attribute.indices.size(); ++i)
    renamed.variables[attribute.indices[i]] = indices[i];
  return ir::substituted(*attribute.when, renamed, policy.bound);
}

/// The union of what the parts say of \p field.
ir::Attribute someAllowField(const ir::Composition &composition, const ir::Field &field, ir::Policy &policy) {
  ir::Attribute result{&field, false, {}, nullptr, field.range};
  std::vector<const ir::Variable *> indices;
  for (std::size_t i = 0; i < field.extents.size(); ++i) {
    policy.bound.push_back(std::make_unique<ir::Variable>(
        ir::Variable{ir::Variable::Role::Bound, "i" + std::to_string(i), ir::Sort::Int, {}, field.range}));
    indices.push_back(policy.bound.back().get());
  }
  bool isUnconditional = false;
  ir::ExpressionPtr condition;
  for (const ir::Part &part : composition.parts) {
    const ir::Policy *source = adjacencyOf(part).policy;
    const ir::Attribute *attribute = source ? &attributeOf(part, field) : nullptr;
    if (attribute && !attribute->isSensitive)
      continue;
    result.isSensitive = true;
    isUnconditional |= !attribute || !attribute->when;
    if (isUnconditional)
      continue;
    ir::ExpressionPtr more = conditionOf(*attribute, *source, policy, indices);
    condition = condition ? std::make_unique<ir::Binary>(ir::BinaryOperator::Or, ir::Sort::Bool,
                                                         std::move(condition), std::move(more), field.range)
                          : std::move(more);
  }
  if (result.isSensitive)
    result.indices = indices;
  if (!isUnconditional)
    result.when = std::move(condition);
  return result;
}

} // namespace

bool isByAttributes(const ir::Part &part) {
  const auto &adjacency = part.mechanism->recordAdjacency;
  return adjacency && adjacency->kind == Kind::Replace && !adjacency->when && !adjacency->along &&
         !(adjacency->policy && adjacency->policy->formula);
}

const ir::Attribute &attributeOf(const ir::Part &part, const ir::Field &field) {
  const auto &attributes = adjacencyOf(part).policy->attributes;
  return *std::find_if(attributes.begin(), attributes.end(),
                       [&](const ir::Attribute &attribute) { return attribute.field == &field; });
}

Fields sensitiveFields(const ir::Part &part) {
  Fields fields;
  for (const auto &field : adjacencyOf(part).record->fields)
    if (!adjacencyOf(part).policy || attributeOf(part, *field).isSensitive)
      fields.insert(field.get());
  return fields;
}

Fields changingFields(const ir::Composition &composition) {
  Fields changing;
  for (const ir::Part &part : composition.parts)
    changing.merge(sensitiveFields(part));
  return changing;
}

ChangeClass someAllow(const ir::Composition &composition, const Fields &fields) {
  const ir::Record &record = *composition.head.recordAdjacency->record;
  auto policy = emptyPolicy(record);
  for (const auto &field : record.fields)
    policy->attributes.push_back(fields.count(field.get())
                                     ? someAllowField(composition, *field, *policy)
                                     : ir::Attribute{field.get(), false, {}, nullptr, field->range});
  return replacing(std::move(policy));
}

ChangeClass agreeIn(const ir::Record &record, const Fields &kept) {
  auto policy = emptyPolicy(record);
  for (const auto &field : record.fields)
    policy->attributes.push_back({field.get(), kept.count(field.get()) == 0, {}, nullptr, field->range});
  return replacing(std::move(policy));
}

/// The pairs of \p source, with \p arguments put in.
static ChangeClass pairsOf(const ir::RecordAdjacency &source, ir::Substitution arguments) {
  ChangeClass pairs = classOf(source, source.policy);
  ir::RecordAdjacency &adjacency = *pairs.neighbourhood->recordAdjacency;
  arguments.records[source.pair.get()] = adjacency.pair.get();
  if (source.when)
    adjacency.when = ir::substituted(*source.when, arguments, pairs.neighbourhood->variables);
  if (source.along)
    adjacency.along = ir::substituted(*source.along, arguments, pairs.neighbourhood->variables);
  return pairs;
}

ChangeClass allowedBy(const ir::Composition &composition, const ir::Part &part) {
  return pairsOf(adjacencyOf(part), ir::argumentsOf(composition, part));
}

ChangeClass statedBy(const ir::Composition &composition) {
  return pairsOf(*composition.head.recordAdjacency, {});
}

ChangeClass statedBy(const ir::Composition &composition, Kind direction) {
  ChangeClass pairs = statedBy(composition);
  pairs.neighbourhood->recordAdjacency->kind = direction;
  return pairs;
}

ChangeClass anyRecordOf(const ir::Composition &composition) {
  ir::RecordAdjacency one = {Kind::Add, composition.head.recordAdjacency->record, nullptr, nullptr, nullptr,
                             nullptr,   composition.head.recordAdjacency->range};
  one.pair = std::make_unique<ir::RecordVariable>(*composition.head.recordAdjacency->pair);
  return classOf(one, nullptr);
}

ChangeClass copyOf(const ChangeClass &pairs) {
  return pairsOf(*pairs.neighbourhood->recordAdjacency, {});
}

void assumePremises(ChangeClass &pairs, const ir::Composition &composition) {
  ir::Neighbourhood &neighbourhood = *pairs.neighbourhood;
  for (const ir::ExpressionPtr &requirement : composition.head.requirements)
    neighbourhood.requirements.push_back(ir::substituted(*requirement, {}, neighbourhood.variables));
  for (const ir::RecordPremise &premise : composition.head.premises)
    neighbourhood.premises.push_back(ir::substituted(premise, {}, neighbourhood.variables));
}

} // namespace plumb::composition
