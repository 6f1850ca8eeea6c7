// SPDX-License-Identifier: Apache-2.0
//===- checker/report/channel_composition_result.h - Of reports -*- C++ -*-===//
///
/// \file
/// The subject "composition of channels": what several reports on one input guarantee together.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_REPORT_CHANNEL_COMPOSITION_RESULT_H
#define PLUMB_CHECKER_REPORT_CHANNEL_COMPOSITION_RESULT_H

#include "checker/channel/composed.h"
#include "checker/report/channel_result.h"

namespace plumb::report {

/// Everything known about one composition of channels. Lives no longer than its ir::Program.
///
/// Its hooks stand in channel_composition_result.cpp.
struct ChannelCompositionResult final : Subject {
  /// \p ofStages: for each stage, over all reports, the verdict on its channel.
  ChannelCompositionResult(channel::ComposedResult made, std::vector<std::string> ofStages);

  channel::ComposedResult result;
  std::vector<std::string> stageVerdicts;

  const ir::ChannelComposition &composition() const { return result.composition(); }
  Kind kind() const override { return {"channelCompositions", "composition"}; }
  Declaration declaration() const override { return &composition(); }
  const std::string &name() const override { return composition().head.name; }
  SourceRange nameRange() const override { return composition().head.nameRange; }
  SourceRange range() const override { return composition().head.range; }
  const std::vector<Evidence> &obligations() const override { return result.evidence(); }
  /// What is claimed; where nothing is, what follows.
  std::vector<std::string> guarantees() const override;
  /// Some of that bounds how much is told; what keeps types alone may tell the value.
  bool hasBudget() const;
  std::vector<Diagnostic> findings() const override;
  std::string details() const override;
  std::string counters() const override;
  void writeClaims(llvm::json::OStream &json) const override;
  void writeDetails(llvm::json::OStream &json) const override;
  void explain(Document &document, const SourceFile &file,
               const proof::EngineMaker &makeEngine) const override;
};

/// \param results of all channels of the program of \p composition.
ChannelCompositionResult check(const ir::ChannelComposition &composition,
                               const std::vector<const ChannelResult *> &results,
                               const channel::EngineMaker &makeEngine);

} // namespace plumb::report

#endif // PLUMB_CHECKER_REPORT_CHANNEL_COMPOSITION_RESULT_H
