// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/language_server/intact_part.h"

#include "frontend/parse/parser.h"
#include "frontend/parse/tokens.h"
#include "frontend/sema/analyze.h"

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

/// The words of one declaration; what stands in front of the first is a part of its own.
struct Part {
  SourceRange range;
  std::vector<Token> words = {};
  bool isOut = false;
};

/// The parts of a text, of which some are taken out. A name that is declared by what is out, or twice, means
/// nothing for certain: whatever has it as a word, as a name of any kind, is out as well.
class Parts {
public:
  /// \pre The text can be read.
  explicit Parts(const SourceFile &ofSource);

  void takeOut(std::uint32_t place);
  /// Takes out all that depends on what is out.
  void close();
  std::string textOfRest() const;

private:
  std::string nameOf(const Token &word) const { return nameAsRead(source.text(word.range)); }
  /// The names that \p part declares for the file: one, or more in `size n, m`.
  std::vector<std::string> declaredBy(const Part &part) const;
  void takeOut(Part &part);
  void reserve(const std::string &name);

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
    if (word.kind == Token::Kind::Comment)
      continue;
    part->words.push_back(word);
    if (word.kind == Token::Kind::Name)
      withName[nameOf(word)].push_back(&*part);
  }
  std::set<std::string> once;
  for (const Part &one : parts)
    for (const std::string &name : declaredBy(one))
      if (!once.insert(name).second)
        reserve(name);
}

std::vector<std::string> Parts::declaredBy(const Part &part) const {
  std::vector<std::string> names;
  for (std::size_t i = 1; i < part.words.size() && part.words[i].kind == Token::Kind::Name; i += 2) {
    names.push_back(nameOf(part.words[i]));
    if (i + 1 == part.words.size() || source.text(part.words[i + 1].range) != ",")
      break;
  }
  return names;
}

void Parts::takeOut(Part &part) {
  if (!part.isOut)
    pending.push_back(&part);
  part.isOut = true;
}

void Parts::takeOut(std::uint32_t place) {
  // The first begins at 0.
  takeOut(*std::prev(
      std::find_if(parts.begin(), parts.end(), [&](const Part &one) { return one.range.begin > place; })));
}

void Parts::reserve(const std::string &name) {
  if (reserved.insert(name).second)
    for (Part *part : withName[name])
      takeOut(*part);
}

void Parts::close() {
  while (!pending.empty()) {
    const Part &part = *pending.back();
    pending.pop_back();
    for (const std::string &name : declaredBy(part))
      reserve(name);
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
  std::string text(source.text());
  DiagnosticSink ofText;
  (void)parse(source, ofText);
  if (!ofText.hasErrors()) {
    Parts parts(source);
    std::vector<Diagnostic> told = mistakes;
    for (unsigned round = 0; round < mostRounds; ++round) {
      for (const Diagnostic &mistake : told)
        if (info(mistake.kind).severity == Severity::Error)
          parts.takeOut(mistake.range.begin);
      parts.close();
      std::string left = parts.textOfRest();
      if (left == text)
        break;
      text = std::move(left);
      const SourceFile rest(source.path(), text);
      DiagnosticSink sink;
      const syntax::Program written = parse(rest, sink);
      ir::Program program;
      if (!sink.hasErrors())
        program = analyze(written, rest, sink);
      if (!sink.hasErrors())
        return {std::move(text), std::move(program)};
      told = sink.diagnostics();
    }
  }
  // Of a text that cannot be read, where a declaration begins and ends and what it declares are guesses.
  blank(text, {0, static_cast<std::uint32_t>(text.size())});
  return {std::move(text), {}};
}

} // namespace plumb::tool::language_server
