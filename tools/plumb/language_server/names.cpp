// SPDX-License-Identifier: Apache-2.0
// Where a name is declared and used, and another name in its place.
#include "frontend/parse/parser.h"
#include "frontend/sema/analyze.h"
#include "tools/plumb/language_server/features.h"

#include <algorithm>

namespace plumb::tool::language_server {

using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;
using navigation::Occurrence;
using navigation::Symbol;

namespace {

Value location(const Document &document, SourceRange range) {
  return Object{{"uri", document.uri}, {"range", document.positions.range(range)}};
}

bool isName(const std::string &text) {
  const SourceFile alone("", text);
  const std::vector<Token> tokens = tokensOf(alone);
  return tokens.size() == 1 && tokens.front().kind == Token::Kind::Name &&
         tokens.front().range == SourceRange{0, static_cast<std::uint32_t>(text.size())};
}

std::string textWith(const Document &document, const std::vector<SourceRange> &places,
                     const std::string &name) {
  std::string text;
  std::size_t next = 0;
  for (const SourceRange place : places) {
    text += document.source.text().substr(next, place.begin - next);
    text += name;
    next = place.end;
  }
  return text.append(document.source.text().substr(next));
}

/// The first of \p sink that \p document does not have; empty if there is none. Where they stand is not
/// compared: the new name may be longer.
std::string newMistake(const Document &document, const DiagnosticSink &sink) {
  const auto [changed, old] =
      std::mismatch(sink.diagnostics().begin(), sink.diagnostics().end(), document.mistakes.begin(),
                    document.mistakes.end(),
                    [](const Diagnostic &a, const Outcome::Finding &b) { return a.kind == b.kind; });
  return changed == sink.diagnostics().end() ? std::string() : changed->message();
}

} // namespace

Value definition(const Document &document, std::uint32_t offset) {
  const Occurrence *here = document.symbols.at(offset);
  return here == nullptr ? Value(nullptr) : location(document, document.symbols.symbols[here->symbol].range);
}

Value references(const Document &document, std::uint32_t offset, bool withDeclaration) {
  const Occurrence *here = document.symbols.at(offset);
  if (here == nullptr)
    return nullptr;
  Array places;
  for (const SourceRange place : document.symbols.placesOf(here->symbol))
    if (withDeclaration || place != document.symbols.symbols[here->symbol].range)
      places.push_back(location(document, place));
  return places;
}

Value highlights(const Document &document, std::uint32_t offset) {
  const Occurrence *here = document.symbols.at(offset);
  if (here == nullptr)
    return nullptr;
  Array places;
  for (const SourceRange place : document.symbols.placesOf(here->symbol))
    places.push_back(Object{{"range", document.positions.range(place)}});
  return places;
}

Value renamed(const Document &document, std::uint32_t offset) {
  const Occurrence *here = document.symbols.at(offset);
  if (here == nullptr || document.symbols.symbols[here->symbol].fixed != Symbol::Fixed::No)
    return nullptr;
  return document.positions.range(here->range);
}

std::string whyNotRenamed(const Document &document, std::uint32_t offset, const std::string &name) {
  const Occurrence *here = document.symbols.at(offset);
  if (here == nullptr)
    return "there is no name here that the text declares";
  const std::string old = "`" + document.symbols.symbols[here->symbol].name + "`";
  switch (document.symbols.symbols[here->symbol].fixed) {
  case Symbol::Fixed::No:
    break;
  case Symbol::Fixed::ByLanguage:
    return old + " has this name in every program";
  case Symbol::Fixed::ByComposition:
    return "a composition compares the classes of its channels by name, so that " + old +
           " is not renamed in one of them";
  }
  if (!isName(name))
    return "`" + name + "` is no name";
  // A name that is taken, or that has a meaning of its own, is a mistake, or stands for something else then.
  const SourceFile changed(document.uri, textWith(document, document.symbols.placesOf(here->symbol), name));
  DiagnosticSink sink;
  const syntax::Program written = parse(changed, sink);
  if (!sink.hasErrors()) {
    const navigation::SymbolTable names = navigation::symbolsOf(written);
    const bool isSame =
        std::equal(names.occurrences.begin(), names.occurrences.end(), document.symbols.occurrences.begin(),
                   document.symbols.occurrences.end(),
                   [](const Occurrence &a, const Occurrence &b) { return a.symbol == b.symbol; });
    if (!isSame)
      return "`" + name + "` already stands for something else";
    analyze(written, changed, sink);
  }
  return newMistake(document, sink);
}

Value rename(const Document &document, std::uint32_t offset, const std::string &name) {
  Array edits;
  for (const SourceRange place : document.symbols.placesOf(document.symbols.at(offset)->symbol))
    edits.push_back(Object{{"range", document.positions.range(place)}, {"newText", name}});
  return Object{{"changes", Object{{document.uri, std::move(edits)}}}};
}

} // namespace plumb::tool::language_server
