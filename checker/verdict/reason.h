// SPDX-License-Identifier: Apache-2.0
//===- checker/verdict/reason.h - Why something is assumed ------*- C++ -*-===//
///
/// \file
/// Why a hypothesis of an obligation may be assumed, as a value: for readers, who are told in the words of
/// the program. No proof depends on it.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_VERDICT_REASON_H
#define PLUMB_CHECKER_VERDICT_REASON_H

#include <cstddef>
#include <cstdint>

namespace plumb::ir {
class Expression;
class Statement;
struct Difference;
struct Variable;
} // namespace plumb::ir

namespace plumb::verdict {

struct Reason {
  enum class Kind : std::uint8_t {
    Unstated,       ///< true of all numbers
    Meaning,        ///< what a name of the prover stands for
    Everywhere,     ///< a `forall` that holds, at one index
    Somewhere,      ///< where a `forall` fails that does not hold
    Requirement,    ///< `formula` is a `requires` of the parameters
    Premise,        ///< `formula` is a `requires` of every record
    Neighbours,     ///< `difference`: what is stated of the answers of a query
    Policy,         ///< how the record of D and the one of D' may differ
    Field,          ///< the range of a field
    Count,          ///< the answers of `variable` are numbers of records
    Extremum,       ///< the answers of `variable` are the largest or smallest of records
    GoesOn,         ///< the loop `statement` has another iteration
    Ended,          ///< the loop `statement` has ended
    Invariant,      ///< of the loop `statement`, the one with this `number`
    InvariantAlone, ///< the same of one run alone
    Branch,         ///< the condition of the branch `statement` holds, or not (`holds`)
    Published,      ///< the run on D publishes z, here by `statement`
    Silent,         ///< the run on D publishes z, and here nothing
    Selection,      ///< what is selected is a set of k indices
    Law,            ///< the draw of `statement` is in the support of its law
    Movement,       ///< how far the draw of `statement` is moved
    Choice,         ///< what an argmax or argmin chooses
  };
  Kind kind = Kind::Unstated;
  const ir::Expression *formula = nullptr;
  const ir::Statement *statement = nullptr;
  const ir::Difference *difference = nullptr;
  const ir::Variable *variable = nullptr;
  std::size_t number = 0;
  bool holds = true;
  friend bool operator==(const Reason &, const Reason &) = default;

  static Reason of(Kind kind) { return {kind}; }
  static Reason of(Kind kind, const ir::Expression &formula) { return {kind, &formula}; }
  static Reason of(Kind kind, const ir::Statement &statement) { return {kind, nullptr, &statement}; }
  static Reason of(Kind kind, const ir::Variable &variable) {
    return {kind, nullptr, nullptr, nullptr, &variable};
  }
  static Reason neighbours(const ir::Difference &difference) {
    return {Kind::Neighbours, nullptr, nullptr, &difference};
  }
  static Reason branch(const ir::Statement &statement, bool isTaken) {
    return {Kind::Branch, nullptr, &statement, nullptr, nullptr, 0, isTaken};
  }
  static Reason invariant(const ir::Statement &loop, std::size_t number, bool isOfPair) {
    return {isOfPair ? Kind::Invariant : Kind::InvariantAlone, nullptr, &loop, nullptr, nullptr, number};
  }
};

} // namespace plumb::verdict

#endif // PLUMB_CHECKER_VERDICT_REASON_H
