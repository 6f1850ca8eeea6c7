// SPDX-License-Identifier: Apache-2.0
// Words of a text: how they are coloured, and what could be typed next.
#include "frontend/ir/law.h"
#include "tools/plumb/language_server/features.h"

#include <algorithm>
#include <iterator>
#include <set>

namespace plumb::tool::language_server {

using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;
using navigation::Symbol;

namespace {

/// Types of the protocol, as an editor has colours for them; the number of one is its place.
enum class Colour : std::uint8_t {
  Keyword,
  Number,
  Comment,
  Parameter,
  Variable,
  Property,
  Type,
  Function,
  Tag,
  Sign
};

constexpr const char *colours[] = {"keyword",  "number", "comment",  "parameter",  "variable",
                                   "property", "type",   "function", "enumMember", "operator"};
static_assert(std::size(colours) == static_cast<std::size_t>(Colour::Sign) + 1);

Colour colourOf(Symbol::Kind kind) {
  switch (kind) {
  case Symbol::Kind::Size:
  case Symbol::Kind::Parameter:
  case Symbol::Kind::Answer:
    return Colour::Parameter;
  case Symbol::Kind::Record:
  case Symbol::Kind::Policy:
  case Symbol::Kind::Class:
    return Colour::Type;
  case Symbol::Kind::Field:
    return Colour::Property;
  case Symbol::Kind::Query:
  case Symbol::Kind::Mechanism:
  case Symbol::Kind::Channel:
  case Symbol::Kind::Composition:
  case Symbol::Kind::Map:
    return Colour::Function;
  case Symbol::Kind::Sample:
  case Symbol::Kind::Local:
  case Symbol::Kind::LoopIndex:
  case Symbol::Kind::Bound:
  case Symbol::Kind::Definition:
  case Symbol::Kind::Published:
    return Colour::Variable;
  case Symbol::Kind::Tag:
    return Colour::Tag;
  }
  return Colour::Variable;
}

/// Kinds of completion items of the protocol.
constexpr int functionItem = 3, variableItem = 6, keywordItem = 14;

/// Of one line alone, as the protocol has it: editors cannot all colour more.
void addToken(std::vector<std::int64_t> &data, const Document &document, SourceRange range, Colour colour,
              std::pair<std::int64_t, std::int64_t> &last) {
  const auto place = [&](std::uint32_t offset) {
    const Value position = document.positions.position(offset);
    return std::pair{*position.getAsObject()->getInteger("line"),
                     *position.getAsObject()->getInteger("character")};
  };
  const auto begin = place(range.begin), end = place(range.end);
  const std::int64_t line = begin.first - last.first;
  data.insert(data.end(), {line, line == 0 ? begin.second - last.second : begin.second,
                           end.second - begin.second, static_cast<std::int64_t>(colour), 0});
  last = begin;
}

} // namespace

Value semanticTokenLegend() {
  Array types;
  for (const char *colour : colours)
    types.push_back(colour);
  return Object{{"tokenTypes", std::move(types)}, {"tokenModifiers", Array{}}};
}

Value semanticTokens(const Document &document) {
  std::vector<std::int64_t> data;
  std::pair<std::int64_t, std::int64_t> last{0, 0};
  auto occurrence = document.symbols.occurrences.begin();
  for (const Token &token : document.tokens) {
    while (occurrence != document.symbols.occurrences.end() && occurrence->range.begin < token.range.begin)
      ++occurrence;
    const bool isKnown =
        occurrence != document.symbols.occurrences.end() && occurrence->range.begin == token.range.begin;
    const std::string_view spelling = document.text(token.range);
    switch (token.kind) {
    case Token::Kind::Keyword:
      addToken(data, document, token.range, Colour::Keyword, last);
      break;
    case Token::Kind::Number:
      addToken(data, document, token.range, Colour::Number, last);
      break;
    case Token::Kind::Comment:
      for (const SourceRange line : document.positions.lines(token.range))
        addToken(data, document, line, Colour::Comment, last);
      break;
    case Token::Kind::Name:
      if (isKnown)
        addToken(data, document, token.range, colourOf(document.symbols.symbols[occurrence->symbol].kind),
                 last);
      else if (ir::lawNamed(spelling))
        addToken(data, document, token.range, Colour::Function, last);
      break;
    case Token::Kind::Sign:
      break;
    }
  }
  return Object{{"data", Array(data)}};
}

Value completion(const Document &document, const navigation::SymbolTable &names, std::uint32_t offset) {
  Array items;
  std::set<std::string> said;
  const auto add = [&](std::string label, int kind, std::string detail) {
    if (said.insert(label).second)
      items.push_back(Object{{"label", std::move(label)}, {"kind", kind}, {"detail", std::move(detail)}});
  };
  // Nothing is completed inside of comments.
  for (const Token &token : document.tokens)
    if (token.kind == Token::Kind::Comment && token.range.begin < offset && offset <= token.range.end)
      return items;
  for (const Symbol &symbol : names.symbols)
    add(symbol.name, variableItem, std::string(navigation::name(symbol.kind)));
  for (const ir::Law law : ir::laws())
    add(std::string(ir::name(law)), functionItem, "law of noise");
  for (const std::string_view word : reservedWords())
    add(std::string(word), functionItem, "word with a meaning of its own");
  for (const std::string_view word : keywords())
    add(std::string(word), keywordItem, "keyword");
  return items;
}

} // namespace plumb::tool::language_server
