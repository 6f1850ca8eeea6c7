// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/emit/channel.h"

#include "mechanisms/emit/channel_header.h"

#include <set>

namespace plumb::emit {

using ir::ChannelTerm;

namespace {

/// Adds the parameters of \p term outside of exponents; true if a power of e stands in it.
bool collect(const ir::Channel &channel, const ChannelTerm &term, std::set<std::string> &names) {
  if (term.kind == ChannelTerm::Kind::Exponential)
    return true;
  const bool isFree = term.kind == ChannelTerm::Kind::Parameter &&
                      !channel.parameters[term.index].isExponent &&
                      channel.parameters[term.index].sort == ir::Sort::Real;
  if (isFree)
    names.insert(channel.parameters[term.index].name);
  bool hasPower = false;
  for (const ir::ChannelTermPtr &operand : term.operands)
    hasPower |= collect(channel, *operand, names);
  return hasPower;
}

/// `b <= exp(eps) * a` makes a and b the probabilities of an event of some mechanism that is known to be
/// private: the channel shows what follows from that.
void refuseRules(const ir::Channel &channel, plan::Problems &problems) {
  for (const ir::Channel::Requirement &requirement : channel.requirements) {
    std::set<std::string> names;
    bool hasPower = collect(channel, *requirement.left, names);
    hasPower |= collect(channel, *requirement.right, names);
    if (hasPower && names.size() >= 2)
      return problems.add(
          "`" + channel.name + "` is a rule about mechanisms and nothing to sample: `" + *names.begin() +
              "` and `" + *names.rbegin() +
              "` stand for the probabilities of an arbitrary event; emit the mechanism that it "
              "is applied to",
          channel.nameRange);
  }
}

} // namespace

std::string channelText(const report::Certificate &certificate, plan::Problems &problems) {
  refuseRules(certificate.channel(), problems);
  return problems.empty() ? channelHeaderText(certificate, problems) : std::string();
}

} // namespace plumb::emit
