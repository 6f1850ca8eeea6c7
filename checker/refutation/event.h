// SPDX-License-Identifier: Apache-2.0
//===- checker/refutation/event.h - A telling event -------------*- C++ -*-===//
///
/// \file
/// The set of outputs that shows a violation: P[m(D) in S] > e^eps P[m(D') in S], from lower and upper
/// bounds on the probability of each output, in exact arithmetic.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_REFUTATION_EVENT_H
#define PLUMB_CHECKER_REFUTATION_EVENT_H

#include "checker/refutation/distribution.h"

#include <optional>

namespace plumb::refutation {

/// A set of outputs with bounds on its probability under two distributions.
struct Event {
  std::vector<const interpreter::Output *> outputs;
  Rational firstLow, firstHigh, secondLow, secondHigh;
};

/// Looks for S with firstLow > factor * secondHigh.
class EventSearch {
public:
  /// \param upperFactor at least e^eps. All arguments outlive the search and its events.
  EventSearch(const Distribution &onFirst, const Distribution &onSecond, const Rational &upperFactor);

  /// A single output if one will do (the one with the largest ratio), else the union of all outputs
  /// that are more than `upperFactor` times as likely among the walked runs; nothing if that is not
  /// enough either.
  std::optional<Event> find() const;

  /// Would the union do if the runs that were not walked had no more than a \p share (at most 1) of
  /// their likelihood? If not, walking farther is in vain.
  bool isPromising(const Rational &share) const;

private:
  struct Comparison {
    const Distribution::Entry *first;
    const Distribution::Entry *second;
    /// first's lower bound - factor * second's upper bound, over walked runs.
    Rational gain;
  };

  Event eventOf(const std::vector<Comparison> &outputs) const;
  bool violates(const Event &event) const { return event.firstLow > factor * event.secondHigh; }

  const Distribution &first;
  const Distribution &second;
  const Rational &factor;
  /// Those with a positive gain.
  std::vector<Comparison> gaining;
};

} // namespace plumb::refutation

#endif // PLUMB_CHECKER_REFUTATION_EVENT_H
