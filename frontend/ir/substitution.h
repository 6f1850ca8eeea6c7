// SPDX-License-Identifier: Apache-2.0
//===- frontend/ir/substitution.h - Terms with arguments --------*- C++ -*-===//

#ifndef PLUMB_FRONTEND_IR_SUBSTITUTION_H
#define PLUMB_FRONTEND_IR_SUBSTITUTION_H

#include "frontend/ir/composition.h"
#include "frontend/ir/record.h"

#include <map>

namespace plumb::ir {

/// What to read in the place of variables; all of it at once, so that a replacement is not replaced again.
/// What is in none of the tables stays. Points to what it was given.
struct Substitution {
  /// Scalars, by a term of their sort.
  std::map<const Variable *, const Expression *> values;
  /// Whole variables: scalars or arrays, by one with as many dimensions. \c values come first.
  std::map<const Variable *, const Variable *> variables;
  std::map<const RecordVariable *, const RecordVariable *> records;
};

/// A copy of \p term. What it binds by a `forall` is shared with \p term.
/// \pre \p term reads parameters, queries, bound variables and fields, and no output: it is a requirement, a
/// clause of a head, or part of a policy or of a premise.
ExpressionPtr substituted(const Expression &term, const Substitution &substitution);

/// The arguments of \p part in the place of its mechanism's parameters, queries and sizes of the file.
Substitution argumentsOf(const Composition &composition, const Part &part);

} // namespace plumb::ir

#endif // PLUMB_FRONTEND_IR_SUBSTITUTION_H
