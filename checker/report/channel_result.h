// SPDX-License-Identifier: Apache-2.0
//===- checker/report/channel_result.h - Verdict on a channel ---*- C++ -*-===//
///
/// \file
/// A channel that was checked, as a subject like all others.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_REPORT_CHANNEL_RESULT_H
#define PLUMB_CHECKER_REPORT_CHANNEL_RESULT_H

#include "checker/channel/check.h"
#include "checker/channel/filling.h"
#include "checker/report/subject.h"

namespace plumb::report {

/// Everything known about one channel. Lives no longer than its ir::Program.
///
/// Its hooks stand in channel_result.cpp (what it says of itself) and explain_channel.cpp.
struct ChannelResult final : Subject {
  explicit ChannelResult(channel::Result made, channel::Filling filled = {});

  channel::Result result;
  /// What became of its holes, if it had any.
  channel::Filling filling;

  const ir::Channel &channel() const { return result.channel(); }
  Kind kind() const override { return {"channels", "channel"}; }
  Declaration declaration() const override { return &channel(); }
  const std::string &name() const override { return channel().name; }
  SourceRange nameRange() const override { return channel().nameRange; }
  SourceRange range() const override { return channel().range; }
  const std::vector<Evidence> &obligations() const override { return result.evidence(); }
  /// Each notion, and what it says: "ldp(eps): Q(y|x) <= exp(eps) * Q(y|x') for all x, x' and y".
  std::vector<std::string> guarantees() const override;
  std::vector<Diagnostic> findings() const override;
  std::string details() const override;
  std::string counters() const override;
  void writeClaims(llvm::json::OStream &json) const override;
  void writeDetails(llvm::json::OStream &json) const override;
  void writeGuarantees(llvm::json::OStream &json) const override;
  void writeTrials(llvm::json::OStream &json) const override;
  void explain(Document &document, const SourceFile &file,
               const proof::EngineMaker &makeEngine) const override;
};

/// Fills what \p channel leaves open, if that is found, and checks it.
ChannelResult check(ir::Channel &channel, const channel::EngineMaker &makeEngine,
                    const channel::IsText &isText);

/// What a notion says, written out: "Q(y|x) <= exp(eps) * Q(y|x') for all x, x' and y".
std::string meaning(const ir::Channel &channel, const ir::Channel::Notion &notion);

/// What is assumed of the parameters: premises, then that they are public.
std::vector<Assumption> assumptionsOf(const ir::Channel &channel);

/// The place and the parameters, on one line.
std::string failureText(const channel::Counterexample &failure);

/// "6 small tables tried in full, the first at s = 1, eps = ln(4)", or that none was small enough.
std::string triedText(const channel::Result &result);

/// A list of values by their names.
void writeValues(llvm::json::OStream &json, const std::vector<channel::Counterexample::Value> &values);

/// The attribute `firstTable`: the parameters of the first table that was tried, if one was.
void writeFirstTable(llvm::json::OStream &json,
                     const std::optional<std::vector<channel::Counterexample::Value>> &values);

/// An object: what is wrong, with the inputs, the output and the numbers that it is about.
void writeViolation(llvm::json::OStream &json, const channel::Violation &violation);

} // namespace plumb::report

#endif // PLUMB_CHECKER_REPORT_CHANNEL_RESULT_H
