// SPDX-License-Identifier: Apache-2.0
#include "checker/smt/smtlib.h"
#include "checker/smt/solver.h"
#include "checker/smt/subterms.h"

#include <algorithm>

namespace plumb::smt {

std::string smallestLogic(const std::vector<Term> &formulas) {
  bool functions = false, integers = false, reals = false;
  for (Term part : subterms(formulas)) {
    functions |= part.op() == Operator::Apply && !part.arguments().empty();
    integers |= part.sort() == Sort::Int;
    reals |= part.sort() == Sort::Real;
  }
  if (std::any_of(formulas.begin(), formulas.end(), isNonlinear))
    return "QF_UFNIRA";
  // Z3 4.8.12 ignores QF_UFLIRA with a warning; with arrays, which nobody uses, both solvers know it.
  if (functions && integers && reals)
    return "QF_AUFLIRA";
  if (!integers && !reals)
    return "QF_UF";
  return std::string("QF_") + (functions ? "UF" : "") +
         (integers && reals ? "LIRA"
          : integers        ? "LIA"
                            : "LRA");
}

std::string logicOf(const Obligation &obligation) {
  std::vector<Term> formulas = obligation.hypotheses;
  formulas.push_back(obligation.goal);
  return smallestLogic(formulas);
}

} // namespace plumb::smt
