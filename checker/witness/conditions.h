// SPDX-License-Identifier: Apache-2.0
//===- checker/witness/conditions.h - What one run asks of its draws -*- C++ -*-===//
///
/// \file
/// A run executes while its draws are not known. What it publishes is the word, which solves for some draws;
/// each comparison that is not decided by this goes one of its ways, and is then a test of the run.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_WITNESS_CONDITIONS_H
#define PLUMB_CHECKER_WITNESS_CONDITIONS_H

#include "checker/witness/runs.h"

#include <optional>
#include <string>
#include <vector>

namespace plumb::witness {

/// The outcomes of the comparisons of one run, and how many each could have had.
struct Outcomes {
  struct Outcome {
    std::size_t taken, of;
  };
  std::vector<Outcome> row;

  /// The next row in lexicographic order. False after the last.
  bool advance() {
    while (!row.empty() && row.back().taken + 1 == row.back().of)
      row.pop_back();
    if (row.empty())
      return false;
    ++row.back().taken;
    return true;
  }
};

class Conditions {
public:
  enum class End : std::uint8_t { Published, Other, Unknown };

  /// Of one run along \p along, whose comparisons it appends; \p left are the steps that may be taken. All
  /// three outlive this.
  Conditions(const std::optional<Windows> &only, Outcomes &along, std::uint64_t &left, std::size_t values)
      : state(values), windows(only), outcomes(along), statements(left) {}

  Run result;
  /// Why the run is not understood.
  std::string obstacle;

protected:
  // The run ends, and every value is 0 from now on: another word is published, or the text does more than
  // this room understands.
  LinearForm other();
  LinearForm unknown(std::string why);

  /// Terms of a form that are copied, and tests that are compared, for one step.
  static constexpr std::uint64_t partsOfAStep = 8;

  /// Ends the run where not so much is left.
  void spend(std::uint64_t steps);

  /// The forms have to be these numbers, of which the first one is the \p first of the word.
  void require(std::vector<LinearForm> forms, const std::vector<Exact> &numbers, std::size_t first);

  bool isAbove(const LinearForm &form, bool isStrict);
  bool isZero(const LinearForm &form);
  /// The first of the largest: one outcome for each.
  std::size_t largest(const std::vector<LinearForm> &values);

  /// The values that the run holds; what is solved for is replaced in them.
  std::vector<LinearForm> state;
  std::optional<End> ended;

private:
  bool isReal(std::size_t symbol) const;
  bool isWindow(std::size_t symbol) const;
  bool hasReal(const LinearForm &form) const;
  bool hasDraw(const LinearForm &form) const;
  /// Over integers, is it 0 or farther than \p radius from it?
  static bool isOnLattice(const LinearForm &form, const Exact &radius);
  /// \pre no real symbol is in it.
  void vanish(const LinearForm &difference, std::vector<LinearForm> &pending);
  void lieInWindow(const LinearForm &difference, const Exact &number, std::size_t component,
                   std::vector<LinearForm> &pending);
  void solve(std::size_t draw, LinearForm value, std::vector<LinearForm> &pending);
  std::size_t choose(std::size_t count);
  /// form > 0 or form >= 0, as far as it is known already.
  std::optional<bool> known(const LinearForm &form, bool isStrict) const;
  void demand(const LinearForm &form, bool isStrict);

  const std::optional<Windows> &windows;
  Outcomes &outcomes;
  std::size_t next = 0;
  std::uint64_t &statements;
};

} // namespace plumb::witness

#endif // PLUMB_CHECKER_WITNESS_CONDITIONS_H
