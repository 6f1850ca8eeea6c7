// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/language_server/document.h"

#include "frontend/parse/parser.h"
#include "frontend/sema/analyze.h"
#include "tools/plumb/language_server/intact_part.h"

#include <algorithm>
#include <initializer_list>
#include <llvm/Support/SHA256.h>

namespace plumb::tool::language_server {

namespace {

std::string_view part(const std::string &text, SourceRange range) {
  return std::string_view(text).substr(range.begin, range.end - range.begin);
}

/// All words that are not in \p ranges.
std::string around(const CanonicalText &text, std::vector<SourceRange> ranges) {
  std::sort(ranges.begin(), ranges.end(), [](SourceRange a, SourceRange b) { return a.begin < b.begin; });
  std::string rest;
  std::uint32_t next = 0;
  for (const SourceRange range : ranges) {
    const SourceRange words = text.fromSource(range);
    rest += part(text.text(), {next, words.begin});
    next = words.end;
  }
  rest += text.text().substr(next);
  // How many of the ranges there were is nobody's concern.
  rest.erase(std::unique(rest.begin(), rest.end(), [](char a, char b) { return a == ' ' && b == ' '; }),
             rest.end());
  return llvm::StringRef(rest).trim().str();
}

/// Of a row of texts, of which the lengths count. Nobody finds two rows with one fingerprint.
std::string fingerprint(std::initializer_list<llvm::StringRef> row) {
  llvm::SHA256 hash;
  for (const llvm::StringRef text : row) {
    hash.update(std::to_string(text.size()) + ":");
    hash.update(text);
  }
  return hash.final().str();
}

} // namespace

Document::Document(std::string ofUri, std::string text, std::int64_t ofVersion, bool keeps)
    : uri(std::move(ofUri)), version(ofVersion), keepsAnswers(keeps), source(uri, std::move(text)),
      positions(source.text()), tokens(tokensOf(source)), intact(source.text()) {
  DiagnosticSink sink;
  const syntax::Program written = parse(source, sink);
  if (!sink.hasErrors()) {
    symbols = navigation::symbolsOf(written);
    program = analyze(written, source, sink);
  }
  for (const Diagnostic &diagnostic : sink.diagnostics())
    mistakes.push_back(findingOf(diagnostic, source.text()));
  hasErrors = sink.hasErrors();
  if (hasErrors) {
    IntactPart part = intactPart(source, sink.diagnostics());
    intact = std::move(part.text);
    program = std::move(part.program);
  }
  canonical = std::make_shared<CanonicalText>(intact, hasErrors ? tokensOf(SourceFile(uri, intact)) : tokens);
  addExamined();
}

void Document::addExamined() {
  std::vector<SourceRange> ranges;
  for (const auto &mechanism : program.mechanisms) {
    examined.push_back({mechanism->name, mechanism->nameRange, mechanism->range, {}, {}, mechanism.get()});
    ranges.push_back(mechanism->range);
  }
  for (const auto &channel : program.channels)
    ranges.push_back(channel->range);
  for (const auto &composition : program.compositions) {
    ranges.push_back(composition->head.range);
    examined.push_back({composition->head.name,
                        composition->head.nameRange,
                        composition->head.range,
                        {},
                        {},
                        nullptr,
                        composition.get()});
  }
  for (const auto &channel : program.channels)
    examined.push_back(
        {channel->name, channel->nameRange, channel->range, {}, {}, nullptr, nullptr, channel.get()});
  for (const auto &composition : program.channelCompositions) {
    const ir::Channel &head = composition->head;
    ranges.push_back(head.range);
    examined.push_back(
        {head.name, head.nameRange, head.range, {}, {}, nullptr, nullptr, nullptr, composition.get()});
  }
  // What is told of an exercise is less than what is told of the same words elsewhere.
  const llvm::StringRef kind = keepsAnswers ? "exercise" : "program";
  const std::string whole = fingerprint({kind, canonical->text()});
  const std::string declarations = fingerprint({kind, around(*canonical, ranges)});
  for (Examined &one : examined) {
    // A composition depends on its parts.
    one.key = one.composition != nullptr || one.channelComposition != nullptr
                  ? fingerprint({whole, one.name})
                  : fingerprint({declarations, part(canonical->text(), canonical->fromSource(one.range))});
    one.wholeKey = fingerprint({whole, one.name, "whole"});
  }
}

std::uint32_t Document::startOfWord(std::uint32_t offset) const {
  for (const Token &token : tokens)
    if (token.range.begin < offset && offset <= token.range.end &&
        (token.kind == Token::Kind::Name || token.kind == Token::Kind::Keyword))
      return token.range.begin;
  return offset;
}

bool Document::drawsInteger(std::uint32_t place) const {
  // The last words in front, the last one first.
  std::vector<std::string_view> before;
  for (auto token = tokens.rbegin(); token != tokens.rend() && before.size() < 3; ++token)
    if (token->kind != Token::Kind::Comment && token->range.end <= place)
      before.push_back(text(token->range));
  return before.size() == 3 && before[0] == "~" && !(before[1] == "real" && before[2] == ":");
}

const ir::Variable *Document::variable(const navigation::Symbol &symbol) const {
  for (const auto &mechanism : program.mechanisms)
    for (const auto &variable : mechanism->variables)
      if (variable->range.begin == symbol.range.begin)
        return variable.get();
  return nullptr;
}

} // namespace plumb::tool::language_server
