// SPDX-License-Identifier: Apache-2.0
//===- checker/refutation/budget.h - Work that a search may do --*- C++ -*-===//
///
/// \file
/// How much a search may do, counted in work and not in time, so that it finds the same on every machine.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_REFUTATION_BUDGET_H
#define PLUMB_CHECKER_REFUTATION_BUDGET_H

#include <cstdint>

namespace plumb::refutation {

/// A number of units of work that a search may do. Counted, never timed, so that a search finds the
/// same on every machine.
class Budget {
public:
  explicit Budget(std::uint64_t units) : left(units) {}
  /// False if nothing is left.
  bool spend(std::uint64_t units = 1) {
    left -= units < left ? units : left;
    return left != 0;
  }
  bool isSpent() const { return left == 0; }
  std::uint64_t remaining() const { return left; }

private:
  std::uint64_t left;
};

constexpr std::uint64_t statementsOfAUnit = 16;

/// Units for executing that many statements between two draws.
inline std::uint64_t workOf(std::uint64_t statements) {
  return 1 + statements / statementsOfAUnit;
}

/// How many statements may be executed for so many units.
inline std::uint64_t statementsOf(std::uint64_t units) {
  return units > UINT64_MAX / statementsOfAUnit ? UINT64_MAX : units * statementsOfAUnit;
}

/// Units for copying that many numbers from one state of a run to another.
inline std::uint64_t workOfCopies(std::uint64_t numbers) {
  constexpr std::uint64_t numbersOfAUnit = 256;
  return numbers / numbersOfAUnit;
}

} // namespace plumb::refutation

#endif // PLUMB_CHECKER_REFUTATION_BUDGET_H
