// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// The values that users may have, some of them sensitive.

#ifndef PLUMB_RUNTIME_ESTIMATE_ALPHABET_H
#define PLUMB_RUNTIME_ESTIMATE_ALPHABET_H

#include <cstddef>

namespace plumb::runtime::estimate {

/// A value by its number. The sensitive ones come first.
using Symbol = std::size_t;

/// X = X_S and X_N, by their sizes: X_S is 0 .. sensitive-1, X_N the rest.
struct Alphabet {
  std::size_t sensitive = 0;
  std::size_t nonSensitive = 0;

  std::size_t size() const { return sensitive + nonSensitive; }
  bool isSensitive(Symbol x) const { return x < sensitive; }

  friend bool operator==(const Alphabet &, const Alphabet &) = default;
};

} // namespace plumb::runtime::estimate

#endif // PLUMB_RUNTIME_ESTIMATE_ALPHABET_H
