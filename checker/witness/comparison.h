// SPDX-License-Identifier: Apache-2.0
//===- checker/witness/comparison.h - Which data tell more? -----*- C++ -*-===//
///
/// \file
/// Both probabilities of a word by cells of noise, held against each other and against what a witness says of
/// them. Whether its data are neighbours, and what is guaranteed of them, is not asked here (see confirm.h).
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_WITNESS_COMPARISON_H
#define PLUMB_CHECKER_WITNESS_COMPARISON_H

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
  Answer answer = Answer::Open;
  std::string reason;
  /// On Pr[D] and Pr[D'], or their densities.
  Bounds first, second;
};

Opinion rejected(std::string reason);
Opinion undecided(std::string reason);

/// Is the word of \p witness more than e^claim times as likely on \p first as on \p second, and does the
/// witness say so in its numbers and in its paths? Its inputs are not read.
///
/// \param cells how many may be looked at.
Opinion compare(const interpreter::Instance &instance, const interpreter::Numbers &first,
                const interpreter::Numbers &second, const Witness &witness, std::uint64_t cells);

} // namespace plumb::witness

#endif // PLUMB_CHECKER_WITNESS_COMPARISON_H
