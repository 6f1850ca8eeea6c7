// SPDX-License-Identifier: Apache-2.0
#include "checker/synthesis/stand_ins.h"

#include "checker/relational/walk.h"
#include "checker/synthesis/situations.h"
#include "frontend/ir/occurrence.h"
#include "frontend/ir/open_part.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/Casting.h>

namespace plumb::synthesis {

namespace {

std::vector<const ir::Variable *> openParts(const ir::Mechanism &mechanism) {
  std::vector<const ir::Variable *> parts;
  for (const ExpressionPtr &requirement : mechanism.requirements)
    if (const ir::Variable *part = ir::openPart(*requirement))
      parts.push_back(part);
  return parts;
}

bool readsAny(const ExpressionPtr &expression, const std::vector<const ir::Variable *> &parts) {
  return expression &&
         llvm::any_of(parts, [&](const ir::Variable *part) { return ir::reads(*expression, *part); });
}

/// What runs evaluate in \p statement itself, scales aside.
std::vector<const ExpressionPtr *> evaluated(const ir::Statement &statement) {
  std::vector<const ExpressionPtr *> all;
  const auto add = [&](const std::vector<ExpressionPtr> &list) {
    for (const ExpressionPtr &one : list)
      all.push_back(&one);
  };
  if (const auto *sample = llvm::dyn_cast<ir::Sample>(&statement)) {
    add(sample->indices);
  } else if (const auto *assign = llvm::dyn_cast<ir::Assign>(&statement)) {
    add(assign->indices);
    all.push_back(&assign->value);
  } else if (const auto *branch = llvm::dyn_cast<ir::If>(&statement)) {
    all.push_back(&branch->condition);
  } else if (const auto *loop = llvm::dyn_cast<ir::For>(&statement)) {
    for (const ExpressionPtr *part : {&loop->low, &loop->high, &loop->guard})
      all.push_back(part);
  } else if (const auto *output = llvm::dyn_cast<ir::Output>(&statement)) {
    add(output->values);
  } else if (const auto *end = llvm::dyn_cast<ir::Return>(&statement)) {
    all.push_back(&end->value);
  }
  return all;
}

} // namespace

bool inputsAreOpen(const ir::Mechanism &mechanism) {
  return !openParts(mechanism).empty() ||
         llvm::any_of(mechanism.adjacency,
                      [](const ir::Difference &difference) { return difference.openBound.isOpen; });
}

bool readsOpenParts(const ir::Mechanism &mechanism) {
  const std::vector<const ir::Variable *> parts = openParts(mechanism);
  bool found = llvm::any_of(mechanism.requirements, [&](const ExpressionPtr &requirement) {
    return !ir::openPart(*requirement) && readsAny(requirement, parts);
  });
  for (const ir::Difference &difference : mechanism.adjacency)
    found = found || readsAny(difference.bound, parts);
  relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
    for (const ExpressionPtr *expression : evaluated(statement))
      found = found || readsAny(*expression, parts);
  });
  return found || (mechanism.recordAdjacency && !parts.empty());
}

StandIns::StandIns(ir::Mechanism &of) : before(of) {
  const std::vector<const ir::Variable *> parts = openParts(of);
  const auto one = [](ir::Sort sort) { return number(1, sort); };
  if (of.guarantee.hole.isOpen || readsAny(of.guarantee.epsilon, parts)) {
    of.guarantee.epsilon = one(ir::Sort::Real);
    of.guarantee.hole.isOpen = false;
  }
  for (const Draw &draw : draws(of))
    if (draw.sample->openScale.isOpen || readsAny(draw.sample->scale, parts)) {
      // It is told as one that is open.
      draw.sample->scale = one(ir::Sort::Real);
      draw.sample->openScale.isOpen = true;
    }
  for (ir::Difference &difference : of.adjacency) {
    if (difference.openBound.isOpen)
      difference.bound = one(difference.query->sort);
    difference.openBound.isOpen = difference.openDirection.isOpen = false;
  }
  for (ExpressionPtr &requirement : of.requirements)
    if (ir::openPart(*requirement))
      requirement = std::make_unique<ir::Boolean>(true, SourceRange{});
}

} // namespace plumb::synthesis
