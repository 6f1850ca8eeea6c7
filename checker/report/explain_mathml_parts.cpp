// SPDX-License-Identifier: Apache-2.0
#include "checker/report/explain_mathml_parts.h"

#include "checker/report/explain_mathml.h"

#include <array>

namespace plumb::report {

std::string escapedHtml(std::string_view text) {
  std::string result;
  for (char c : text) {
    switch (c) {
    case '&':
      result += "&amp;";
      break;
    case '<':
      result += "&lt;";
      break;
    case '>':
      result += "&gt;";
      break;
    case '"':
      result += "&quot;";
      break;
    default:
      result += c;
    }
  }
  return result;
}

namespace parts {

namespace {

struct Letter {
  std::string_view name, letter;
};

constexpr std::array letters = {
    Letter{"alpha", "\u03b1"},  Letter{"beta", "\u03b2"},  Letter{"gamma", "\u03b3"},
    Letter{"delta", "\u03b4"},  Letter{"eps", "\u03b5"},   Letter{"epsilon", "\u03b5"},
    Letter{"eta", "\u03b7"},    Letter{"theta", "\u03b8"}, Letter{"lam", "\u03bb"},
    Letter{"lambda", "\u03bb"}, Letter{"mu", "\u03bc"},    Letter{"nu", "\u03bd"},
    Letter{"rho", "\u03c1"},    Letter{"sigma", "\u03c3"}, Letter{"tau", "\u03c4"},
    Letter{"phi", "\u03c6"},
};

std::string element(std::string_view tag, const std::string &content) {
  return "<" + std::string(tag) + ">" + content + "</" + std::string(tag) + ">";
}

} // namespace

std::string row(const std::string &markup) {
  return element("mrow", markup);
}

std::string name(std::string_view identifier) {
  for (const Letter &letter : letters)
    if (letter.name == identifier)
      return element("mi", std::string(letter.letter));
  return element("mi", escapedHtml(identifier));
}

std::string numeral(std::string_view digits) {
  return element("mn", std::string(digits));
}

std::string symbol(std::string_view mark) {
  return element("mo", escapedHtml(mark));
}

std::string word(std::string_view upright) {
  return element("mtext", escapedHtml(upright));
}

std::string text(std::string_view prose) {
  std::string kept;
  for (char c : prose)
    kept += c == ' ' ? std::string("\u00a0") : std::string(1, c);
  return element("mtext", escapedHtml(kept));
}

std::string primed(const std::string &base) {
  return element("msup", base + symbol("\u2032"));
}

std::string subscript(const std::string &base, const std::string &index) {
  return element("msub", base + row(index));
}

std::string primedSubscript(const std::string &base, const std::string &index) {
  return element("msubsup", base + row(index) + symbol("\u2032"));
}

std::string under(const std::string &base, const std::string &index) {
  return element("munder", base + row(index));
}

std::string fraction(const std::string &above, const std::string &below) {
  return element("mfrac", row(above) + row(below));
}

std::string parenthesized(const std::string &inner) {
  return row(symbol("(") + inner + symbol(")"));
}

std::string cases(const std::string &first, const std::string &condition, const std::string &second) {
  std::string rows = element("mtr", element("mtd", first) + element("mtd", text("if ") + condition)) +
                     element("mtr", element("mtd", second) + element("mtd", text("otherwise")));
  return row(symbol("{") + element("mtable", rows));
}

} // namespace parts
} // namespace plumb::report
