// SPDX-License-Identifier: Apache-2.0
#include "checker/synthesis/later_draws.h"

#include "checker/relational/walk.h"
#include "checker/synthesis/terms.h"
#include "frontend/ir/occurrence.h"

#include <algorithm>
#include <llvm/Support/Casting.h>
#include <set>
#include <utility>

namespace plumb::synthesis {

using llvm::dyn_cast;
using llvm::isa;

namespace {

/// Does \p statement itself, without the statements in it, read \p variable, or draw it?
bool mentionsItself(const ir::Statement &statement, const ir::Variable &variable) {
  bool found = false;
  const auto look = [&](const ir::Expression &term) { found = found || ir::reads(term, variable); };
  const auto lookAt = [&](const std::vector<ExpressionPtr> &terms) {
    for (const ExpressionPtr &term : terms)
      look(*term);
  };
  for (const ir::Expression *term : relational::expressionsOf(statement))
    look(*term);
  if (const auto *assign = dyn_cast<ir::Assign>(&statement))
    lookAt(assign->indices);
  if (const auto *sample = dyn_cast<ir::Sample>(&statement))
    found = found || &sample->target == &variable;
  if (const auto *loop = dyn_cast<ir::For>(&statement)) {
    look(*loop->low);
    look(*loop->high);
    lookAt(loop->invariants);
  }
  return found;
}

/// In how many of the statements of \p block is \p variable read or drawn?
std::size_t mentionsIn(const ir::Block &block, const ir::Variable &variable) {
  std::size_t found = 0;
  relational::forEachStatement(
      block, [&](const ir::Statement &inner, unsigned) { found += mentionsItself(inner, variable) ? 1 : 0; });
  return found;
}

bool mentions(const ir::Statement &statement, const ir::Variable &variable) {
  bool found = false;
  relational::forEachIn(
      statement, [&](const ir::Statement &inner) { found = found || mentionsItself(inner, variable); });
  return found;
}

/// Is \p scale the same wherever in its block it is read? What is assigned is not, nor is an array that noise
/// is kept in, of which elements are read before they are drawn.
bool isFixed(const ir::Expression &scale) {
  return !ir::anyPart(scale, [](const ir::Expression &part) {
    const auto *read = dyn_cast<ir::Read>(&part);
    return read && read->variable.role != ir::Variable::Role::Parameter &&
           read->variable.role != ir::Variable::Role::LoopIndex;
  });
}

/// Do both come from one statement of the text, as the two that a sum is made of?
bool areOneInTheText(const ir::Statement &statement, const ir::Statement &next) {
  return next.range().begin < statement.range().end;
}

using Variables = std::set<const ir::Variable *>;

/// Adds what \p statement assigns, if it looks at data.
void addComputed(const ir::Statement &statement, Variables &computed) {
  bool isOfData = false;
  Variables assigned;
  relational::forEachIn(statement, [&](const ir::Statement &inner) {
    const auto *assign = dyn_cast<ir::Assign>(&inner);
    const auto *branch = dyn_cast<ir::If>(&inner);
    isOfData |= (assign && !ir::isPublic(*assign->value)) || (branch && !ir::isPublic(*branch->condition));
    if (assign)
      assigned.insert(&assign->target);
  });
  if (isOfData)
    computed.insert(assigned.begin(), assigned.end());
}

} // namespace

LaterDraws::LaterDraws(ir::Mechanism &in) : mechanism(in) {
  walk(in.body, 0);
}

void LaterDraws::walk(ir::Block &block, std::size_t depth) {
  // From below: what is moved stands behind all that is still to be looked at.
  for (std::size_t from = block.size(); from-- > 0;) {
    ir::Statement &statement = *block[from];
    if (auto *branch = dyn_cast<ir::If>(&statement)) {
      walk(branch->thenBlock, depth + 1);
      walk(branch->elseBlock, depth + 1);
    } else if (auto *loop = dyn_cast<ir::For>(&statement)) {
      walk(loop->body, depth + 1);
    }
    const auto *sample = dyn_cast<ir::Sample>(&statement);
    if (!sample || sample->aligned || sample->openScale.isOpen || !isFixed(*sample->scale))
      continue;
    Variables computed;
    std::size_t to = from + 1;
    for (; to < block.size() && !mentions(*block[to], sample->target); ++to) {
      if (relational::mayEndTheRun(*block[to]))
        break;
      addComputed(*block[to], computed);
    }
    if (to == block.size() || !mentions(*block[to], sample->target))
      continue;
    const Place behind =
        sample->indices.empty() ? onOneSide({&block, to, depth}, sample->target) : Place{&block, to, depth};
    const auto isRead = [&](const ir::Variable *one) { return mentions(*block[to], *one); };
    if (behind.block == &block && std::none_of(computed.begin(), computed.end(), isRead))
      continue;
    Place place = behind;
    const std::size_t first = place.block == &block ? from + 1 : 0;
    while (place.at > first && areOneInTheText(*(*place.block)[place.at - 1], *(*place.block)[place.at]))
      --place.at;
    if (place.block != &block || place.at > first)
      move(block, from, place);
  }
}

/// Is \p block an `else if`, in front of which there is no place?
static bool isElseIf(const ir::Block &block) {
  return block.size() == 1 && isa<ir::If>(*block.front());
}

LaterDraws::Place LaterDraws::onOneSide(Place place, const ir::Variable &variable) const {
  const std::size_t everywhere = mentionsIn(mechanism.body, variable);
  Place found = place;
  while (auto *branch = dyn_cast<ir::If>((*place.block)[place.at].get())) {
    ir::Block *side = nullptr;
    for (ir::Block *one : {&branch->thenBlock, &branch->elseBlock})
      // All but the draw itself.
      if (mentionsIn(*one, variable) + 1 == everywhere)
        side = one;
    if (!side || everywhere == 1)
      break;
    std::size_t at = 0;
    while (!mentions(*(*side)[at], variable))
      ++at;
    place = {side, at, place.depth + 1};
    if (side == &branch->thenBlock || !isElseIf(*side))
      found = place;
  }
  return found;
}

void LaterDraws::move(ir::Block &block, std::size_t from, Place to) {
  const auto &sample = llvm::cast<ir::Sample>(*block[from]);
  const std::uint32_t between =
      to.at == 0 ? to.block->front()->range().begin : (*to.block)[to.at - 1]->range().end;
  std::vector<ExpressionPtr> indices;
  for (const ExpressionPtr &index : sample.indices)
    indices.push_back(ir::copyAt(*index, index->range()));
  auto later = std::make_unique<ir::Sample>(sample.target, std::move(indices), sample.law,
                                            ir::copyAt(*sample.scale, sample.scale->range()), nullptr,
                                            SourceRange{between, between});
  later->weight = sample.weight;
  later->clause = later->range();
  const auto at = [](ir::Block &in, std::size_t place) {
    return in.begin() + static_cast<std::ptrdiff_t>(place);
  };
  const ir::Statement *reader = (*to.block)[to.at].get();
  const ir::Sample *after = later.get();
  to.block->insert(at(*to.block, to.at), std::move(later));
  if (to.block == &block)
    --to.at;
  std::unique_ptr<ir::Statement> before = std::move(block[from]);
  block.erase(at(block, from));
  moved.push_back({&block, from, to, std::move(before), after, reader});
}

LaterDraws::~LaterDraws() {
  if (isKept)
    return;
  for (auto one = moved.rbegin(); one != moved.rend(); ++one) {
    one->to.block->erase(one->to.block->begin() + static_cast<std::ptrdiff_t>(one->to.at));
    one->block->insert(one->block->begin() + static_cast<std::ptrdiff_t>(one->from), std::move(one->before));
  }
}

bool LaterDraws::isAnyOnOneSide() const {
  return std::any_of(moved.begin(), moved.end(), [](const Move &one) { return one.to.block != one.block; });
}

void LaterDraws::keep(std::vector<Found> &found) {
  isKept = true;
  for (const Move &one : moved) {
    const auto clause = std::find_if(found.begin(), found.end(),
                                     [&](const Found &other) { return other.aligned == one.after; });
    const std::string law = ir::printLaw(*one.after);
    if (clause != found.end()) {
      clause->text = "\n" + std::string(2 * (one.to.depth + 1), ' ') + law + " " + clause->text;
      clause->from = one.before->range();
    }
    found.push_back(
        {one.before->range(), law + " in front of " + ir::printHead(*one.reader), "", false, nullptr, true});
  }
}

} // namespace plumb::synthesis
