// SPDX-License-Identifier: Apache-2.0
#include "frontend/sema/statements.h"

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

/// `while i < n and c { ... i := i + 1 }` is `for k in 0 .. n - i while i < n and c { ... }`, where nothing
/// else is called k.
StatementAnalysis::Node StatementAnalysis::countedLoop(const Written &written, const Rounds &rounds,
                                                       SourceRange keyword) {
  ExpressionPtr guard = program().value(Sort::Bool, *written.condition, "the condition of `while`");
  ExpressionPtr high;
  if (guard) {
    ExpressionPtr more = program().value(Sort::Int, *rounds.more, "the end of a range");
    ExpressionPtr less = program().value(Sort::Int, *rounds.less, "the end of a range");
    const auto *start = llvm::dyn_cast_or_null<Number>(less.get());
    if (start && start->value == 0)
      high = std::move(more);
    else if (more && less)
      high = std::make_unique<Binary>(BinaryOperator::Subtract, Sort::Int, std::move(more), std::move(less),
                                      keyword);
    if (high && rounds.extra > 0)
      high = std::make_unique<Binary>(BinaryOperator::Add, Sort::Int, std::move(high),
                                      std::make_unique<Number>(rounds.extra, Sort::Int, keyword), keyword);
  }
  const auto isTaken = [&](const std::string &name) {
    return isReserved(name) || elaboration.scope.find(name) || elaboration.introduced.count(name) ||
           elaboration.tags.count(name) || elaboration.mentions.count(name);
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

StatementAnalysis::Node StatementAnalysis::unboundedLoop(const Written &written) {
  constexpr std::uint32_t keywordLength = 5;
  SourceRange keyword{written.range.begin, std::min(written.range.begin + keywordLength, written.range.end)};
  if (const std::optional<Rounds> rounds = mostRounds(written); rounds && areInts(*rounds, elaboration.scope))
    return countedLoop(written, *rounds, keyword);
  elaboration.report(
      DiagnosticKind::UnboundedLoop, keyword, {},
      "write `for i in 0 .. n while ...`, with a bound that both runs share, or count to a bound that "
      "stays, as in `while i < n { ... i := i + 1 }`");
  elaboration.lacksLoop = true;
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
  loopBody(written.thenBlock);
  return nullptr;
}

} // namespace plumb::sema
