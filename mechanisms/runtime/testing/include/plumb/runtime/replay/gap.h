// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// How far a condition is from holding: branch distances, which searches make small (Korel, 1990; Tracey et
/// al., 1998).

#ifndef PLUMB_RUNTIME_REPLAY_GAP_H
#define PLUMB_RUNTIME_REPLAY_GAP_H

#include "plumb/runtime/replay/terms.h"

#include <algorithm>

namespace plumb::runtime::replay {

/// Each is 0 where there is nothing to do, and else grows with what is missing, up to 1 for a comparison.
struct Gap {
  double toTrue, toFalse;
};

inline double distance(Int a, Int b) {
  return static_cast<double>(a.wide()) - static_cast<double>(b.wide());
}
inline double distance(const Rational &a, const Rational &b) {
  return estimate(a - b);
}
/// Keeps the order, and lets many small gaps count more than a wide one.
inline double scaled(double gap) {
  return gap / (gap + 1);
}

inline Gap known(bool holds) {
  return {holds ? 0.0 : 1.0, holds ? 1.0 : 0.0};
}
template <class Number> Gap below(const Number &a, const Number &b) {
  const double by = distance(a, b);
  return a < b ? Gap{0, scaled(-by)} : Gap{scaled(by + 1), 0};
}
template <class Number> Gap equal(const Number &a, const Number &b) {
  return a == b ? Gap{0, 0.5} : Gap{scaled(std::max(distance(a, b), distance(b, a))), 0};
}
inline Gap opposite(Gap gap) {
  return {gap.toFalse, gap.toTrue};
}
inline Gap both(Gap a, Gap b) {
  return {a.toTrue + b.toTrue, std::min(a.toFalse, b.toFalse)};
}
inline Gap either(Gap a, Gap b) {
  return opposite(both(opposite(a), opposite(b)));
}
template <class Condition> Gap everywhere(Int low, Int high, Condition condition) {
  if (high - low > 5'000)
    throw Undefined{"a range is too long to be tried"};
  Gap all{0, 1e9};
  for (Int i = low; i < high; i = i + 1)
    all = both(all, condition(i));
  return all;
}

} // namespace plumb::runtime::replay

#endif // PLUMB_RUNTIME_REPLAY_GAP_H
