// SPDX-License-Identifier: Apache-2.0
//===- checker/disproof/ascent.h - How much is lost at most? ----*- C++ -*-===//
///
/// \file
/// From a violation to larger ones. A search ends at a small word that loses a little more than what is
/// guaranteed, since it is the easiest one to follow; how wrong a guarantee is, larger words say.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_DISPROOF_ASCENT_H
#define PLUMB_CHECKER_DISPROOF_ASCENT_H

#include "checker/disproof/search.h"

namespace plumb::disproof {

struct Larger {
  Question question;
  Certified certified;
  /// As far as doubles tell.
  double loss;
};

/// The question with the largest loss that was found from \p violation, where the same is guaranteed, and
/// that is certified and confirmed. Nothing if there is none with a larger loss. Deterministic.
std::optional<Larger> ascend(const Question &violation, IsConfirmed isConfirmed);

} // namespace plumb::disproof

#endif // PLUMB_CHECKER_DISPROOF_ASCENT_H
