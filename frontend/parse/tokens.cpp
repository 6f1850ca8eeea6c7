// SPDX-License-Identifier: Apache-2.0
#include "frontend/parse/tokens.h"

#include "frontend/parse/expectation.h"
#include "frontend/parse/scan.h"
#include "frontend/parse/token_places.h"
#include "frontend/support/utf8.h"

#include <PlumbLexer.h>
#include <algorithm>

namespace plumb {

namespace {

bool isLetter(char character) {
  return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z');
}

/// The comments between \p begin and \p end, where there is nothing else but space.
void addComments(std::vector<Token> &tokens, std::string_view text, std::uint32_t begin, std::uint32_t end) {
  for (std::uint32_t at = begin; at < end;) {
    if (text[at] != '/' && text[at] != '#') {
      ++at;
      continue;
    }
    const bool isLine = text[at] == '#' || text[at + 1] == '/';
    const std::size_t last = isLine ? text.find_first_of("\r\n", at) : text.find("*/", at + 2);
    // What is never closed ends with the text.
    const auto stop = static_cast<std::uint32_t>(last == std::string_view::npos ? text.size()
                                                 : isLine                       ? last
                                                                                : last + 2);
    tokens.push_back({Token::Kind::Comment, {at, stop}});
    at = stop;
  }
}

Token::Kind kindOf(std::size_t type, std::string_view spelling) {
  using grammar::PlumbLexer;
  if (type == PlumbLexer::NAME)
    return Token::Kind::Name;
  if (type == PlumbLexer::NUMBER)
    return Token::Kind::Number;
  return isLetter(spelling.front()) ? Token::Kind::Keyword : Token::Kind::Sign;
}

} // namespace

std::vector<Token> tokensOf(const SourceFile &file) {
  DiagnosticSink ignored;
  if (!scanCharacters(file, ignored))
    return {};
  const TokenPlaces places(file.text());
  antlr4::ANTLRInputStream input{std::string(places.withoutMark())};
  grammar::PlumbLexer lexer(&input);
  lexer.removeErrorListeners();
  std::vector<Token> tokens;
  // A byte order mark is neither space nor a word.
  auto end = static_cast<std::uint32_t>(file.text().size() - places.withoutMark().size());
  for (;;) {
    const std::unique_ptr<antlr4::Token> token = lexer.nextToken();
    const SourceRange range = places.of(*token);
    addComments(tokens, file.text(), end, range.begin);
    if (token->getType() == antlr4::Token::EOF)
      return tokens;
    tokens.push_back({kindOf(token->getType(), places.spelling(range)), range});
    end = range.end;
  }
}

std::vector<std::uint32_t> declarationStarts(const SourceFile &file) {
  using grammar::PlumbLexer;
  DiagnosticSink ignored;
  if (!scanCharacters(file, ignored))
    return {};
  const TokenPlaces places(file.text());
  antlr4::ANTLRInputStream input{std::string(places.withoutMark())};
  PlumbLexer lexer(&input);
  lexer.removeErrorListeners();
  std::vector<std::uint32_t> starts;
  int depth = 0;
  for (auto token = lexer.nextToken(); token->getType() != antlr4::Token::EOF; token = lexer.nextToken()) {
    const std::size_t type = token->getType();
    // These three are no words of anything else, so that what is open in front of them has not been closed.
    const bool isAnywhere =
        type == PlumbLexer::MECHANISM || type == PlumbLexer::CHANNEL || type == PlumbLexer::COMPOSE;
    if (isAnywhere)
      depth = 0;
    if (isAnywhere || (depth == 0 && startsDeclaration(type)))
      starts.push_back(places.of(*token).begin);
    depth += type == PlumbLexer::LPAREN || type == PlumbLexer::LBRACKET || type == PlumbLexer::LBRACE ? 1 : 0;
    depth -= type == PlumbLexer::RPAREN || type == PlumbLexer::RBRACKET || type == PlumbLexer::RBRACE ? 1 : 0;
    depth = std::max(depth, 0);
  }
  return starts;
}

std::vector<std::string_view> keywords() {
  constexpr std::string_view all[] = {
#define WORD(token, text) text,
#include "frontend/parse/words.def"
#undef WORD
  };
  std::vector<std::string_view> words;
  std::copy_if(std::begin(all), std::end(all), std::back_inserter(words),
               [](std::string_view word) { return isLetter(word.front()); });
  return words;
}

const std::vector<std::string_view> &reservedWords() {
  static const std::vector<std::string_view> words = {"out", "result", "cost", "moved",  "top_k", "abs",
                                                      "min", "max",    "real", "argmin", "argmax"};
  return words;
}

std::string nameAsRead(std::string_view spelt) {
  std::string result;
  for (std::size_t at = 0; at < spelt.size();) {
    const CodePoint point = decodeUtf8(spelt, at);
    if (point.value == U'λ')
      result += "lam";
    else if (point.value == U'ε' || point.value == U'ϵ')
      result += "eps";
    else
      result += spelt.substr(at, point.length);
    at += point.length;
  }
  return result;
}

} // namespace plumb
