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

#include "frontend/ir/channel.h"
#include "frontend/ir/channel_composition.h"
#include "frontend/ir/composition.h"
#include "frontend/ir/guarantee.h"
#include "frontend/ir/neighbourhood.h"
#include "frontend/ir/statement.h"

#include <memory>
#include <string>
#include <vector>

namespace plumb::ir {

/// A fact about every single run: true for all values of its free variables, which are the
/// iterations that ran.
struct Claim {
  ExpressionPtr formula;
  /// Role Bound, sort Int; each is an index of the transcript that the claim speaks of.
  std::vector<const Variable *> free;
  SourceRange range;
};

/// A program that runs on the inputs of its neighbourhood, and what is claimed of it. The parts of the
/// neighbourhood are its own: the body reads the same variables.
struct Mechanism : Neighbourhood {
  /// "none" and "unreached" first, then those that are published, in the order of the text.
  std::vector<std::unique_ptr<Tag>> tags;
  std::vector<std::unique_ptr<Transcript>> transcripts;
  Guarantee guarantee;
  std::vector<Claim> claims;
  Block body;

  /// No sample or query is Real: proved for the geometric laws, and emittable.
  bool isDiscrete() const;

  /// Nothing of what is claimed is left open: guarantee, scales, directions and bounds are there.
  bool isStated() const;
  /// Is something of it left open, an alignment or anything else?
  bool hasHoles() const;
};

/// Mechanisms point into the declarations, so that these live as long.
struct Program {
  /// Declared for the whole file: role Parameter, sort Int.
  std::vector<std::unique_ptr<Variable>> sizes;
  std::vector<std::unique_ptr<Record>> records;
  std::vector<std::unique_ptr<Policy>> policies;
  std::vector<std::unique_ptr<SchemaQuery>> queries;
  std::vector<std::unique_ptr<Mechanism>> mechanisms;
  std::vector<std::unique_ptr<Channel>> channels;
  /// Of these mechanisms.
  std::vector<std::unique_ptr<Composition>> compositions;
  /// Of these channels.
  std::vector<std::unique_ptr<ChannelComposition>> channelCompositions;
};

/// Program text that parses to the same IR; UTF-8 spellings are printed as ASCII.
std::string print(const Program &program);
/// Without the declarations of the file that it refers to.
std::string print(const Mechanism &mechanism);
/// A file with \p mechanism, of \p program, as the only mechanism.
std::string print(const Program &program, const Mechanism &mechanism);
std::string print(const Record &record);
std::string print(const Policy &policy);
std::string print(const SchemaQuery &query);
/// "replace Trajectory under hide_visits"
std::string print(const RecordAdjacency &adjacency);
/// "forall v in data, t in 0 .. H: v.enter <= t"
std::string print(const RecordPremise &premise);
/// One line, with no more parentheses than needed.
std::string print(const Expression &expression);
/// "private(eps)"
std::string print(const Guarantee &guarantee);
/// "decreasing", "increasing" or "changes".
std::string_view name(Difference::Direction direction);
/// "one f changes by 1"
std::string print(const Difference &difference);
/// "lam: real ~ laplace(1 / eps)": without its alignment.
std::string printLaw(const Sample &sample);
/// "align lam' = lam + f - f'", or "align ?" for a hole.
std::string printAlignment(const Sample &sample);
/// One line: the head of the statement, without its blocks.
std::string printHead(const Statement &statement);

} // namespace plumb::ir

#endif // PLUMB_FRONTEND_IR_PROGRAM_H
