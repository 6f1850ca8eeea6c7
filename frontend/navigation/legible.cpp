// SPDX-License-Identifier: Apache-2.0
#include "frontend/navigation/legible.h"

#include "frontend/parse/parser.h"

#include <algorithm>
#include <limits>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace plumb::navigation {

namespace {

using Kind = Symbol::Kind;

/// Its words and signs without comments.
class Words {
public:
  Words(const SourceFile &ofFile, const std::vector<Token> &tokens) : file(ofFile) {
    for (const Token &token : tokens)
      if (token.kind != Token::Kind::Comment)
        code.push_back(token);
  }

  std::size_t size() const { return code.size(); }
  SourceRange range(std::size_t i) const { return code[i].range; }
  /// Empty in front of the first and behind the last.
  std::string_view spelt(std::size_t i) const {
    return i < code.size() ? file.text(code[i].range) : std::string_view();
  }
  bool isName(std::size_t i) const { return i < code.size() && code[i].kind == Token::Kind::Name; }
  /// What is declared by the name behind word \p i.
  std::optional<Kind> declaredBehind(std::size_t i) const;

private:
  const SourceFile &file;
  std::vector<Token> code;
};

std::optional<Kind> Words::declaredBehind(std::size_t i) const {
  constexpr std::pair<std::string_view, Kind> declarations[] = {{"mechanism", Kind::Mechanism},
                                                                {"compose", Kind::Composition},
                                                                {"channel", Kind::Channel},
                                                                {"record", Kind::Record},
                                                                {"policy", Kind::Policy},
                                                                {"query", Kind::Query},
                                                                {"size", Kind::Size}};
  if (!isName(i + 1))
    return std::nullopt;
  const std::string_view before = i == 0 ? std::string_view() : spelt(i - 1);
  for (const auto &[word, kind] : declarations)
    if (spelt(i) == word) {
      // `f: query`
      if (before == ":")
        return std::nullopt;
      // `m(size n, c: int)`
      return kind == Kind::Size && (before == "(" || before == ",") ? Kind::Parameter : kind;
    }
  return std::nullopt;
}

bool hasParts(Kind kind) {
  return kind == Kind::Mechanism || kind == Kind::Composition || kind == Kind::Channel ||
         kind == Kind::Record;
}

/// Of a name in front of a sign; nothing if it introduces none.
std::optional<Kind> introducedInFront(const Words &words, std::size_t name, std::optional<Kind> owner) {
  const std::string_view sign = words.spelt(name + 1);
  if (sign == ":=")
    return Kind::Local;
  if (sign == "~")
    return Kind::Sample;
  if (sign != ":")
    return std::nullopt;
  if (words.spelt(name + 3) == "~")
    return Kind::Sample;
  // The end of a range, too, stands in front of one.
  const std::string_view before = name == 0 ? std::string_view() : words.spelt(name - 1);
  if (before != "(" && before != "," && before != "{")
    return std::nullopt;
  if (words.spelt(name + 2) == "query")
    return Kind::Answer;
  return owner == Kind::Record ? Kind::Field : Kind::Parameter;
}

/// Does a query bind the name at word \p i: `[i in a .. b]`, `count v: V, w: W`?
bool isBoundOfQuery(const Words &words, std::size_t i) {
  if (!words.isName(i))
    return false;
  const std::string_view before = words.spelt(i - 1), behind = words.spelt(i + 1);
  return ((before == "[" || before == ",") && behind == "in") ||
         (behind == ":" && (before == "," || words.isName(i - 1)));
}

/// Behind the `[...]` that begins at \p i, or \p i.
std::size_t behindSubscripts(const Words &words, std::size_t i) {
  while (words.spelt(i) == "[") {
    while (i < words.size() && words.spelt(i) != "]")
      ++i;
    ++i;
  }
  return i;
}

/// \p text with blanks in place of \p parts.
std::string without(std::string_view text, const std::vector<SourceRange> &parts) {
  std::string rest(text);
  for (const SourceRange part : parts)
    for (std::uint32_t i = part.begin; i < part.end; ++i)
      if (rest[i] != '\n')
        rest[i] = ' ';
  return rest;
}

/// The declarations that mistakes stand in.
std::vector<SourceRange> spoilt(const std::vector<Diagnostic> &mistakes,
                                const std::vector<Introduced> &declarations, std::uint32_t end) {
  std::vector<SourceRange> parts;
  for (const Diagnostic &mistake : mistakes) {
    if (mistake.kind == DiagnosticKind::NoMechanism)
      continue;
    // What stands in front of the first is part of it.
    SourceRange part{0, end};
    for (const Introduced &one : declarations)
      if (one.extent.begin <= mistake.range.begin)
        part = one.extent;
      else {
        part.end = std::min(part.end, one.extent.begin);
        break;
      }
    if (std::find(parts.begin(), parts.end(), part) == parts.end())
      parts.push_back(part);
  }
  return parts;
}

} // namespace

