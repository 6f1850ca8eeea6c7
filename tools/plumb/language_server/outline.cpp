// SPDX-License-Identifier: Apache-2.0
// The declarations of a text as a tree, and its layout.
#include "frontend/navigation/layout.h"
#include "frontend/navigation/legible.h"
#include "frontend/parse/parser.h"
#include "tools/plumb/language_server/features.h"

#include <algorithm>
#include <llvm/Support/raw_ostream.h>

namespace plumb::tool::language_server {

using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;
using navigation::Symbol;

namespace {

/// Kinds of symbols of the protocol; nothing of what an outline leaves out.
std::optional<int> outlineKind(Symbol::Kind kind) {
  switch (kind) {
  case Symbol::Kind::Record:
    return 23; // Struct
  case Symbol::Kind::Field:
    return 8; // Field
  case Symbol::Kind::Policy:
    return 11; // Interface
  case Symbol::Kind::Size:
  case Symbol::Kind::Definition:
    return 14; // Constant
  case Symbol::Kind::Query:
  case Symbol::Kind::Mechanism:
  case Symbol::Kind::Channel:
  case Symbol::Kind::Composition:
    return 12; // Function
  case Symbol::Kind::Parameter:
  case Symbol::Kind::Answer:
  case Symbol::Kind::Sample:
  case Symbol::Kind::Local:
  case Symbol::Kind::Published:
    return 13; // Variable
  case Symbol::Kind::Tag:
  case Symbol::Kind::Class:
  case Symbol::Kind::Map:
    return 22; // EnumMember
  case Symbol::Kind::LoopIndex:
  case Symbol::Kind::Bound:
    break;
  }
  return std::nullopt;
}

/// By symbol, what belongs to it.
using Children = std::vector<std::vector<std::size_t>>;

void write(llvm::json::OStream &json, const Document &document, const std::vector<Symbol> &symbols,
           const std::vector<std::size_t> &shown, const Children &children) {
  for (const std::size_t number : shown) {
    const Symbol &symbol = symbols[number];
    const auto kind = outlineKind(symbol.kind);
    if (!kind)
      continue;
    json.object([&] {
      json.attribute("name", symbol.name);
      json.attribute("detail", std::string(navigation::name(symbol.kind)));
      json.attribute("kind", *kind);
      json.attributeBegin("range");
      document.positions.write(json, symbol.extent);
      json.attributeEnd();
      json.attributeBegin("selectionRange");
      document.positions.write(json, symbol.range);
      json.attributeEnd();
      json.attributeArray("children", [&] { write(json, document, symbols, children[number], children); });
    });
  }
}

} // namespace

std::string outline(const Document &document) {
  // Who types looks at an outline as well.
  const std::vector<Symbol> symbols = document.symbols.symbols.empty()
                                          ? navigation::legibleSymbols(document.source, document.tokens)
                                          : document.symbols.symbols;
  Children children(symbols.size());
  std::vector<std::size_t> top;
  for (std::size_t i = 0; i < symbols.size(); ++i)
    (symbols[i].owner ? children[*symbols[i].owner] : top).push_back(i);
  std::stable_sort(top.begin(), top.end(), [&](std::size_t a, std::size_t b) {
    return symbols[a].extent.begin < symbols[b].extent.begin;
  });
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::json::OStream json(stream);
  json.array([&] { write(json, document, symbols, top, children); });
  return std::move(stream.str());
}

Value formatting(const Document &document) {
  DiagnosticSink sink;
  const syntax::Program written = parse(document.source, sink);
  if (sink.hasErrors())
    return nullptr;
  std::string text = navigation::laidOut(document.source, written);
  if (text == document.source.text())
    return Array{};
  return Array{Object{{"range", document.positions.everything()}, {"newText", std::move(text)}}};
}

} // namespace plumb::tool::language_server
