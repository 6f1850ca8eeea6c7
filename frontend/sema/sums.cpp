// SPDX-License-Identifier: Apache-2.0
#include "frontend/sema/statements.h"

#include <algorithm>

namespace plumb::sema {

using namespace ir;

bool isSum(const syntax::Statement &statement) {
  return statement.kind == syntax::Statement::Kind::Assign &&
         statement.value->kind == syntax::Expression::Kind::Aggregate && statement.value->text == "sum";
}

/// The sum so far is no part of what is summed.
static bool readsItself(Elaboration &elaboration, const syntax::Statement &written) {
  const std::vector<syntax::ExpressionPtr> &parts = written.value->operands;
  bool isItself = std::any_of(parts.begin() + 1, parts.end(), [&](const syntax::ExpressionPtr &part) {
    return mentions(*part, written.target.text);
  });
  if (isItself)
    elaboration.report(DiagnosticKind::SumOfItself, written.value->range, {written.target.text},
                       "give the sum a variable of its own");
  return isItself;
}

/// x := sum(k in a .. b where c: e) is
///
///     x := 0
///     for k in a .. b { if c { x := x + e } }
///
/// where x occurs in none of a, b, c and e.
void StatementAnalysis::sum(const Written &written, Block &block) {
  const syntax::Expression &sum = *written.value;
  Variable *target = assignable(written);
  bool isOwn = readsItself(elaboration, written);
  auto indices = elementIndices(written);
  const syntax::Expression &name = *sum.operands[0];
  ExpressionPtr low = program().value(Sort::Int, *sum.operands[1], "the start of a range");
  ExpressionPtr high = program().value(Sort::Int, *sum.operands[2], "the end of a range");
  checkFresh(elaboration, name.text, name.range);
  Variable &index = elaboration.scope.open(Variable::Role::LoopIndex, name.text, name.range);
  bool hasFilter = sum.operands.size() > 4;
  ExpressionPtr filter, term;
  if (hasFilter)
    filter = program().value(Sort::Bool, *sum.operands[4], "the condition behind `where`");
  if (!isOwn)
    term = program().value(*sum.operands[3]);
  elaboration.scope.close();
  if (written.indices.empty())
    elaboration.assigned.insert(written.target.text);
  if (term && term->sort() == Sort::Bool) {
    elaboration.report(DiagnosticKind::SortMismatch, term->range(), {"what is summed", "a bool", "a number"},
                       "count with `c ? 1 : 0`");
    return;
  }
  if (target)
    term = stored(std::move(term), *target);
  if (!target || !term || !indices || !low || !high || (hasFilter && !filter))
    return;

  SourceRange range = term->range();
  auto zero = std::make_unique<Number>(0, target->sort, sum.wordRange);
  auto partial = std::make_unique<Read>(*target, false, *elementIndices(written), written.target.range);
  auto larger =
      std::make_unique<Binary>(BinaryOperator::Add, target->sort, std::move(partial), std::move(term), range);
  Block body;
  body.push_back(std::make_unique<Assign>(*target, *elementIndices(written), std::move(larger), range));
  if (filter) {
    SourceRange condition = filter->range();
    Block counted = std::move(body);
    body = Block();
    body.push_back(std::make_unique<If>(std::move(filter), std::move(counted), Block(), condition));
  }
  block.push_back(std::make_unique<Assign>(*target, std::move(*indices), std::move(zero), written.range));
  block.push_back(std::make_unique<For>(index, std::move(low), std::move(high), nullptr,
                                        std::vector<ExpressionPtr>(), std::move(body), sum.range));
}

} // namespace plumb::sema
