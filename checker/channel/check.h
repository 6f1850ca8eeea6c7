// SPDX-License-Identifier: Apache-2.0
//===- checker/channel/check.h - The verdict on a channel -------*- C++ -*-===//

#ifndef PLUMB_CHECKER_CHANNEL_CHECK_H
#define PLUMB_CHECKER_CHANNEL_CHECK_H

#include "checker/channel/instance.h"
#include "checker/channel/obligations.h"
#include "checker/channel/prover.h"

namespace plumb::channel {

/// How an obligation fared.
struct Evidence {
  Obligation obligation;
  Engine engine = Engine::None;
  /// If it is proved.
  Certificate certificate = {};
  bool isProved() const { return engine == Engine::Coefficients || engine == Engine::Products; }
};

enum class Verdict : std::uint8_t {
  /// Every obligation has a certificate, and the channel exists for some sizes.
  Proved,
  /// The entries are no distributions for some parameters.
  NoChannel,
  /// A notion fails for some parameters.
  Refuted,
  /// Some obligation is open.
  Open,
  /// No parameters that meet the requirements were found.
  Vacuous,
};

/// Only check() makes one, so that its verdict is what its evidence says.
class Result {
public:
  const ir::Channel &channel() const { return *subject; }
  Verdict verdict() const { return decided; }
  /// Up to the first that is open.
  const std::vector<Evidence> &evidence() const { return collected; }
  /// For NoChannel and Refuted.
  const std::optional<Counterexample> &counterexample() const { return failure; }
  /// For Open, if something is beyond the checker: what.
  const std::string &unsupported() const { return beyond; }
  /// What the variables of the obligations stand for: "s", "exp(eps / 2)".
  const std::vector<std::string> &variables() const { return names; }
  /// Has the solver reached its limit while it looked for a certificate of what is open?
  bool ranOut() const { return isExhausted; }
  /// How many instances were tried by exact enumeration.
  std::size_t instances() const { return tried; }
  /// The parameters of the first of them; nothing if none was small enough.
  const std::optional<std::vector<Counterexample::Value>> &firstInstance() const { return firstTried; }
  std::uint64_t questions() const { return asked; }

private:
  friend class Checking;
  friend Result check(const ir::Channel &channel, const EngineMaker &makeEngine);

  const ir::Channel *subject = nullptr;
  Verdict decided = Verdict::Open;
  std::vector<Evidence> collected;
  std::optional<Counterexample> failure;
  std::string beyond;
  std::vector<std::string> names;
  bool isExhausted = false;
  std::size_t tried = 0;
  std::optional<std::vector<Counterexample::Value>> firstTried;
  std::uint64_t asked = 0;
};

/// Proves or refutes \p channel, which outlives the result.
Result check(const ir::Channel &channel, const EngineMaker &makeEngine);

} // namespace plumb::channel

#endif // PLUMB_CHECKER_CHANNEL_CHECK_H
