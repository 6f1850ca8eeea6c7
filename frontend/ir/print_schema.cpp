// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/print_expression.h"
#include "frontend/ir/program.h"
#include "frontend/ir/query_word.h"

#include <cassert>

namespace plumb::ir {

static std::string fieldText(const Field &field) {
  std::string text = field.name + ": " + std::string(name(field.sort)) + printIndices(field.extents);
  if (field.low)
    text += " in " + printPromotedBound(*field.low) + " .. " + printPromotedBound(*field.high);
  return text + (field.orNone ? " or none" : "");
}

std::string print(const Record &record) {
  std::string fields;
  for (const std::unique_ptr<Field> &field : record.fields)
    fields += (fields.empty() ? " " : ", ") + fieldText(*field);
  return "record " + record.name + " {" + fields + " }\n";
}

static std::string attributeText(const Attribute &attribute) {
  std::string text = (attribute.isSensitive ? "sensitive " : "public ") + attribute.field->name;
  for (const Variable *index : attribute.indices)
    text += "[" + index->name + "]";
  return text + (attribute.when ? " when " + print(*attribute.when) : "");
}

std::string print(const Policy &policy) {
  std::string head = "policy " + policy.name + " on " + policy.record->name;
  if (policy.formula)
    return head + " allows " + policy.pair->name + "' where " + print(*policy.formula) + "\n";
  std::string rules;
  for (const Attribute &attribute : policy.attributes)
    rules += (rules.empty() ? " " : "; ") + attributeText(attribute);
  return head + " {" + rules + " }\n";
}

std::string_view wordOf(SchemaQuery::Aggregate aggregate) {
  switch (aggregate) {
  case SchemaQuery::Aggregate::Count:
    return "count";
  case SchemaQuery::Aggregate::Sum:
    return "sum";
  case SchemaQuery::Aggregate::Maximum:
    return "max";
  case SchemaQuery::Aggregate::Minimum:
    return "min";
  }
  assert(false && "no such aggregate");
  return {};
}

std::string print(const SchemaQuery &query) {
  std::string text = "query " + query.name;
  for (std::size_t i = 0; i < query.indices.size(); ++i)
    text += "[" + query.indices[i]->name + " in 0 .. " + printBound(*query.extents[i]) + "]";
  text += " = " + std::string(wordOf(query.aggregate)) + " " + query.record->name + ": " +
          query.record->record->name;
  if (query.term)
    text += " of " + print(*query.term);
  return text + (query.where ? " where " + print(*query.where) : "") + "\n";
}

static std::string kindText(RecordAdjacency::Kind kind) {
  switch (kind) {
  case RecordAdjacency::Kind::Replace:
    return "replace ";
  case RecordAdjacency::Kind::Add:
    return "add ";
  case RecordAdjacency::Kind::Remove:
    return "remove ";
  case RecordAdjacency::Kind::AddOrRemove:
    return "add or remove ";
  }
  assert(false && "no such kind");
  return {};
}

std::string print(const RecordAdjacency &adjacency) {
  std::string text = kindText(adjacency.kind) + adjacency.record->name;
  if (adjacency.policy)
    text += " under " + adjacency.policy->name;
  if (adjacency.when)
    text += " when " + print(*adjacency.when);
  if (adjacency.along)
    text += " along " + print(*adjacency.along);
  return text;
}

} // namespace plumb::ir
