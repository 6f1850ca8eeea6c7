// SPDX-License-Identifier: Apache-2.0
#include "checker/synthesis/situations.h"

#include "checker/relational/walk.h"
#include "checker/synthesis/dependents.h"
#include "checker/synthesis/few_values.h"
#include "frontend/ir/aggregate.h"
#include "frontend/ir/announcement.h"
#include "frontend/ir/occurrence.h"
#include "frontend/ir/same_term.h"
#include "frontend/ir/walk.h"

#include <algorithm>
#include <llvm/Support/Casting.h>
#include <optional>
#include <set>

namespace plumb::synthesis {

using llvm::dyn_cast;
using Tags = std::vector<const ir::Tag *>;

namespace {

void collect(ir::Block &block, std::vector<const ir::For *> &loops, std::vector<Draw> &found) {
  for (auto &statement : block) {
    if (auto *sample = dyn_cast<ir::Sample>(statement.get())) {
      found.push_back({sample, loops});
    } else if (auto *branch = dyn_cast<ir::If>(statement.get())) {
      collect(branch->thenBlock, loops, found);
      collect(branch->elseBlock, loops, found);
    } else if (auto *loop = dyn_cast<ir::For>(statement.get())) {
      loops.push_back(loop);
      collect(loop->body, loops, found);
      loops.pop_back();
    }
  }
}

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

ExpressionPtr boolean(ir::BinaryOperator op, ExpressionPtr left, ExpressionPtr right) {
  return std::make_unique<ir::Binary>(op, ir::Sort::Bool, std::move(left), std::move(right), SourceRange{});
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

bool isLiteral(const ir::Expression &term, const Rational &value) {
  const auto *number = dyn_cast<ir::Number>(&term);
  return number && number->value == value;
}

/// Of the cell of \p transcript that is known where the draw stands: that of an iteration around it, or of a
/// loop elsewhere that has one iteration. Nothing: there is none, or it is that of the draw's own iteration.
std::optional<std::vector<ExpressionPtr>> indicesAround(const ir::Transcript &transcript, const Draw &draw) {
  std::vector<ExpressionPtr> indices;
  bool isOwn = transcript.loops.size() == draw.loops.size();
  for (std::size_t depth = 0; depth < transcript.loops.size(); ++depth) {
    const ir::For &loop = *transcript.loops[depth];
    if (depth < draw.loops.size() && draw.loops[depth] == &loop) {
      indices.push_back(read(loop.index, false));
      continue;
    }
    isOwn = false;
    if (!isLiteral(*loop.low, 0) || !isLiteral(*loop.high, 1))
      return std::nullopt;
    indices.push_back(number(0, ir::Sort::Int));
  }
  if (isOwn)
    return std::nullopt;
  return indices;
}

/// The loop that \p transcript has a cell for each iteration of, if it stands elsewhere than \p draw, and its
/// range is public; else null.
const ir::For *loopElsewhere(const ir::Transcript &transcript, const Draw &draw) {
  if (transcript.loops.size() != 1)
    return nullptr;
  const ir::For &loop = *transcript.loops.front();
  const bool isAround = std::find(draw.loops.begin(), draw.loops.end(), &loop) != draw.loops.end();
  return isAround || !ir::isPublic(*loop.low) || !ir::isPublic(*loop.high) ? nullptr : &loop;
}

std::vector<ExpressionPtr> copies(const std::vector<ExpressionPtr> &terms) {
  std::vector<ExpressionPtr> made;
  for (const ExpressionPtr &term : terms)
    made.push_back(copy(*term));
  return made;
}

bool isIndexOfWinner(const ir::Expression &term, const std::vector<const ir::Variable *> &winners) {
  if (const auto *aggregate = dyn_cast<ir::Aggregate>(&term))
    return aggregate->givesIndex();
  const auto *name = dyn_cast<ir::Read>(&term);
  return name && std::find(winners.begin(), winners.end(), &name->variable) != winners.end();
}

using Conditions = std::vector<Situation>;

/// What is published under \p tag at the place \p at, in the order of the text.
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

/// Do all loops of which \p term reads the index stand around \p draw?
bool isKnownAt(const Draw &draw, const ir::Expression &term) {
  return !ir::anyPart(term, [&](const ir::Expression &part) {
    const auto *name = dyn_cast<ir::Read>(&part);
    return name && name->variable.role == ir::Variable::Role::LoopIndex &&
           std::none_of(draw.loops.begin(), draw.loops.end(),
                        [&](const ir::For *loop) { return &loop->index == &name->variable; });
  });
}

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

/// Conditions that tell apart which of a few values something published has.
struct Which {
  std::vector<ExpressionPtr> conditions;
  /// One of them holds; else there is one more value, for which none does.
  bool isAll = false;
};

/// \param told reads what is one of \p values in an alignment.
Which whichOf(const ir::Mechanism &mechanism, const Draw &draw,
              const std::vector<const ir::Expression *> &values, const ir::Expression &told) {
  Which which;
  std::vector<ExpressionPtr> few = publicValues(mechanism, values);
  if (told.sort() == ir::Sort::Bool) {
    const Dependents dependents(mechanism, draw.sample->target);
    const bool depends = std::any_of(values.begin(), values.end(),
                                     [&](const ir::Expression *value) { return dependents.isRead(*value); });
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

/// What the iteration publishes: under which tag, and which of a few values.
Conditions byPublication(const ir::Mechanism &mechanism, const Draw &draw) {
  Conditions conditions;
  const Publications publications(mechanism, draw);
  const ir::Transcript *own = nullptr;
  for (const auto &transcript : mechanism.transcripts)
    if (transcript->loops == draw.loops)
      own = transcript.get();
  if (!own)
    return conditions;
  const bool isOnlyTag = publications.tags.size() == 1;
  for (const ir::Tag *tag : publications.tags) {
    Which which;
    for (std::size_t at = 0; at < tag->components.size() && which.conditions.empty(); ++at)
      which = whichOf(mechanism, draw, published(mechanism, *own, *tag, at),
                      ir::CellRead(*own, indicesOf(*own), *tag, at, tag->components[at], SourceRange{}));
    for (ExpressionPtr &is : which.conditions)
      conditions.push_back(
          {isOnlyTag ? std::move(is) : boolean(ir::BinaryOperator::And, isTagged(*own, *tag), std::move(is)),
           tag, nullptr});
    if (which.isAll)
      continue;
    if (!isOnlyTag)
      conditions.push_back({isTagged(*own, *tag), tag, nullptr});
    else if (!conditions.empty())
      conditions.push_back({});
  }
  return conditions;
}

/// Conditions that are asked one after the other, each once.
class Asked {
public:
  /// One of those that were added holds.
  bool isAll = false;

  void add(ExpressionPtr condition, ExpressionPtr winner = nullptr) {
    const bool isKnown = std::any_of(conditions.begin(), conditions.end(), [&](const Situation &known) {
      return ir::isSameTerm(*known.condition, *condition);
    });
    if (!isKnown)
      conditions.push_back({std::move(condition), nullptr, std::move(winner)});
  }

  Conditions taken() {
    if (!conditions.empty() && !isAll)
      conditions.push_back({});
    return std::move(conditions);
  }

private:
  Conditions conditions;
};

/// Does what is returned tell that it was this draw's?
void askResult(const ir::Mechanism &mechanism, const Draw &draw, Asked &asked) {
  std::vector<const ir::Expression *> values;
  relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
    const auto *end = dyn_cast<ir::Return>(&statement);
    if (end && end->value)
      values.push_back(end->value.get());
  });
  if (values.empty())
    return;
  const ir::Variable *index = draw.loops.empty() ? nullptr : &draw.loops.back()->index;
  const ir::Sort sort = values.front()->sort();
  if (sort == ir::Sort::Selection) {
    if (index)
      asked.add(std::make_unique<ir::Membership>(read(*index, false), SourceRange{}));
    return;
  }
  const ir::ResultRead result(ir::ResultRead::Part::Whole, nullptr, sort, SourceRange{});
  if (sort == ir::Sort::Int && index) {
    std::vector<ExpressionPtr> own;
    for (ExpressionPtr &value : publicValues(mechanism, values))
      if (ir::reads(*value, *index) && isKnownAt(draw, *value))
        own.push_back(std::move(value));
    const ExpressionPtr itself = read(*index, false);
    // Of what is not known to be computed from the index it is the index that may be the result.
    if (own.empty() || std::any_of(own.begin(), own.end(), [&](const ExpressionPtr &value) {
          return ir::isSameTerm(*value, *itself);
        }))
      asked.add(boolean(ir::BinaryOperator::Equal, copy(*itself), copy(result)), copy(result));
    else
      for (ExpressionPtr &value : own)
        asked.add(boolean(ir::BinaryOperator::Equal, std::move(value), copy(result)));
  } else {
    Which which = whichOf(mechanism, draw, values, result);
    for (ExpressionPtr &is : which.conditions)
      asked.add(std::move(is));
    asked.isAll = which.isAll;
  }
}

/// \p condition, where nothing else than \p output can be in its cell; else also that it is.
ExpressionPtr whereTagged(const ir::Mechanism &mechanism, const ir::Output &output,
                          const std::vector<ExpressionPtr> &at, ExpressionPtr condition) {
  bool isOnlyTag = true;
  relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
    const auto *other = dyn_cast<ir::Output>(&statement);
    isOnlyTag &= !other || &other->transcript != &output.transcript || &other->tag == &output.tag;
  });
  if (isOnlyTag)
    return condition;
  return boolean(ir::BinaryOperator::And,
                 std::make_unique<ir::CellTest>(output.transcript, copies(at), output.tag, SourceRange{}),
                 std::move(condition));
}

/// Does another cell than those of \p transcript hold \p value? Then it need not be asked twice.
bool isToldElsewhere(const ir::Mechanism &mechanism, const ir::Transcript &transcript,
                     const ir::Expression &value) {
  bool found = false;
  relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
    const auto *output = dyn_cast<ir::Output>(&statement);
    if (output && &output->transcript != &transcript)
      for (const ExpressionPtr &other : output->values)
        found |= ir::isSameTerm(*other, value);
  });
  return found;
}

