// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/plan/work.h"

#include "frontend/ir/aggregate.h"
#include "frontend/ir/print_expression.h"
#include "mechanisms/plan/program_walk.h"

#include <algorithm>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/Casting.h>

namespace plumb::plan {

using Kind = ir::Expression::Kind;
using llvm::dyn_cast;
using llvm::isa;

/// It follows from parameters and loop indices.
static bool isPublic(const ir::Expression &term) {
  bool readsOthers = false;
  forEachPart(term, [&](const ir::Expression &part) {
    const auto *read = dyn_cast<ir::Read>(&part);
    readsOthers = readsOthers || isa<ir::CellRead, ir::CellTest, ir::ResultRead>(&part) ||
                  (read && read->variable.role != ir::Variable::Role::Parameter &&
                   read->variable.role != ir::Variable::Role::LoopIndex &&
                   read->variable.role != ir::Variable::Role::Bound);
  });
  return !readsOthers;
}

/// A target may take more or less time for it, or read at another address, depending on what stands in it.
static bool isChoice(const ir::Expression &term) {
  const auto hasPrivate = [](const auto &...parts) { return ((parts && !isPublic(*parts)) || ...); };
  if (const auto *aggregate = dyn_cast<ir::Aggregate>(&term))
    return hasPrivate(aggregate->low, aggregate->high, aggregate->filter);
  if (const auto *read = dyn_cast<ir::Read>(&term))
    return llvm::any_of(read->indices, hasPrivate);
  if (const auto *binary = dyn_cast<ir::Binary>(&term))
    switch (binary->op) {
    case ir::BinaryOperator::Add:
    case ir::BinaryOperator::Subtract:
    case ir::BinaryOperator::Multiply:
    case ir::BinaryOperator::Less:
    case ir::BinaryOperator::LessEqual:
    case ir::BinaryOperator::Greater:
    case ir::BinaryOperator::GreaterEqual:
    case ir::BinaryOperator::Equal:
    case ir::BinaryOperator::NotEqual:
      return false;
    case ir::BinaryOperator::Divide:
    case ir::BinaryOperator::IntegerDivide:
    case ir::BinaryOperator::Modulo:
    case ir::BinaryOperator::And:
    case ir::BinaryOperator::Or:
    case ir::BinaryOperator::Implies:
    case ir::BinaryOperator::Iff:
      return true;
    }
  if (const auto *unary = dyn_cast<ir::Unary>(&term))
    return unary->op == ir::UnaryOperator::Absolute;
  return !isa<ir::Number, ir::Boolean, ir::TopK, ir::CellRead, ir::CellTest>(&term);
}

std::vector<std::string> whatVaries(const ir::Mechanism &mechanism) {
  std::vector<std::string> found;
  const auto add = [&](const std::string &what) {
    if (std::find(found.begin(), found.end(), what) == found.end())
      found.push_back(what);
  };
  forEachStatement(mechanism, [&](const ir::Statement &statement, const Nest &) {
    if (isa<ir::Sample>(&statement))
      add("a word of noise that agrees with the 64 leading digits of a threshold, below 142 * 2^-64 for each "
          "sample");
    if (const auto *choice = dyn_cast<ir::If>(&statement); choice && !isPublic(*choice->condition))
      add("which branch of `if " + ir::print(*choice->condition) + "` is taken");
    if (const auto *loop = dyn_cast<ir::For>(&statement); loop && loop->guard && !isPublic(*loop->guard))
      add("when `while " + ir::print(*loop->guard) + "` ends the loop");
    if (const auto *loop = dyn_cast<ir::For>(&statement);
        loop && (!isPublic(*loop->low) || !isPublic(*loop->high)))
      add("how often the loop over " + ir::print(*loop->low) + " .. " + ir::print(*loop->high) + " runs");
    // Eight of them share a byte, which is read and written.
    if (const auto *bit = dyn_cast<ir::Assign>(&statement);
        bit && !bit->indices.empty() && bit->target.sort == ir::Sort::Bool && !isPublic(*bit->value))
      add("what is stored in `" + bit->target.name + "`");
    forEachExpression(statement, [&](const ir::Expression &whole) {
      forEachPart(whole, [&](const ir::Expression &part) {
        if (isChoice(part) && !isPublic(part))
          add("`" + ir::print(part) + "`");
      });
    });
  });
  add("what the compiler makes of clamping, sums and comparisons, and how long what is published is");
  return found;
}

} // namespace plumb::plan
