// SPDX-License-Identifier: Apache-2.0
//===- frontend/ir/channel_composition.h - Reports on one input -*- C++ -*-===//
///
/// \file
/// A checked `compose` of channels: several reports on the same input, each of which may be made by channels
/// one behind another. What they guarantee together is found in checker/channel.
///
/// Sources: Murakami and Kawamoto, Utility-Optimized Local Differential Privacy Mechanisms for
/// Distribution Estimation, USENIX Security 2019, Section 3.2 and Appendices A and B.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_IR_CHANNEL_COMPOSITION_H
#define PLUMB_FRONTEND_IR_CHANNEL_COMPOSITION_H

#include "frontend/ir/channel.h"

namespace plumb::ir {

/// One channel with its arguments.
struct ChannelStage {
  /// Of the same Program.
  const Channel *channel;
  /// One for each parameter, over the parameters of the composition: of an exponent an exponent, in which an
  /// exponent may be multiplied with or divided by whole numbers; of an int a polynomial with whole numbers.
  std::vector<ChannelTermPtr> arguments;
  /// For each class of inputs of the channel, the class that it is: of the outputs of the stage before, or of
  /// the head; 0 for other classes. Nothing where the classes are not the same ones, so that only the number
  /// of values has to be.
  std::optional<std::vector<std::size_t>> sources;
  SourceRange range;
};

/// `first(eps) then second(s) 3 times`
struct ChannelReport {
  /// At least one; each but the first reads what the one before it sends.
  std::vector<ChannelStage> stages;
  /// A whole number; null: once.
  ChannelTermPtr times;
  SourceRange range;
  /// For each class of outputs of the last channel, the class of the head of that name; 0 for other classes.
  std::vector<std::size_t> outputs = {};
};

struct ChannelComposition {
  /// Name, parameters and requirements. Classes: first the inputs, whose sizes are any whole numbers, then
  /// those of outputs that have another name. Notions: what is claimed, perhaps nothing; with no class of
  /// outputs, `uldp` protects what the parts protect. No rules, maps or definitions.
  Channel head;
  /// At least one.
  std::vector<ChannelReport> reports;
};

/// \p term of \p channel with \p arguments in the place of its parameters. Its definitions stay, with their
/// numbers.
ChannelTermPtr substituted(const ChannelTerm &term, const std::vector<ChannelTermPtr> &arguments);
ChannelTermPtr copied(const ChannelTerm &term);
/// Without a place in a text, as is the next.
ChannelTermPtr numberTerm(const Rational &number);
/// Copies of \p left and \p right under \p kind, one of Add, Subtract, Multiply and Divide.
ChannelTermPtr combined(ChannelTerm::Kind kind, const ChannelTerm &left, const ChannelTerm &right);
/// \p channel at these arguments: a channel over the parameters of \p head, without notions.
Channel instantiated(const Channel &channel, const std::vector<ChannelTermPtr> &arguments,
                     const Channel &head);
/// The number of nodes of \p term of \p channel if its definitions are written out; at most \p most.
std::size_t writtenSize(const Channel &channel, const ChannelTerm &term, std::size_t most);
/// \p term of \p channel with its definitions written out. \pre writtenSize() is small.
ChannelTermPtr writtenOut(const Channel &channel, const ChannelTerm &term);

/// "urr(eps / 2, s, n)"
std::string print(const ChannelComposition &composition, const ChannelStage &stage);
/// "urr(eps, s, n) then coarser(s, n) 3 times"
std::string print(const ChannelComposition &composition, const ChannelReport &report);
/// "uldp(S, S, eps)", with the classes of outputs that it names.
std::string print(const ChannelComposition &composition, const Channel::Notion &notion);
/// Program text without the channels that it refers to.
std::string print(const ChannelComposition &composition);

} // namespace plumb::ir

#endif // PLUMB_FRONTEND_IR_CHANNEL_COMPOSITION_H
