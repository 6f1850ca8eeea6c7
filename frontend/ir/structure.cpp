// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/structure.h"

#include "frontend/ir/aggregate.h"
#include "frontend/ir/law.h"
#include "frontend/ir/walk.h"

#include <llvm/Support/Casting.h>

namespace plumb::ir {

using llvm::cast;
using llvm::dyn_cast;

/// The loops that a transcript runs along.
static std::string placeOf(const Transcript &transcript) {
  std::string text = ":";
  for (const For *loop : transcript.loops)
    text += " " + loop->index.name;
  return text;
}

static std::string labelOf(const Expression &e) {
  std::string label = std::to_string(static_cast<int>(e.kind())) + ":" + std::string(name(e.sort()));
  if (const auto *number = dyn_cast<Number>(&e))
    label += ":" + toString(number->value);
  if (const auto *boolean = dyn_cast<Boolean>(&e))
    label += boolean->value ? ":true" : ":false";
  if (const auto *read = dyn_cast<Read>(&e))
    label += ":" + read->variable.name + (read->primed ? "'" : "");
  if (const auto *unary = dyn_cast<Unary>(&e))
    label += ":" + std::to_string(static_cast<int>(unary->op));
  if (const auto *binary = dyn_cast<Binary>(&e))
    label += ":" + std::to_string(static_cast<int>(binary->op));
  if (const auto *extremum = dyn_cast<Extremum>(&e))
    label += extremum->isMaximum ? ":max" : ":min";
  if (const auto *topK = dyn_cast<TopK>(&e))
    label += ":" + topK->array.name + (topK->primed ? "'" : "");
  if (const auto *test = dyn_cast<CellTest>(&e))
    label += ":" + test->tag.name + placeOf(test->transcript);
  if (const auto *read = dyn_cast<CellRead>(&e))
    label += ":" + read->tag.name + " " + std::to_string(read->component) + placeOf(read->transcript);
  if (const auto *read = dyn_cast<ResultRead>(&e))
    label += ":" + std::to_string(static_cast<int>(read->part));
  if (const auto *forall = dyn_cast<Forall>(&e))
    label += ":" + forall->variable.name;
  if (const auto *aggregate = dyn_cast<Aggregate>(&e))
    label += ":" + std::to_string(static_cast<int>(aggregate->which)) + " " + aggregate->variable.name +
             (aggregate->filter ? "?" : "");
  if (const auto *read = dyn_cast<FieldRead>(&e))
    label += ":" + read->record.name + (read->primed ? "'." : ".") + read->field.name;
  if (const auto *comparison = dyn_cast<FieldComparison>(&e))
    label += ":" + std::to_string(static_cast<int>(comparison->op));
  return label;
}

static std::string structure(const Expression &expression) {
  std::string text = "(" + labelOf(expression);
  forEachOperand(expression, [&](const Expression &operand) { text += " " + structure(operand); });
  return text + ")";
}

static std::string structure(const std::vector<ExpressionPtr> &expressions) {
  std::string text = "[";
  for (const ExpressionPtr &expression : expressions)
    text += structure(*expression);
  return text + "]";
}

static std::string structure(const Statement &statement) {
  if (const auto *sample = dyn_cast<Sample>(&statement))
    return "sample " + sample->target.name + structure(sample->indices) + std::string(name(sample->law)) +
           (sample->openScale.isOpen ? "?" : structure(*sample->scale)) +
           (sample->aligned ? structure(*sample->aligned) : "?");
  if (const auto *assign = dyn_cast<Assign>(&statement))
    return "assign " + assign->target.name + structure(assign->indices) + structure(*assign->value);
  if (const auto *branch = dyn_cast<If>(&statement))
    return "if " + structure(*branch->condition) + structure(branch->thenBlock) +
           structure(branch->elseBlock);
  if (const auto *loop = dyn_cast<For>(&statement))
    return "for " + loop->index.name + structure(*loop->low) + structure(*loop->high) +
           (loop->guard ? structure(*loop->guard) : "") + structure(loop->invariants) + structure(loop->body);
  if (const auto *output = dyn_cast<Output>(&statement))
    return "output " + output->tag.name + structure(output->values);
  const auto &end = cast<Return>(statement);
  return "return " + (end.value ? structure(*end.value) : "");
}

std::string structure(const Block &block) {
  std::string text = "{";
  for (const auto &statement : block)
    text += structure(*statement) + ";";
  return text + "}";
}

static std::string structureOrNone(const ExpressionPtr &expression) {
  return expression ? structure(*expression) : "-";
}

static std::string structure(const Record &record) {
  std::string text = "record " + record.name;
  for (const auto &field : record.fields)
    text += " " + field->name + " " + std::string(name(field->sort)) + structure(field->extents) +
            structureOrNone(field->low) + structureOrNone(field->high) + (field->orNone ? "?" : "");
  return text;
}

static std::string structure(const Policy &policy) {
  std::string text = "policy " + policy.name + " " + policy.record->name + structureOrNone(policy.formula);
  for (const Attribute &attribute : policy.attributes) {
    text += " " + attribute.field->name + (attribute.isSensitive ? "!" : "");
    for (const Variable *index : attribute.indices)
      text += "[" + index->name + "]";
    text += structureOrNone(attribute.when);
  }
  return text;
}

static std::string structure(const SchemaQuery &query) {
  std::string text = "query " + query.name + " " + std::to_string(static_cast<int>(query.aggregate));
  for (const Variable *index : query.indices)
    text += " " + index->name;
  return text + structure(query.extents) + query.record->name + ":" + query.record->record->name +
         structureOrNone(query.term) + structureOrNone(query.where);
}

static std::string structure(const RecordAdjacency &adjacency) {
  return std::to_string(static_cast<int>(adjacency.kind)) + " " + adjacency.record->name + " " +
         (adjacency.policy ? adjacency.policy->name : "-") + structureOrNone(adjacency.when) +
         structureOrNone(adjacency.along);
}

static std::string structure(const RecordPremise &premise) {
  std::string text = premise.record->name + ":" + premise.record->record->name;
  for (const RecordPremise::Index &index : premise.indices)
    text += index.variable->name + structure(*index.low) + structure(*index.high);
  return text + structure(*premise.formula);
}

/// What \p mechanism speaks of outside of itself.
static std::string declarations(const Mechanism &mechanism) {
  std::string text;
  for (const auto &variable : mechanism.variables)
    if (variable->definition)
      text +=
          structure(*variable->definition) + "\n" + structure(*variable->definition->record->record) + "\n";
  if (const auto &adjacency = mechanism.recordAdjacency)
    text += structure(*adjacency->record) + "\n" +
            (adjacency->policy ? structure(*adjacency->policy) + "\n" : "");
  return text;
}

std::string structureOfClauses(const Mechanism &mechanism) {
  std::string text = structure(mechanism.requirements) +
                     (mechanism.guarantee.hole.isOpen ? "?" : structure(*mechanism.guarantee.epsilon));
  for (const Difference &difference : mechanism.adjacency)
    text += " " + difference.query->name + " " + std::to_string(static_cast<int>(difference.direction)) +
            (difference.onlyOne ? " one" : "") + (difference.openDirection.isOpen ? "?" : "") +
            (difference.openBound.isOpen ? "?" : structure(*difference.bound));
  return text;
}

std::string structure(const Mechanism &mechanism) {
  std::string text = declarations(mechanism) + mechanism.name;
  for (const auto &variable : mechanism.variables)
    text += " " + std::to_string(static_cast<int>(variable->role)) + " " + variable->name + " " +
            std::string(name(variable->sort)) + structure(variable->extents) +
            (variable->definition ? "=" + variable->definition->name : "") +
            (variable->fileSize ? "=" + variable->fileSize->name : "");
  text += structureOfClauses(mechanism);
  if (mechanism.recordAdjacency)
    text += structure(*mechanism.recordAdjacency);
  for (const RecordPremise &premise : mechanism.premises)
    text += structure(premise);
  for (const Claim &claim : mechanism.claims)
    text += structure(*claim.formula) + std::to_string(claim.free.size());
  return text + structure(mechanism.body);
}

std::string structure(const Program &program) {
  std::string text;
  for (const auto &size : program.sizes)
    text += size->name + " ";
  for (const auto &record : program.records)
    text += structure(*record) + "\n";
  for (const auto &policy : program.policies)
    text += structure(*policy) + "\n";
  for (const auto &query : program.queries)
    text += structure(*query) + "\n";
  for (const auto &mechanism : program.mechanisms)
    text += structure(*mechanism) + "\n";
  return text;
}

} // namespace plumb::ir
