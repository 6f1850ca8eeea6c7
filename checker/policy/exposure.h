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

#include "checker/policy/exposed.h"

#include <string>
#include <vector>

namespace plumb::policy {

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

/// \param relation declared, or stated by a mechanism of \p program. Nothing is asked if it is no Replace, or
/// if it reads parameters that are no sizes of \p program.
/// \param asked propositions about the relation's record. Everything outlives what is returned.
Exposure exposureOf(const ir::Program &program, const ir::RecordAdjacency &relation,
                    const std::vector<ir::Proposition> &asked, const proof::EngineMaker &makeEngine,
                    const PairCheck &check);

} // namespace plumb::policy

#endif // PLUMB_CHECKER_POLICY_EXPOSURE_H
