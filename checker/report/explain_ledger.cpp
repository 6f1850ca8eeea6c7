// SPDX-License-Identifier: Apache-2.0
#include "checker/report/explain_ledger.h"

#include "checker/relational/rational_text.h"
#include "checker/relational/walk.h"
#include "checker/report/explain_mathml.h"
#include "checker/report/explain_mathml_parts.h"
#include "frontend/ir/print_expression.h"
#include "frontend/ir/same_term.h"
#include "frontend/ir/substitution.h"

#include <algorithm>
#include <llvm/Support/Casting.h>

namespace plumb::report {

using relational::RationalFunction;

namespace {

Line termLine(const RationalFunction &function, const ir::Mechanism &mechanism) {
  return {
      {Span::Kind::Formula, relational::print(function), mathml(*relational::termOf(function, mechanism))}};
}

/// B / b.
Span written(const proof::LedgerEntry &entry, const ir::Mechanism &mechanism) {
  const ir::Binary ratio(ir::BinaryOperator::Divide, ir::Sort::Real,
                         relational::termOf(entry.bound, mechanism),
                         ir::substituted(*entry.written, ir::Substitution()), SourceRange());
  return formula(ratio).front();
}

/// And what that is when simplified.
Line isEqual(Span written, const Span &simple) {
  if (simple.text != written.text) {
    written.text += " = " + simple.text;
    written.mathml += parts::symbol("=") + simple.mathml;
  }
  return {written};
}

Line quotient(const proof::LedgerEntry &entry, const ir::Mechanism &mechanism) {
  return isEqual(
      written(entry, mechanism),
      termLine({entry.bound.numerator * entry.scale.denominator, entry.scale.numerator}, mechanism).front());
}

/// What is paid at each scale, together.
Span sumOfQuotients(const Result &result) {
  Span sum{Span::Kind::Formula, "", ""};
  for (const proof::LedgerEntry &entry : result.proof.ledger()) {
    const Span one = written(entry, *result.mechanism);
    sum.text += (sum.text.empty() ? "" : " + ") + one.text;
    sum.mathml += (sum.mathml.empty() ? "" : parts::symbol("+")) + one.mathml;
  }
  return sum;
}

std::size_t distinctScales(const ir::Mechanism &mechanism) {
  std::vector<const ir::Expression *> scales;
  relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
    const auto *sample = llvm::dyn_cast<ir::Sample>(&statement);
    const auto isSame = [&](const ir::Expression *scale) { return ir::isSameTerm(*scale, *sample->scale); };
    if (sample && std::none_of(scales.begin(), scales.end(), isSame))
      scales.push_back(sample->scale.get());
  });
  return scales.size();
}

/// Scales enter as 1/b, so noise r times as wide costs 1/r times as much.
void explainSlack(Document &document, const Result &result) {
  const ir::Mechanism &mechanism = *result.mechanism;
  const RationalFunction &smallest = *result.proof.smallestEpsilon();
  document.paragraph(line("The smallest epsilon for which this alignment, with these bounds, is a proof: ") +
                     termLine(smallest, mechanism) + line("."));
  if (smallest.numerator.isZero())
    return document.paragraph(
        line("Nothing is moved: whatever is published on D is published on D' as often."));
  const auto &ratio = result.proof.usedShare();
  if (!ratio)
    return document.paragraph(
        line("How much of the guarantee is left over depends on the parameters, and so does how much smaller "
             "the noise could be."));
  if (*ratio == 1)
    return document.paragraph(
        line("By these bounds the whole guarantee is spent: with every scale smaller by one factor, they "
             "would be no proof."));
  document.paragraph(line("That is ") + strong(toString(*ratio) + " of what is guaranteed") +
                     line(": every scale could be " + toString(*ratio) +
                          " of what it is, and the same alignment would still be a proof."));
}

} // namespace

Line priceLine(const Result &result) {
  if (!result.proof.smallestEpsilon() || result.proof.ledger().empty())
    return {};
  const ir::Mechanism &mechanism = *result.mechanism;
  return isEqual(sumOfQuotients(result), termLine(*result.proof.smallestEpsilon(), mechanism).front()) +
         line(", and ") + formula(*mechanism.guarantee.epsilon) + line(" is guaranteed");
}

void explainLedger(Document &document, const Result &result) {
  const ir::Mechanism &mechanism = *result.mechanism;
  if (result.isProved() && !result.proof.smallestEpsilon()) {
    document.paragraph(
        line("Scales differ from draw to draw, so that each draw is charged by itself: what it is "
             "moved by, divided by its scale. The sum of that is proved to be at most ") +
        formula(*mechanism.guarantee.epsilon) + line(" wherever the mechanism ends."));
    return;
  }
  if (!result.proof.smallestEpsilon()) {
    document.paragraph(line("The ledger is open: no bound on the cost is proved."));
    return;
  }
  std::vector<std::vector<Line>> rows{{line("at scale"), line("at most this is moved"), line("which costs")}};
  for (const proof::LedgerEntry &entry : result.proof.ledger())
    rows.push_back({formula(*entry.written), termLine(entry.bound, mechanism), quotient(entry, mechanism)});
  if (rows.size() > 1)
    document.table(std::move(rows));
  if (distinctScales(mechanism) > result.proof.ledger().size())
    document.paragraph(
        line("Scales that differ by a constant factor are counted together, at the largest of them."));
  document.paragraph(line("Together ") + termLine(*result.proof.smallestEpsilon(), mechanism) +
                     line(", and ") + formula(*mechanism.guarantee.epsilon) +
                     line(result.isProved() ? " is guaranteed." : " is claimed."));
  if (result.isProved())
    explainSlack(document, result);
  else
    document.paragraph(line("This sum is no privacy loss as long as another condition is open."));
}

} // namespace plumb::report
