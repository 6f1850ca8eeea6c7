// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/substitution.h"

#include "frontend/ir/program.h"

#include <llvm/Support/Casting.h>
#include <llvm/Support/ErrorHandling.h>

namespace plumb::ir {

using llvm::cast;

namespace {

template <typename Table, typename Key> auto lookedUp(const Table &table, const Key *key) {
  auto found = table.find(key);
  return found == table.end() ? nullptr : found->second;
}

class Substituter {
public:
  explicit Substituter(const Substitution &substitution) : table(substitution) {}

  ExpressionPtr copy(const Expression &term) const;

private:
  ExpressionPtr copy(const ExpressionPtr &term) const { return copy(*term); }
  std::vector<ExpressionPtr> copies(const std::vector<ExpressionPtr> &terms) const;
  ExpressionPtr read(const Read &read) const;
  ExpressionPtr fieldRead(const FieldRead &read) const;

  const Substitution &table;
};

std::vector<ExpressionPtr> Substituter::copies(const std::vector<ExpressionPtr> &terms) const {
  std::vector<ExpressionPtr> result;
  for (const ExpressionPtr &term : terms)
    result.push_back(copy(term));
  return result;
}

ExpressionPtr Substituter::read(const Read &read) const {
  if (const Expression *value = lookedUp(table.values, &read.variable))
    return substituted(*value, {});
  const Variable *variable = lookedUp(table.variables, &read.variable);
  return std::make_unique<Read>(variable ? *variable : read.variable, read.primed, copies(read.indices),
                                read.range());
}

ExpressionPtr Substituter::fieldRead(const FieldRead &read) const {
  const RecordVariable *record = lookedUp(table.records, &read.record);
  return std::make_unique<FieldRead>(record ? *record : read.record, read.primed, read.field,
                                     copies(read.indices), read.range());
}

ExpressionPtr Substituter::copy(const Expression &term) const {
  using Kind = Expression::Kind;
  SourceRange range = term.range();
  switch (term.kind()) {
  case Kind::Number:
    return std::make_unique<Number>(cast<Number>(term).value, term.sort(), range);
  case Kind::Boolean:
    return std::make_unique<Boolean>(cast<Boolean>(term).value, range);
  case Kind::Read:
    return read(cast<Read>(term));
  case Kind::FieldRead:
    return fieldRead(cast<FieldRead>(term));
  case Kind::Unary: {
    const auto &unary = cast<Unary>(term);
    return std::make_unique<Unary>(unary.op, unary.sort(), copy(unary.operand), range);
  }
  case Kind::Binary: {
    const auto &binary = cast<Binary>(term);
    return std::make_unique<Binary>(binary.op, binary.sort(), copy(binary.left), copy(binary.right), range);
  }
  case Kind::Conditional: {
    const auto &choice = cast<Conditional>(term);
    return std::make_unique<Conditional>(copy(choice.condition), copy(choice.whenTrue),
                                         copy(choice.whenFalse), range);
  }
  case Kind::Extremum: {
    const auto &extremum = cast<Extremum>(term);
    return std::make_unique<Extremum>(extremum.isMaximum, copy(extremum.left), copy(extremum.right), range);
  }
  case Kind::Forall: {
    const auto &forall = cast<Forall>(term);
    return std::make_unique<Forall>(forall.variable, copy(forall.low), copy(forall.high), copy(forall.body),
                                    range);
  }
  case Kind::NoneTest:
    return std::make_unique<NoneTest>(copy(cast<NoneTest>(term).operand), range);
  case Kind::FieldComparison: {
    const auto &comparison = cast<FieldComparison>(term);
    return std::make_unique<FieldComparison>(comparison.op, copy(comparison.left), copy(comparison.right),
                                             range);
  }
  default:
    llvm_unreachable("nothing that a head, a policy or a premise says");
  }
}

} // namespace

ExpressionPtr substituted(const Expression &term, const Substitution &substitution) {
  return Substituter(substitution).copy(term);
}

Substitution argumentsOf(const Composition &composition, const Part &part) {
  Substitution arguments;
  for (const Argument &argument : part.arguments)
    if (argument.value)
      arguments.values[argument.parameter] = argument.value.get();
    else
      arguments.variables[argument.parameter] = argument.whole;
  for (const auto &size : part.mechanism->variables)
    for (const auto &same : composition.head->variables)
      if (size->fileSize && size->fileSize == same->fileSize)
        arguments.variables[size.get()] = same.get();
  return arguments;
}

} // namespace plumb::ir
