// SPDX-License-Identifier: Apache-2.0
//===- checker/channel/check.h - The verdict on a channel -------*- C++ -*-===//
///
/// \file
/// The door of this room: the verdict on one local mechanism, with a polynomial identity for each
/// inequality (LDP, OSLDP and ULDP in the sense of Murakami and Kawamoto, "Utility-Optimized Local
/// Differential Privacy Mechanisms"), or a counterexample in exact numbers.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_CHANNEL_CHECK_H
#define PLUMB_CHECKER_CHANNEL_CHECK_H

#include "checker/channel/instance.h"
#include "checker/channel/prover.h"
#include "checker/verdict/evidence.h"
#include "checker/verdict/verdict.h"

namespace plumb::channel {

using verdict::Evidence;
using verdict::Verdict;

/// Only check() makes one, so that its verdict is what its evidence says.
class Result {
public:
  const ir::Channel &channel() const { return *subject; }
  /// Proved: every obligation has a certificate, and the channel exists for some sizes. NoChannel: the
  /// entries are no distributions for some parameters. NotPrivate: a notion fails for some. Vacuous: no
  /// parameters meet the requirements. NotProved: some obligation is open, or no parameters were found.
  Verdict verdict() const { return decided; }
  /// Up to the first that is open; each of condition Cases or Inequality, and with an identity.
  const std::vector<Evidence> &evidence() const { return collected; }
  /// For NoChannel and NotPrivate.
  const std::optional<Counterexample> &counterexample() const { return failure; }
  /// For NotProved, if something is beyond the checker: what.
  const std::string &unsupported() const { return beyond; }
  /// What the variables of the obligations stand for: "s", "exp(eps / 2)".
  const std::vector<std::string> &variables() const { return names; }
  /// How many instances were tried by exact enumeration.
  std::size_t instances() const { return tried; }
  /// The parameters of the first of them; nothing if none was small enough.
  const std::optional<std::vector<Counterexample::Value>> &firstInstance() const { return firstTried; }
  std::uint64_t questions() const { return asked; }

private:
  friend class Checking;
  friend Result check(const ir::Channel &channel, const EngineMaker &makeEngine);

  const ir::Channel *subject = nullptr;
  Verdict decided = Verdict::NotProved;
  std::vector<Evidence> collected;
  std::optional<Counterexample> failure;
  std::string beyond;
  std::vector<std::string> names;
  std::size_t tried = 0;
  std::optional<std::vector<Counterexample::Value>> firstTried;
  std::uint64_t asked = 0;
};

/// Proves or refutes \p channel, which outlives the result.
Result check(const ir::Channel &channel, const EngineMaker &makeEngine);

} // namespace plumb::channel

#endif // PLUMB_CHECKER_CHANNEL_CHECK_H