/// Is the draw that of one of those that the iterations of \p loop choose, and publish as \p output at the
/// place \p at?
ExpressionPtr isNamed(ir::Mechanism &mechanism, const Draw &draw, const ir::Output &output, std::size_t at,
                      const ir::For &loop) {
  // The draw's own loop may have an index of the same name.
  std::string name = loop.index.name;
  while (std::any_of(mechanism.variables.begin(), mechanism.variables.end(), [&](const auto &other) {
    return other->name == name && other.get() != &loop.index && other->role != ir::Variable::Role::Bound;
  }))
    name += "1";
  mechanism.variables.push_back(std::make_unique<ir::Variable>(
      ir::Variable{ir::Variable::Role::Bound, name, ir::Sort::Int, {}, loop.index.range}));
  const ir::Variable &bound = *mechanism.variables.back();
  std::vector<ExpressionPtr> cell;
  cell.push_back(read(bound, false));
  ExpressionPtr is = boolean(ir::BinaryOperator::Equal,
                             std::make_unique<ir::CellRead>(output.transcript, copies(cell), output.tag, at,
                                                            ir::Sort::Int, SourceRange{}),
                             read(draw.loops.back()->index, false));
  const auto negated = [](ExpressionPtr formula) {
    return std::make_unique<ir::Unary>(ir::UnaryOperator::Not, ir::Sort::Bool, std::move(formula),
                                       SourceRange{});
  };
  return negated(std::make_unique<ir::Forall>(bound, copy(*loop.low), copy(*loop.high),
                                              negated(whereTagged(mechanism, output, cell, std::move(is))),
                                              SourceRange{}));
}

