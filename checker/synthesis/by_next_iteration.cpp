// SPDX-License-Identifier: Apache-2.0
#include "checker/relational/dependents.h"
#include "checker/relational/walk.h"
#include "checker/synthesis/situation_families.h"
#include "checker/synthesis/told_values.h"
#include "frontend/ir/occurrence.h"
#include "frontend/ir/substitution.h"
#include "frontend/ir/walk.h"

#include <algorithm>
#include <llvm/Support/Casting.h>

namespace plumb::synthesis {

using llvm::dyn_cast;

namespace {

/// Is the draw what \p loop goes on with in its next iteration: a local that the text assigns before the
/// loop, too, and that is no sum of several draws?
bool isCarried(const ir::Mechanism &mechanism, const Draw &draw, const ir::For &loop) {
  const auto assigns = [](const ir::Block &block, llvm::function_ref<bool(const ir::Assign &)> test) {
    std::size_t count = 0;
    relational::forEachStatement(block, [&](const ir::Statement &statement, unsigned) {
      const auto *assign = dyn_cast<ir::Assign>(&statement);
      count += assign && assign->indices.empty() && test(*assign) ? 1 : 0;
    });
    return count;
  };
  return assigns(loop.body, [&](const ir::Assign &assign) {
           const auto isOfIt = [&](const ir::Assign &other) { return &other.target == &assign.target; };
           return ir::reads(*assign.value, draw.sample->target) && !ir::reads(*assign.value, assign.target) &&
                  assigns(mechanism.body, isOfIt) > assigns(loop.body, isOfIt);
         }) > 0;
}

/// \p condition as it is in front of \p statement; null if that cannot be said.
ExpressionPtr inFrontOf(const ir::Statement &statement, ExpressionPtr condition) {
  const auto *assign = dyn_cast<ir::Assign>(&statement);
  if (assign && assign->indices.empty())
    return substituted(*condition, assign->target, *assign->value);
  bool changes = false;
  const auto look = [&](const ir::Statement &inner) {
    if (const auto *other = dyn_cast<ir::Assign>(&inner))
      changes |= ir::reads(*condition, other->target);
  };
  if (const auto *branch = dyn_cast<ir::If>(&statement))
    for (const ir::Block *block : {&branch->thenBlock, &branch->elseBlock})
      relational::forEachStatement(*block, [&](const ir::Statement &inner, unsigned) { look(inner); });
  if (const auto *loop = dyn_cast<ir::For>(&statement))
    relational::forEachStatement(loop->body, [&](const ir::Statement &inner, unsigned) { look(inner); });
  return changes ? nullptr : std::move(condition);
}

/// \p condition, which holds behind \p block, as it is where \p sample is drawn in it. Null if that cannot be
/// said, or nothing is drawn there: then \p isThere is false.
ExpressionPtr whereDrawn(const ir::Block &block, const ir::Sample &sample, ExpressionPtr condition,
                         bool &isThere) {
  for (std::size_t at = block.size(); at-- > 0 && condition;) {
    const ir::Statement &statement = *block[at];
    isThere = &statement == &sample;
    if (isThere)
      return condition;
    if (const auto *branch = dyn_cast<ir::If>(&statement))
      for (const ir::Block *inner : {&branch->thenBlock, &branch->elseBlock}) {
        ExpressionPtr there = whereDrawn(*inner, sample, copy(*condition), isThere);
        if (isThere)
          return there;
      }
    condition = inFrontOf(statement, std::move(condition));
  }
  return nullptr;
}

/// Do the iterations of \p loop decide from what the draw of the one before them has decided: from a truth
/// value that depends on it, in front of where it is assigned?
bool decidesNext(const ir::Mechanism &mechanism, const Draw &draw, const ir::For &loop) {
  const relational::Dependents dependents(mechanism, draw.sample->target);
  std::set<const ir::Variable *> before;
  relational::forEachStatement(loop.body, [&](const ir::Statement &statement, unsigned) {
    const auto *assign = dyn_cast<ir::Assign>(&statement);
    if (assign && assign->indices.empty() && assign->target.sort == ir::Sort::Bool &&
        dependents.isRead(*assign->value))
      before.insert(&assign->target);
  });
  bool decides = false;
  for (const auto &statement : loop.body) {
    if (const auto *branch = dyn_cast<ir::If>(statement.get()))
      decides |= std::any_of(before.begin(), before.end(),
                             [&](const ir::Variable *flag) { return ir::reads(*branch->condition, *flag); });
    if (const auto *assign = dyn_cast<ir::Assign>(statement.get()))
      before.erase(&assign->target);
  }
  return decides;
}

} // namespace

Conditions byContinuing(const ir::Mechanism &mechanism, const Draw &draw) {
  Conditions conditions;
  const ir::For *loop = draw.loops.empty() ? nullptr : draw.loops.back();
  if (!loop || !loop->guard || !isCarried(mechanism, draw, *loop))
    return conditions;
  bool isThere = false;
  ExpressionPtr goesOn = whereDrawn(loop->body, *draw.sample, copy(*loop->guard), isThere);
  const auto isKnown = [](const ir::Expression &part) {
    const auto *name = dyn_cast<ir::Read>(&part);
    using Role = ir::Variable::Role;
    return !name || name->variable.role == Role::Parameter ||
           (name->variable.role == Role::Local && name->variable.sort != ir::Sort::Real);
  };
  if (goesOn && !ir::isPublic(*goesOn) &&
      !ir::anyPart(*goesOn, [&](const ir::Expression &part) { return !isKnown(part); })) {
    conditions.push_back({std::move(goesOn), nullptr, nullptr});
    conditions.push_back({});
    conditions.back().next = Situation::Next::IsNone;
  }
  return conditions;
}

Conditions byNext(const ir::Mechanism &mechanism, const Draw &draw) {
  Conditions conditions;
  const ir::For *loop = draw.loops.empty() ? nullptr : draw.loops.back();
  const ir::Transcript *own = nullptr;
  for (const auto &transcript : mechanism.transcripts)
    if (transcript->loops == draw.loops)
      own = transcript.get();
  if (!loop || !own || !decidesNext(mechanism, draw, *loop))
    return conditions;
  const std::vector<const ir::Tag *> tags = tagsBehind(mechanism, draw);
  for (const ir::Tag *tag : tags) {
    if (tag == tags.back())
      break;
    const auto next = [&] {
      return arithmetic(ir::BinaryOperator::Add, read(loop->index, false), number(1, ir::Sort::Int));
    };
    std::vector<ExpressionPtr> at = indicesOf(*own);
    at.back() = next();
    conditions.push_back(
        {boolean(ir::BinaryOperator::And, boolean(ir::BinaryOperator::Less, next(), copy(*loop->high)),
                 std::make_unique<ir::CellTest>(*own, std::move(at), *tag, SourceRange{})),
         nullptr, nullptr});
    conditions.back().next = Situation::Next::Publishes;
  }
  if (!conditions.empty())
    conditions.push_back({});
  return conditions;
}

} // namespace plumb::synthesis
