// SPDX-License-Identifier: Apache-2.0
//===- checker/synthesis/most_difference.h - How much a term may differ -*- C++ -*-===//
///
/// \file
/// How much a term may differ by between the runs, read off the text: from what the adjacency says of the
/// answers in it, through what is done to them. For whoever makes candidates of shifts; nothing rests on it.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_SYNTHESIS_MOST_DIFFERENCE_H
#define PLUMB_CHECKER_SYNTHESIS_MOST_DIFFERENCE_H

#include "checker/synthesis/terms.h"

namespace plumb::synthesis {

class MostDifference {
public:
  /// \param of outlives this.
  explicit MostDifference(const ir::Mechanism &of) : mechanism(of) {}

  /// At least 0, of the sort of the sum or Int; null if that is not plain. A draw is taken not to differ by
  /// anything that is.
  ExpressionPtr of(const std::vector<Summand> &sum) const;
  ExpressionPtr of(const ir::Expression &term) const { return of(summands(term)); }

private:
  ExpressionPtr ofAtom(const ir::Expression &atom) const;
  ExpressionPtr ofRead(const ir::Read &read) const;
  ExpressionPtr ofProduct(const ir::Binary &product) const;
  ExpressionPtr ofQuotient(const ir::Binary &quotient) const;
  ExpressionPtr ofLocal(const ir::Variable &local) const;
  ExpressionPtr sizeOf(const ir::Expression &factor) const;

  const ir::Mechanism &mechanism;
};

} // namespace plumb::synthesis

#endif // PLUMB_CHECKER_SYNTHESIS_MOST_DIFFERENCE_H
