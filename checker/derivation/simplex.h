// SPDX-License-Identifier: Apache-2.0
//===- checker/derivation/simplex.h - Linear rows, exactly ------*- C++ -*-===//
///
/// \file
/// Whether some rows have a common solution over the rationals: a point of it, or the multipliers with which
/// the rows add up to an absurd one. Monomials are columns; that they are products is not known here.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_DERIVATION_SIMPLEX_H
#define PLUMB_CHECKER_DERIVATION_SIMPLEX_H

#include "checker/derivation/fraction.h"
#include "kernel/refutation.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace plumb::derivation {

/// number + little * d for a d > 0 that is as small as need be.
struct Value {
  Fraction number, little;
  friend bool operator==(const Value &, const Value &) = default;
  bool operator<(const Value &other) const {
    return number < other.number || (number == other.number && little < other.little);
  }
  void add(const Fraction &factor, const Value &other) {
    number += factor * other.number;
    little += factor * other.little;
  }
};

/// The general simplex of Dutertre and de Moura ("A Fast Linear-Arithmetic Solver for DPLL(T)", 2006), with
/// Bland's rule: each sum of monomials that a row bounds is a variable. From one set of rows to the next the
/// tableau is kept, and so is the point at which the last search ended: cases differ in few rows.
class Simplex {
public:
  /// Forgets the rows that it was given.
  void clear();
  void add(const kernel::Row &row);

  enum class Result : std::uint8_t { Feasible, Infeasible, Spent };
  /// \param work is lowered by what is done; nothing is found once it is spent.
  Result solve(std::uint64_t &work);

  /// After Infeasible: rows by their order since clear(), and factors.
  const std::map<std::size_t, mpq_class> &multipliers() const { return found; }
  /// After Feasible; nothing if no row since clear() speaks of it.
  std::optional<Value> valueOf(const kernel::Monomial &monomial) const;

private:
  /// Variables in order of their numbers, with factors other than 0.
  using Combination = std::vector<std::pair<std::size_t, Fraction>>;
  /// Where a row says that a variable ends. The row is the distance to that end times a factor.
  struct Bound {
    Value value;
    std::size_t row;
    Fraction factor;
  };
  struct Variable {
    std::optional<Bound> low, high;
    Value value;
    /// Nothing while it is not basic: then others are sums of it.
    std::optional<Combination> sum = {};
    /// Neither basic nor a part of what is: no row has bounded it for some time.
    bool isLeftOut = false;
  };

  std::size_t column(const kernel::Monomial &monomial);
  std::size_t variableOf(const kernel::Row &row, const Fraction &factor);
  static Combination total(const Combination &one, const Fraction &factor, const Combination &other,
                           std::optional<std::size_t> without);
  static const Fraction *factorOf(const Combination &sum, std::size_t variable);
  void leaveOut();
  void intoBounds(std::size_t variable);
  void move(std::size_t variable, const Value &step);
  void pivot(std::size_t leaving, std::size_t entering, std::uint64_t &work);
  std::optional<std::size_t> entering(std::size_t stuck, bool isBelow) const;
  void blame(const Bound &bound, const Fraction &factor);
  void explain(std::size_t stuck, bool isBelow);

  std::map<kernel::Monomial, std::size_t> columns;
  /// Those that the rows speak of.
  std::set<std::size_t> spokenOf;
  /// By their sums of columns, the first of which has the factor 1.
  std::map<std::vector<std::pair<std::size_t, mpq_class>>, std::size_t> sums;
  /// What is left out keeps its place.
  std::vector<Variable> variables;
  /// The basic ones.
  std::set<std::size_t> basis;
  std::size_t rowCount = 0;
  /// A variable whose bounds exclude each other.
  std::optional<std::size_t> clash;
  std::map<std::size_t, mpq_class> found;
};

} // namespace plumb::derivation

#endif // PLUMB_CHECKER_DERIVATION_SIMPLEX_H
