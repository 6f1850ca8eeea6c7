// SPDX-License-Identifier: Apache-2.0
//===- checker/channel/answers.h - What may stand for holes -----*- C++ -*-===//
///
/// \file
/// Searches what a channel leaves open. Each obligation is an inequality between polynomials in which the
/// holes are unknown; rows are equations. A best answer makes as many of them tight as there are holes left,
/// so these are solved, and what does not hold on small numbers is dropped. That an answer is right is not
/// known here.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_CHANNEL_ANSWERS_H
#define PLUMB_CHECKER_CHANNEL_ANSWERS_H

#include "checker/channel/cases.h"
#include "checker/channel/holes.h"
#include "checker/channel/instance_search.h"
#include "checker/channel/obligations.h"
#include "checker/channel/quotient.h"

#include <cstdint>
#include <map>

namespace plumb::channel {

/// One value for each hole, in the order of the holes.
using Answer = std::vector<Quotient>;

/// What may stand for the holes of one channel.
class AnswerSearch {
public:
  /// Both outlive this. Throws Unsupported and TooLarge, as all of this does.
  AnswerSearch(const ir::Channel &of, const std::vector<Hole> &open);

  /// Those that hold at all samples, none of them better than another in all respects; the best first. What
  /// they divide by is positive there.
  std::vector<Answer> answers();
  /// Why there are none.
  std::vector<std::string> conflict();

  const Algebra &algebra() const { return translation; }
  /// Are there parameters at which anything could be tried?
  bool hasSamples() const { return !samples.empty(); }

private:
  /// What is known of each parameter; of a hole possibly in terms of other holes.
  using Solution = std::map<std::size_t, Quotient>;

  struct Goal {
    Fact fact;
    const Obligation *obligation;
    /// The holes in it.
    std::vector<std::size_t> holes;
  };

  bool isSpent() const;
  void takeSamples();
  void extend(const Solution &solution, std::size_t next);
  void extendBy(const Polynomial &goal, const Solution &solution, std::size_t next);
  std::optional<Quotient> inserted(const Polynomial &goal, const Solution &solution) const;
  bool mayHold(const Solution &solution) const;
  /// Of sample \p number with the values of the holes; nothing if one has none.
  std::optional<Values> valuesAt(std::size_t number, const Solution &solution) const;
  bool isKnown(const Solution &solution, const std::vector<std::size_t> &holes) const;
  std::optional<std::vector<Rational>> merits(const Solution &solution);
  void meritsAt(const Values &values, std::vector<Rational> &merits, bool &tells);
  bool existsAt(const Cell &cell, std::size_t output, const Values &values);
  std::optional<Rational> entryAt(std::size_t input, std::size_t output, ir::Relation relation,
                                  const Values &values);
  Quotient turned(const Quotient &quotient) const;
  std::string told(const Quotient &quotient, const Hole &hole) const;

  const ir::Channel &channel;
  const std::vector<Hole> &holes;
  Algebra translation;
  std::vector<Obligation> obligations;
  /// Equations first.
  std::vector<Goal> goals;
  std::size_t equations = 0;
  std::vector<Values> samples;
  /// By sample: which goals are about it.
  std::vector<std::vector<std::size_t>> concerned;
  std::vector<Solution> complete;
  std::size_t tried = 0;
  /// Terms of the polynomials that were made.
  mutable std::uint64_t made = 0;
};

} // namespace plumb::channel

#endif // PLUMB_CHECKER_CHANNEL_ANSWERS_H
