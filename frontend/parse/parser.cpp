// SPDX-License-Identifier: Apache-2.0
#include "frontend/parse/parser.h"

#include "frontend/parse/channel_reader.h"
#include "frontend/parse/expression_reader.h"
#include "frontend/parse/mechanism_reader.h"
#include "frontend/parse/recovery.h"
#include "frontend/parse/scan.h"
#include "frontend/parse/schema_reader.h"

#include <PlumbLexer.h>
#include <PlumbParser.h>
#include <iterator>
#include <optional>

namespace plumb {

namespace {

/// One text on its way through ANTLR.
class Reader {
public:
  /// \param before as many errors were there before \p file was scanned. Both outlive the reader.
  Reader(const SourceFile &file, DiagnosticSink &diagnostics, std::size_t before)
      : sink(diagnostics), places(file.text()), input(std::string(places.withoutMark())), lexer(&input),
        tokens(&lexer), parser(&tokens), mistakes(places, sink), errorsBefore(before) {
    lexer.removeErrorListeners();
    parser.removeErrorListeners();
    parser.setErrorHandler(std::make_shared<Recovery>(mistakes));
    // The grammar needs no more than the next word, so that one pass in ANTLR's cheaper mode
    // finds all there is.
    parser.getInterpreter<antlr4::atn::ParserATNSimulator>()->setPredictionMode(
        antlr4::atn::PredictionMode::SLL);
  }

  /// What is read from \p rule on; null if there is a mistake in it.
  template <typename Context> Context *read(Context *(grammar::PlumbParser::*rule)()) {
    try {
      Context *context = (parser.*rule)();
      return sink.errorCount() == errorsBefore ? context : nullptr;
    } catch (const antlr4::ParseCancellationException &) {
      return nullptr;
    }
  }
  Reading reading() { return {places, sink}; }

private:
  DiagnosticSink &sink;
  const TokenPlaces places;
  antlr4::ANTLRInputStream input;
  grammar::PlumbLexer lexer;
  antlr4::CommonTokenStream tokens;
  grammar::PlumbParser parser;
  Mistakes mistakes;
  std::size_t errorsBefore;
};

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

// A `}` that closes nothing is one too many, unless reading stumbles in front of it already: there its `{` is
// missing, and all that follows from that is left unsaid.
std::optional<Diagnostic> firstMistakeBefore(std::uint32_t brace, const SourceFile &file) {
  DiagnosticSink found;
  Reader(file, found, 0).read(&grammar::PlumbParser::program);
  if (!found.hasErrors() || found.diagnostics().front().range.begin >= brace)
    return std::nullopt;
  return found.diagnostics().front();
}

} // namespace

syntax::Program parse(const SourceFile &file, DiagnosticSink &sink) {
  const std::size_t errorsBefore = sink.errorCount();
  DiagnosticSink brackets;
  const Brackets match = scanBrackets(file, brackets);
  if (match == Brackets::SurplusBrace)
    if (const auto missing = firstMistakeBefore(brackets.diagnostics().front().range.begin, file)) {
      sink.report(*missing);
      return {};
    }
  for (const Diagnostic &told : brackets.diagnostics())
    sink.report(told);
  if (match != Brackets::Match)
    return {};
  Reader reader(file, sink, errorsBefore);
  grammar::PlumbParser::ProgramContext *program = reader.read(&grammar::PlumbParser::program);
  if (program == nullptr)
    return {};
  // What it declares is returned all the same.
  if (program->mechanism().empty() && program->channel().empty())
    sink.report(DiagnosticKind::NoMechanism, {0, 0}, {}, "a program is `mechanism name(...) ... { ... }`");
  try {
    return readTree(*program, reader.reading());
  } catch (const TooDeep &) {
    return {};
  }
}

syntax::ExpressionPtr parseProposition(const SourceFile &proposition, DiagnosticSink &sink) {
  const std::size_t errorsBefore = sink.errorCount();
  if (!scan(proposition, sink))
    return nullptr;
  Reader reader(proposition, sink, errorsBefore);
  grammar::PlumbParser::PropositionContext *written = reader.read(&grammar::PlumbParser::proposition);
  if (written == nullptr)
    return nullptr;
  try {
    syntax::ExpressionPtr formula = ExpressionReader(reader.reading()).read(*written->expression());
    return sink.hasErrors() ? nullptr : std::move(formula);
  } catch (const TooDeep &) {
    return nullptr;
  }
}

std::string antlrVersion() {
  return antlr4::RuntimeMetaData::getRuntimeVersion();
}

} // namespace plumb
