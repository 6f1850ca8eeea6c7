// SPDX-License-Identifier: Apache-2.0
#include "frontend/sema/clauses.h"
#include "frontend/sema/expressions.h"

#include <algorithm>

namespace plumb::sema {

using namespace ir;
using Written = syntax::Expression;

/// Calls \p found on each name that is a direct index of `out` and bound by no `forall`.
static void forEachCellIndex(const Written &expression, std::vector<std::string> &bound,
                             const std::function<void(const Written &)> &found) {
  Access access = accessOf(expression);
  if (access.isName("out"))
    for (const Written *index : access.indices) {
      bool isBound = std::find(bound.begin(), bound.end(), index->text) != bound.end();
      if (index->kind == Written::Kind::Name && !index->primed && !isBound)
        found(*index);
    }
  bool isForall = expression.kind == Written::Kind::Forall;
  if (isForall)
    bound.push_back(expression.text);
  for (const syntax::ExpressionPtr &operand : expression.operands)
    forEachCellIndex(*operand, bound, found);
  if (isForall)
    bound.pop_back();
}

static void analyzeClaim(Elaboration &elaboration, const Written &written, std::vector<Claim> &claims) {
  if (!mentions(written, "out") && !mentions(written, "result")) {
    // Without the output what is inside is still inside.
    const std::size_t before = elaboration.sink.errorCount();
    ExpressionAnalysis(elaboration, Place::Claim).value(Sort::Bool, written, "a claim");
    if (elaboration.sink.errorCount() != before)
      return;
    elaboration.report(DiagnosticKind::ClaimWithoutOutput, written.range, {},
                       "speak of `out[i]` or `result`; facts about parameters belong in `requires`");
    return;
  }
  Claim claim;
  claim.range = written.range;
  std::vector<std::string> bound;
  forEachCellIndex(written, bound, [&](const Written &name) {
    if (!isReserved(name.text) && !elaboration.scope.find(name.text))
      claim.free.push_back(&elaboration.scope.open(Variable::Role::Bound, name.text, name.range));
  });
  ExpressionAnalysis analysis(elaboration, Place::Claim);
  claim.formula = analysis.value(Sort::Bool, written, "a claim");
  claims.push_back(std::move(claim));
}

std::vector<Claim> analyzeClaims(Elaboration &elaboration, const syntax::Mechanism &written) {
  std::vector<Claim> claims;
  elaboration.loops.clear();
  for (const syntax::ExpressionPtr &claim : written.claims) {
    elaboration.scope.reopen({});
    analyzeClaim(elaboration, *claim, claims);
  }
  elaboration.scope.reopen({});
  return claims;
}

} // namespace plumb::sema
