// SPDX-License-Identifier: Apache-2.0
//===- checker/inference/test_bounds.h - Bounds that tests keep -*- C++ -*-===//
///
/// \file
/// Bounds on a number that a loop compares with public ones: `while x < e`, `if x >= e { going := false }`,
/// `if x >= e { stop }`. A test bounds what passes it, and what a step adds behind it.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_INFERENCE_TEST_BOUNDS_H
#define PLUMB_CHECKER_INFERENCE_TEST_BOUNDS_H

#include "checker/inference/templates.h"

#include <optional>
#include <set>
#include <vector>

namespace plumb::inference {

class TestBounds {
public:
  explicit TestBounds(Templates &templates);

  /// Of the loop variable, by the guard.
  void boundIndex();
  /// Of \p x, by the guard and by all tests of the body.
  void bound(const ir::Variable &x);

  /// Whether \p low <= \p high is said for the first time.
  bool isNew(const ir::Expression &low, const ir::Expression &high);

private:
  /// When a bound holds.
  enum class While { Always, FlagStands, FlagStandsStrictly };
  /// The flag of a loop, and the value that it has until a test changes it; none: its value at entry.
  struct Flag {
    const ir::Variable *variable;
    std::optional<bool> stands;
  };

  void inTest(const ir::Variable &x, const ir::Expression &test);
  void onOtherSide(const ir::Variable &x, const ir::Expression &test);
  void stays(const ir::Variable &x, const ir::Expression &low, const ir::Expression &high);
  void runsOn(const ir::Variable &x, const ir::Expression &low, const ir::Expression &high);
  void keeps(const ir::Variable &x, const ir::Expression &low, const ir::Expression &high);
  void afterStep(const ir::Variable &x, const ir::Expression &left, const ir::Expression &right);
  void atMost(const ir::Expression &low, const ir::Expression &high, const std::vector<Rational> &slacks);
  void whileFlagStands(const ir::Expression &low, const ir::Expression &high,
                       const std::vector<Rational> &slacks);
  void goesInSteps(const ir::Variable &x, const Rational &step);
  bool isNew(While when, const ir::Expression &low, const ir::Expression &high);

  /// Both sides of a bound.
  struct Compared {
    While when;
    ir::ExpressionPtr low, high;
  };

  Templates &templates;
  std::vector<Flag> flags;
  std::vector<Compared> compared;
  std::set<const ir::Variable *> inSteps;
  /// Is it the test of a branch that may end the run?
  bool endsTheRun = false;
};

/// \p x occurs, and nothing else but literals and scalar parameters.
bool onlyParametersOr(const ir::Variable &x, const ir::Expression &low, const ir::Expression &high);

} // namespace plumb::inference

#endif // PLUMB_CHECKER_INFERENCE_TEST_BOUNDS_H
