// SPDX-License-Identifier: Apache-2.0
//===- frontend/ir/substitution.h - Terms with arguments --------*- C++ -*-===//
///
/// \file
/// Terms with arguments put in, capture-free. For compositions, where a part's formulas are read with the
/// values that it gets.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_IR_SUBSTITUTION_H
#define PLUMB_FRONTEND_IR_SUBSTITUTION_H

#include "frontend/ir/composition.h"
#include "frontend/ir/schema.h"

#include <map>
#include <set>

namespace plumb::ir {

/// How far numbers are on the way from those of r to those of r'.
struct Way {
  /// A term over parameters, of the sort of the field. It is not negative.
  const Expression *most;
  /// Scalars of that sort that go first: as far as they go, this one is behind.
  std::vector<const Field *> first = {};
};

/// A record between r and r'. Its other fields are those of r.
struct RecordBetween {
  /// The fields that are those of r'.
  std::set<const Field *> taken;
  /// The fields, numbers and never none, which are on the way from those of r to those of r', so
  /// far from r, or there if that is not so far.
  std::map<const Field *, Way> underway;
};

struct Mixture {
  RecordBetween first, second;
};

/// What to read in the place of variables; all of it at once, so that a replacement is not replaced again.
/// What is in none of the tables stays. Points to what it was given.
struct Substitution {
  /// Scalars, by a term of their sort.
  std::map<const Variable *, const Expression *> values;
  /// Whole variables: scalars or arrays, by one with as many dimensions. \c values come first.
  std::map<const Variable *, const Variable *> variables;
  std::map<const RecordVariable *, const RecordVariable *> records;
  /// What is said of r is said of r', and the other way round.
  bool exchangesRecords = false;
  /// What is said of r and r' is said of these two; null: of r and r'.
  const Mixture *mixture = nullptr;
};

/// Owns what terms bind.
using BoundVariables = std::vector<std::unique_ptr<Variable>>;

/// A copy of \p term. What it binds by a `forall` is a new variable, put into \p owner: no replacement is
/// captured, and no two copies share what they bind. It keeps its name; the printer tells alike names apart.
/// \pre \p term reads parameters, queries, bound variables and fields, and no output: it is a requirement, a
/// clause of a head, or part of a policy or of a premise.
ExpressionPtr substituted(const Expression &term, const Substitution &substitution, BoundVariables &owner);

/// The same for a term that binds nothing: over scalar parameters.
ExpressionPtr substituted(const Expression &term, const Substitution &substitution);

/// A copy of \p premise, about a record of its own; its indices are put into \p owner.
RecordPremise substituted(const RecordPremise &premise, const Substitution &substitution,
                          BoundVariables &owner);

/// The arguments of \p part in the place of its mechanism's parameters, queries and sizes of the file.
Substitution argumentsOf(const Composition &composition, const Part &part);

} // namespace plumb::ir

#endif // PLUMB_FRONTEND_IR_SUBSTITUTION_H
