// SPDX-License-Identifier: Apache-2.0
//===- checker/policy/exposed.h - The answers about one relation *- C++ -*-===//
///
/// \file
/// Asks the prover what one relation r -> r' protects and gives away. Each question is whether a set of pairs
/// of records is empty: the pairs that would deny what is to be shown.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_POLICY_EXPOSED_H
#define PLUMB_CHECKER_POLICY_EXPOSED_H

#include "checker/policy/answers.h"
#include "frontend/ir/proposition.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace plumb::policy {

/// Confirms a pair by other means than the solver.
using PairCheck = std::function<bool(const ir::Neighbourhood &, const proof::RecordWitness &)>;

/// The rule of the policy of \p relation for \p field; null if there is none.
const ir::Attribute *attributeOf(const ir::RecordAdjacency &relation, const ir::Field &field);

/// Where \p field may change; null if that is everywhere, or nowhere, or said by one formula of both records.
const ir::Expression *conditionFor(const ir::RecordAdjacency &relation, const ir::Field &field);

/// The answers about one relation.
class Exposed {
public:
  /// All arguments outlive this.
  Exposed(const ir::Program &of, const ir::RecordAdjacency &asked, const proof::EngineMaker &makesEngine,
          const PairCheck &confirms)
      : program(of), relation(asked), makeEngine(makesEngine), check(confirms) {}

  AboutProposition about(const ir::Proposition &proposition, const std::string &text);
  /// Where the condition holds under which it may change, or where not: \p holds. Everywhere if it has none.
  Secret value(const ir::Field &field, bool holds, std::string text);

  proof::RecordValues valuesOfRelation();
  /// \pre the relation is a graph.
  proof::RecordValues edgesHaveNoDirection();
  proof::RecordValues valuesOf(const ir::Proposition &proposition);

private:
  /// Keeps some of the pairs; what stands there for indices of which the relation may speak.
  using Kept = std::function<ir::Substitution(Pairs &)>;

  Answer areNone(Pairs pairs);
  /// Whenever \p kept, also r -> r'.
  Answer allAllowed(const Kept &kept);
  /// Whenever r -> r', not \p kept.
  Answer noneAllowed(const Kept &kept);
  /// The fields of which some element may differ that \p proposition does not read.
  std::vector<const ir::Field *> restOf(const ir::Proposition &proposition);
  /// Keeps the pairs that differ in such an element of \p field.
  void keepRestChanged(Pairs &pairs, const ir::Field &field, const std::vector<Element> &read);
  /// No step changes an element of \p field that \p proposition does not read: where it is true, or false, or
  /// anywhere.
  Answer stays(const ir::Proposition &proposition, const ir::Field &field, std::optional<bool> isTrue);
  /// The same of two steps, from where it is true, or false; never Proved. \pre no first step does.
  Answer staysInSecondStep(const ir::Proposition &proposition, const ir::Field &field, bool isTrue);
  /// No step makes it otherwise at sizes at which \p field has more than one value.
  bool leftNowhere(const ir::Proposition &proposition, const ir::Field &field, bool isTrue);
  /// No number of steps changes any of \p rest, from where it is true, or false. \p givenAway: none of them
  /// makes it otherwise.
  Answer restStays(const ir::Proposition &proposition, const std::vector<const ir::Field *> &rest,
                   bool isTrue, const Answer &givenAway);
  /// Keeps the pairs in which the condition under which \p field may change at \p at is so, or not, of r, or
  /// of r'. \pre there is one.
  void keepCondition(Pairs &pairs, const ir::Field &field, const std::vector<const ir::Variable *> &at,
                     bool isSo, bool ofSecond, ir::Substitution known = {});
  Answer nothingElse(const ir::Proposition &proposition, bool isTrue);
  Secret secret(const ir::Proposition &proposition, bool isTrue, std::string text);

  const ir::Program &program;
  const ir::RecordAdjacency &relation;
  const proof::EngineMaker &makeEngine;
  const PairCheck &check;
};

} // namespace plumb::policy

#endif // PLUMB_CHECKER_POLICY_EXPOSED_H
