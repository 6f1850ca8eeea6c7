// SPDX-License-Identifier: Apache-2.0
// Words of a text: how they are coloured, and what could be typed next.
#include "frontend/ir/law.h"
#include "frontend/navigation/legible.h"
#include "frontend/parse/expected_words.h"
#include "tools/plumb/language_server/features.h"
#include "tools/plumb/language_server/word_meanings.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

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

/// Where a name of \p kind may stand.
NamePlace placesOf(Symbol::Kind kind) {
  switch (kind) {
  case Symbol::Kind::Size:
  case Symbol::Kind::Parameter:
  case Symbol::Kind::Bound:
  case Symbol::Kind::Definition:
    return NamePlace::Value | NamePlace::Term | NamePlace::Scale | NamePlace::Power;
  case Symbol::Kind::LoopIndex:
    return NamePlace::Value | NamePlace::Scale;
  case Symbol::Kind::Published:
    return NamePlace::Value;
  case Symbol::Kind::Answer:
  case Symbol::Kind::Query:
    return NamePlace::Value | NamePlace::Answer;
  case Symbol::Kind::Sample:
    return NamePlace::Value | NamePlace::Target | NamePlace::Aligned;
  case Symbol::Kind::Local:
    return NamePlace::Value | NamePlace::Scale | NamePlace::Target;
  case Symbol::Kind::Tag:
    return NamePlace::Value | NamePlace::Part | NamePlace::CellPart | NamePlace::Tag;
  case Symbol::Kind::Field:
    return NamePlace::Part | NamePlace::Field;
  case Symbol::Kind::Record:
    return NamePlace::Record;
  case Symbol::Kind::Policy:
    return NamePlace::Policy;
  case Symbol::Kind::Mechanism:
  case Symbol::Kind::Channel:
    return NamePlace::Stage;
  case Symbol::Kind::Composition:
    return NamePlace::None;
  case Symbol::Kind::Class:
    return NamePlace::Class | NamePlace::Value;
  case Symbol::Kind::Map:
    return NamePlace::Class;
  }
  return NamePlace::None;
}

/// A name that may be meant.
struct Known {
  std::string name;
  Symbol::Kind kind;
  /// Of a field.
  std::string record;
};

/// Of an earlier version nobody knows where its names are known by now.
std::vector<Known> knownOf(const navigation::SymbolTable &names, bool isOfThisText, std::uint32_t offset) {
  std::vector<Known> known;
  for (const Symbol &symbol : names.symbols)
    // Fields are named where their records are.
    if (!isOfThisText || symbol.kind == Symbol::Kind::Field ||
        (symbol.scope.begin <= offset && offset <= symbol.scope.end))
      known.push_back({symbol.name, symbol.kind,
                       symbol.kind == Symbol::Kind::Field && symbol.owner ? names.symbols[*symbol.owner].name
                                                                          : std::string()});
  return known;
}

/// What a text introduces, as far as its words say, for the caret at \p offset. For texts that cannot be read
/// yet.
std::vector<Known> introducedFor(const Document &document, std::uint32_t offset) {
  const std::vector<navigation::Introduced> all = navigation::introducedBy(document.source, document.tokens);
  // The declaration that the caret stands in; what is in others belongs to them, but for what a file shares.
  std::optional<std::size_t> ours;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (all[i].extent.end != 0 && all[i].extent.begin <= offset)
      ours = i;
  std::vector<Known> found;
  for (const navigation::Introduced &one : all) {
    const bool isUnderCaret = one.name.begin <= offset && offset <= one.name.end;
    // Fields are named where their records are.
    const bool isKnown = !one.owner || one.owner == ours || one.kind == Symbol::Kind::Field;
    if (!isUnderCaret && isKnown)
      found.push_back({std::string(document.text(one.name)), one.kind,
                       one.kind == Symbol::Kind::Field && one.owner
                           ? std::string(document.text(all[*one.owner].name))
                           : std::string()});
  }
  return found;
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
  // Names that are known here, names that may be, words of the language: in this order.
  const auto add = [&](std::string label, int kind, std::string detail, const char *place) {
    if (said.insert(label).second)
      items.push_back(Object{
          {"label", label}, {"kind", kind}, {"detail", std::move(detail)}, {"sortText", place + label}});
  };
  // Nothing is completed inside of comments.
  for (const Token &token : document.tokens)
    if (token.kind == Token::Kind::Comment && token.range.begin < offset && offset <= token.range.end)
      return items;
  const auto expected = expectedWordsAt(document.source, document.startOfWord(offset));
  const auto fits = [&](NamePlace places) { return !expected || meets(expected->names, places); };
  const bool isRead = !document.symbols.symbols.empty();
  // Where the record is known, what is a part of it stands, and nothing else.
  const auto isOfRecord = [&](const Known &one) {
    const bool isPart = one.kind == Symbol::Kind::Field || one.kind == Symbol::Kind::Tag;
    return !expected || expected->record.empty() || !isPart || one.record == expected->record;
  };
  const auto addNames = [&](const std::vector<Known> &known) {
    for (const Known &one : known)
      if (fits(placesOf(one.kind)) && isOfRecord(one))
        add(one.name, variableItem, std::string(navigation::name(one.kind)), isRead ? "1" : "2");
  };
  addNames(knownOf(names, isRead, offset));
  if (!isRead)
    addNames(introducedFor(document, offset));
  if (fits(NamePlace::Law))
    for (const ir::Law law : ir::laws())
      add(std::string(ir::name(law)), functionItem,
          meaningOf(law, document.drawsInteger(document.startOfWord(offset))), "3");
  const std::vector<std::string_view> keys = expected ? expected->keywords : keywords();
  for (const auto &[word, places, meaning] : wordsOfLanguage()) {
    const bool isKeyword = std::find(keys.begin(), keys.end(), word) != keys.end();
    if (isKeyword || fits(places))
      add(std::string(word), isKeyword ? keywordItem : functionItem, std::string(meaning), "4");
  }
  return items;
}

} // namespace plumb::tool::language_server
