// SPDX-License-Identifier: Apache-2.0
//===- tests/checker/channel/channels.h - Channels from text ----*- C++ -*-===//

#ifndef PLUMB_TESTS_CHECKER_CHANNEL_CHANNELS_H
#define PLUMB_TESTS_CHECKER_CHANNEL_CHANNELS_H

#include "checker/channel/check.h"
#include "frontend/parse/parser.h"
#include "frontend/sema/analyze.h"

#include <catch2/catch.hpp>

namespace plumb::channel {

/// The first channel of a text, which is in order.
struct Written {
  explicit Written(const std::string &text) : file("test.plumb", text) {
    DiagnosticSink sink;
    const syntax::Program tree = parse(file, sink);
    if (!sink.hasErrors())
      program = analyze(tree, file, sink);
    for (const Diagnostic &diagnostic : sink.diagnostics())
      UNSCOPED_INFO(diagnostic.message());
    REQUIRE(!sink.hasErrors());
    REQUIRE(!program.channels.empty());
  }

  const ir::Channel &channel() const { return *program.channels.front(); }
  Result checked() const {
    return check(channel(), [](const smt::Budget &budget) { return smt::makeZ3Engine(budget); });
  }

  SourceFile file;
  ir::Program program;
};

} // namespace plumb::channel

#endif // PLUMB_TESTS_CHECKER_CHANNEL_CHANNELS_H
