// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/plan/open_end.h"

#include "frontend/ir/occurrence.h"
#include "frontend/ir/same_term.h"
#include "mechanisms/plan/stream.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/Casting.h>

namespace plumb::plan {

using llvm::dyn_cast;
using Operator = ir::BinaryOperator;
using Role = ir::Variable::Role;

static bool isRead(const ir::Expression &expression, const ir::Variable &variable) {
  const auto *read = dyn_cast<ir::Read>(&expression);
  return read && &ir::identityOf(read->variable) == &ir::identityOf(variable);
}

/// Records, policies and definitions of queries read the size of the file, which is the same.
static bool readsNot(const ir::ExpressionPtr &expression, const ir::Variable &variable) {
  return !expression ||
         !ir::anyPart(*expression, [&](const ir::Expression &part) { return isRead(part, variable); });
}

static bool noneReads(const std::vector<ir::ExpressionPtr> &all, const ir::Variable &variable) {
  return llvm::all_of(all, [&](const auto &each) { return readsNot(each, variable); });
}

/// n >= e, n > e, e <= n, e < n: what holds of an n holds of all larger ones.
static bool isFromBelow(const ir::Expression &premise, const ir::Variable &n) {
  const auto *both = dyn_cast<ir::Binary>(&premise);
  if (!both)
    return false;
  const bool isAbove = both->op == Operator::GreaterEqual || both->op == Operator::Greater;
  const bool isBelow = both->op == Operator::LessEqual || both->op == Operator::Less;
  const auto bounds = [&](const ir::ExpressionPtr &larger, const ir::ExpressionPtr &other) {
    return isRead(*larger, n) && readsNot(other, n);
  };
  return (isAbove && bounds(both->left, both->right)) || (isBelow && bounds(both->right, both->left));
}

/// Who the neighbours are, and what is known of records, does not depend on \p n.
static bool isSameData(const ir::Mechanism &mechanism, const ir::Variable &n) {
  for (const ir::Difference &difference : mechanism.adjacency)
    if (!readsNot(difference.bound, n))
      return false;
  for (const ir::RecordPremise &premise : mechanism.premises) {
    if (!readsNot(premise.formula, n))
      return false;
    for (const ir::RecordPremise::Index &index : premise.indices)
      if (!readsNot(index.low, n) || !readsNot(index.high, n))
        return false;
  }
  if (!mechanism.recordAdjacency)
    return true;
  const ir::RecordAdjacency &adjacency = *mechanism.recordAdjacency;
  for (const auto &field : adjacency.record->fields)
    if (!noneReads(field->extents, n) || !readsNot(field->low, n) || !readsNot(field->high, n))
      return false;
  if (adjacency.policy) {
    for (const ir::Attribute &attribute : adjacency.policy->attributes)
      if (!readsNot(attribute.when, n))
        return false;
    if (!readsNot(adjacency.policy->formula, n))
      return false;
  }
  return readsNot(adjacency.when, n) && readsNot(adjacency.along, n);
}

/// \p n is at most the number of rows of an answer, and the extent of what is in a row.
static bool isExtentOfAnswersOnly(const ir::Mechanism &mechanism, const StreamPlan &stream,
                                  const Storage &storage, const ir::Variable &n) {
  for (const auto &variable : mechanism.variables) {
    if (variable->role != Role::Query) {
      if (!storage.isOneElement(*variable) && !noneReads(variable->extents, n))
        return false;
      continue;
    }
    // Where a row has several extents, the place of a number in it might not fit into 64 bits.
    if (!isRead(*variable->extents.front(), n) ||
        (stream.hasLongRows(*variable) && variable->extents.size() > 2))
      return false;
    const ir::SchemaQuery *query = variable->definition;
    if (query && (!readsNot(query->term, n) || !readsNot(query->where, n)))
      return false;
  }
  return true;
}

static bool isReadInProgram(const ir::Mechanism &mechanism, const ir::For &loop, const ir::Variable &n) {
  bool found = false;
  forEachStatement(mechanism, [&](const ir::Statement &statement, const Nest &) {
    forEachExpression(statement, [&](const ir::Expression &each) {
      found = found || (&each != loop.high.get() && ir::reads(each, n));
    });
  });
  return found;
}

const ir::Variable *openEndOf(const ir::Mechanism &mechanism, const StreamPlan &stream,
                              const Storage &storage, const ValueRanges &ranges) {
  const ir::For &loop = *stream.loop;
  const auto *end = dyn_cast<ir::Read>(loop.high.get());
  if (!end || end->variable.role != Role::Parameter || end->variable.isArray())
    return nullptr;
  const ir::Variable &n = end->variable;
  const std::optional<Range> values = ranges.of(n);
  if (!values || values->high != words().high || isReadInProgram(mechanism, loop, n) ||
      !readsNot(mechanism.guarantee.epsilon, n) || !isSameData(mechanism, n) ||
      !isExtentOfAnswersOnly(mechanism, stream, storage, n))
    return nullptr;
  for (const auto &requirement : mechanism.requirements)
    if (!readsNot(requirement, n) && !isFromBelow(*requirement, n))
      return nullptr;
  for (const StepLimit &limit : ranges.limits())
    for (const Definition *definition : limit.definitions)
      if (llvm::is_contained(definition->loops, &loop))
        return nullptr;
  return &n;
}

} // namespace plumb::plan
