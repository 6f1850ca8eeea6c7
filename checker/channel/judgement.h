// SPDX-License-Identifier: Apache-2.0
//===- checker/channel/judgement.h - What follows for a report --*- C++ -*-===//
///
/// \file
/// What the proved notions of channels say of a report that is made by one behind another. Let a channel F
/// from X to Y stand before a channel G from Y to Z; S, S' are sets of inputs, T, T' of outputs. Below, `F`
/// has a notion, `G` another, and both together a third one:
///
///     F                 G                        F, then G
///     ldp(e)            any                      ldp(e)             a mixture of outputs of bounded ratio
///     osldp(S, e)       any                      osldp(S, e)
///     any               ldp(e)                   ldp(e)             G(z|y) <= exp(e) G(z|y') for all y, y'
///     uldp(S, T, e)     keeps_types(T, T')       uldp(S, T', e)     Proposition 11
///     keeps_types(S, T) uldp(S', T', e), T <= S' uldp(S, T', e)     as in Proposition 9
///     keeps_types(S, T) osldp(S', e), T <= S'    osldp(S, e)
///     keeps_types(S, T) keeps_types(T, T')       keeps_types(S, T')
///
/// uldp(S, T, e) is osldp(S, e) (Proposition 13), and ldp(e) if T are all outputs; osldp(S, e) is ldp(e) if S
/// are all inputs.
///
/// Sources: Murakami and Kawamoto, Utility-Optimized Local Differential Privacy Mechanisms for
/// Distribution Estimation, USENIX Security 2019, Section 5 and Appendices A and B.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_CHANNEL_JUDGEMENT_H
#define PLUMB_CHECKER_CHANNEL_JUDGEMENT_H

#include "frontend/ir/channel_composition.h"

#include <set>

namespace plumb::channel {

/// A notion of one report of a composition.
struct Judgement {
  ir::Channel::Notion::Kind kind;
  /// Classes of the head; as in ir::Channel::Notion.
  std::set<std::size_t> sensitive;
  /// Classes of the last channel.
  std::set<std::size_t> guarded;
  /// Over the parameters of the composition.
  std::shared_ptr<const ir::ChannelTerm> budget;
  /// Numbers of the propositions by which it follows from the notions of the parts.
  std::set<unsigned> propositions = {};
};

/// All that follows of \p report, what is stronger first. Throws Unsupported where terms are very long.
std::vector<Judgement> judgementsOf(const ir::ChannelReport &report);

/// The classes of the outputs of \p channel.
std::set<std::size_t> outputsOf(const ir::Channel &channel);

} // namespace plumb::channel

#endif // PLUMB_CHECKER_CHANNEL_JUDGEMENT_H
