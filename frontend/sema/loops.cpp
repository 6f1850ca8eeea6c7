// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/occurrence.h"
#include "frontend/ir/walk.h"
#include "frontend/sema/statements.h"

#include <algorithm>
#include <llvm/ADT/STLExtras.h>

namespace plumb::sema {

using namespace ir;

/// The body may run zero times, so what it assigns is forgotten behind it; its cells are its own.
Block StatementAnalysis::loopBody(const syntax::Block &written) {
  const Flow before = flow;
  flow.published.reset();
  Branch once = follow(written);
  flow = before;
  return std::move(once.block);
}

StatementAnalysis::Node StatementAnalysis::loop(const Written &written) {
  ExpressionPtr low = program().value(Sort::Int, *written.low, "the start of a range");
  ExpressionPtr high = program().value(Sort::Int, *written.high, "the end of a range");
  checkFresh(elaboration, written.target.text, written.target.range);
  Variable &index =
      elaboration.scope.open(Variable::Role::LoopIndex, written.target.text, written.target.range);
  ExpressionPtr guard;
  if (written.condition)
    guard = program().value(Sort::Bool, *written.condition, "the condition of `while`");
  Node node = loopOver(index, std::move(low), std::move(high), std::move(guard), written);
  elaboration.scope.close();
  return node;
}

std::unique_ptr<For> StatementAnalysis::loopOver(const Variable &index, ExpressionPtr low, ExpressionPtr high,
                                                 ExpressionPtr guard, const Written &written) {
  auto node = std::make_unique<For>(index, std::move(low), std::move(high), std::move(guard),
                                    std::vector<ExpressionPtr>(), Block(), written.range);
  elaboration.loops.push_back(node.get());
  for (const syntax::ExpressionPtr &invariant : written.invariants)
    defer(*invariant, [&shared = elaboration, loop = node.get(), text = invariant.get()] {
      ExpressionAnalysis analysis(shared, Place::Invariant);
      loop->invariants.push_back(analysis.value(Sort::Bool, *text, "an invariant"));
    });
  node->body = loopBody(written.thenBlock);
  elaboration.loops.pop_back();
  return node;
}

/// The word `while`.
static SourceRange keywordOf(const syntax::Statement &loop) {
  constexpr std::uint32_t length = 5;
  return {loop.range.begin, std::min(loop.range.begin + length, loop.range.end)};
}

static bool assigns(const Statement &statement, const Variable &variable) {
  const auto inBlock = [&](const Block &block) {
    return std::any_of(block.begin(), block.end(),
                       [&](const auto &each) { return assigns(*each, variable); });
  };
  if (const auto *branch = llvm::dyn_cast<If>(&statement))
    return inBlock(branch->thenBlock) || inBlock(branch->elseBlock);
  if (const auto *loop = llvm::dyn_cast<For>(&statement))
    return inBlock(loop->body);
  const auto *assign = llvm::dyn_cast<Assign>(&statement);
  return assign && &assign->target == &variable;
}

/// A literal or a term of parameters that \p before has assigned to the local that \p term reads; else \p
/// term.
static ExpressionPtr atStart(ExpressionPtr term, const Block &before) {
  const auto *read = llvm::dyn_cast<Read>(term.get());
  if (!read || read->variable.role != Variable::Role::Local)
    return term;
  const auto last = std::find_if(before.rbegin(), before.rend(),
                                 [&](const auto &statement) { return assigns(*statement, read->variable); });
  const auto *assign = last == before.rend() ? nullptr : llvm::dyn_cast<Assign>(last->get());
  const bool isFixed =
      assign && assign->value && !anyPart(*assign->value, [](const Expression &part) {
        const auto *other = llvm::dyn_cast<Read>(&part);
        return other ? other->variable.role != Variable::Role::Parameter || other->variable.isArray()
                     : !llvm::isa<Number>(part) && !llvm::isa<Binary>(part);
      });
  return isFixed ? copyAt(*assign->value, term->range()) : std::move(term);
}

/// more - less + extra
static ExpressionPtr length(ExpressionPtr more, ExpressionPtr less, int extra, SourceRange range) {
  const auto combined = [&](BinaryOperator op, ExpressionPtr left, ExpressionPtr right) {
    return std::make_unique<Binary>(op, Sort::Int, std::move(left), std::move(right), range);
  };
  const auto *start = llvm::dyn_cast<Number>(less.get());
  const Rational added = start ? Rational(extra - start->value) : Rational(extra);
  ExpressionPtr all =
      start ? std::move(more) : combined(BinaryOperator::Subtract, std::move(more), std::move(less));
  if (const auto *number = llvm::dyn_cast<Number>(all.get()))
    return std::make_unique<Number>(number->value + added, Sort::Int, range);
  if (added == 0)
    return all;
  return combined(added > 0 ? BinaryOperator::Add : BinaryOperator::Subtract, std::move(all),
                  std::make_unique<Number>(abs(added), Sort::Int, range));
}

/// `while i < n and c { ... i := i + 1 }` is `for k in 0 .. n - i while i < n and c { ... }`, where nothing
/// else is called k.
StatementAnalysis::Node StatementAnalysis::countedLoop(const Written &written, const Rounds &rounds,
                                                       const Block &before) {
  const SourceRange keyword = keywordOf(written);
  ExpressionPtr guard = program().value(Sort::Bool, *written.condition, "the condition of `while`");
  ExpressionPtr high;
  if (guard) {
    ExpressionPtr more = program().value(Sort::Int, *rounds.more, "the end of a range");
    ExpressionPtr less = program().value(Sort::Int, *rounds.less, "the end of a range");
    if (more && less)
      high =
          length(atStart(std::move(more), before), atStart(std::move(less), before), rounds.extra, keyword);
  }
  const auto isTaken = [&](const std::string &name) {
    return isReserved(name) || elaboration.scope.find(name) || elaboration.introduced.count(name) ||
           elaboration.tags.count(name) || elaboration.mentions.count(name) ||
           llvm::any_of(elaboration.loops, [&](const For *around) { return around->index.name == name; });
  };
  std::string name = "k";
  for (unsigned number = 2; isTaken(name); ++number)
    name = "k" + std::to_string(number);
  // It is no name of the text, so nothing there may mean it.
  Variable &index = elaboration.scope.open(Variable::Role::LoopIndex, name, keyword);
  elaboration.scope.close();
  auto node = loopOver(index, std::make_unique<Number>(0, Sort::Int, keyword), std::move(high),
                       std::move(guard), written);
  node->leftOut = keyword;
  return node;
}

StatementAnalysis::Node StatementAnalysis::unboundedLoop(const Written &written, const Block &before) {
  if (const std::optional<Rounds> rounds = mostRounds(written); rounds && areInts(*rounds, elaboration.scope))
    return countedLoop(written, *rounds, before);
  const std::size_t mistakes = elaboration.sink.errorCount();
  // A name that counts in it would be that of the loop.
  const std::size_t known = elaboration.misnamed.size();
  const auto takeUnknown = [&](const auto &self, const syntax::Expression &part) -> void {
    if (part.kind == syntax::Expression::Kind::Name && !isReserved(part.text) &&
        !elaboration.scope.find(part.text))
      elaboration.misnamed.insert(part.text);
    for (const syntax::ExpressionPtr &operand : part.operands)
      self(self, *operand);
  };
  takeUnknown(takeUnknown, *written.condition);
  if (elaboration.misnamed.size() == known)
    program().value(Sort::Bool, *written.condition, "the condition of `while`");
  // A condition with a mistake in it may be one that counts.
  if (elaboration.sink.errorCount() == mistakes)
    elaboration.report(
        DiagnosticKind::UnboundedLoop, keywordOf(written), {},
        "write `for i in 0 .. n while ...`, with a bound that both runs share, or count to a bound that "
        "stays, as in `while i < n { ... i := i + 1 }`");
  elaboration.lacksLoop = true;
  // What is left for later speaks of the statements in it, so they have to stay, whatever holds them.
  return std::make_unique<If>(nullptr, loopBody(written.thenBlock), Block(), written.range);
}

} // namespace plumb::sema