/// Do the iterations of a loop elsewhere choose, and publish what they have chosen: one after the other, of
/// the same draws?
void askElsewhere(ir::Mechanism &mechanism, const Draw &draw, Asked &asked) {
  if (draw.loops.empty())
    return;
  const std::vector<const ir::Variable *> indices = winners(mechanism);
  const Dependents dependents(mechanism, draw.sample->target);
  std::vector<std::pair<const ir::Output *, std::size_t>> found;
  relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
    const auto *output = dyn_cast<ir::Output>(&statement);
    if (output && loopElsewhere(output->transcript, draw) && !indicesAround(output->transcript, draw))
      for (std::size_t at = 0; at < output->values.size(); ++at)
        if (output->values[at]->sort() == ir::Sort::Int && isIndexOfWinner(*output->values[at], indices) &&
            dependents.isRead(*output->values[at]))
          found.emplace_back(output, at);
  });
  for (const auto &[output, at] : found)
    asked.add(isNamed(mechanism, draw, *output, at, *loopElsewhere(output->transcript, draw)));
}

/// Does what is published around the iteration tell that it was this draw's, or something else that has to do
/// with it: a truth value, one of a few?
void askAround(const ir::Mechanism &mechanism, const Draw &draw, Asked &asked) {
  const std::vector<const ir::Variable *> indices = winners(mechanism);
  const Dependents dependents(mechanism, draw.sample->target);
  relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
    const auto *output = dyn_cast<ir::Output>(&statement);
    std::optional<std::vector<ExpressionPtr>> around;
    if (output)
      around = indicesAround(output->transcript, draw);
    if (!around)
      return;
    for (std::size_t at = 0; at < output->values.size(); ++at) {
      const ir::Expression &value = *output->values[at];
      // A case that is announced may also be why another draw need not be moved.
      const bool isCase = ir::isAnnounced(output->tag) && value.sort() == ir::Sort::Bool;
      if (!isCase && !dependents.isRead(value))
        continue;
      ExpressionPtr told = std::make_unique<ir::CellRead>(output->transcript, copies(*around), output->tag,
                                                          at, value.sort(), SourceRange{});
      if (value.sort() == ir::Sort::Int && !draw.loops.empty() && isIndexOfWinner(value, indices)) {
        asked.add(whereTagged(
                      mechanism, *output, *around,
                      boolean(ir::BinaryOperator::Equal, read(draw.loops.back()->index, false), copy(*told))),
                  copy(*told));
        continue;
      }
      if (isToldElsewhere(mechanism, output->transcript, value))
        continue;
      if (isCase) {
        asked.add(whereTagged(mechanism, *output, *around, std::move(told)));
        continue;
      }
      for (ExpressionPtr &is : whichOf(mechanism, draw, {&value}, *told).conditions)
        asked.add(whereTagged(mechanism, *output, *around, std::move(is)));
    }
  });
}

