// SPDX-License-Identifier: Apache-2.0
#include "checker/report/explain_mathml.h"
#include "checker/report/explain_mathml_parts.h"

#include <array>
#include <cctype>
#include <optional>

namespace plumb::report {

using namespace parts;

namespace {

struct Mark {
  std::string_view written, symbol;
};

/// Longer ones first.
constexpr std::array marks = {
    Mark{"<=", "\u2264"}, Mark{">=", "\u2265"}, Mark{"!=", "\u2260"},
    Mark{"..", ".."},     Mark{"*", "\u00b7"},  Mark{"-", "\u2212"},
};

constexpr std::array connectives = {
    Mark{"and", "\u2227"}, Mark{"or", "\u2228"},  Mark{"implies", "\u21d2"},
    Mark{"not", "\u00ac"}, Mark{"iff", "\u21d4"}, Mark{"in", "\u2208"},
};

constexpr std::string_view words[] = {
    "is",    "for",    "every",  "forall", "the", "two",   "differ", "at",   "most", "one",
    "place", "if",     "of",     "div",    "mod", "abs",   "min",    "max",  "exp",  "moved",
    "cost",  "argmin", "argmax", "where",  "its", "value", "entry",  "grew", "by",   "iterations"};

bool isNameCharacter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
}

/// Reads a formula from left to right; only subscripts and primes need more than one token.
class Reader {
public:
  explicit Reader(std::string_view newText) : rest(newText) {}

  std::string until(char end) {
    std::string result;
    while (!rest.empty() && rest.front() != end) {
      bool isBlank = rest.front() == ' ';
      wordRead = false;
      result += next();
      afterWord = wordRead || (afterWord && isBlank);
      afterBlank = isBlank;
    }
    return result;
  }

private:
  std::string next() {
    if (rest.front() == ' ')
      return rest.remove_prefix(1), "";
    if (std::isdigit(static_cast<unsigned char>(rest.front())) != 0)
      return numeral(take([](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }));
    if (isNameCharacter(rest.front()) && rest.front() != '.')
      return named(take(isNameCharacter));
    for (const Mark &mark : marks)
      if (rest.substr(0, mark.written.size()) == mark.written)
        return rest.remove_prefix(mark.written.size()), symbol(mark.symbol);
    return symbol(character());
  }

  std::string named(std::string_view identifier) {
    for (const Mark &connective : connectives)
      if (connective.written == identifier)
        return symbol(connective.symbol);
    for (std::string_view known : words)
      if (known == identifier)
        return upright(identifier);
    bool isPrimed = !rest.empty() && rest.front() == '\'';
    if (isPrimed)
      rest.remove_prefix(1);
    std::string indices;
    while (!rest.empty() && rest.front() == '[') {
      rest.remove_prefix(1);
      indices += (indices.empty() ? "" : symbol(",")) + until(']');
      if (!rest.empty())
        rest.remove_prefix(1);
    }
    std::string base = name(identifier);
    if (indices.empty())
      return isPrimed ? primed(base) : base;
    return isPrimed ? primedSubscript(base, indices) : subscript(base, indices);
  }

  /// With the blanks around it, which MathML would drop; one between two words.
  std::string upright(std::string_view identifier) {
    std::string before = afterBlank && !afterWord ? " " : "";
    afterWord = wordRead = !rest.empty() && rest.front() == ' ';
    return text(before + std::string(identifier) + (afterWord ? " " : ""));
  }

  template <typename Belongs> std::string_view take(const Belongs &belongs) {
    std::size_t length = 0;
    while (length < rest.size() && belongs(rest[length]))
      ++length;
    std::string_view taken = rest.substr(0, length);
    rest.remove_prefix(length);
    return taken;
  }

  /// One code point.
  std::string_view character() {
    std::size_t length = 1;
    while (length < rest.size() && (static_cast<unsigned char>(rest[length]) & 0xC0) == 0x80)
      ++length;
    std::string_view taken = rest.substr(0, length);
    rest.remove_prefix(length);
    return taken;
  }

  std::string_view rest;
  /// Does a word with a blank behind it stand before this place, and does a blank? Was the last token one?
  bool afterWord = false, afterBlank = false, wordRead = false;
};

} // namespace

std::string mathml(std::string_view text) {
  return row(Reader(text).until('\0'));
}

} // namespace plumb::report
