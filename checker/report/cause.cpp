// SPDX-License-Identifier: Apache-2.0
#include "checker/report/cause.h"

#include "checker/relational/walk.h"
#include "frontend/ir/occurrence.h"
#include "frontend/ir/print_expression.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/Casting.h>

namespace plumb::report {

using Role = ir::Variable::Role;

namespace {

bool readsField(const ir::Expression &expression, const ir::Field &field) {
  return ir::anyPart(expression, [&](const ir::Expression &part) {
    const auto *read = llvm::dyn_cast<ir::FieldRead>(&part);
    return read && &read->field == &field;
  });
}

/// Can \p term grow with \p field as far as that does?
bool growsWith(const ir::Expression &term, const ir::Field &field) {
  return readsField(term, field) && !ir::anyPart(term, [](const ir::Expression &part) {
           const auto *binary = llvm::dyn_cast<ir::Binary>(&part);
           return llvm::isa<ir::Extremum>(part) || llvm::isa<ir::Conditional>(part) ||
                  (binary && binary->op == ir::BinaryOperator::Modulo);
         });
}

bool isZero(const ir::Expression &expression) {
  if (const auto *number = llvm::dyn_cast<ir::Number>(&expression))
    return number->value == 0;
  const auto *unary = llvm::dyn_cast<ir::Unary>(&expression);
  return unary && isZero(*unary->operand);
}

bool isDivision(ir::BinaryOperator op) {
  return op == ir::BinaryOperator::Divide || op == ir::BinaryOperator::IntegerDivide ||
         op == ir::BinaryOperator::Modulo;
}

} // namespace

std::string adviceForUnboundedField(const ir::Mechanism &mechanism) {
  const auto &adjacency = mechanism.recordAdjacency;
  if (!adjacency || adjacency->policy || adjacency->when || adjacency->along)
    return {}; // What they keep as it is needs no range.
  for (const std::unique_ptr<ir::Variable> &variable : mechanism.variables) {
    const ir::SchemaQuery *query = variable->definition;
    if (!query || !query->term)
      continue;
    for (const std::unique_ptr<ir::Field> &field : query->record->record->fields) {
      const bool isLimited = (query->where && readsField(*query->where, *field)) ||
                             llvm::any_of(mechanism.premises, [&](const ir::RecordPremise &premise) {
                               return readsField(*premise.formula, *field);
                             });
      if (!isLimited && !field->low && growsWith(*query->term, *field))
        return "`" + field->name + "` of `" + query->record->record->name +
               "` has no range, so one record changes `" + query->name + "` by any amount: declare `" +
               field->name + ": int in 0 .. 100`";
    }
  }
  return {};
}

bool dividesByZero(const ir::Mechanism &mechanism, SourceRange range) {
  bool found = false;
  relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
    for (const ir::Expression *expression : relational::expressionsOf(statement))
      found = found || ir::anyPart(*expression, [&](const ir::Expression &part) {
                const auto *binary = llvm::dyn_cast<ir::Binary>(&part);
                return binary && isDivision(binary->op) && isZero(*binary->right) &&
                       range.begin <= part.range().begin && part.range().end <= range.end;
              });
  });
  return found;
}

std::string adviceForExactValue(const ir::Mechanism &mechanism, const ir::Statement &statement) {
  const ir::Read *answer = nullptr;
  for (const ir::Expression *expression : relational::expressionsOf(statement)) {
    const auto *read = llvm::dyn_cast<ir::Read>(expression);
    const bool isAnswer = read && read->variable.role == Role::Query;
    if (ir::reads(*expression, Role::Sample) || ir::reads(*expression, Role::Local))
      return {};
    answer = isAnswer ? read : answer;
  }
  if (!answer)
    return {};
  const auto noise =
      llvm::find_if(mechanism.variables, [](const auto &variable) { return variable->role == Role::Sample; });
  const std::string name = noise == mechanism.variables.end() || (*noise)->isArray() ? "lam" : (*noise)->name;
  return "`" + ir::printHead(statement) + "` shows an answer as it is: add noise to it, as in `" +
         ir::print(*answer) + " + " + name + "`";
}

} // namespace plumb::report
