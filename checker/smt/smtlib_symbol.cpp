// SPDX-License-Identifier: Apache-2.0
#include "checker/smt/smtlib.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace plumb::smt {

namespace {

// Bars do not help for these: |and| is and. The words of the standard, the functions of the theories Core,
// Ints, Reals, Reals_Ints and ArraysEx (of which QF_AUFLIRA is), and what Z3 or cvc5 refuse besides.
constexpr std::array<std::string_view, 42> reserved = {
    "!",      "*",      "+",      "-",       "/",           "<",       "<=",      "=",      "=>",
    ">",      ">=",     "BINARY", "DECIMAL", "HEXADECIMAL", "NUMERAL", "STRING",  "^",      "_",
    "abs",    "and",    "as",     "const",   "distinct",    "div",     "eqrange", "exists", "false",
    "forall", "is_int", "ite",    "let",     "match",       "mod",     "not",     "or",     "par",
    "select", "store",  "to_int", "to_real", "true",        "xor"};

// Between bars these are names: the one-word commands of the standard and of cvc5.
constexpr std::array<std::string_view, 8> commands = {"assert", "echo", "exit",  "include",
                                                      "pop",    "push", "reset", "simplify"};

template <std::size_t size>
bool isOneOf(const std::array<std::string_view, size> &words, std::string_view name) {
  return std::find(words.begin(), words.end(), name) != words.end();
}

bool isReserved(std::string_view name) {
  return isOneOf(reserved, name) || name.front() == '@' || name.front() == '.';
}

bool isPlain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '!' ||
         c == '$';
}

/// Printable ASCII without the two that end or confuse a quoted symbol, and without our escape.
bool isQuotable(char c) {
  return c >= ' ' && c <= '~' && c != '|' && c != '\\' && c != '$';
}

std::string escaped(char c) {
  constexpr std::string_view digits = "0123456789abcdef";
  const auto byte = static_cast<unsigned char>(c);
  return {'$', digits[byte / 16], digits[byte % 16]};
}

} // namespace

std::string smtLibSymbol(std::string_view name) {
  assert(!name.empty() && "a symbol needs a name");
  std::string text;
  const bool keepFirst = !isReserved(name);
  for (std::size_t i = 0; i < name.size(); ++i)
    if (isQuotable(name[i]) && (i > 0 || keepFirst))
      text += name[i];
    else
      text += escaped(name[i]);
  const bool startsWithDigit = text.front() >= '0' && text.front() <= '9';
  if (!startsWithDigit && !isOneOf(commands, name) && std::all_of(text.begin(), text.end(), isPlain))
    return text;
  return "|" + text + "|";
}

std::string_view smtLibSort(Sort sort) {
  switch (sort) {
  case Sort::Bool:
    return "Bool";
  case Sort::Int:
    return "Int";
  case Sort::Real:
    return "Real";
  }
  assert(false && "not a sort");
  return "";
}

std::string smtLibDeclaration(const Symbol &symbol) {
  std::string text = "(declare-fun " + smtLibSymbol(symbol.name) + " (";
  for (std::size_t i = 0; i < symbol.domain.size(); ++i)
    text.append(i == 0 ? "" : " ").append(smtLibSort(symbol.domain[i]));
  return text.append(") ").append(smtLibSort(symbol.range)) + ")";
}

} // namespace plumb::smt
