// SPDX-License-Identifier: Apache-2.0
//===- checker/interpreter/claims.h - Is a claim true of a run? -*- C++ -*-===//
///
/// \file
/// Claims, evaluated in one finished run. The exact counterpart of what the prover says of the first run,
/// written apart from it on purpose.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_INTERPRETER_CLAIMS_H
#define PLUMB_CHECKER_INTERPRETER_CLAIMS_H

#include "checker/interpreter/instance.h"

#include <optional>
#include <string>

namespace plumb::interpreter {

/// A claim that a run breaks, or that has no value in it.
struct BrokenClaim {
  const ir::Claim *claim;
  /// "`out[i] is below implies f[i] < T` is false at i = 0".
  std::string description;
  /// It was given up; then the claim may be true.
  bool isTooLong = false;
};

/// The first one in the order of the text, and in the order of the iterations. Nothing is said of claims that
/// speak of several cells at once, of iterations that did not run, or of a value that a cell does not have.
///
/// \pre \p output is that of a finished run on \p answers.
std::optional<BrokenClaim> brokenClaim(const Instance &instance, const Numbers &answers,
                                       const Output &output);

} // namespace plumb::interpreter

#endif // PLUMB_CHECKER_INTERPRETER_CLAIMS_H
