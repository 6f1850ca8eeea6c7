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
  elaboration.scope.close();
  return node;
}

StatementAnalysis::Node StatementAnalysis::unboundedLoop(const Written &written) {
  constexpr std::uint32_t keywordLength = 5;
  SourceRange keyword{written.range.begin, std::min(written.range.begin + keywordLength, written.range.end)};
  elaboration.report(DiagnosticKind::UnboundedLoop, keyword, {},
                     "write `for i in 0 .. n while ...`, with a bound that both runs share");
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
