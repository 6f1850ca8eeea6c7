// SPDX-License-Identifier: Apache-2.0
//===- tests/mechanisms/emit/channels/certified_channel.h - From text to proof -*- C++ -*-===//

#ifndef PLUMB_TESTS_MECHANISMS_EMIT_CHANNELS_CERTIFIED_CHANNEL_H
#define PLUMB_TESTS_MECHANISMS_EMIT_CHANNELS_CERTIFIED_CHANNEL_H

#include "checker/report/channel_result.h"
#include "frontend/parse/parser.h"
#include "frontend/sema/analyze.h"
#include "mechanisms/emit/emit.h"

#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>

namespace plumb::test {

/// The first channel of a program, checked; provable or not.
class CheckedChannel {
public:
  explicit CheckedChannel(const std::string &text, const std::string &path = "test.plumb")
      : file(path, text) {
    DiagnosticSink sink;
    program = analyze(parse(file, sink), file, sink);
    std::string problems;
    for (const Diagnostic &diagnostic : sink.diagnostics())
      problems += render(diagnostic, file);
    if (sink.hasErrors() || program.channels.empty())
      throw std::runtime_error("the test's program is not in order:\n" + problems + text);
    result.emplace(channel::check(*program.channels.front(),
                                  [](const smt::Budget &budget) { return smt::makeZ3Engine(budget); }));
  }

  std::optional<report::Certificate> proved() const { return report::certify(*result, file); }
  /// Of a proved channel.
  emit::Emission emission() const { return emit::emit(proved().value(), {{"plumb", "test"}}); }
  std::string_view text(SourceRange range) const { return file.text(range); }

private:
  SourceFile file;
  ir::Program program;
  std::optional<report::ChannelResult> result;
};

inline std::string channelText(const std::string &name) {
  std::ifstream stream(PLUMB_SOURCE_DIR "/tests/mechanisms/emit/channels/" + name, std::ios::binary);
  if (!stream)
    throw std::runtime_error("cannot read " + name);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

} // namespace plumb::test

#endif // PLUMB_TESTS_MECHANISMS_EMIT_CHANNELS_CERTIFIED_CHANNEL_H
