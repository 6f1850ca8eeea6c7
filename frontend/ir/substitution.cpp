// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/substitution.h"

#include "frontend/ir/aggregate.h"
#include "frontend/ir/program.h"
#include "frontend/ir/walk.h"

#include <cassert>
#include <llvm/Support/Casting.h>

namespace plumb::ir {

namespace {

template <typename Table, typename Key> auto lookedUp(const Table &table, const Key *key) {
  auto found = table.find(key);
  return found == table.end() ? nullptr : found->second;
}

class Substituter {
public:
  Substituter(const Substitution &substitution, BoundVariables &bound) : table(substitution), owner(bound) {}

  ExpressionPtr copy(const Expression &term);
  RecordPremise copy(const RecordPremise &premise);

private:
  ExpressionPtr copy(const ExpressionPtr &term) { return copy(*term); }
  std::vector<ExpressionPtr> copies(const std::vector<ExpressionPtr> &terms);
  ExpressionPtr read(const Read &read);
  ExpressionPtr fieldRead(const FieldRead &read);
  ExpressionPtr underway(const FieldRead &read, const Way &way);
  ExpressionPtr forall(const Forall &forall);
  /// Stands for \p bound from here on.
  const Variable &renamed(const Variable &bound);

  Substitution table;
  BoundVariables &owner;
};

std::vector<ExpressionPtr> Substituter::copies(const std::vector<ExpressionPtr> &terms) {
  std::vector<ExpressionPtr> result;
  for (const ExpressionPtr &term : terms)
    result.push_back(copy(term));
  return result;
}

ExpressionPtr Substituter::read(const Read &read) {
  if (const Expression *value = lookedUp(table.values, &read.variable))
    return substituted(*value, {});
  const Variable *variable = lookedUp(table.variables, &read.variable);
  return std::make_unique<Read>(variable ? *variable : read.variable, read.primed, copies(read.indices),
                                read.range());
}

ExpressionPtr Substituter::fieldRead(const FieldRead &read) {
  const RecordVariable *record = lookedUp(table.records, &read.record);
  bool primed = read.primed != table.exchangesRecords;
  if (table.mixture) {
    const RecordBetween &of = primed ? table.mixture->second : table.mixture->first;
    if (const auto way = of.underway.find(&read.field); way != of.underway.end())
      return underway(read, way->second);
    primed = of.taken.count(&read.field) != 0;
  }
  return std::make_unique<FieldRead>(record ? *record : read.record, primed, read.field, copies(read.indices),
                                     read.range());
}

/// x + max(-m, min(m, x' - x)), where m is how far it goes: \c most, less |w' - w| for each w that goes
/// first, or 0 if that is less.
ExpressionPtr Substituter::underway(const FieldRead &read, const Way &way) {
  const RecordVariable *record = lookedUp(table.records, &read.record);
  const Sort sort = read.field.sort;
  const auto endOf = [&](const Field &field, const std::vector<ExpressionPtr> &indices, bool primed) {
    return std::make_unique<FieldRead>(record ? *record : read.record, primed, field, copies(indices),
                                       read.range());
  };
  const auto end = [&](bool primed) { return endOf(read.field, read.indices, primed); };
  const auto sum = [&](BinaryOperator op, ExpressionPtr left, ExpressionPtr right) {
    return std::make_unique<Binary>(op, sort, std::move(left), std::move(right), read.range());
  };
  const auto distance = [&](const Field &field) {
    return std::make_unique<Unary>(
        UnaryOperator::Absolute, sort,
        sum(BinaryOperator::Subtract, endOf(field, {}, true), endOf(field, {}, false)), read.range());
  };
  const auto farthest = [&]() -> ExpressionPtr {
    ExpressionPtr left = substituted(*way.most, {});
    for (const Field *field : way.first)
      left = sum(BinaryOperator::Subtract, std::move(left), distance(*field));
    if (way.first.empty())
      return left;
    return std::make_unique<Extremum>(true, std::make_unique<Number>(0, sort, read.range()), std::move(left),
                                      read.range());
  };
  auto back = sum(BinaryOperator::Subtract, std::make_unique<Number>(0, sort, read.range()), farthest());
  auto whole = sum(BinaryOperator::Subtract, end(true), end(false));
  auto forth = std::make_unique<Extremum>(false, farthest(), std::move(whole), read.range());
  auto part = std::make_unique<Extremum>(true, std::move(back), std::move(forth), read.range());
  return sum(BinaryOperator::Add, end(false), std::move(part));
}

const Variable &Substituter::renamed(const Variable &bound) {
  owner.push_back(std::make_unique<Variable>(Variable{bound.role, bound.name, bound.sort, {}, bound.range}));
  table.variables[&bound] = owner.back().get();
  return *owner.back();
}

/// The range is outside of what the variable is bound in.
ExpressionPtr Substituter::forall(const Forall &forall) {
  ExpressionPtr low = copy(forall.low), high = copy(forall.high);
  const Variable &variable = renamed(forall.variable);
  return std::make_unique<Forall>(variable, std::move(low), std::move(high), copy(forall.body),
                                  forall.range());
}

RecordPremise Substituter::copy(const RecordPremise &premise) {
  RecordPremise result;
  result.record = std::make_unique<RecordVariable>(*premise.record);
  result.range = premise.range;
  table.records[premise.record.get()] = result.record.get();
  for (const RecordPremise::Index &index : premise.indices) {
    ExpressionPtr low = copy(index.low), high = copy(index.high);
    result.indices.push_back({&renamed(*index.variable), std::move(low), std::move(high)});
  }
  result.formula = copy(premise.formula);
  return result;
}

/// What a head, a policy or a premise says.
ExpressionPtr Substituter::copy(const Expression &term) {
  if (const auto *variable = llvm::dyn_cast<Read>(&term))
    return read(*variable);
  if (const auto *field = llvm::dyn_cast<FieldRead>(&term))
    return fieldRead(*field);
  if (const auto *quantified = llvm::dyn_cast<Forall>(&term))
    return forall(*quantified);
  assert(!llvm::isa<Aggregate>(term) && "it would bind a variable of the original");
  return rebuilt(term, term.range(), [this](const Expression &operand) { return copy(operand); });
}

} // namespace

ExpressionPtr substituted(const Expression &term, const Substitution &substitution, BoundVariables &owner) {
  return Substituter(substitution, owner).copy(term);
}

ExpressionPtr substituted(const Expression &term, const Substitution &substitution) {
  BoundVariables none;
  ExpressionPtr copy = substituted(term, substitution, none);
  assert(none.empty() && "it binds nothing");
  return copy;
}

RecordPremise substituted(const RecordPremise &premise, const Substitution &substitution,
                          BoundVariables &owner) {
  return Substituter(substitution, owner).copy(premise);
}

Substitution argumentsOf(const Composition &composition, const Part &part) {
  Substitution arguments;
  for (const Argument &argument : part.arguments)
    if (argument.value)
      arguments.values[argument.parameter] = argument.value.get();
    else
      arguments.variables[argument.parameter] = argument.whole;
  for (const auto &size : part.mechanism->variables)
    for (const auto &same : composition.head.variables)
      if (size->fileSize && size->fileSize == same->fileSize)
        arguments.variables[size.get()] = same.get();
  return arguments;
}

} // namespace plumb::ir
