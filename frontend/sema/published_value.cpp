// SPDX-License-Identifier: Apache-2.0
#include "frontend/sema/published_value.h"

#include "frontend/ir/announcement.h"
#include "frontend/ir/occurrence.h"

#include <algorithm>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/Casting.h>

namespace plumb::sema {

using namespace ir;

namespace {

/// Adds every `return` in \p block.
void addReturns(const Block &block, std::vector<const Return *> &all) {
  for (const auto &statement : block)
    if (const auto *end = llvm::dyn_cast<Return>(statement.get())) {
      all.push_back(end);
    } else if (const auto *branch = llvm::dyn_cast<If>(statement.get())) {
      addReturns(branch->thenBlock, all);
      addReturns(branch->elseBlock, all);
    } else if (const auto *loop = llvm::dyn_cast<For>(statement.get())) {
      addReturns(loop->body, all);
    }
}

bool mayStop(const Block &block) {
  std::vector<const Return *> ends;
  addReturns(block, ends);
  return llvm::any_of(ends, [](const Return *end) { return !end->value; });
}

/// Whichever way a run goes.
bool alwaysPublishes(const Block &block) {
  for (const auto &statement : block) {
    if (const auto *output = llvm::dyn_cast<Output>(statement.get()); output && !isAnnounced(output->tag))
      return true;
    if (const auto *end = llvm::dyn_cast<Return>(statement.get()))
      return end->value != nullptr;
    if (const auto *branch = llvm::dyn_cast<If>(statement.get())) {
      if (alwaysPublishes(branch->thenBlock) && alwaysPublishes(branch->elseBlock))
        return true;
      if (mayStop(branch->thenBlock) || mayStop(branch->elseBlock))
        return false;
    } else if (const auto *loop = llvm::dyn_cast<For>(statement.get()); loop && mayStop(loop->body)) {
      return false;
    }
  }
  return false;
}

} // namespace

static bool returnsValue(const Mechanism &mechanism) {
  std::vector<const Return *> ends;
  addReturns(mechanism.body, ends);
  return llvm::any_of(ends, [](const Return *end) { return end->value != nullptr; });
}

std::optional<Sort> publishedSort(const Mechanism &mechanism) {
  if (!alwaysPublishes(mechanism.body))
    return std::nullopt;
  const std::vector<const Tag *> tags = seenTags(mechanism);
  if (tags.empty()) {
    std::vector<const Return *> ends;
    addReturns(mechanism.body, ends);
    const Sort sort = ends.front()->value->sort();
    return sort == Sort::Selection ? std::nullopt : std::optional(sort);
  }
  const bool isOneValue = seenCell(mechanism) && tags.size() == 1 && tags.front()->components.size() == 1;
  return isOneValue && !returnsValue(mechanism) ? std::optional(tags.front()->components.front())
                                                : std::nullopt;
}

std::vector<const Tag *> publishedTags(const Mechanism &mechanism) {
  const bool isOneCell = seenCell(mechanism) && !returnsValue(mechanism) && alwaysPublishes(mechanism.body);
  return isOneCell ? seenTags(mechanism) : std::vector<const Tag *>();
}

static bool isOverParameters(const Expression &term) {
  return !anyPart(term, [](const Expression &part) {
    const auto *read = llvm::dyn_cast<Read>(&part);
    return read && (read->variable.role != Variable::Role::Parameter || read->variable.isArray());
  });
}

std::vector<const For *> publishedLoops(const Mechanism &mechanism) {
  const Transcript *cells = seenCells(mechanism);
  if (!cells || returnsValue(mechanism))
    return {};
  for (const For *loop : cells->loops) {
    const auto *low = llvm::dyn_cast<Number>(loop->low.get());
    if (!low || low->value < 0 || !isOverParameters(*loop->high))
      return {};
  }
  return cells->loops;
}

std::optional<Sort> publishedElement(const Mechanism &mechanism) {
  const std::vector<const For *> loops = publishedLoops(mechanism);
  const std::vector<const Tag *> tags = seenTags(mechanism);
  const bool isOneValue = tags.size() == 1 && tags.front()->components.size() == 1;
  if (loops.empty() || !isOneValue || !alwaysPublishes(loops.back()->body))
    return std::nullopt;
  return tags.front()->components.front();
}

bool decidesNeighbours(const Mechanism &mechanism, const Variable &parameter) {
  const auto isRead = [&](const ExpressionPtr &term) { return term && reads(*term, parameter); };
  const auto &records = mechanism.recordAdjacency;
  return llvm::any_of(mechanism.adjacency, [&](const Difference &stated) { return isRead(stated.bound); }) ||
         (records && (isRead(records->when) || isRead(records->along))) ||
         llvm::any_of(mechanism.premises, [&](const RecordPremise &premise) {
           return isRead(premise.formula) || llvm::any_of(premise.indices, [&](const auto &index) {
                    return isRead(index.low) || isRead(index.high);
                  });
         });
}

} // namespace plumb::sema
