// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/language_server/intact_part.h"

#include "frontend/parse/parser.h"
#include "frontend/parse/tokens.h"
#include "frontend/sema/analyze.h"
#include "tools/plumb/language_server/word_meanings.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

namespace plumb::tool::language_server {

namespace {

void blank(std::string &text, SourceRange range) {
  std::replace_if(
      text.begin() + range.begin, text.begin() + range.end,
      [](char byte) { return byte != '\n' && byte != '\r'; }, ' ');
}

bool isOfLanguage(std::string_view word) {
  const auto words = wordsOfLanguage();
  return std::any_of(words.begin(), words.end(), [&](const WordMeaning &one) { return one.word == word; });
}

/// The words of one declaration; what stands in front of the first is a part of its own.
struct Part {
  SourceRange range;
  std::vector<Token> words = {};
  bool isOut = false;
};

/// The parts of a text, of which some are taken out. A name that is declared by what is out, or twice, means
/// nothing for certain: whatever has it as a word, as a name of any kind, is out as well. What a part
/// declares that cannot be read is known only of one with a head and braces around all that stands behind it:
/// else a further declaration, which has lost its keyword, may be in it, and everything is out.
class Parts {
public:
  explicit Parts(const SourceFile &ofSource);

  /// What stands at \p place; \p isRead: it is a declaration whatever is wrong with it.
  void takeOut(std::uint32_t place, bool isRead);
  /// Takes out all that depends on what is out.
  void close();
  std::string textOfRest() const;

private:
  std::string_view spelt(const Token &word) const { return source.text(word.range); }
  bool isSpelt(const Part &part, std::size_t i, std::string_view word) const {
    return i < part.words.size() && spelt(part.words[i]) == word;
  }
  bool isName(const Part &part, std::size_t i) const {
    return i < part.words.size() && part.words[i].kind == Token::Kind::Name;
  }
  bool isOwnName(const Part &part, std::size_t i) const {
    return isName(part, i) && !isOfLanguage(spelt(part.words[i]));
  }
  bool beginsDeclaration(const Token &word) const;
  /// `mechanism m(...) ... { ... }`, and nothing else; or a keyword alone.
  bool isWhole(const Part &part) const;
  void takeOut(Part &part);
  void takeOutAll();
  void reserve(const Token &name);
  /// The names behind word \p i, `size n, m`. \returns how many there are.
  std::size_t reserveBehind(const Part &part, std::size_t i);
  /// All that \p part, which is out, may declare; false if that is not known.
  bool reserveAll(const Part &part);
  void reserveTwins();

