// SPDX-License-Identifier: Apache-2.0
#include "checker/synthesis/situations.h"

#include "checker/relational/walk.h"
#include "checker/synthesis/situation_families.h"
#include "checker/synthesis/told_values.h"
#include "frontend/ir/aggregate.h"
#include "frontend/ir/announcement.h"
#include "frontend/ir/occurrence.h"
#include "frontend/ir/same_term.h"
#include "frontend/ir/walk.h"

#include <algorithm>
#include <llvm/Support/Casting.h>

namespace plumb::synthesis {

using llvm::dyn_cast;

namespace {

/// \param place of the block; its sample is not looked at.
void collect(ir::Block &block, const Draw &place, std::vector<Draw> &found) {
  for (auto &statement : block) {
    Draw inside = place;
    if (auto *sample = dyn_cast<ir::Sample>(statement.get())) {
      inside.sample = sample;
      found.push_back(std::move(inside));
    } else if (auto *branch = dyn_cast<ir::If>(statement.get())) {
      inside.guards.push_back(branch->condition.get());
      collect(branch->thenBlock, inside, found);
      collect(branch->elseBlock, inside, found);
    } else if (auto *loop = dyn_cast<ir::For>(statement.get())) {
      inside.loops.push_back(loop);
      if (loop->guard)
        inside.guards.push_back(loop->guard.get());
      collect(loop->body, inside, found);
    }
  }
}

bool reads(const ir::Block &block, const ir::Variable &variable) {
  bool found = false;
  const auto look = [&](const ExpressionPtr &term) { found = found || (term && ir::reads(*term, variable)); };
  relational::forEachStatement(block, [&](const ir::Statement &statement, unsigned) {
    if (const auto *assign = dyn_cast<ir::Assign>(&statement))
      look(assign->value);
    if (const auto *branch = dyn_cast<ir::If>(&statement))
      look(branch->condition);
    if (const auto *output = dyn_cast<ir::Output>(&statement))
      for (const ExpressionPtr &value : output->values)
        look(value);
  });
  return found;
}

ExpressionPtr both(const ExpressionPtr &a, const ExpressionPtr &b) {
  if (a && b)
    return boolean(ir::BinaryOperator::And, copy(*a), copy(*b));
  return a ? copy(*a) : b ? copy(*b) : nullptr;
}

/// More ways than these are not told apart.
constexpr std::size_t mostWays = 4;

/// The ways through \p block by the first public condition whose sides use the draw, and in each side by the
/// first of that; in order, so that each asks for no more than those before it leave. Null: otherwise.
std::vector<ExpressionPtr> ways(const ir::Block &block, const ir::Variable &draw) {
  const ir::If *first = nullptr;
  relational::forEachStatement(block, [&](const ir::Statement &statement, unsigned loops) {
    const auto *branch = dyn_cast<ir::If>(&statement);
    if (branch && loops == 0 && !first && ir::isPublic(*branch->condition) &&
        (reads(branch->thenBlock, draw) || reads(branch->elseBlock, draw)))
      first = branch;
  });
  std::vector<ExpressionPtr> all;
  if (first) {
    for (const ExpressionPtr &way : ways(first->thenBlock, draw))
      all.push_back(both(first->condition, way));
    for (ExpressionPtr &way : ways(first->elseBlock, draw))
      all.push_back(std::move(way));
  } else {
    all.push_back(nullptr);
  }
  return all;
}

/// The block in \p block that \p sample is a statement of, whose conditions hold where it stands.
const ir::Block &blockOf(const ir::Sample &sample, const ir::Block &block) {
  for (const auto &statement : block)
    if (const auto *branch = dyn_cast<ir::If>(statement.get()))
      for (const ir::Block *side : {&branch->thenBlock, &branch->elseBlock}) {
        bool isInside = false;
        relational::forEachStatement(*side, [&](const ir::Statement &inner, unsigned loops) {
          isInside |= loops == 0 && &inner == &sample;
        });
        if (isInside)
          return blockOf(sample, *side);
      }
  return block;
}

Conditions byCondition(const ir::Mechanism &mechanism, const Draw &draw) {
  const ir::Block &around = draw.loops.empty() ? mechanism.body : draw.loops.back()->body;
  std::vector<ExpressionPtr> all = ways(blockOf(*draw.sample, around), draw.sample->target);
  Conditions conditions;
  if (all.size() > 1 && all.size() <= mostWays)
    for (ExpressionPtr &way : all)
      conditions.push_back({std::move(way), nullptr, nullptr});
  return conditions;
}

/// Is \p test true of one of the comparisons with a number that \p condition demands?
bool anyComparison(const ir::Expression &condition, llvm::function_ref<bool(const ir::Binary &)> test) {
  const auto *binary = dyn_cast<ir::Binary>(&condition);
  if (!binary)
    return false;
  if (binary->op == ir::BinaryOperator::And)
    return anyComparison(*binary->left, test) || anyComparison(*binary->right, test);
  return binary->op == ir::BinaryOperator::Equal && ir::isSignedLiteral(*binary->right) && test(*binary);
}

/// Does \p situation ask for what a loop in the iteration of \p draw publishes?
bool readsInside(const Situation &situation, const Draw &draw) {
  const auto isInside = [&](const ir::Transcript &transcript) {
    return transcript.loops.size() > draw.loops.size() &&
           std::equal(draw.loops.begin(), draw.loops.end(), transcript.loops.begin());
  };
  return situation.condition && ir::anyPart(*situation.condition, [&](const ir::Expression &part) {
           const auto *test = dyn_cast<ir::CellTest>(&part);
           const auto *value = dyn_cast<ir::CellRead>(&part);
           return (test && isInside(test->transcript)) || (value && isInside(value->transcript));
         });
}

} // namespace

std::vector<Draw> draws(ir::Mechanism &mechanism) {
  std::vector<Draw> found;
  collect(mechanism.body, {}, found);
  return found;
}

/// Is it the index of a loop, or of a greatest or least value, or is that chosen?
static bool mayBeIndex(const ir::Expression &value) {
  if (const auto *choice = dyn_cast<ir::Conditional>(&value))
    return mayBeIndex(*choice->whenTrue) || mayBeIndex(*choice->whenFalse);
  const auto *name = dyn_cast<ir::Read>(&value);
  const auto *aggregate = dyn_cast<ir::Aggregate>(&value);
  return (name && name->variable.role == ir::Variable::Role::LoopIndex) ||
         (aggregate && aggregate->givesIndex());
}

std::vector<const ir::Variable *> winners(const ir::Mechanism &mechanism) {
  std::vector<const ir::Variable *> found;
  relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
    const auto *assign = dyn_cast<ir::Assign>(&statement);
    if (!assign || !assign->indices.empty())
      return;
    if (mayBeIndex(*assign->value))
      found.push_back(&assign->target);
  });
  return found;
}

