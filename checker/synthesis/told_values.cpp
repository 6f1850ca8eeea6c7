// SPDX-License-Identifier: Apache-2.0
#include "checker/synthesis/told_values.h"

#include "checker/relational/dependents.h"
#include "checker/relational/walk.h"
#include "checker/synthesis/few_values.h"
#include "frontend/ir/occurrence.h"
#include "frontend/ir/walk.h"

#include <algorithm>
#include <llvm/Support/Casting.h>
#include <utility>

namespace plumb::synthesis {

using llvm::dyn_cast;
using Tags = std::vector<const ir::Tag *>;

namespace {

void insert(Tags &tags, const ir::Tag *tag) {
  if (std::find(tags.begin(), tags.end(), tag) == tags.end())
    tags.push_back(tag);
}

/// What one iteration may publish behind a statement of it.
class Publications {
public:
  Publications(const ir::Mechanism &mechanism, const Draw &of) : none(*mechanism.tags.front()), draw(of) {
    const ir::Block &body = draw.loops.empty() ? mechanism.body : draw.loops.back()->body;
    if (walk(body, false) == End::FallsThrough)
      insert(tags, &none);
  }

  Tags tags;

private:
  enum class End : std::uint8_t { NotYetDrawn, FallsThrough, Over };

  /// \param drawn the draw was made before the block. Says how the block ends.
  End walk(const ir::Block &block, bool drawn) {
    End now = drawn ? End::FallsThrough : End::NotYetDrawn;
    for (const auto &statement : block) {
      if (statement.get() == draw.sample) {
        now = End::FallsThrough;
      } else if (const auto *branch = dyn_cast<ir::If>(statement.get())) {
        const End left = walk(branch->thenBlock, now == End::FallsThrough);
        const End right = walk(branch->elseBlock, now == End::FallsThrough);
        // The side without the draw goes on without it.
        if (now == End::NotYetDrawn)
          now = left == End::NotYetDrawn ? right : left;
        else if (left == End::Over && right == End::Over)
          now = End::Over;
      } else if (now == End::FallsThrough) {
        if (const auto *output = dyn_cast<ir::Output>(statement.get())) {
          if (output->transcript.loops == draw.loops) {
            insert(tags, &output->tag);
            return End::Over;
          }
        } else if (llvm::isa<ir::Return>(statement.get())) {
          insert(tags, &none);
          return End::Over;
        }
      }
      if (now == End::Over)
        return now;
    }
    return now;
  }

  const ir::Tag &none;
  const Draw &draw;
};

/// Does \p term read the index of a loop that begins behind \p draw, so that it is not known there yet?
bool comesLater(const ir::Mechanism &mechanism, const Draw &draw, const ir::Expression &term) {
  bool isBehind = false, found = false;
  relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
    isBehind |= &statement == draw.sample;
    if (const auto *loop = dyn_cast<ir::For>(&statement))
      found |= isBehind && ir::reads(term, loop->index);
  });
  return found;
}

/// Does a branch on \p value decide whether \p draw is read?
bool decidesWhetherRead(const ir::Mechanism &mechanism, const Draw &draw, const ir::Expression &value) {
  bool decides = false;
  const auto isRead = [&](const ir::Statement &inner, unsigned) {
    for (const ir::Expression *term : relational::expressionsOf(inner))
      decides |= ir::reads(*term, draw.sample->target);
  };
  relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
    const auto *branch = dyn_cast<ir::If>(&statement);
    if (!branch || decides || !ir::anyPart(value, [&](const ir::Expression &part) {
          return ir::isSameTerm(part, *branch->condition);
        }))
      return;
    relational::forEachStatement(branch->thenBlock, isRead);
    relational::forEachStatement(branch->elseBlock, isRead);
  });
  return decides;
}

} // namespace

ExpressionPtr boolean(ir::BinaryOperator op, ExpressionPtr left, ExpressionPtr right) {
  return std::make_unique<ir::Binary>(op, ir::Sort::Bool, std::move(left), std::move(right), SourceRange{});
}

std::vector<ExpressionPtr> copies(const std::vector<ExpressionPtr> &terms) {
  std::vector<ExpressionPtr> made;
  for (const ExpressionPtr &term : terms)
    made.push_back(copy(*term));
  return made;
}

std::vector<ExpressionPtr> indicesOf(const ir::Transcript &transcript) {
  std::vector<ExpressionPtr> indices;
  for (const ir::For *loop : transcript.loops)
    indices.push_back(read(loop->index, false));
  return indices;
}

ExpressionPtr isTagged(const ir::Transcript &transcript, const ir::Tag &tag) {
  return std::make_unique<ir::CellTest>(transcript, indicesOf(transcript), tag, SourceRange{});
}

Tags tagsBehind(const ir::Mechanism &mechanism, const Draw &draw) {
  return Publications(mechanism, draw).tags;
}

std::vector<const ir::Expression *> published(const ir::Mechanism &mechanism,
                                              const ir::Transcript &transcript, const ir::Tag &tag,
                                              std::size_t at) {
  std::vector<const ir::Expression *> values;
  relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
    const auto *output = dyn_cast<ir::Output>(&statement);
    if (output && &output->transcript == &transcript && &output->tag == &tag)
      values.push_back(output->values[at].get());
  });
  return values;
}

bool isKnownAt(const Draw &draw, const ir::Expression &term) {
  return !ir::anyPart(term, [&](const ir::Expression &part) {
    const auto *name = dyn_cast<ir::Read>(&part);
    return name && name->variable.role == ir::Variable::Role::LoopIndex &&
           std::none_of(draw.loops.begin(), draw.loops.end(),
                        [&](const ir::For *loop) { return &loop->index == &name->variable; });
  });
}

Which whichOf(const ir::Mechanism &mechanism, const Draw &draw,
              const std::vector<const ir::Expression *> &values, const ir::Expression &told) {
  Which which;
  std::vector<ExpressionPtr> few = publicValues(mechanism, values);
  if (told.sort() == ir::Sort::Bool) {
    const relational::Dependents dependents(mechanism, draw.sample->target);
    const bool depends = std::any_of(values.begin(), values.end(), [&](const ir::Expression *value) {
      return dependents.isRead(*value) || decidesWhetherRead(mechanism, draw, *value);
    });
    if (depends || few.size() > 1)
      which.conditions.push_back(copy(told));
  } else if (told.sort() == ir::Sort::Int && few.size() > 1) {
    const std::size_t all = few.size();
    std::erase_if(few, [&](const ExpressionPtr &value) { return comesLater(mechanism, draw, *value); });
    if (!std::all_of(few.begin(), few.end(),
                     [&](const ExpressionPtr &value) { return isKnownAt(draw, *value); }))
      return which;
    const bool isClosed = few.size() == all;
    which.isAll = isClosed && std::all_of(few.begin(), few.end(), [](const ExpressionPtr &value) {
                    return ir::isSignedLiteral(*value);
                  });
    if (isClosed && !which.isAll)
      few.pop_back();
    for (ExpressionPtr &value : few)
      which.conditions.push_back(boolean(ir::BinaryOperator::Equal, copy(told), std::move(value)));
  }
  return which;
}

} // namespace plumb::synthesis
