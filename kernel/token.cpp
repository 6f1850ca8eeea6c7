// SPDX-License-Identifier: Apache-2.0
#include "kernel/token.h"

#include "kernel/program.h"

namespace plumb::kernel {

namespace {

constexpr std::size_t textLimit = 1u << 16;

bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

/// Latin letters, and the Greek ones of the grammar as they are in UTF-8, but for those that the canonical
/// form writes as `lam` and `eps`: one variable would have two names.
std::size_t letterAt(const std::string &text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
  const unsigned c = byte(at);
  if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_')
    return 1;
  static const std::string greek = "ΓΔΘΛΞΠΣΦΨΩαβγδζηθικμνξπρςστυφχψω";
  return (c == 0xCE || c == 0xCF) && at + 1 < text.size() &&
                 greek.find(text.substr(at, 2)) != std::string::npos
             ? 2
             : 0;
}

} // namespace

std::vector<Token> tokensOf(const std::string &text) {
  if (text.size() > textLimit)
    throw Rejected("the text is longer than 64 KiB");
  std::vector<Token> tokens;
  unsigned line = 1;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (c == ' ' || c == '\n') {
      line += c == '\n' ? 1 : 0;
      ++at;
    } else if (isDigit(c)) {
      std::size_t end = at;
      while (end < text.size() && isDigit(text[end]))
        ++end;
      if (end + 1 < text.size() && text[end] == '.' && isDigit(text[end + 1]))
        for (++end; end < text.size() && isDigit(text[end]);)
          ++end;
      if (end - at > 1000)
        rejectAt(line, "a number has more than 1000 digits");
      tokens.push_back({Token::Kind::Number, text.substr(at, end - at), line});
      at = end;
    } else if (letterAt(text, at)) {
      std::size_t end = at;
      while (letterAt(text, end) || (end < text.size() && isDigit(text[end])))
        end += letterAt(text, end) ? letterAt(text, end) : 1;
      tokens.push_back({Token::Kind::Name, text.substr(at, end - at), line});
      at = end;
    } else {
      const std::string two = text.substr(at, 2);
      const bool isPair = std::string(" := .. <= >= != -> ").find(" " + two + " ") != std::string::npos;
      if (!isPair && std::string("()[]{},;:?.'+-*/<>=~|").find(c) == std::string::npos)
        rejectAt(line, "a character that no program has");
      tokens.push_back({Token::Kind::Sign, isPair ? two : std::string(1, c), line});
      at += isPair ? 2 : 1;
    }
  }
  tokens.push_back({Token::Kind::End, "the end", line});
  return tokens;
}

bool isReserved(const std::string &word) {
  static const std::string words =
      " mechanism requires adjacency guarantees claims by size int real bool "
      "query align invariant if else for while output announce return stop forall exists "
      "in is not and or implies iff div mod true false record policy public sensitive "
      "allows where when under along replace add remove data none compose "
      "channel out result cost moved top_k abs "
      "min max argmin argmax ";
  return words.find(" " + word + " ") != std::string::npos;
}

} // namespace plumb::kernel
