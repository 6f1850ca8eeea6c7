// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/examine.h"

#include "frontend/ir/same_channel.h"
#include "frontend/ir/structure.h"
#include "frontend/parse/parser.h"
#include "frontend/sema/analyze.h"
#include "tools/plumb/engines.h"

namespace plumb::tool {

bool isRead(const ir::Program &program, const ir::Mechanism &filled) {
  const SourceFile text("", ir::print(program, filled));
  DiagnosticSink sink;
  syntax::Program written = parse(text, sink);
  if (sink.hasErrors())
    return false;
  ir::Program again = analyze(written, text, sink);
  return !sink.hasErrors() && again.mechanisms.size() == 1 &&
         ir::structureOfClauses(*again.mechanisms.front()) == ir::structureOfClauses(filled) &&
         ir::structure(again.mechanisms.front()->body) == ir::structure(filled.body);
}

report::Result examine(const ir::Program &program, ir::Mechanism &mechanism, const Options &options) {
  report::Result result = report::check(mechanism, engines(options),
                                        [&](const ir::Mechanism &filled) { return isRead(program, filled); });
  if (options.keepsAnswers) {
    result.alternative.reset();
    if (result.boundary)
      result.boundary->alignments.clear();
  }
  return result;
}

report::Advice adviceFor(const Options &options) {
  return options.keepsAnswers ? report::Advice::General : report::Advice::Particular;
}

bool isRead(const ir::Channel &filled) {
  const SourceFile text("", ir::print(filled));
  DiagnosticSink sink;
  const syntax::Program written = parse(text, sink);
  if (sink.hasErrors())
    return false;
  const ir::Program again = analyze(written, text, sink);
  return !sink.hasErrors() && again.channels.size() == 1 &&
         ir::isSameChannel(*again.channels.front(), filled);
}

channel::EngineMaker channelEngines(const Options &options) {
  return [&options](smt::Budget own) {
    if (options.resourceLimit)
      own.resourceUnits = *options.resourceLimit;
    return makeEngine(options, own);
  };
}

report::ChannelResult examine(ir::Channel &channel, const Options &options) {
  return report::check(channel, channelEngines(options),
                       [](const ir::Channel &filled) { return isRead(filled); });
}

} // namespace plumb::tool
