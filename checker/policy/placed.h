// SPDX-License-Identifier: Apache-2.0
//===- checker/policy/placed.h - A proposition about pairs -----*- C++ -*-===//
///
/// \file
/// A proposition in a set of pairs of records: its indices have become some of that set's, so that it can be
/// kept of the one record or of the other, and the elements that it reads are known.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_POLICY_PLACED_H
#define PLUMB_CHECKER_POLICY_PLACED_H

#include "checker/policy/pairs.h"
#include "frontend/ir/proposition.h"

#include <vector>

namespace plumb::policy {

class Placed {
public:
  /// Both outlive this.
  Placed(Pairs &in, const ir::Proposition &of);

  /// Keeps the pairs of which it is true, or false, of r; or of r'.
  void keep(bool isTrue, bool ofSecond);
  /// What stands for its indices.
  const ir::Substitution &indices() const { return known; }
  /// The elements that it reads: at its indices, or as whole fields where a subscript is none of these. They
  /// live as long as this.
  std::vector<Element> elements();

private:
  void collect(const ir::Expression &expression, std::vector<Element> &found);
  Element elementOf(const ir::FieldRead &read);
  /// It reads what a `forall` around it binds.
  bool bindsSomething(const ir::Expression &expression) const;

  Pairs &pairs;
  const ir::Proposition &proposition;
  ir::Substitution known;
  std::vector<ir::ExpressionPtr> copies;
};

} // namespace plumb::policy

#endif // PLUMB_CHECKER_POLICY_PLACED_H
