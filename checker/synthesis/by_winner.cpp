// SPDX-License-Identifier: Apache-2.0
#include "checker/relational/dependents.h"
#include "checker/relational/walk.h"
#include "checker/synthesis/few_values.h"
#include "checker/synthesis/situation_families.h"
#include "checker/synthesis/told_values.h"
#include "frontend/ir/aggregate.h"
#include "frontend/ir/announcement.h"
#include "frontend/ir/occurrence.h"
#include "frontend/ir/same_term.h"

#include <algorithm>
#include <llvm/Support/Casting.h>
#include <optional>

namespace plumb::synthesis {

using llvm::dyn_cast;

namespace {

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

bool isIndexOfWinner(const ir::Expression &term, const std::vector<const ir::Variable *> &winners) {
  if (const auto *aggregate = dyn_cast<ir::Aggregate>(&term))
    return aggregate->givesIndex();
  const auto *name = dyn_cast<ir::Read>(&term);
  return name && std::find(winners.begin(), winners.end(), &name->variable) != winners.end();
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
  const relational::Dependents dependents(mechanism, draw.sample->target);
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

/// The loop around \p draw whose index \p value is where it is a winner's: that which is assigned to it, or
/// else the innermost one. Null if \p value is no winner's index.
const ir::For *loopOfWinner(const ir::Mechanism &mechanism, const Draw &draw, const ir::Expression &value,
                            const std::vector<const ir::Variable *> &winners) {
  if (value.sort() != ir::Sort::Int || draw.loops.empty() || !isIndexOfWinner(value, winners))
    return nullptr;
  const auto *winner = dyn_cast<ir::Read>(&value);
  const ir::For *found = draw.loops.back();
  relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
    const auto *assign = dyn_cast<ir::Assign>(&statement);
    const auto *index = assign && winner && &assign->target == &winner->variable
                            ? dyn_cast<ir::Read>(assign->value.get())
                            : nullptr;
    for (const ir::For *loop : draw.loops)
      if (index && &loop->index == &index->variable)
        found = loop;
  });
  return found;
}

/// What is published around the iterations of a draw, and the cell that it is in.
struct ToldAround {
  const ir::Output &output;
  std::vector<ExpressionPtr> cell;

  ExpressionPtr value(std::size_t at) const {
    return std::make_unique<ir::CellRead>(output.transcript, copies(cell), output.tag, at,
                                          output.values[at]->sort(), SourceRange{});
  }
};

/// Are several things published at once that tell of the winner, each another one: indices of loops in one
/// another, as the row and the column of the largest of a table, or an index and which of a few draws of its
/// iteration it is? Then it is this draw's where all of them are.
///
/// \returns whether indices are asked for together, and no longer each by itself.
bool askTogether(const ir::Mechanism &mechanism, const Draw &draw, const ToldAround &told,
                 const std::vector<const ir::Variable *> &indices, const relational::Dependents &dependents,
                 Asked &asked) {
  std::vector<const ir::For *> loops;
  std::vector<std::vector<ExpressionPtr>> factors;
  ExpressionPtr innermost;
  for (std::size_t at = 0; at < told.output.values.size(); ++at) {
    const ir::Expression &value = *told.output.values[at];
    if (!dependents.isRead(value))
      continue;
    const ir::For *loop = loopOfWinner(mechanism, draw, value, indices);
    ExpressionPtr cell = told.value(at);
    factors.emplace_back();
    if (!loop) {
      Which which = whichOf(mechanism, draw, {&value}, *cell);
      factors.back() = std::move(which.conditions);
      if (factors.back().empty())
        factors.pop_back();
      continue;
    }
    // Two of one loop are two winners.
    if (std::find(loops.begin(), loops.end(), loop) != loops.end())
      return false;
    loops.push_back(loop);
    if (loop == draw.loops.back())
      innermost = copy(*cell);
    factors.back().push_back(boolean(ir::BinaryOperator::Equal, read(loop->index, false), std::move(cell)));
  }
  if (loops.empty() || factors.size() < 2)
    return false;
  std::vector<ExpressionPtr> all;
  for (std::vector<ExpressionPtr> &factor : factors) {
    std::vector<ExpressionPtr> product;
    for (const ExpressionPtr &one : all)
      for (const ExpressionPtr &other : factor)
        product.push_back(boolean(ir::BinaryOperator::And, copy(*one), copy(*other)));
    all = all.empty() ? std::move(factor) : std::move(product);
  }
  for (ExpressionPtr &isThis : all)
    asked.add(whereTagged(mechanism, told.output, told.cell, std::move(isThis)),
              innermost ? copy(*innermost) : nullptr);
  return loops.size() > 1;
}

/// The value that \p block assigns to \p local itself, and in no branch; null: none.
const ir::Expression *assignedIn(const ir::Block &block, const ir::Variable &local) {
  for (const auto &statement : block)
    if (const auto *assign = dyn_cast<ir::Assign>(statement.get()); assign && &assign->target == &local)
      return assign->value.get();
  return nullptr;
}

/// Is the winner \p index published with something that depends on the draw and is assigned where the index
/// of an iteration is assigned to the winner? Then it comes from the winner's draw, also where it does not
/// depend on that who wins.
bool isBesideWinner(const ir::Mechanism &mechanism, const ir::Output &output, const ir::Expression &index,
                    const relational::Dependents &dependents) {
  const auto *winner = dyn_cast<ir::Read>(&index);
  if (!winner || winner->variable.isArray())
    return false;
  const auto areTogether = [&](const ir::Block &block, const ir::Variable &local) {
    const ir::Expression *place = assignedIn(block, winner->variable);
    const auto *read = place ? dyn_cast<ir::Read>(place) : nullptr;
    return read && read->variable.role == ir::Variable::Role::LoopIndex && assignedIn(block, local);
  };
  return llvm::any_of(output.values, [&](const ExpressionPtr &value) {
    const auto *beside = dyn_cast<ir::Read>(value.get());
    if (!beside || beside->variable.isArray() || &beside->variable == &winner->variable ||
        !dependents.has(beside->variable))
      return false;
    bool is = false;
    relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
      if (const auto *branch = dyn_cast<ir::If>(&statement))
        is |= areTogether(branch->thenBlock, beside->variable) ||
              areTogether(branch->elseBlock, beside->variable);
    });
    return is;
  });
}

