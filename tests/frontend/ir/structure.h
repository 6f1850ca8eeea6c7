// SPDX-License-Identifier: Apache-2.0
//===- tests/frontend/ir/structure.h - IR without a grammar -----*- C++ -*-===//
///
/// \file
/// Every node, its sort and its parts, fully bracketed: two programs with the
/// same structure are the same IR, whatever the printer makes of them.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TESTS_FRONTEND_IR_STRUCTURE_H
#define PLUMB_TESTS_FRONTEND_IR_STRUCTURE_H

#include "frontend/ir/aggregate.h"
#include "frontend/ir/program.h"
#include "frontend/ir/walk.h"

#include <llvm/Support/Casting.h>
#include <string>

namespace plumb::test {

inline std::string labelOf(const ir::Expression &e) {
  using namespace ir;
  std::string label = std::to_string(static_cast<int>(e.kind())) + ":" + std::string(name(e.sort()));
  if (const auto *number = llvm::dyn_cast<Number>(&e))
    label += ":" + toString(number->value);
  if (const auto *boolean = llvm::dyn_cast<Boolean>(&e))
    label += boolean->value ? ":true" : ":false";
  if (const auto *read = llvm::dyn_cast<Read>(&e))
    label += ":" + read->variable.name + (read->primed ? "'" : "");
  if (const auto *unary = llvm::dyn_cast<Unary>(&e))
    label += ":" + std::to_string(static_cast<int>(unary->op));
  if (const auto *binary = llvm::dyn_cast<Binary>(&e))
    label += ":" + std::to_string(static_cast<int>(binary->op));
  if (const auto *extremum = llvm::dyn_cast<Extremum>(&e))
    label += extremum->isMaximum ? ":max" : ":min";
  if (const auto *topK = llvm::dyn_cast<TopK>(&e))
    label += ":" + topK->array.name;
  if (const auto *test = llvm::dyn_cast<CellTest>(&e))
    label += ":" + test->tag.name;
  if (const auto *read = llvm::dyn_cast<CellRead>(&e))
    label += ":" + read->tag.name + std::to_string(read->component);
  if (const auto *read = llvm::dyn_cast<ResultRead>(&e))
    label += ":" + std::to_string(static_cast<int>(read->part));
  if (const auto *forall = llvm::dyn_cast<Forall>(&e))
    label += ":" + forall->variable.name;
  if (const auto *aggregate = llvm::dyn_cast<Aggregate>(&e))
    label += ":" + std::to_string(static_cast<int>(aggregate->which)) + aggregate->variable.name +
             (aggregate->filter ? "?" : "");
  if (const auto *read = llvm::dyn_cast<FieldRead>(&e))
    label += ":" + read->record.name + (read->primed ? "'." : ".") + read->field.name;
  if (const auto *comparison = llvm::dyn_cast<FieldComparison>(&e))
    label += ":" + std::to_string(static_cast<int>(comparison->op));
  return label;
}

inline std::string structure(const ir::Expression &expression) {
  std::string text = "(" + labelOf(expression);
  ir::forEachOperand(expression, [&](const ir::Expression &operand) { text += " " + structure(operand); });
  return text + ")";
}

inline std::string structure(const std::vector<ir::ExpressionPtr> &expressions) {
  std::string text = "[";
  for (const ir::ExpressionPtr &expression : expressions)
    text += structure(*expression);
  return text + "]";
}

inline std::string structure(const ir::Block &block);

inline std::string structure(const ir::Statement &statement) {
  using namespace ir;
  if (const auto *sample = llvm::dyn_cast<Sample>(&statement))
    return "sample " + sample->target.name + structure(sample->indices) + std::string(name(sample->law)) +
           structure(*sample->scale) + structure(*sample->aligned);
  if (const auto *assign = llvm::dyn_cast<Assign>(&statement))
    return "assign " + assign->target.name + structure(assign->indices) + structure(*assign->value);
  if (const auto *branch = llvm::dyn_cast<If>(&statement))
    return "if " + structure(*branch->condition) + structure(branch->thenBlock) +
           structure(branch->elseBlock);
  if (const auto *loop = llvm::dyn_cast<For>(&statement))
    return "for " + loop->index.name + structure(*loop->low) + structure(*loop->high) +
           (loop->guard ? structure(*loop->guard) : "") + structure(loop->invariants) + structure(loop->body);
  if (const auto *output = llvm::dyn_cast<Output>(&statement))
    return "output " + output->tag.name + structure(output->values);
  const auto &end = llvm::cast<Return>(statement);
  return "return " + (end.value ? structure(*end.value) : "");
}

inline std::string structure(const ir::Block &block) {
  std::string text = "{";
  for (const auto &statement : block)
    text += structure(*statement) + ";";
  return text + "}";
}

inline std::string structureOrNone(const ir::ExpressionPtr &expression) {
  return expression ? structure(*expression) : "-";
}

inline std::string structure(const ir::Record &record) {
  std::string text = "record " + record.name;
  for (const auto &field : record.fields)
    text += " " + field->name + std::string(name(field->sort)) + structure(field->extents) +
            structureOrNone(field->low) + structureOrNone(field->high) + (field->orNone ? "?" : "");
  return text;
}

inline std::string structure(const ir::Policy &policy) {
  std::string text = "policy " + policy.name + " " + policy.record->name + structureOrNone(policy.formula);
  for (const ir::Attribute &attribute : policy.attributes) {
    text += " " + attribute.field->name + (attribute.isSensitive ? "!" : "");
    for (const ir::Variable *index : attribute.indices)
      text += "[" + index->name + "]";
    text += structureOrNone(attribute.when);
  }
  return text;
}

inline std::string structure(const ir::SchemaQuery &query) {
  std::string text = "query " + query.name + std::to_string(static_cast<int>(query.aggregate));
  for (const ir::Variable *index : query.indices)
    text += " " + index->name;
  return text + structure(query.extents) + query.record->name + ":" + query.record->record->name +
         structureOrNone(query.term) + structureOrNone(query.where);
}

inline std::string structure(const ir::RecordAdjacency &adjacency) {
  return std::to_string(static_cast<int>(adjacency.kind)) + adjacency.record->name +
         (adjacency.policy ? adjacency.policy->name : "-") + structureOrNone(adjacency.when) +
         structureOrNone(adjacency.along);
}

inline std::string structure(const ir::RecordPremise &premise) {
  std::string text = premise.record->name + ":" + premise.record->record->name;
  for (const ir::RecordPremise::Index &index : premise.indices)
    text += index.variable->name + structure(*index.low) + structure(*index.high);
  return text + structure(*premise.formula);
}

inline std::string structure(const ir::Mechanism &mechanism) {
  std::string text = mechanism.name;
  for (const auto &variable : mechanism.variables)
    text += " " + std::to_string(static_cast<int>(variable->role)) + variable->name +
            std::string(name(variable->sort)) + structure(variable->extents) +
            (variable->definition ? "=" + variable->definition->name : "") +
            (variable->fileSize ? "=" + variable->fileSize->name : "");
  text += structure(mechanism.requirements) + structure(*mechanism.guarantee.epsilon);
  for (const ir::Difference &difference : mechanism.adjacency)
    text += difference.query->name + std::to_string(static_cast<int>(difference.direction)) +
            (difference.onlyOne ? "one" : "") + structure(*difference.bound);
  if (mechanism.recordAdjacency)
    text += structure(*mechanism.recordAdjacency);
  for (const ir::RecordPremise &premise : mechanism.premises)
    text += structure(premise);
  for (const ir::Claim &claim : mechanism.claims)
    text += structure(*claim.formula) + std::to_string(claim.free.size());
  return text + structure(mechanism.body);
}

inline std::string structure(const ir::Program &program) {
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

} // namespace plumb::test

#endif // PLUMB_TESTS_FRONTEND_IR_STRUCTURE_H
