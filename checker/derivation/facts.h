// SPDX-License-Identifier: Apache-2.0
//===- checker/derivation/facts.h - What is known in a case --*- C++ -*-===//
///
/// \file
/// The formulas that are known to be true or false in one case of the search, and what follows from them by
/// the kernel's steps on formulas. Each knows how it became known.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_DERIVATION_FACTS_H
#define PLUMB_CHECKER_DERIVATION_FACTS_H

#include "checker/derivation/derivation.h"
#include "checker/derivation/formula.h"
#include "kernel/polynomial.h"

#include <cstddef>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace plumb::derivation {

/// A formula with a value, and how the kernel gets to know it.
struct Fact {
  kernel::Term formula;
  bool value;
  /// None for what is given, and for what is assumed in a case.
  std::optional<Step> step;
  /// Places of facts.
  std::vector<std::size_t> premises;
  bool isCase = false;
  /// It is a case, or one is among what it follows from.
  bool restsOnCases = false;
  /// Nothing more follows from it by itself as long as these are known, so many; 0 if something may.
  std::size_t settledBy = 0;
};

/// A contradiction: what it rests on, and the last steps.
struct Conflict {
  std::vector<std::size_t> premises;
  Steps steps;
};

/// In the order in which they became known. After a conflict nothing is learned until something is forgotten.
class Facts {
public:
  /// Both outlive this.
  Facts(kernel::Terms &ofTerms, kernel::NormalForms &ofNumbers) : terms(ofTerms), normal(ofNumbers) {}

  std::size_t size() const { return facts.size(); }
  const Fact &operator[](std::size_t place) const { return facts[place]; }
  auto begin() const { return facts.begin(); }
  auto end() const { return facts.end(); }
  const std::optional<Conflict> &contradiction() const { return conflict; }

  /// 1: true, -1: false, 0: not known.
  int valueOf(kernel::Term formula) const;
  /// The value of \p formula, also where only its parts are known; then it is learned.
  int determine(kernel::Term formula);
  /// Adds the fact behind \p formula, if it has one.
  void addPremise(std::vector<std::size_t> &premises, kernel::Term formula) const;
  /// Whether the kernel sees that the arguments of two applications are equal; and what it needs to know.
  std::optional<std::vector<std::size_t>> equalArguments(kernel::Term one, kernel::Term other);
  /// The places of one predicate twice, first where it is true and then where it is false.
  std::vector<std::pair<std::size_t, std::size_t>> predicates() const;

  void learn(kernel::Term formula, bool value, std::optional<Step> step, std::vector<std::size_t> premises);
  /// Begins a case. \pre \p formula is not known.
  void assume(kernel::Term formula, bool value);
  /// All that follows by the steps Unit, Whole and Alike.
  void propagate();
  /// All from this place on.
  void forget(std::size_t from);

private:
  const std::vector<Literal> &literalsOf(kernel::Term junction);
  std::optional<std::size_t> placeOf(kernel::Term formula) const;
  void unit(std::size_t at);
  void unitOfJunction(std::size_t at);
  void alike();

  kernel::Terms &terms;
  kernel::NormalForms &normal;
  std::vector<Fact> facts;
  /// Of the fact about a term, and one more; 0 if there is none.
  std::vector<std::size_t> places;
  /// Those that make up true junctions.
  std::unordered_map<kernel::Term, std::vector<Literal>> literals;
  std::optional<Conflict> conflict;
};

} // namespace plumb::derivation

#endif // PLUMB_CHECKER_DERIVATION_FACTS_H
