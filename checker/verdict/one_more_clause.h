// SPDX-License-Identifier: Apache-2.0
//===- checker/verdict/one_more_clause.h - What to require ------*- C++ -*-===//
///
/// \file
/// Advice to require one thing more, of which the condition is known to the letter: the clause is written
/// behind the parameters, in a line of its own.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_VERDICT_ONE_MORE_CLAUSE_H
#define PLUMB_CHECKER_VERDICT_ONE_MORE_CLAUSE_H

#include "frontend/ir/neighbourhood.h"
#include "frontend/support/help.h"

#include <string>

namespace plumb::verdict {

/// "\p reason: `requires \p condition`".
inline Help requireToo(const ir::Neighbourhood &inputs, const std::string &reason,
                       const std::string &condition) {
  const std::string clause = "requires " + condition;
  return {reason + ": `" + clause + "`",
          Repair{SourceRange{inputs.clauses, inputs.clauses}, "\n  " + clause}};
}

} // namespace plumb::verdict

#endif // PLUMB_CHECKER_VERDICT_ONE_MORE_CLAUSE_H
