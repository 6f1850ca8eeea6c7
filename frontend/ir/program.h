// SPDX-License-Identifier: Apache-2.0
//===- frontend/ir/program.h - A checked program ----------------*- C++ -*-===//
///
/// \file
/// The intermediate representation: mechanisms whose names, sorts and clauses are
/// in order. Everything behind frontend/sema reads this and nothing else.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_IR_PROGRAM_H
#define PLUMB_FRONTEND_IR_PROGRAM_H

#include "frontend/ir/adjacency.h"
#include "frontend/ir/statement.h"

#include <memory>
#include <string>
#include <vector>

namespace plumb::ir {

/// guarantees private(epsilon).
struct Guarantee {
  /// Sort Real, over scalar parameters.
  ExpressionPtr epsilon;
  SourceRange range;
};

/// A fact about every single run: true for all values of its free variables, which are the
/// iterations that ran.
struct Claim {
  ExpressionPtr formula;
  /// Role Bound, sort Int; each is an index of the transcript that the claim speaks of.
  std::vector<const Variable *> free;
  SourceRange range;
};

struct Mechanism {
  std::string name;
  SourceRange nameRange;
  /// All variables, in the order of declaration; parameters and queries first, in the order of
  /// the head.
  std::vector<std::unique_ptr<Variable>> variables;
  /// "none" and "unreached" first, then those that are published, in the order of the text.
  std::vector<std::unique_ptr<Tag>> tags;
  std::vector<std::unique_ptr<Transcript>> transcripts;
  /// Over parameters only.
  std::vector<ExpressionPtr> requirements;
  std::vector<Difference> adjacency;
  Guarantee guarantee;
  std::vector<Claim> claims;
  Block body;
  SourceRange range;

  /// No sample or query is Real: proved for the geometric laws, and emittable.
  bool isDiscrete() const;
};

struct Program {
  std::vector<std::unique_ptr<Mechanism>> mechanisms;
};

/// Program text that parses to the same IR; UTF-8 spellings are printed as ASCII.
std::string print(const Program &program);
std::string print(const Mechanism &mechanism);
/// One line, with no more parentheses than needed.
std::string print(const Expression &expression);
/// One line: the head of the statement, without its blocks.
std::string printHead(const Statement &statement);

} // namespace plumb::ir

#endif // PLUMB_FRONTEND_IR_PROGRAM_H
