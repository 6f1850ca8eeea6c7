// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// Parameters that satisfy the premises, or all but one.

#ifndef PLUMB_RUNTIME_REPLAY_SEARCH_H
#define PLUMB_RUNTIME_REPLAY_SEARCH_H

#include "plumb/runtime/replay/gap.h"
#include "plumb/runtime/replay/random.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace plumb::runtime::replay {

/// What is undefined does not hold.
template <class Public> bool holds(bool (*condition)(const Public &), const Public &p) {
  try {
    return condition(p);
  } catch (const Undefined &) {
    return false;
  }
}

template <class Program> bool premiseHolds(const typename Program::Public &p, std::size_t which) {
  try {
    return Program::premise(p, which);
  } catch (const Undefined &) {
    return false;
  }
}
/// Is every premise satisfied, but for that of the number \p broken, which is not?
template <class Program> bool breaksOnly(const typename Program::Public &p, std::size_t broken) {
  for (std::size_t i = 0; i < Program::premises.size(); ++i)
    if (premiseHolds<Program>(p, i) == (i == broken))
      return false;
  return true;
}
template <class Program> bool meetsPremises(const typename Program::Public &p) {
  return breaksOnly<Program>(p, Program::premises.size()) && holds(Program::hasSizes, p);
}

/// Another number near \p number, or far from it.
inline Int changed(Int number, Random &random) {
  switch (random.below(8)) {
  case 0:
    return random.between(-3, 8);
  case 1:
    return -number;
  case 2:
  case 3: {
    const Int step = Wide{1} << random.below(16);
    return random.truth() ? number + step : number - step;
  }
  default:
    return random.truth() ? number + 1 : number - 1;
  }
}
inline Rational changed(const Rational &number, Random &random) {
  switch (random.below(4)) {
  case 0:
    return number * 2;
  case 1:
    return number / 2;
  case 2:
    return -number;
  default:
    return random.real();
  }
}
inline void change(Int &number, Random &random) {
  number = changed(number, random);
}
inline void change(Rational &number, Random &random) {
  number = changed(number, random);
}
inline void change(bool &truth, Random &) {
  truth = !truth;
}
inline void change(Bit &truth, Random &) {
  truth.value = !truth.value;
}
template <class Element> void change(Array<Element> &array, Random &random) {
  if (!array.items.empty())
    change(array.items[random.below(array.items.size())], random);
}
/// One element as often as not; else all of them, which rows of conditions over them need.
inline void change(Array<Int> &array, Random &random) {
  if (array.items.empty())
    return;
  const Int shift = changed(Int(0), random);
  switch (random.below(6)) {
  case 0:
    for (Int &item : array.items)
      item = item + shift;
    break;
  case 1:
    std::sort(array.items.begin(), array.items.end());
    break;
  case 2:
    for (std::size_t i = 0; i < array.items.size(); ++i)
      array.items[i] = Int(i) + random.between(0, 4);
    break;
  default:
    change(array.items[random.below(array.items.size())], random);
    break;
  }
}

enum class Sizes { Any, Kept };

/// Changes one parameter, or elements of one.
template <class Program> void changeOne(typename Program::Public &p, Sizes sizes, Random &random) {
  std::vector<const void *> kept;
  if (sizes == Sizes::Kept)
    Program::eachSize(p, [&](const Int &size) { kept.push_back(&size); });
  std::size_t count = 0, place = 0;
  Program::eachParameter(p, [&](const auto &) { ++count; });
  const std::size_t which = count == 0 ? 0 : random.below(count);
  Program::eachParameter(p, [&](auto &parameter) {
    if (place++ == which && std::find(kept.begin(), kept.end(), &parameter) == kept.end())
      change(parameter, random);
  });
  Program::resize(p);
}

/// Hill climbing from \p p, with at most \p attempts steps: makes all premises hold, but for that of the
/// number \p broken, if there is one, which it makes fail. Nothing if it does not get there.
template <class Program>
std::optional<typename Program::Public> search(typename Program::Public p, std::size_t broken, Sizes sizes,
                                               int attempts, Random &random) {
  const auto gapOf = [&](const typename Program::Public &candidate) {
    double sum = 0;
    try {
      for (std::size_t i = 0; i < Program::premises.size(); ++i) {
        const Gap gap = Program::gap(candidate, i);
        sum += i == broken ? gap.toFalse : gap.toTrue;
      }
    } catch (const Undefined &) {
      return std::numeric_limits<double>::infinity();
    }
    return sum;
  };
  double best = gapOf(p);
  for (int attempt = 0; attempt < attempts; ++attempt) {
    if (best == 0 && breaksOnly<Program>(p, broken))
      return p;
    auto candidate = p;
    try {
      changeOne<Program>(candidate, sizes, random);
      if (random.oneIn(3))
        changeOne<Program>(candidate, sizes, random);
    } catch (const Undefined &) {
      continue;
    }
    if (const double gap = gapOf(candidate); gap <= best) {
      best = gap;
      p = std::move(candidate);
    }
  }
  return std::nullopt;
}

} // namespace plumb::runtime::replay

#endif // PLUMB_RUNTIME_REPLAY_SEARCH_H
