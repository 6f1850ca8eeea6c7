// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/plan/stream.h"

#include "frontend/ir/occurrence.h"
#include "frontend/ir/program.h"

#include <algorithm>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/Casting.h>
#include <set>

namespace plumb::plan {

using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;
using Role = ir::Variable::Role;

bool StreamPlan::isState(const ir::Variable &variable) const {
  return &variable == &loop->index || llvm::is_contained(kept, &variable);
}

bool StreamPlan::hasLongRows(const ir::Variable &query) const {
  bool grows = false;
  for (std::size_t d = 1; d < query.extents.size(); ++d)
    forEachPart(*query.extents[d], [&](const ir::Expression &part) {
      const auto *read = dyn_cast<ir::Read>(&part);
      grows = grows || (read && ir::reads(*loop->high, read->variable));
    });
  return grows;
}

/// Calls \p visit for each variable that \p expression reads; selections read their array.
static void forEachRead(const ir::Expression &expression,
                        llvm::function_ref<void(const ir::Variable &, const ir::Read *)> visit) {
  forEachPart(expression, [&](const ir::Expression &part) {
    if (const auto *read = dyn_cast<ir::Read>(&part))
      visit(read->variable, read);
    if (const auto *selection = dyn_cast<ir::TopK>(&part))
      visit(selection->array, nullptr);
  });
}

static bool readsOnly(const ir::Expression &expression,
                      llvm::function_ref<bool(const ir::Variable &)> allowed) {
  bool fits = true;
  forEachRead(expression,
              [&](const ir::Variable &variable, const ir::Read *) { fits = fits && allowed(variable); });
  return fits;
}

static bool isNoQuery(const ir::Variable &variable) {
  return variable.role != Role::Query;
}

static bool isScalarParameter(const ir::Variable &variable) {
  return variable.role == Role::Parameter && !variable.isArray();
}

/// \p statement and what is in it read no data, publish nothing, and end no run.
static bool isPreparation(const Released &released, const ir::Statement &statement) {
  bool fits = true;
  const auto check = [&](const ir::Statement &inner) {
    fits = fits && !isa<ir::Output>(inner) && !isa<ir::Return>(inner);
    forEachExpression(inner, [&](const ir::Expression &each) { fits = fits && readsOnly(each, isNoQuery); });
  };
  check(statement);
  for (const ir::Block *block : blocksOf(statement))
    forEachStatement(released, *block, [&](const ir::Statement &inner, const Nest &) { check(inner); });
  return fits;
}

/// Every data that \p loop's iteration t reads is f[t], or in f[t][...].
static bool readsItsRowOnly(const Released &released, const ir::For &loop) {
  bool fits = true;
  const auto checkRead = [&](const ir::Variable &variable, const ir::Read *read) {
    if (variable.role != Role::Query)
      return;
    const auto *first =
        read && !read->indices.empty() ? dyn_cast<ir::Read>(read->indices.front().get()) : nullptr;
    fits = fits && first && &first->variable == &loop.index;
  };
  forEachStatement(released, loop.body, [&](const ir::Statement &statement, const Nest &) {
    fits = fits && !isa<ir::Return>(statement);
    forEachExpression(statement, [&](const ir::Expression &each) { forEachRead(each, checkRead); });
  });
  return fits;
}

static bool hasPublicEnds(const ir::For &loop) {
  return readsOnly(*loop.low, isScalarParameter) && readsOnly(*loop.high, isScalarParameter) &&
         (!loop.guard || readsOnly(*loop.guard, isNoQuery));
}

/// Every publication is inside \p loop.
static bool publishesOnlyIn(const ir::Mechanism &mechanism, const ir::For &loop) {
  bool any = false;
  for (const auto &transcript : mechanism.transcripts) {
    if (!transcript->isSeen)
      continue;
    if (transcript->loops.empty() || transcript->loops.front() != &loop)
      return false;
    any = true;
  }
  return any;
}

static bool hasArraysOfAnswersOnly(const ir::Mechanism &mechanism) {
  bool hasQuery = false;
  for (const auto &variable : mechanism.variables) {
    if (variable->role != Role::Query)
      continue;
    if (!variable->isArray())
      return false;
    hasQuery = true;
  }
  return hasQuery;
}

/// The variables that \p loop reads or assigns.
static std::set<const ir::Variable *> touchedIn(const Released &released, const ir::For &loop) {
  std::set<const ir::Variable *> touched;
  const auto add = [&](const ir::Expression &expression) {
    forEachRead(expression,
                [&](const ir::Variable &variable, const ir::Read *) { touched.insert(&variable); });
  };
  if (loop.guard)
    add(*loop.guard);
  forEachStatement(released, loop.body, [&](const ir::Statement &statement, const Nest &) {
    if (const ir::Variable *target = targetOf(statement))
      touched.insert(target);
    forEachExpression(statement, add);
  });
  return touched;
}

static void findKept(const Released &released, const ir::Mechanism &mechanism, const Storage &storage,
                     StreamPlan &plan) {
  const std::set<const ir::Variable *> touched = touchedIn(released, *plan.loop);
  for (const auto &variable : mechanism.variables) {
    if (variable->role != Role::Local && variable->role != Role::Sample)
      continue;
    bool isDeclaredInFront = false;
    for (const ir::Statement *statement : plan.prefix)
      isDeclaredInFront = isDeclaredInFront || storage.isDeclaredBy(*variable, *statement);
    if (storage.isDeclaredFirst(*variable) || (isDeclaredInFront && touched.count(variable.get()) != 0))
      plan.kept.push_back(variable.get());
  }
}

/// Follows assignments from answers and samples.
static void findSecret(const Released &released, const ir::Mechanism &mechanism, StreamPlan &plan) {
  std::set<const ir::Variable *> tainted;
  const auto isTainted = [&](const ir::Variable &variable) {
    return variable.role == Role::Query || variable.role == Role::Sample || tainted.count(&variable) != 0;
  };
  std::size_t before = 0;
  do {
    before = tainted.size();
    forEachStatement(released, mechanism.body, [&](const ir::Statement &statement, const Nest &) {
      if (const auto *assign = dyn_cast<ir::Assign>(&statement))
        forEachRead(*assign->value, [&](const ir::Variable &variable, const ir::Read *) {
          if (isTainted(variable))
            tainted.insert(&assign->target);
        });
    });
  } while (before != tainted.size());
  for (const ir::Variable *variable : plan.kept)
    if (isTainted(*variable))
      plan.secret.push_back(variable);
}

static bool drawsNoise(const Released &released, const ir::Statement &statement) {
  bool draws = isa<ir::Sample>(statement);
  for (const ir::Block *block : blocksOf(statement))
    forEachStatement(released, *block, [&](const ir::Statement &inner, const Nest &) {
      draws = draws || isa<ir::Sample>(inner);
    });
  return draws;
}

std::optional<StreamPlan> streamOf(const ir::Mechanism &mechanism, const Storage &storage) {
  const Released released(mechanism);
  const std::vector<const ir::Statement *> body = released.statementsOf(mechanism.body);
  std::size_t prefix = 0;
  while (prefix < body.size() && isPreparation(released, *body[prefix]))
    ++prefix;
  const auto *loop = prefix < body.size() ? dyn_cast<ir::For>(body[prefix]) : nullptr;
  if (!loop || !publishesOnlyIn(mechanism, *loop) || !hasPublicEnds(*loop) ||
      !readsItsRowOnly(released, *loop) || !hasArraysOfAnswersOnly(mechanism))
    return std::nullopt;
  // Behind the loop nothing is left to do, except to say so.
  bool isLast = prefix + 1 == body.size();
  const auto *end = prefix + 2 == body.size() ? dyn_cast<ir::Return>(body.back()) : nullptr;
  if (!isLast && (!end || end->value))
    return std::nullopt;

  StreamPlan plan{loop,   {body.begin(), body.begin() + static_cast<std::ptrdiff_t>(prefix)}, {}, {}, false,
                  nullptr};
  for (const ir::Statement *statement : plan.prefix)
    plan.startsWithNoise = plan.startsWithNoise || drawsNoise(released, *statement);
  findKept(released, mechanism, storage, plan);
  findSecret(released, mechanism, plan);
  return plan;
}

} // namespace plumb::plan
