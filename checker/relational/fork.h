// SPDX-License-Identifier: Apache-2.0
//===- checker/relational/fork.h - Where runs part ---*- C++ -*-===//
///
/// \file
/// A proof goes path by path, so it has to go every path. Where runs go several ways, a way counts only if
/// a path that took it ended in obligations; that these ways are all there are is an obligation of its own.
/// A path that gets lost leaves a gap, and the gap is found.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_RELATIONAL_FORK_H
#define PLUMB_CHECKER_RELATIONAL_FORK_H

#include "checker/smt/term.h"
#include "frontend/ir/statement.h"

#include <string>
#include <vector>

namespace plumb::relational {

struct Fork {
  /// "loop `i`", "`if z >= T`".
  std::string subject;
  /// Of the test or the loop variable.
  SourceRange range;
  /// What is known of a run that comes here.
  smt::Term arrives;

  /// Every run that comes here goes one of \p ways.
  smt::Term isCoveredBy(const std::vector<smt::Term> &ways, smt::TermStore &store) const;
};

/// One way at a fork.
struct Way {
  /// Its place in TwoRun::forks().
  std::size_t fork;
  /// The runs that go it.
  smt::Term condition;
};

/// Runs part at loops, and at branches that publish, draw, return or contain a loop. The sides of any other
/// branch only assign; they are merged, and one path goes on behind them.
bool isFork(const ir::Statement &statement);

/// What stands there: the test of a branch, the variable of a loop.
/// \pre isFork(statement)
SourceRange placeOf(const ir::Statement &statement);

} // namespace plumb::relational

#endif // PLUMB_CHECKER_RELATIONAL_FORK_H