  const SourceFile &source;
  std::vector<Part> parts;
  /// By names as they are read.
  std::map<std::string, std::vector<Part *>> withName;
  std::set<std::string> reserved;
  /// What is out, and of which nobody has asked what it declares.
  std::vector<const Part *> pending;
};

Parts::Parts(const SourceFile &ofSource) : source(ofSource) {
  const auto end = static_cast<std::uint32_t>(source.text().size());
  parts.push_back({{0, end}});
  for (const std::uint32_t start : declarationStarts(source)) {
    parts.back().range.end = start;
    parts.push_back({{start, end}});
  }
  auto part = parts.begin();
  for (const Token &word : tokensOf(source)) {
    while (word.range.begin >= part->range.end)
      ++part;
    if (word.kind != Token::Kind::Comment) {
      // Of a comment that is never closed the lexer makes signs. Where it was to end nobody knows, nor what a
      // quotation mark, which is no sign of the language, was to enclose.
      const bool isOpenComment = !part->words.empty() && spelt(word) == "*" &&
                                 spelt(part->words.back()) == "/" &&
                                 part->words.back().range.end == word.range.begin;
      if (isOpenComment || spelt(word) == "\"")
        std::for_each(part, parts.end(), [&](Part &one) { takeOut(one); });
      part->words.push_back(word);
      if (word.kind == Token::Kind::Name)
        withName[nameAsRead(spelt(word))].push_back(&*part);
    }
  }
  reserveTwins();
}

bool Parts::beginsDeclaration(const Token &word) const {
  constexpr std::string_view all[] = {"mechanism", "compose", "channel", "record", "policy", "query", "size"};
  return word.kind == Token::Kind::Keyword &&
         std::find(std::begin(all), std::end(all), spelt(word)) != std::end(all);
}

std::size_t Parts::reserveBehind(const Part &part, std::size_t i) {
  std::size_t count = 0;
  // `(size n, eps: real)`: the second is a parameter.
  for (std::size_t name = i + 1; isName(part, name) && (count == 0 || !isSpelt(part, name + 1, ":"));
       name += 2) {
    reserve(part.words[name]);
    ++count;
    if (!isSpelt(part, name + 1, ","))
      break;
  }
  return count;
}

bool Parts::reserveAll(const Part &part) {
  bool isKnown = std::none_of(part.words.begin(), part.words.end(),
                              [](const Token &word) { return word.kind == Token::Kind::Name; });
  for (std::size_t i = 0; i < part.words.size(); ++i)
    if (beginsDeclaration(part.words[i])) {
      // `n: size` and `f: query` are parameters, and a word at the end has no name yet.
      const bool needsName = !(i > 0 && isSpelt(part, i - 1, ":")) && i + 1 < part.words.size();
      if (reserveBehind(part, i) > 0)
        isKnown = true;
      else if (needsName)
        return false;
    } else if (isOwnName(part, i) && isOwnName(part, i + 1)) {
      // `polcy p`
      reserve(part.words[i + 1]);
      isKnown = true;
    }
  return isKnown;
}

void Parts::reserveTwins() {
  std::set<std::string> once;
  for (const Part &part : parts) {
    if (part.words.empty() || !beginsDeclaration(part.words.front()))
      continue;
    for (std::size_t name = 1; isName(part, name); name += 2) {
      if (!once.insert(nameAsRead(spelt(part.words[name]))).second)
        reserve(part.words[name]);
      if (!isSpelt(part, name + 1, ","))
        break;
    }
  }
}

void Parts::takeOut(Part &part) {
  if (!part.isOut)
    pending.push_back(&part);
  part.isOut = true;
}

void Parts::takeOut(std::uint32_t place, bool isRead) {
  // The first begins at 0.
  Part &part = *std::prev(
      std::find_if(parts.begin(), parts.end(), [&](const Part &one) { return one.range.begin > place; }));
  if (!isRead && !part.isOut && !isWhole(part))
    takeOutAll();
  takeOut(part);
}

void Parts::takeOutAll() {
  for (Part &part : parts)
    takeOut(part);
}

bool Parts::isWhole(const Part &part) const {
  // So a declaration begins that is being typed.
  if (part.words.size() == 1)
    return beginsDeclaration(part.words.front());
  // Where a query, a list of sizes, or what a policy allows ends, nothing says.
  const bool isRecord = isSpelt(part, 0, "record"), isPolicy = isSpelt(part, 0, "policy");
  const bool isCalled =
      isSpelt(part, 0, "mechanism") || isSpelt(part, 0, "compose") || isSpelt(part, 0, "channel");
  if (!isOwnName(part, 1) || !(isRecord   ? isSpelt(part, 2, "{")
                               : isPolicy ? isSpelt(part, 4, "{")
                                          : isCalled && isSpelt(part, 2, "(")))
    return false;
  std::size_t depth = 0;
  for (std::size_t i = 0; i < part.words.size(); ++i) {
    if (isSpelt(part, i, "{"))
      ++depth;
    if (isSpelt(part, i, "}") && depth <= 1)
      return depth == 1 && i + 1 == part.words.size();
    if (isSpelt(part, i, "}"))
      --depth;
  }
  return false;
}

void Parts::reserve(const Token &name) {
  const std::string read = nameAsRead(spelt(name));
  if (reserved.insert(read).second)
    for (Part *part : withName[read])
      takeOut(*part);
}

void Parts::close() {
  while (!pending.empty()) {
    const Part &part = *pending.back();
    pending.pop_back();
    if (!reserveAll(part))
      takeOutAll();
  }
}

std::string Parts::textOfRest() const {
  std::string text(source.text());
  for (const Part &part : parts)
    if (part.isOut)
      blank(text, part.range);
  return text;
}

} // namespace

IntactPart intactPart(const SourceFile &source, const std::vector<Diagnostic> &mistakes) {
  // Mistakes that were not found before show in the next round. Texts are typed in, so that an end has to
  // come soon.
  constexpr unsigned mostRounds = 6;
  Parts parts(source);
  std::string text(source.text());
  std::vector<Diagnostic> told = mistakes;
  DiagnosticSink ofText;
  (void)parse(source, ofText);
  bool isRead = !ofText.hasErrors();
  for (unsigned round = 0; round < mostRounds; ++round) {
    for (const Diagnostic &mistake : told)
      if (info(mistake.kind).severity == Severity::Error)
        parts.takeOut(mistake.range.begin, isRead);
    parts.close();
    std::string left = parts.textOfRest();
    if (left == text)
      break;
    text = std::move(left);
    const SourceFile rest(source.path(), text);
    DiagnosticSink sink;
    const syntax::Program written = parse(rest, sink);
    ir::Program program;
    isRead = !sink.hasErrors();
    if (isRead)
      program = analyze(written, rest, sink);
    if (!sink.hasErrors())
      return {std::move(text), std::move(program)};
    told = sink.diagnostics();
  }
  blank(text, {0, static_cast<std::uint32_t>(text.size())});
  return {std::move(text), {}};
}

} // namespace plumb::tool::language_server
