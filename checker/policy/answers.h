// SPDX-License-Identifier: Apache-2.0
//===- checker/policy/answers.h - What is known about a secret -*- C++ -*-===//
///
/// \file
/// What can be said of one thing that somebody may want to know about a record, under one relation: who may
/// learn it, and whether all of it is given away. Each answer is proved for all records and sizes, or denied
/// by a pair of records; exposure.h says what follows from it.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_POLICY_ANSWERS_H
#define PLUMB_CHECKER_POLICY_ANSWERS_H

#include "checker/policy/pairs.h"
#include "checker/proof/neighbours.h"

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

/// By how much an output of a mechanism that is private(eps) for the relation multiplies the odds of
/// something at most, whatever they were: Risk (conference text, III-C).
enum class Risk {
  /// There is nothing to know.
  None,
  /// e^eps (Propositions IV.4 and IV.5; VLDB text, 3.3.1).
  AtMostExpEps,
  /// Some such mechanism tells it for certain (Propositions IV.3, III.2 and III.3).
  Infinite
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
  /// To any adversary; nothing if neither a bound nor that there is none is proved.
  std::optional<Risk> riskToEverybody() const;
  /// The same to those who know the rest.
  std::optional<Risk> riskToInformed() const;
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
  /// Of the rest, to those who know that the proposition is true, or false.
  std::optional<Risk> riskOfRest(bool whereTrue) const;

  bool isDecided() const;
};

/// Proved if all are; denied if one is.
Answer together(std::vector<Answer> answers);

} // namespace plumb::policy

#endif // PLUMB_CHECKER_POLICY_ANSWERS_H
