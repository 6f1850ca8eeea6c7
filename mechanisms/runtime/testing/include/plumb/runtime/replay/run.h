// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// The two runs of a replay as the alignments of the program see them: draws, states and what was
/// published.

#ifndef PLUMB_RUNTIME_REPLAY_RUN_H
#define PLUMB_RUNTIME_REPLAY_RUN_H

#include "plumb/runtime/replay/published.h"

#include <algorithm>
#include <cstddef>
#include <initializer_list>

namespace plumb::runtime::replay {

/// A draw of the program on D, and what its alignment may look back at.
template <class Before> struct Draw {
  std::size_t statement;
  Indices iteration;
  Int value;
  Before before;
};

/// Everything about the run on D.
template <class Program> struct First {
  const typename Program::Answers &answers;
  std::vector<Draw<typename Program::Before>> draws;
  typename Program::State end;
  Published published;

  /// The draw of another statement in the iteration of the \p common loops around both that draw number
  /// \p current belongs to, the nearest one before first; \p otherwise if there is none.
  Int sampled(std::size_t current, std::size_t statement, std::size_t common, Int otherwise) const {
    const auto fits = [&](std::size_t other) {
      return draws[other].statement == statement &&
             std::equal(draws[other].iteration.begin(),
                        draws[other].iteration.begin() + static_cast<std::ptrdiff_t>(common),
                        draws[current].iteration.begin());
    };
    for (std::size_t i = current; i-- > 0;)
      if (fits(i))
        return draws[i].value;
    for (std::size_t i = current + 1; i < draws.size(); ++i)
      if (fits(i))
        return draws[i].value;
    return otherwise;
  }
};

/// The run on D' while it waits for a draw.
template <class Program> struct Second {
  const typename Program::Answers &answers;
  const typename Program::State &state;
};

/// An element of an array of samples as the run on D drew it in the end, or the draw being aligned.
inline Int sampledElement(const Array<Int> &end, std::initializer_list<Int> subscripts,
                          std::initializer_list<Int> own, Int value) {
  const Int last = at(end, subscripts);
  return std::equal(subscripts.begin(), subscripts.end(), own.begin(), own.end()) ? value : last;
}

} // namespace plumb::runtime::replay

#endif // PLUMB_RUNTIME_REPLAY_RUN_H
