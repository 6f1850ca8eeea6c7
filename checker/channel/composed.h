// SPDX-License-Identifier: Apache-2.0
//===- checker/channel/composed.h - Several reports on one input -*- C++ -*-===//
///
/// \file
/// The verdict on a composition of channels. Each part is proved by itself, for all of its parameters that
/// meet its requirements; here it is proved that those that it gets do, that classes have as many members as
/// the ones that they meet, and that the budgets add up. That all this speaks of somebody is shown by
/// parameters of the whole, at which the table of all reports together is tried in exact numbers.
///
/// Reports of one input x are drawn independently of each other. With budgets e_i, where report i is sent
/// t_i times, and S for the sensitive inputs:
///
///     all reports are                                   together they are
///     ldp(e_i)                                          ldp(sum t_i e_i)
///     ldp(e_i) or osldp(S_i, e_i), S <= S_i             osldp(S, sum t_i e_i)
///     ldp(e_i) or uldp(S_i, T_i, e_i), S <= S_i         uldp(S, T, sum t_i e_i), where T are the rows of
///                                                       reports each of which is in its T_i, or ldp
///
/// Where T is stated by classes, T_i are those of report i that it names, or all if it names none; of ldp
/// that has to be all.
///
/// Of ldp and osldp that is a product of ratios; so it is of uldp inside of T. Outside of T some report is
/// outside of its T_i, so that one input alone reaches it, which is not in S_i, and so not in S.
///
/// Sources: Murakami and Kawamoto, Utility-Optimized Local Differential Privacy Mechanisms for
/// Distribution Estimation, USENIX Security 2019, Propositions 1 and 12.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_CHANNEL_COMPOSED_H
#define PLUMB_CHECKER_CHANNEL_COMPOSED_H

#include "checker/channel/check.h"
#include "checker/channel/composed_grounds.h"

namespace plumb::channel {

/// Only compose() makes one, so that its verdict is what its evidence says.
class ComposedResult {
public:
  const ir::ChannelComposition &composition() const { return *subject; }
  /// As channel::Result, without NoChannel.
  Verdict verdict() const { return decided; }
  const std::vector<Evidence> &evidence() const { return collected; }
  const std::optional<Counterexample> &counterexample() const { return failure; }
  const std::string &unsupported() const { return beyond; }
  /// Which of the stages, counted over all reports, are not proved by themselves.
  const std::vector<std::size_t> &openStages() const { return open; }
  /// For each notion that is claimed: why it holds; nothing where nothing like it follows. Where nothing is
  /// claimed, for each of derived().
  const std::vector<std::optional<Ground>> &grounds() const { return reasons; }
  /// Where nothing is claimed: what follows, without budgets (grounds() have them).
  const std::vector<ir::Channel::Notion> &derived() const { return found; }
  std::size_t instances() const { return tried; }
  const std::optional<std::vector<Counterexample::Value>> &firstInstance() const { return firstTried; }
  std::uint64_t questions() const { return asked; }

private:
  friend class Composing;
  friend ComposedResult compose(const ir::ChannelComposition &, const std::vector<const Result *> &,
                                const EngineMaker &);

  const ir::ChannelComposition *subject = nullptr;
  Verdict decided = Verdict::NotProved;
  std::vector<Evidence> collected;
  std::optional<Counterexample> failure;
  std::string beyond;
  std::vector<std::size_t> open;
  std::vector<std::optional<Ground>> reasons;
  std::vector<ir::Channel::Notion> found;
  std::size_t tried = 0;
  std::optional<std::vector<Counterexample::Value>> firstTried;
  std::uint64_t asked = 0;
};

/// \param results of the channel of each stage, over all reports. \p composition outlives the result.
ComposedResult compose(const ir::ChannelComposition &composition, const std::vector<const Result *> &results,
                       const EngineMaker &makeEngine);

} // namespace plumb::channel

#endif // PLUMB_CHECKER_CHANNEL_COMPOSED_H
