// SPDX-License-Identifier: Apache-2.0
#include "frontend/navigation/layout.h"

#include "frontend/parse/tokens.h"

#include <algorithm>
#include <array>
#include <set>

namespace plumb::navigation {

namespace {

constexpr int step = 2;

/// Where something begins that stands on its own.
class Beginnings {
public:
  explicit Beginnings(const syntax::Program &program) {
    for (const syntax::Record &record : program.records)
      for (const syntax::Field &field : record.fields)
        add(field.range);
    for (const syntax::Mechanism &mechanism : program.mechanisms)
      add(mechanism.body);
    for (const syntax::Composition &composition : program.compositions) {
      for (const syntax::Composition::Part &part : composition.parts)
        if (!part.then)
          add(part.published ? cover(part.range, part.published->range) : part.range);
      for (const syntax::Composition::Sampling &sampling : composition.samplings)
        clauses.insert(sampling.range.begin);
      for (const syntax::Composition::Definition &definition : composition.definitions)
        clauses.insert(definition.range.begin);
    }
    for (const syntax::Channel &channel : program.channels)
      for (const syntax::ChannelItem &item : channel.items)
        add(item.range);
  }

  bool contain(std::uint32_t place) const { return places.contains(place); }
  /// A clause of a head without a word of its own.
  bool haveClause(std::uint32_t place) const { return clauses.contains(place); }

private:
  void add(SourceRange range) { places.insert(range.begin); }
  void add(const syntax::Block &block) {
    for (const std::unique_ptr<syntax::Statement> &statement : block) {
      add(statement->range);
      add(statement->thenBlock);
      add(statement->elseBlock);
    }
  }

  std::set<std::uint32_t> places, clauses;
};

bool isOneOf(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// Goes through the lines of a text from top to bottom.
class Layout {
public:
  Layout(const SourceFile &ofFile, const syntax::Program &program)
      : text(ofFile.text()), lineEnd(text.find("\r\n") == std::string_view::npos ? "\n" : "\r\n"),
        tokens(tokensOf(ofFile)), beginnings(program), next(tokens.begin()) {}

  std::string laidOut();

private:
  struct Line {
    std::uint32_t begin, end;
  };

  void addLine(Line line);
  /// The first word of the line or, of a line of comment, of the next line that has one.
  std::vector<Token>::const_iterator wordBehind(std::uint32_t place) const;
  /// Nothing for a line that goes on from the one above.
  std::optional<int> depthOf(Line line) const;
  void passTokens(Line line);
  std::string_view spelling(const Token &token) const {
    return text.substr(token.range.begin, token.range.end - token.range.begin);
  }

  const std::string_view text;
  /// As the text has it.
  const std::string lineEnd;
  const std::vector<Token> tokens;
  const Beginnings beginnings;
  /// The first token that does not end in front of the line.
  std::vector<Token>::const_iterator next;
  /// Open braces.
  int depth = 0;
  /// Columns by which the last line that began something has moved.
  int moved = 0;
  bool lastWasEmpty = true;
  std::string result;
};

std::vector<Token>::const_iterator Layout::wordBehind(std::uint32_t place) const {
  return std::find_if(next, tokens.end(), [&](const Token &token) {
    return token.range.begin >= place && token.kind != Token::Kind::Comment;
  });
}

std::optional<int> Layout::depthOf(Line line) const {
  const auto word = wordBehind(line.begin);
  if (word == tokens.end())
    return depth;
  const std::string_view spelled = spelling(*word);
  // A comment in front of the brace is the last of what the brace ends.
  if (spelled == "}")
    return word->range.begin < line.end ? std::max(0, depth - 1) : depth;
  if (spelled == "{" || spelled == "else" || beginnings.contain(word->range.begin))
    return depth;
  if (beginnings.haveClause(word->range.begin))
    return 1;
  if (word->kind != Token::Kind::Keyword)
    return std::nullopt;
  // Clauses of a head, before its brace.
  if (depth == 0 && isOneOf(spelled, {"requires", "adjacency", "guarantees", "claims"}))
    return 1;
  if (depth == 0 &&
      isOneOf(spelled, {"mechanism", "record", "policy", "query", "size", "compose", "channel"}))
    return 0;
  if (isOneOf(spelled, {"public", "sensitive"}))
    return depth;
  return std::nullopt;
}

void Layout::passTokens(Line line) {
  for (; next != tokens.end() && next->range.end <= line.end; ++next)
    if (next->kind == Token::Kind::Sign)
      depth += spelling(*next) == "{" ? 1 : spelling(*next) == "}" ? -1 : 0;
}

void Layout::addLine(Line line) {
  // Inside of a comment.
  const bool isInside = next != tokens.end() && next->range.begin < line.begin;
  const std::string_view written = text.substr(line.begin, line.end - line.begin);
  const std::size_t first = written.find_first_not_of(" \t\r");
  if (first == std::string_view::npos && !isInside) {
    if (!lastWasEmpty)
      result += lineEnd;
    lastWasEmpty = true;
    return;
  }
  lastWasEmpty = false;
  const std::size_t last = written.find_last_not_of(" \t\r");
  if (isInside) {
    result += written.ends_with('\r') ? written.substr(0, written.size() - 1) : written;
  } else {
    const auto own = static_cast<int>(first);
    // A comment at the very left is about the text, or code that somebody has taken out.
    const bool isAside = own == 0 && written.substr(first).starts_with("//");
    const auto inside =
        isAside ? std::optional<int>(0) : depthOf({line.begin + static_cast<std::uint32_t>(first), line.end});
    if (inside)
      moved = *inside * step - own;
    result.append(static_cast<std::size_t>(std::max(0, own + moved)), ' ');
    result += written.substr(first, last - first + 1);
  }
  result += lineEnd;
  passTokens(line);
}

std::string Layout::laidOut() {
  for (std::uint32_t begin = 0; begin < text.size();) {
    const auto end = static_cast<std::uint32_t>(std::min(text.find('\n', begin), text.size()));
    addLine({begin, end});
    begin = end + 1;
  }
  while (result.ends_with(lineEnd + lineEnd))
    result.erase(result.size() - lineEnd.size());
  return std::move(result);
}

} // namespace

std::string laidOut(const SourceFile &file, const syntax::Program &program) {
  return Layout(file, program).laidOut();
}

} // namespace plumb::navigation
