// SPDX-License-Identifier: Apache-2.0
#include "frontend/parse/parser.h"

#include "frontend/parse/channel_reader.h"
#include "frontend/parse/mechanism_reader.h"
#include "frontend/parse/recovery.h"
#include "frontend/parse/scan.h"
#include "frontend/parse/schema_reader.h"

#include <PlumbLexer.h>
#include <PlumbParser.h>
#include <iterator>

namespace plumb {

namespace {

// The grammar needs no more than the next word, so that one pass in ANTLR's cheaper mode
// finds all there is.
grammar::PlumbParser::ProgramContext *readProgram(grammar::PlumbParser &parser, Mistakes &mistakes) {
  parser.removeErrorListeners();
  parser.setErrorHandler(std::make_shared<Recovery>(mistakes));
  parser.getInterpreter<antlr4::atn::ParserATNSimulator>()->setPredictionMode(
      antlr4::atn::PredictionMode::SLL);
  try {
    return parser.program();
  } catch (const antlr4::ParseCancellationException &) {
    return nullptr;
  }
}

syntax::Program readTree(grammar::PlumbParser::ProgramContext &context, Reading reading) {
  SchemaReader schema(reading);
  MechanismReader mechanisms(reading);
  syntax::Program program;
  for (auto *written : context.sizes()) {
    auto sizes = schema.read(*written);
    std::move(sizes.begin(), sizes.end(), std::back_inserter(program.sizes));
  }
  for (auto *record : context.record())
    program.records.push_back(schema.read(*record));
  for (auto *policy : context.policy())
    program.policies.push_back(schema.read(*policy));
  for (auto *query : context.queryDefinition())
    program.queries.push_back(schema.read(*query));
  for (auto *mechanism : context.mechanism())
    program.mechanisms.push_back(mechanisms.read(*mechanism));
  for (auto *composition : context.composition())
    program.compositions.push_back(mechanisms.read(*composition));
  ChannelReader channels(reading);
  for (auto *channel : context.channel())
    program.channels.push_back(channels.read(*channel));
  return program;
}

} // namespace

syntax::Program parse(const SourceFile &file, DiagnosticSink &sink) {
  if (!scan(file, sink))
    return {};
  const TokenPlaces places(file.text());
  antlr4::ANTLRInputStream input{std::string(places.withoutMark())};
  grammar::PlumbLexer lexer(&input);
  lexer.removeErrorListeners();
  antlr4::CommonTokenStream tokens(&lexer);
  grammar::PlumbParser parser(&tokens);
  Mistakes mistakes(places, sink);
  const std::size_t errorsBefore = sink.errorCount();
  grammar::PlumbParser::ProgramContext *program = readProgram(parser, mistakes);
  if (program == nullptr || sink.errorCount() != errorsBefore)
    return {};
  // What it declares is returned all the same.
  if (program->mechanism().empty() && program->channel().empty())
    sink.report(DiagnosticKind::NoMechanism, {0, 0}, {}, "a program is `mechanism name(...) ... { ... }`");
  try {
    return readTree(*program, {places, sink});
  } catch (const TooDeep &) {
    return {};
  }
}

std::string antlrVersion() {
  return antlr4::RuntimeMetaData::getRuntimeVersion();
}

} // namespace plumb