/// Does what is published around the iteration tell that it was this draw's, or something else that has to do
/// with it: a truth value, one of a few?
void askAround(const ir::Mechanism &mechanism, const Draw &draw, Asked &asked) {
  const std::vector<const ir::Variable *> indices = winners(mechanism);
  const relational::Dependents dependents(mechanism, draw.sample->target);
  relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
    const auto *output = dyn_cast<ir::Output>(&statement);
    std::optional<std::vector<ExpressionPtr>> around;
    if (output)
      around = indicesAround(output->transcript, draw);
    if (!around)
      return;
    const ToldAround told{*output, std::move(*around)};
    const bool isTogether = askTogether(mechanism, draw, told, indices, dependents, asked);
    for (std::size_t at = 0; at < output->values.size(); ++at) {
      const ir::Expression &value = *output->values[at];
      const ir::For *loop = loopOfWinner(mechanism, draw, value, indices);
      // A case that is announced may also be why another draw need not be moved.
      const bool isCase = ir::isAnnounced(output->tag) && value.sort() == ir::Sort::Bool;
      const bool isOfDraw =
          dependents.isRead(value) || (loop && isBesideWinner(mechanism, *output, value, dependents));
      if ((isTogether && loop) || (!isCase && !isOfDraw))
        continue;
      if (loop) {
        asked.add(whereTagged(mechanism, *output, told.cell,
                              boolean(ir::BinaryOperator::Equal, read(draw.loops.back()->index, false),
                                      told.value(at))),
                  told.value(at));
        continue;
      }
      if (isToldElsewhere(mechanism, output->transcript, value))
        continue;
      if (isCase) {
        asked.add(whereTagged(mechanism, *output, told.cell, told.value(at)));
        continue;
      }
      const ExpressionPtr one = told.value(at);
      for (ExpressionPtr &is : whichOf(mechanism, draw, {&value}, *one).conditions)
        asked.add(whereTagged(mechanism, *output, told.cell, std::move(is)));
    }
  });
}

} // namespace

Conditions byWinner(ir::Mechanism &mechanism, const Draw &draw) {
  Asked asked;
  askAround(mechanism, draw, asked);
  askElsewhere(mechanism, draw, asked);
  askResult(mechanism, draw, asked);
  return asked.taken();
}

} // namespace plumb::synthesis
