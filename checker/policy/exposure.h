// SPDX-License-Identifier: Apache-2.0
//===- checker/policy/exposure.h - What stays hidden, what does not -*- C++ -*-===//
///
/// \file
/// What a relation r -> r' between records protects and what it gives away, whatever the mechanism that is
/// private for it. Sources: Takagi, Cao and Yoshikawa, conference text, Propositions IV.3 to IV.5 and III.1
/// to III.3; VLDB text, 3.3.1. Each answer is proved for all records and sizes, or denied by a pair of
/// records.
///
/// Risk is the factor by which an output multiplies the odds of what an adversary wants to know. If r -> r'
/// whenever S holds of r and not of r', then a mechanism that is (P, eps)-private multiplies the odds of S by
/// at most e^eps, whatever the adversary believes: each record with S is at most e^eps times as likely to
/// give that output as each without. If S holds of r' whenever it does of r and r -> r', then what publishes
/// "yes" with probability 1 - e^-eps where S holds, and "no" otherwise, is (P, eps)-private, and a "yes" is
/// certain: the Risk is infinite.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_POLICY_EXPOSURE_H
#define PLUMB_CHECKER_POLICY_EXPOSURE_H

#include "checker/policy/pairs.h"
#include "checker/proof/neighbours.h"
#include "frontend/ir/proposition.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace plumb::policy {

/// Whether something is so of all records. Refuted comes with a pair that denies it.
struct Answer {
  smt::Outcome status = smt::Outcome::Unknown;
  std::optional<proof::RecordWitness> pair;
  /// Among which the pair was found; null without one.
  std::shared_ptr<const Pairs> among;

  bool isProved() const { return status == smt::Outcome::Proved; }
};

/// Something about a record that somebody wants to know: that a proposition is true, or false; or what a
/// field holds.
struct Secret {
  /// "visited[i]", "not visited[i]", "the value of place where there".
  std::string text;
  /// Its Risk is at most e^eps for every adversary.
  Answer fromEverybody;
  /// The same for those who know all of the record but the elements that the secret is about: 3.3.1's
  /// strong adversary.
  Answer fromInformed;
  /// Its Risk may be infinite, wherever it is so: no number of steps makes it otherwise. What denies it is a
  /// step that does, or one behind which another may.
  Answer givenAway;

  /// It is so of no record, or of all that there are.
  bool isNone() const { return fromEverybody.isProved() && givenAway.isProved(); }
  bool isDecided() const;
  /// A pair that shows something to those who know the rest shows it to everybody.
  void deniedToAll();
};

/// What follows for one proposition.
struct AboutProposition {
  Secret isTrue, isFalse;
  /// To those who know that it is true, or false, nothing else is given away (Proposition IV.5).
  Answer nothingElseIfTrue, nothingElseIfFalse;
  /// Records may differ in elements that the proposition does not read: the rest.
  bool hasRest = false;
  /// All of the rest is given away, where the proposition is true, or false (Proposition III.3): no number of
  /// steps from there changes it. What denies it is a step that does, or one behind which another may.
  Answer allElseIfTrue, allElseIfFalse;
  /// There is nothing to know: it is true of all records, or of none.
  bool isConstant() const { return isTrue.isNone(); }
  /// To those who know which of the two it is.
  Answer nothingElse() const;

  bool isDecided() const;
};

/// The same question under another relation.
struct Comparison {
  std::string relation;
  AboutProposition about;
};

/// What one relation does.
struct Exposure {
  /// "replace Trajectory under hide_visits"
  std::string relation;
  /// Why nothing is asked of it, and so nothing known; empty if it is asked.
  std::string notAsked;
  /// That the relation and the propositions have values, for all records. Where one is open nothing is said.
  /// Behind the relation's, that the edges of a graph have no direction: what is said is about those that
  /// are written.
  std::vector<proof::RecordValues> values;
  /// The relation has values; else there is nothing below.
  bool hasValues = false;
  /// For each field: its value, where the relation says that it may change, and where not.
  std::vector<Secret> fields;
  /// Of the conditions of the relation and the propositions that were asked about.
  std::vector<AboutProposition> propositions;
  /// For each of the last of these, which were asked about: differential privacy, one-sided differential
  /// privacy whose sensitive records are those of which it is true, and the graph in which it never changes.
  std::vector<std::vector<Comparison>> comparisons;

  bool isDecided() const;
};

/// Confirms a pair by other means than the solver.
using PairCheck = std::function<bool(const ir::Neighbourhood &, const proof::RecordWitness &)>;

/// \param relation declared, or stated by a mechanism of \p program. Nothing is asked if it is no Replace, or
/// if it reads parameters that are no sizes of \p program.
/// \param asked propositions about the relation's record. Everything outlives what is returned.
Exposure exposureOf(const ir::Program &program, const ir::RecordAdjacency &relation,
                    const std::vector<ir::Proposition> &asked, const proof::EngineMaker &makeEngine,
                    const PairCheck &check);

} // namespace plumb::policy

#endif // PLUMB_CHECKER_POLICY_EXPOSURE_H