/// Whether the draw is that of what was chosen.
Conditions byWinner(ir::Mechanism &mechanism, const Draw &draw) {
  Asked asked;
  askAround(mechanism, draw, asked);
  askElsewhere(mechanism, draw, asked);
  askResult(mechanism, draw, asked);
  return asked.taken();
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

/// Public conditions whose sides use the draw.
Conditions byCondition(const ir::Mechanism &mechanism, const Draw &draw) {
  Conditions conditions;
  const ir::Block &body = draw.loops.empty() ? mechanism.body : draw.loops.back()->body;
  relational::forEachStatement(body, [&](const ir::Statement &statement, unsigned loops) {
    const auto *branch = dyn_cast<ir::If>(&statement);
    if (!branch || loops > 0 || !conditions.empty() || !ir::isPublic(*branch->condition))
      return;
    if (reads(branch->thenBlock, draw.sample->target) || reads(branch->elseBlock, draw.sample->target)) {
      conditions.push_back({copy(*branch->condition), nullptr, nullptr});
      conditions.push_back({});
    }
  });
  return conditions;
}

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

/// Whether the loop goes on: what is drawn for its next iteration is of no use where there is none.
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

/// Do the iterations of \p loop decide from what the draw of the one before them has decided: from a truth
/// value that depends on it, in front of where it is assigned?
bool decidesNext(const ir::Mechanism &mechanism, const Draw &draw, const ir::For &loop) {
  const Dependents dependents(mechanism, draw.sample->target);
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

/// What the next iteration publishes, where it decides from what is drawn in this one.
Conditions byNext(const ir::Mechanism &mechanism, const Draw &draw) {
  Conditions conditions;
  const ir::For *loop = draw.loops.empty() ? nullptr : draw.loops.back();
  const ir::Transcript *own = nullptr;
  for (const auto &transcript : mechanism.transcripts)
    if (transcript->loops == draw.loops)
      own = transcript.get();
  if (!loop || !own || !decidesNext(mechanism, draw, *loop))
    return conditions;
  const Publications publications(mechanism, draw);
  for (const ir::Tag *tag : publications.tags) {
    if (tag == publications.tags.back())
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

ExpressionPtr both(const ExpressionPtr &a, const ExpressionPtr &b) {
  if (a && b)
    return boolean(ir::BinaryOperator::And, copy(*a), copy(*b));
  return a ? copy(*a) : b ? copy(*b) : nullptr;
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
  std::vector<const ir::For *> loops;
  collect(mechanism.body, loops, found);
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

std::vector<Situation> situations(ir::Mechanism &mechanism, const Draw &draw) {
  std::vector<Conditions> families;
  families.push_back(byPublication(mechanism, draw));
  families.push_back(byWinner(mechanism, draw));
  families.push_back(byCondition(mechanism, draw));
  families.push_back(byContinuing(mechanism, draw));
  if (families.back().empty())
    families.back() = byNext(mechanism, draw);
  const bool isToldBefore = std::any_of(families[1].begin(), families[1].end(),
                                        [&](const Situation &one) { return readsInside(one, draw); });
  if (isToldBefore) {
    for (std::size_t number = 0; number < families[1].size(); ++number) {
      Situation &one = families[1][number];
      one.group = number;
      one.groupCondition = one.condition ? copy(*one.condition) : nullptr;
    }
    std::swap(families[0], families[1]);
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
