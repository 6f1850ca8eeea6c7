// SPDX-License-Identifier: Apache-2.0
//===- checker/smt/afresh.h - A second look at "unsat" ----------*- C++ -*-===//
///
/// \file
/// What a solver has said to have no model is believed. Solvers have erred there, and mostly behind scopes
/// that were opened and closed; so what a proof rests on is put once more to a solver that knows of nothing
/// else.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_SMT_AFRESH_H
#define PLUMB_CHECKER_SMT_AFRESH_H

#include "checker/smt/obligation.h"

#include <memory>
#include <stdexcept>
#include <vector>

namespace plumb::smt {

/// Two answers contradict each other, so that one of them is wrong. It is no answer of a Solver, passes
/// through it, and ends whatever was going on, as a bug does.
struct Disagreement : std::logic_error {
  using std::logic_error::logic_error;
};

/// Z3, whoever was asked first. Terms are those of one TermStore.
class Afresh {
public:
  Afresh();
  ~Afresh();

  /// Whether all of \p questions, which are said to be proved, are proved by a solver made for them: Proved,
  /// or Unknown with the reason. Throws Disagreement if the contrary of one has a model. \pre There is one,
  /// and all have the same hypotheses.
  Answer confirm(const std::vector<const Obligation *> &questions);

private:
  struct Asked;
  std::unique_ptr<Asked> asked;
};

} // namespace plumb::smt

#endif // PLUMB_CHECKER_SMT_AFRESH_H
