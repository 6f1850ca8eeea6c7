// SPDX-License-Identifier: Apache-2.0
//===- mechanisms/emit/channel_proof.h - Channels that may leave -*- C++ -*-===//
///
/// \file
/// A ProvedChannel exists only for a channel that was proved: prove() is the one place that makes it.
/// Emission of channels takes one, so code for an unproved channel cannot be generated.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_MECHANISMS_EMIT_CHANNEL_PROOF_H
#define PLUMB_MECHANISMS_EMIT_CHANNEL_PROOF_H

#include "checker/report/channel_result.h"
#include "frontend/support/source_file.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace plumb::emit {

class ProvedChannel {
public:
  const ir::Channel &channel() const { return result->channel(); }
  /// Each notion, and what it says: "ldp(eps): Q(y|x) <= exp(eps) * Q(y|x') for all x, x' and y".
  const std::vector<std::string> &guarantees() const { return guaranteeTexts; }
  const std::vector<report::Assumption> &assumptions() const { return result->assumptions; }
  const std::vector<verdict::Evidence> &evidence() const { return result->obligations(); }
  const channel::Result &checked() const { return result->result; }
  /// Base name of the source file.
  const std::string &sourceName() const { return name; }
  /// SHA-256 of the source text, 64 lower-case hexadecimal digits.
  const std::string &sourceHash() const { return hash; }

private:
  friend std::optional<ProvedChannel> prove(const report::ChannelResult &result, const SourceFile &file);
  ProvedChannel() = default;
  const report::ChannelResult *result = nullptr;
  std::vector<std::string> guaranteeTexts;
  std::string name, hash;
};

/// Nothing unless the verdict of \p result, which outlives what is returned, is Proved.
std::optional<ProvedChannel> prove(const report::ChannelResult &result, const SourceFile &file);

/// The certificate file: one JSON object with a final newline, its keys as for mechanisms.
std::string certificateJson(const ProvedChannel &proved, const std::string &headerName,
                            const std::string &headerHash,
                            const std::vector<std::pair<std::string, std::string>> &versions);

} // namespace plumb::emit

#endif // PLUMB_MECHANISMS_EMIT_CHANNEL_PROOF_H
