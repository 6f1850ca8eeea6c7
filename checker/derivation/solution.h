// SPDX-License-Identifier: Apache-2.0
//===- checker/derivation/solution.h - A point where the rows hold -*- C++ -*-===//
///
/// \file
/// A solution of the rows over the rationals, taken for values of all terms: which known formula is wrong
/// there, and so what is worth a split.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_DERIVATION_SOLUTION_H
#define PLUMB_CHECKER_DERIVATION_SOLUTION_H

#include "checker/derivation/rows.h"
#include "checker/derivation/simplex.h"

#include <optional>
#include <set>

namespace plumb::derivation {

class Solution {
public:
  /// \pre \p ofRows were found to be feasible by \p found. All outlive this.
  Solution(kernel::Terms &ofTerms, kernel::NormalForms &ofNumbers, Facts &ofFacts, const Rows &ofRows,
           const Simplex &found)
      : terms(ofTerms), normal(ofNumbers), facts(ofFacts), rows(ofRows), point(found) {}

  /// A formula that is not known: of a fact that the solution contradicts. Nothing if there is none, or if
  /// facts were learned.
  std::optional<kernel::Term> toSplit();
  /// Where no fact is contradicted, only products may be wrong: a part of a fact that is not settled, which
  /// may say more of their factors, or on which side of 0 one of these is.
  std::optional<kernel::Term> toSplitForProducts() const;
  /// An integer is none here: on which side of the next ones it is. Of such cuts there may be no end, so that
  /// all else comes first.
  std::optional<kernel::Term> toCut();

private:
  std::optional<kernel::Term> unknownMultiple() const;
  std::optional<kernel::Term> unknownPositive() const;
  std::optional<kernel::Term> unknownInverse() const;
  std::optional<kernel::Term> unknownChoice() const;
  std::optional<kernel::Term> cutOfRemainders();
  kernel::Polynomial withQuotients(kernel::Polynomial polynomial, const mpq_class &divisor);
  std::optional<kernel::Term> dividedBy(const mpq_class &divisor, const kernel::Polynomial &polynomial);
  std::optional<kernel::Term> cutOfQuotient();
  std::optional<kernel::Term> cutOfSum();
  std::optional<kernel::Term> cutAt(kernel::Term number);
  Value numberOf(kernel::Term number);
  Value monomialOf(const kernel::Monomial &monomial);
  bool haveEqualArguments(kernel::Term one, kernel::Term other);
  bool isTrue(kernel::Term formula);
  bool isTrueByParts(kernel::Term formula);
  std::optional<kernel::Term> unknownPart(kernel::Term formula) const;
  std::size_t unknownArguments(kernel::Term formula) const;
  std::optional<kernel::Term> partOfWrongFact();
  std::optional<kernel::Term> conditionOfWrongChoice();
  bool learnApart();
  std::optional<kernel::Term> unequalValues();
  std::optional<kernel::Term> equationOfArguments(kernel::Term one, kernel::Term other);
  std::optional<kernel::Term> conditionInProduct() const;
  bool isSettled(const Fact &fact) const;
  std::optional<kernel::Term> partOfOpenFact() const;
  std::optional<kernel::Term> unknownSign() const;

  kernel::Terms &terms;
  kernel::NormalForms &normal;
  Facts &facts;
  const Rows &rows;
  const Simplex &point;
  /// Applications whose values are being looked for among those of equal arguments.
  std::set<kernel::Term> underway;
};

} // namespace plumb::derivation

#endif // PLUMB_CHECKER_DERIVATION_SOLUTION_H
