// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/plan/storage.h"

#include <algorithm>
#include <llvm/Support/Casting.h>

namespace plumb::plan {

using llvm::cast;
using llvm::dyn_cast;
using Role = ir::Variable::Role;

static bool readsVariable(const ir::Expression &expression, const ir::Variable &variable) {
  bool found = false;
  forEachPart(expression, [&](const ir::Expression &part) {
    if (const auto *read = dyn_cast<ir::Read>(&part))
      found = found || &read->variable == &variable;
    if (const auto *selection = dyn_cast<ir::TopK>(&part))
      found = found || &selection->array == &variable;
  });
  return found;
}

static bool evaluates(const ir::Statement &statement, const ir::Variable &variable) {
  bool found = false;
  forEachExpression(statement, [&](const ir::Expression &expression) {
    found = found || readsVariable(expression, variable);
  });
  return found;
}

static bool touches(const Released &released, const ir::Block &block, const ir::Variable &variable) {
  bool found = false;
  forEachStatement(released, block, [&](const ir::Statement &statement, const Nest &) {
    found = found || targetOf(statement) == &variable || evaluates(statement, variable);
  });
  return found;
}

static bool touches(const Released &released, const ir::Statement &statement, const ir::Variable &variable) {
  std::vector<const ir::Block *> blocks = blocksOf(statement);
  return targetOf(statement) == &variable || evaluates(statement, variable) ||
         std::any_of(blocks.begin(), blocks.end(),
                     [&](const ir::Block *block) { return touches(released, *block, variable); });
}

namespace {

/// A block, and the loops around it.
struct Site {
  const ir::Block *block;
  Nest loops;
};

} // namespace

/// The one block of \p statement inside which all of its touches are, or null.
static const ir::Block *onlyBlock(const Released &released, const ir::Statement &statement,
                                  const ir::Variable &variable) {
  if (targetOf(statement) == &variable || evaluates(statement, variable))
    return nullptr;
  const ir::Block *only = nullptr;
  for (const ir::Block *block : blocksOf(statement)) {
    if (!touches(released, *block, variable))
      continue;
    if (only)
      return nullptr;
    only = block;
  }
  return only;
}

/// The innermost block inside which \p variable is touched.
static Site innermost(const Released &released, const ir::Block &body, const ir::Variable &variable) {
  Site site{&body, {}};
  for (;;) {
    const ir::Statement *touching = nullptr;
    for (const ir::Statement *statement : released.statementsOf(*site.block)) {
      if (!touches(released, *statement, variable))
        continue;
      if (touching)
        return site;
      touching = statement;
    }
    const ir::Block *inner = touching ? onlyBlock(released, *touching, variable) : nullptr;
    if (!inner)
      return site;
    if (const auto *loop = dyn_cast<ir::For>(touching))
      site.loops.push_back(loop);
    site.block = inner;
  }
}

static const std::vector<ir::ExpressionPtr> &subscripts(const ir::Statement &write) {
  if (const auto *sample = dyn_cast<ir::Sample>(&write))
    return sample->indices;
  return cast<ir::Assign>(write).indices;
}

/// The loop variables that are the subscripts, or nothing if one of them is something else.
static std::vector<const ir::Variable *> loopVariables(const std::vector<ir::ExpressionPtr> &indices) {
  std::vector<const ir::Variable *> variables;
  for (const auto &index : indices) {
    const auto *read = dyn_cast<ir::Read>(index.get());
    if (!read || read->variable.role != Role::LoopIndex)
      return {};
    variables.push_back(&read->variable);
  }
  return variables;
}

/// All subscripts of \p variable are those of \p write, the indices of loops around its block.
static bool touchesOneElement(const Released &released, const Site &site, const ir::Statement &write,
                              const ir::Variable &variable) {
  std::vector<const ir::Variable *> element = loopVariables(subscripts(write));
  bool isAround = !element.empty() && std::all_of(element.begin(), element.end(), [&](auto *index) {
    return std::any_of(site.loops.begin(), site.loops.end(),
                       [&](const ir::For *loop) { return &loop->index == index; });
  });
  if (!isAround)
    return false;
  bool same = true;
  auto check = [&](const ir::Expression &expression) {
    forEachPart(expression, [&](const ir::Expression &part) {
      if (const auto *read = dyn_cast<ir::Read>(&part))
        same = same && (&read->variable != &variable || loopVariables(read->indices) == element);
      if (const auto *selection = dyn_cast<ir::TopK>(&part))
        same = same && &selection->array != &variable;
    });
  };
  forEachStatement(released, *site.block, [&](const ir::Statement &statement, const Nest &) {
    if (targetOf(statement) == &variable)
      same = same && loopVariables(subscripts(statement)) == element;
    forEachExpression(statement, check);
  });
  return same;
}

Storage::Storage(const ir::Setting &setting) {
  for (const auto &variable : setting.neighbourhood().variables)
    all[variable.get()] = {};
  if (!setting.hasMechanism())
    return;
  const ir::Mechanism &mechanism = setting.mechanism();
  released = Released(mechanism);
  count(mechanism);
  for (const auto &variable : mechanism.variables)
    if (variable->role == Role::Local || variable->role == Role::Sample)
      place(mechanism, *variable, all[variable.get()]);
}

void Storage::count(const ir::Mechanism &mechanism) {
  forEachStatement(released, mechanism.body, [&](const ir::Statement &statement, const Nest &) {
    if (const ir::Variable *target = targetOf(statement))
      ++all[target].writes;
    forEachExpression(statement, [&](const ir::Expression &expression) {
      forEachPart(expression, [&](const ir::Expression &part) {
        if (const auto *read = dyn_cast<ir::Read>(&part))
          all[&read->variable].isRead = true;
        if (const auto *selection = dyn_cast<ir::TopK>(&part))
          all[&selection->array].isRead = all[&selection->array].isSelected = true;
      });
    });
  });
}

/// No value is carried into the block of the declaration: whatever an earlier iteration left is
/// overwritten before it is read.
void Storage::place(const ir::Mechanism &mechanism, const ir::Variable &variable, Facts &facts) {
  Site site = innermost(released, mechanism.body, variable);
  const std::vector<const ir::Statement *> statements = released.statementsOf(*site.block);
  auto first = std::find_if(statements.begin(), statements.end(), [&](const ir::Statement *statement) {
    return touches(released, *statement, variable);
  });
  if (first == statements.end() || targetOf(**first) != &variable || evaluates(**first, variable))
    return;
  facts.isOneElement = variable.isArray() && touchesOneElement(released, site, **first, variable);
  if (!variable.isArray() || facts.isOneElement)
    facts.declaration = *first;
}

bool Storage::isDeclaredBy(const ir::Variable &variable, const ir::Statement &statement) const {
  return of(variable).declaration == &statement;
}

bool Storage::isDeclaredFirst(const ir::Variable &variable) const {
  return !of(variable).declaration && of(variable).writes != 0;
}

bool Storage::isOneElement(const ir::Variable &variable) const {
  return of(variable).isOneElement;
}

bool Storage::isConstant(const ir::Variable &variable) const {
  return of(variable).declaration && of(variable).writes == 1;
}

bool Storage::isRead(const ir::Variable &variable) const {
  return of(variable).isRead;
}

bool Storage::isSelected(const ir::Variable &variable) const {
  return of(variable).isSelected;
}

} // namespace plumb::plan
