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
#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>

namespace plumb {

namespace {

/// One text on its way through ANTLR.
class Reader {
public:
  /// \param names the words that are read as names, to which those are added that should have been. All
  /// outlive the reader.
  Reader(const SourceFile &file, DiagnosticSink &diagnostics, MisusedWords &names)
      : places(file.text()), input(std::string(places.withoutMark())), lexer(&input), tokens(&lexer),
        parser(&tokens), mistakes(places, diagnostics, names) {
    lexer.removeErrorListeners();
    parser.removeErrorListeners();
    parser.setErrorHandler(std::make_shared<Recovery>(mistakes));
    // The grammar needs no more than the next word, so that one pass in ANTLR's cheaper mode
    // finds all there is.
    parser.getInterpreter<antlr4::atn::ParserATNSimulator>()->setPredictionMode(
        antlr4::atn::PredictionMode::SLL);
    if (!names.tokens.empty())
      tokens.fill();
    for (const std::size_t name : names.tokens)
      dynamic_cast<antlr4::WritableToken &>(*tokens.get(name)).setType(grammar::PlumbParser::NAME);
  }

  /// What is read from \p rule on; null if that was given up.
  template <typename Context> Context *read(Context *(grammar::PlumbParser::*rule)()) {
    try {
      return (parser.*rule)();
    } catch (const antlr4::ParseCancellationException &) {
      return nullptr;
    }
  }
  /// What reads the tree reports to \p sink.
  Reading reading(DiagnosticSink &sink) { return {places, sink}; }

private:
  const TokenPlaces places;
  antlr4::ANTLRInputStream input;
  grammar::PlumbLexer lexer;
  antlr4::CommonTokenStream tokens;
  grammar::PlumbParser parser;
  Mistakes mistakes;
};

/// A text that was read, and what made its tree.
template <typename Context> struct ReadText {
  std::unique_ptr<Reader> reader;
  /// Null after a report.
  Context *context;
};

// A word of the language in the place of a name is told once; the text is read again with that name, so that
// it is no mistake wherever it stands. A text in which it stands everywhere is left after some attempts.
template <typename Context>
ReadText<Context> readText(const SourceFile &file, DiagnosticSink &sink,
                           Context *(grammar::PlumbParser::*rule)()) {
  constexpr unsigned maximalAttempts = 64;
  MisusedWords misused;
  for (unsigned attempt = 1;; ++attempt) {
    const std::size_t known = misused.tokens.size();
    DiagnosticSink found(maximalMistakes);
    auto reader = std::make_unique<Reader>(file, found, misused);
    Context *context = reader->read(rule);
    if (misused.tokens.size() > known && attempt < maximalAttempts)
      continue;
    std::vector<Diagnostic> told = found.diagnostics();
    for (auto &[type, diagnostic] : misused.firstOfType)
      told.push_back(std::move(diagnostic));
    if (told.empty())
      return {std::move(reader), context};
    std::stable_sort(told.begin(), told.end(),
                     [](const Diagnostic &a, const Diagnostic &b) { return a.range.begin < b.range.begin; });
    for (Diagnostic &diagnostic : told)
      sink.report(std::move(diagnostic));
    return {std::move(reader), nullptr};
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

// A `}` that closes nothing is one too many, unless reading stumbles in front of it already: there its `{` is
// missing, and all that follows from that is left unsaid.
std::optional<Diagnostic> firstMistakeBefore(std::uint32_t brace, const SourceFile &file) {
  DiagnosticSink found;
  readText(file, found, &grammar::PlumbParser::program);
  if (!found.hasErrors() || found.diagnostics().front().range.begin >= brace)
    return std::nullopt;
  return found.diagnostics().front();
}

} // namespace

syntax::Program parse(const SourceFile &file, DiagnosticSink &sink) {
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
  const auto [reader, program] = readText(file, sink, &grammar::PlumbParser::program);
  if (program == nullptr)
    return {};
  // What it declares is returned all the same.
  if (program->mechanism().empty() && program->channel().empty())
    sink.report(DiagnosticKind::NoMechanism, {0, 0}, {}, "a program is `mechanism name(...) ... { ... }`");
  try {
    return readTree(*program, reader->reading(sink));
  } catch (const TooDeep &) {
    return {};
  }
}

syntax::ExpressionPtr parseProposition(const SourceFile &proposition, DiagnosticSink &sink) {
  if (!scan(proposition, sink))
    return nullptr;
  const auto [reader, written] = readText(proposition, sink, &grammar::PlumbParser::proposition);
  if (written == nullptr)
    return nullptr;
  try {
    syntax::ExpressionPtr formula = ExpressionReader(reader->reading(sink)).read(*written->expression());
    return sink.hasErrors() ? nullptr : std::move(formula);
  } catch (const TooDeep &) {
    return nullptr;
  }
}

std::string antlrVersion() {
  return antlr4::RuntimeMetaData::getRuntimeVersion();
}

} // namespace plumb
