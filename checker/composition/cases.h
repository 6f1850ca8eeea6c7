// SPDX-License-Identifier: Apache-2.0
//===- checker/composition/cases.h - A budget case by case ------*- C++ -*-===//
///
/// \file
/// A budget may be chosen: by what an earlier part has published, `seen > 5 ? eps : 2 * eps`, or as the
/// smaller one of two. In each case it is a term without a choice, and what is asked of it is asked in each.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_COMPOSITION_CASES_H
#define PLUMB_CHECKER_COMPOSITION_CASES_H

#include "frontend/ir/expression.h"

#include <memory>
#include <vector>

namespace plumb::composition {

/// A condition that holds, or does not.
struct Decided {
  std::shared_ptr<const ir::Expression> condition;
  bool holds;
};

/// The value of a term where all of these are so; there is no choice in it.
struct Case {
  std::vector<Decided> under;
  ir::ExpressionPtr value;
};

/// With more of them nothing is tried.
constexpr std::size_t mostCases = 64;

/// Which there are of \p term: one, under nothing, where nothing is chosen in it. Each run is in one of them.
/// A choice inside of what binds a variable stays. None: there would be more than mostCases.
std::vector<Case> casesOf(const ir::Expression &term);

inline bool hasTooManyCases(const ir::Expression &term) {
  return casesOf(term).empty();
}

/// "seen > 5 and not (seen > 9)".
std::string print(const std::vector<Decided> &under);

} // namespace plumb::composition

#endif // PLUMB_CHECKER_COMPOSITION_CASES_H