std::vector<Introduced> introducedBy(const SourceFile &file, const std::vector<Token> &tokens) {
  const Words words(file, tokens);
  const auto end = static_cast<std::uint32_t>(file.text().size());
  std::vector<Introduced> found;
  std::optional<std::size_t> owner, last;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (const auto kind = words.declaredBehind(i)) {
      if (*kind == Kind::Parameter) {
        found.push_back({*kind, words.range(i + 1), owner, {}});
        continue;
      }
      if (last)
        found[*last].extent.end = words.range(i).begin;
      last = found.size();
      owner = hasParts(*kind) ? last : std::nullopt;
      found.push_back({*kind, words.range(i + 1), std::nullopt, {words.range(i).begin, end}});
      continue;
    }
    const std::string_view word = words.spelt(i);
    if (last && found[*last].kind == Kind::Query && isBoundOfQuery(words, i))
      found.push_back({Kind::Bound, words.range(i), last, {}});
    else if ((word == "for" || word == "forall" || word == "exists") && words.isName(i + 1))
      found.push_back({word == "for" ? Kind::LoopIndex : Kind::Bound, words.range(i + 1), owner, {}});
    else if ((word == "let" || word == "map") && words.isName(i + 1))
      found.push_back({word == "let" ? Kind::Definition : Kind::Map, words.range(i + 1), owner, {}});
    else if (word == "output" && words.isName(i + 1))
      found.push_back({Kind::Tag, words.range(i + 1), owner, {}});
    else if (words.isName(i) && (i == 0 || !words.declaredBehind(i - 1))) {
      // `v[i] := e`
      const std::size_t behind = behindSubscripts(words, i + 1);
      const bool isElement = behind != i + 1;
      const auto kind =
          introducedInFront(words, behind - 1, owner ? std::optional(found[*owner].kind) : std::nullopt);
      // `v[k]: ` ends what a sum is over.
      if (kind && !(isElement && words.spelt(behind) == ":"))
        found.push_back({*kind, words.range(i), owner, {}});
    }
  }
  // `output z` of a variable has no tag.
  std::set<std::string_view> variables;
  for (const Introduced &one : found)
    if (one.kind != Kind::Tag)
      variables.insert(file.text(one.name));
  std::vector<Introduced> kept;
  std::vector<std::size_t> place(found.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    place[i] = kept.size();
    if (found[i].kind == Kind::Tag && variables.contains(file.text(found[i].name)))
      continue;
    kept.push_back(found[i]);
    if (found[i].owner)
      kept.back().owner = place[*found[i].owner];
  }
  return kept;
}

std::vector<Symbol> legibleSymbols(const SourceFile &file, const std::vector<Token> &tokens) {
  const std::vector<Introduced> all = introducedBy(file, tokens);
  std::vector<Introduced> declarations;
  for (const Introduced &one : all)
    if (one.extent.end != 0)
      declarations.push_back(one);
  // What is left without the declarations with a mistake may have others, for which one bracket stood.
  constexpr unsigned mostAttempts = 4;
  std::vector<SourceRange> left;
  SymbolTable read;
  for (unsigned attempt = 0; attempt < mostAttempts; ++attempt) {
    const SourceFile rest(file.path(), without(file.text(), left));
    DiagnosticSink sink(1);
    const syntax::Program written = parse(rest, sink);
    const auto more =
        spoilt(sink.diagnostics(), declarations, static_cast<std::uint32_t>(file.text().size()));
    if (more.empty()) {
      read = symbolsOf(written);
      break;
    }
    left.insert(left.end(), more.begin(), more.end());
  }
  constexpr SourceRange everywhere{0, std::numeric_limits<std::uint32_t>::max()};
  std::vector<Symbol> symbols = std::move(read.symbols);
  std::set<std::uint32_t> wasRead;
  for (const Symbol &symbol : symbols)
    wasRead.insert(symbol.range.begin);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Introduced &declaration = all[i];
    if (declaration.extent.end == 0 || wasRead.contains(declaration.name.begin))
      continue;
    const std::size_t owner = symbols.size();
    const auto add = [&](const Introduced &one, SourceRange extent) {
      symbols.push_back({one.kind, std::string(file.text(one.name)), one.name, one.name, everywhere});
      symbols.back().extent = extent;
    };
    add(declaration, declaration.extent);
    std::set<std::string_view> names;
    for (std::size_t j = i + 1; j < all.size() && all[j].extent.end == 0; ++j)
      if (all[j].owner == i && hasParts(declaration.kind) && names.insert(file.text(all[j].name)).second) {
        add(all[j], all[j].name);
        symbols.back().owner = owner;
      }
  }
  return symbols;
}

} // namespace plumb::navigation
