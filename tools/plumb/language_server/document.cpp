// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/language_server/document.h"

#include "frontend/parse/parser.h"
#include "frontend/sema/analyze.h"

#include <algorithm>
#include <initializer_list>
#include <llvm/Support/SHA256.h>

namespace plumb::tool::language_server {

namespace {

/// All text that is not in \p ranges.
std::string around(std::string_view text, std::vector<SourceRange> ranges) {
  std::sort(ranges.begin(), ranges.end(), [](SourceRange a, SourceRange b) { return a.begin < b.begin; });
  std::string rest;
  std::size_t next = 0;
  for (const SourceRange range : ranges) {
    rest += text.substr(next, range.begin - next);
    // What stands on both sides does not grow together.
    rest += '\0';
    next = range.end;
  }
  return rest.append(text.substr(next));
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

Document::Document(std::string ofUri, std::string text, std::int64_t ofVersion)
    : uri(std::move(ofUri)), version(ofVersion), source(uri, std::move(text)), positions(source.text()),
      tokens(tokensOf(source)) {
  DiagnosticSink sink;
  const syntax::Program written = parse(source, sink);
  if (!sink.hasErrors()) {
    symbols = navigation::symbolsOf(written);
    program = analyze(written, source, sink);
  }
  for (const Diagnostic &diagnostic : sink.diagnostics())
    mistakes.push_back(findingOf(diagnostic, source.text()));
  if (sink.hasErrors())
    program = {};
  else
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
  const std::string whole = fingerprint({source.text()});
  const std::string declarations = fingerprint({around(source.text(), ranges)});
  for (Examined &one : examined) {
    // A composition depends on its parts.
    one.key = one.composition != nullptr || one.channelComposition != nullptr
                  ? fingerprint({whole, one.name})
                  : fingerprint({declarations, source.text(one.range)});
    one.wholeKey = fingerprint({whole, one.name, "whole"});
  }
}

const ir::Variable *Document::variable(const navigation::Symbol &symbol) const {
  for (const auto &mechanism : program.mechanisms)
    for (const auto &variable : mechanism->variables)
      if (variable->range.begin == symbol.range.begin)
        return variable.get();
  return nullptr;
}

} // namespace plumb::tool::language_server
