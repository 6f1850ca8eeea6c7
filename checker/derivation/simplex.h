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

#include "kernel/refutation.h"

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace plumb::derivation {

/// number + little * d for a d > 0 that is as small as need be.
struct Value {
  mpq_class number = 0, little = 0;
  friend bool operator==(const Value &, const Value &) = default;
  bool operator<(const Value &other) const {
    return number < other.number || (number == other.number && little < other.little);
  }
  void add(const mpq_class &factor, const Value &other) {
    number += factor * other.number;
    little += factor * other.little;
  }
};

/// The general simplex of Dutertre and de Moura ("A Fast Linear-Arithmetic Solver for DPLL(T)", 2006), with
/// Bland's rule: each row is a variable of its own with bounds.
class Simplex {
public:
  /// \p work is lowered by what is done; nothing is found once it is spent.
  explicit Simplex(std::uint64_t &leftOfWork) : work(leftOfWork) {}

  void add(const kernel::Row &row);

  enum class Result : std::uint8_t { Feasible, Infeasible, Spent };
  Result solve();

  /// After Infeasible: rows by their order, and factors.
  const std::map<std::size_t, mpq_class> &multipliers() const { return found; }
  /// After Feasible; nothing if no row speaks of it.
  std::optional<Value> valueOf(const kernel::Monomial &monomial) const;

private:
  using Combination = std::map<std::size_t, mpq_class>;
  struct Variable {
    std::optional<Value> low, high;
    Value value;
    /// The row that it stands for; none for a column.
    std::optional<std::size_t> row;
  };

  std::size_t column(const kernel::Monomial &monomial);
  void pivot(std::size_t leaving, std::size_t entering);
  void moveTo(std::size_t leaving, std::size_t entering, const Value &target);
  void explain(std::size_t stuck, bool isBelow);

  std::uint64_t &work;
  std::map<kernel::Monomial, std::size_t> columns;
  std::vector<Variable> variables;
  /// Basic variables as sums of others.
  std::map<std::size_t, Combination> tableau;
  std::size_t rowCount = 0;
  std::map<std::size_t, mpq_class> found;
};

} // namespace plumb::derivation

#endif // PLUMB_CHECKER_DERIVATION_SIMPLEX_H
