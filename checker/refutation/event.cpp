// SPDX-License-Identifier: Apache-2.0
#include "checker/refutation/event.h"

#include <algorithm>

namespace plumb::refutation {

EventSearch::EventSearch(const Distribution &onFirst, const Distribution &onSecond,
                         const Rational &upperFactor)
    : first(onFirst), second(onSecond), factor(upperFactor) {
  for (const Distribution::Entry &entry : first.entries) {
    const Distribution::Entry *other = second.find(keyOf(entry.output));
    Rational gain = entry.explored.low();
    if (other)
      gain -= factor * other->explored.high();
    if (sgn(gain) > 0)
      gaining.push_back({&entry, other, std::move(gain)});
  }
  std::stable_sort(gaining.begin(), gaining.end(),
                   [](const Comparison &a, const Comparison &b) { return a.gain > b.gain; });
}

Event EventSearch::eventOf(const std::vector<Comparison> &outputs) const {
  Event event;
  for (const Comparison &comparison : outputs) {
    event.outputs.push_back(&comparison.first->output);
    event.firstLow += comparison.first->explored.low();
    event.firstHigh += comparison.first->explored.high();
    if (comparison.second) {
      event.secondLow += comparison.second->explored.low();
      event.secondHigh += comparison.second->explored.high();
    }
  }
  event.firstHigh += first.unexplored.high();
  event.secondHigh += second.unexplored.high();
  return event;
}

std::optional<Event> EventSearch::find() const {
  std::optional<Event> best;
  for (const Comparison &comparison : gaining) {
    Event event = eventOf({comparison});
    // firstLow / secondHigh, compared crosswise: secondHigh may be 0.
    if (violates(event) && (!best || event.firstLow * best->secondHigh > best->firstLow * event.secondHigh))
      best = std::move(event);
  }
  if (best)
    return best;
  Event all = eventOf(gaining);
  if (violates(all))
    return all;
  return std::nullopt;
}

bool EventSearch::isPromising(const Rational &share) const {
  Rational gain;
  for (const Comparison &comparison : gaining)
    gain += comparison.gain;
  return gain > factor * second.unexplored.high() * share;
}

} // namespace plumb::refutation
