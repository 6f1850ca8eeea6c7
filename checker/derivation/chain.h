// SPDX-License-Identifier: Apache-2.0
//===- checker/derivation/chain.h - What evidence says ----------*- C++ -*-===//
///
/// \file
/// Evidence that the kernel has taken, as something to be told: cases, in each the inequalities that add up
/// to an absurd one, and what each of these comes from. Nothing is looked for and nothing is left out: a
/// chain is the steps of kernel/refutation.h, taken once more.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_DERIVATION_CHAIN_H
#define PLUMB_CHECKER_DERIVATION_CHAIN_H

#include "checker/derivation/derivation.h"
#include "checker/derivation/formula.h"

#include <compare>
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

namespace plumb::derivation {

/// Something that is given.
struct Given {
  enum class Kind : std::uint8_t {
    Hypothesis, ///< of the obligation, by its place
    Case,       ///< of the chain, by its place
    Goal,       ///< that the goal is false, or what this says of a part of it: a supposition, by its place
  };
  Kind kind;
  std::size_t number = 0;
  auto operator<=>(const Given &) const = default;
};

/// Why a formula is known.
struct Grounds {
  /// What it is a part of.
  std::set<Given> from;
  /// These, and what else had to be known.
  std::set<Given> all;
};

struct Summand {
  /// Above 0, but for an equation.
  mpq_class factor;
  /// By its place in the case.
  std::size_t inequality;
};

/// A row, and where it comes from.
struct Inequality {
  enum class Kind : std::uint8_t {
    Comparison, ///< `formula`, which is true or false (`isTrue`)
    Choice,     ///< `formula`, an IfThenElse, is equal to its side
    Division,   ///< what `formula`, a quotient or remainder, lies between or is
    Congruence, ///< `formula` and `other`: one function at equal arguments
    Rounded,    ///< the sum of others, for integers
    Product,    ///< the product of two others
    Multiple,   ///< an equation times `formula`
  };
  Kind kind;
  kernel::Row row;
  kernel::Term formula{}, other{};
  bool isTrue = true;
  Grounds grounds = {};
  /// Rounded, Product and Multiple: of these, each smaller than its own place.
  std::vector<std::vector<Summand>> of = {};
};

/// A formula that is split on, with the value that it has in this case.
struct Case {
  kernel::Term formula;
  bool value;
  /// The other case is impossible by itself, whatever is given: so this is true of all numbers.
  bool isTrueOfAll = false;
  /// What the other case is impossible by.
  std::set<Given> shownFrom = {};
};

/// How one case ends.
struct Leaf {
  /// What it rests on.
  std::set<Given> grounds;
  std::vector<Inequality> inequalities;
  /// They add up to an absurd row; empty if a formula is both true and false.
  std::vector<Summand> sum;
  kernel::Term formula{};
  Grounds whyTrue = {}, whyFalse = {};
};

struct Chain {
  std::vector<Case> cases;
  /// What is supposed where it is supposed that the goal is false: first all of it, then its parts.
  std::vector<Literal> suppositions;
  std::vector<Leaf> leaves;
};

/// What \p steps say of \p obligation; nothing if they do not show it.
std::optional<Chain> chainOf(kernel::Terms &terms, const kernel::Obligation &obligation, const Steps &steps);

/// The row that \p summands of \p inequalities add up to.
kernel::Row sumOf(const std::vector<Inequality> &inequalities, const std::vector<Summand> &summands);

} // namespace plumb::derivation

#endif // PLUMB_CHECKER_DERIVATION_CHAIN_H
