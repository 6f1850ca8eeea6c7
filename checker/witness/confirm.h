// SPDX-License-Identifier: Apache-2.0
//===- checker/witness/confirm.h - Is a witness right? ----------*- C++ -*-===//
///
/// \file
/// The second opinion on a violation. Whoever found it has integrated along paths; here the text of the
/// mechanism is executed anew, and both probabilities are bounded by cells of noise. The two share the exact
/// numbers and the declarations of the program, and no step of the computation.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_WITNESS_CONFIRM_H
#define PLUMB_CHECKER_WITNESS_CONFIRM_H

#include "checker/witness/bounds.h"
#include "checker/witness/witness.h"

namespace plumb::witness {

struct Opinion {
  enum class Answer : std::uint8_t {
    /// Pr[D] > e^claim * Pr[D'], surely.
    Confirmed,
    /// The witness is wrong: \c reason says where.
    Rejected,
    /// Not known: \c reason says what is in the way.
    Open,
  };
  Answer answer;
  std::string reason;
  /// On Pr[D] and Pr[D'], or their densities.
  Bounds first, second;
};

/// How many cells are looked at: what takes about two seconds.
constexpr std::uint64_t mostCells = 2'000'000;

/// Checks that the data are neighbours, that all requirements hold, and how likely the word is on either
/// side; and that the witness says the same, in its numbers and in its paths.
///
/// \param cells how many may be looked at.
Opinion confirm(const ir::Mechanism &mechanism, const Witness &witness, std::uint64_t cells = mostCells);

} // namespace plumb::witness

#endif // PLUMB_CHECKER_WITNESS_CONFIRM_H