bool areApart(const Situation &one, const Situation &other) {
  if (one.tag && other.tag && one.tag != other.tag)
    return true;
  if (!one.condition || !other.condition)
    return false;
  return anyComparison(*one.condition, [&](const ir::Binary &here) {
    return anyComparison(*other.condition, [&](const ir::Binary &there) {
      return ir::isSameTerm(*here.left, *there.left) && !ir::isSameTerm(*here.right, *there.right);
    });
  });
}

/// Does the iteration of \p draw announce what it decides? Then it says nothing more in which place of
/// several that are published behind the loop it ends up.
static bool isDecisionAnnounced(const ir::Mechanism &mechanism, const Draw &draw) {
  bool is = false;
  relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
    const auto *output = dyn_cast<ir::Output>(&statement);
    is |= output && output->transcript.loops == draw.loops && !draw.loops.empty() &&
          ir::isAnnounced(output->tag) &&
          std::all_of(output->tag.components.begin(), output->tag.components.end(),
                      [](ir::Sort sort) { return sort == ir::Sort::Bool; });
  });
  return is;
}

std::vector<Situation> situations(ir::Mechanism &mechanism, const Draw &draw) {
  std::vector<Conditions> families;
  families.push_back(byPublication(mechanism, draw));
  families.push_back(byWinner(mechanism, draw));
  // Of one place and the others there are two.
  if (families.back().size() > 2 && isDecisionAnnounced(mechanism, draw))
    families.back().clear();
  families.push_back(byCondition(mechanism, draw));
  families.push_back(byContinuing(mechanism, draw));
  if (families.back().empty())
    families.back() = byNext(mechanism, draw);
  const bool isToldBefore = std::any_of(families[1].begin(), families[1].end(),
                                        [&](const Situation &one) { return readsInside(one, draw); });
  if (isToldBefore)
    std::swap(families[0], families[1]);
  for (std::size_t number = 0; number < families[0].size(); ++number) {
    Situation &one = families[0][number];
    one.group = number;
    one.groupCondition = one.condition ? copy(*one.condition) : nullptr;
  }
  std::vector<Situation> all;
  all.push_back({});
  for (const Conditions &more : families) {
    if (more.empty())
      continue;
    std::vector<Situation> product;
    for (const Situation &one : all)
      for (const Situation &other : more) {
        const Situation &grouped = &more == &families.front() ? other : one;
        product.push_back({both(one.condition, other.condition), one.tag ? one.tag : other.tag,
                           one.winner     ? copy(*one.winner)
                           : other.winner ? copy(*other.winner)
                                          : nullptr,
                           grouped.group, grouped.groupCondition ? copy(*grouped.groupCondition) : nullptr,
                           other.next});
      }
    all = std::move(product);
  }
  return all;
}

} // namespace plumb::synthesis
