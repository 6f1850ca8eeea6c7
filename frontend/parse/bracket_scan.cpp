// SPDX-License-Identifier: Apache-2.0
#include "frontend/parse/bracket_scan.h"

#include "frontend/parse/scan.h"

#include <algorithm>

namespace plumb {

namespace {

constexpr std::string_view quantifierSigns[] = {"∀", "∃"};

bool isWordCharacter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// `size` and `query` may begin a line in the middle of a head.
bool startsDeclaration(std::string_view word) {
  return word == "mechanism" || word == "record" || word == "policy" || word == "compose" ||
         word == "channel";
}

char openerOf(char closer) {
  return closer == ')' ? '(' : closer == ']' ? '[' : '{';
}

SourceRange rangeOf(std::size_t at, std::size_t length) {
  return {static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at + length)};
}

} // namespace

bool BracketScan::run() {
  enterLine(0);
  while (at < text.size() && !stopped) {
    if (skipComment() || skipCommand())
      continue;
    if (isWordCharacter(text[at]))
      readWord();
    else
      readSign();
  }
  if (!stopped)
    endOfText();
  return good;
}

void BracketScan::enterLine(std::size_t begin) {
  lineBegin = begin;
  lineText = std::min(text.find_first_not_of(" \t", begin), text.size());
}

bool BracketScan::skipComment() {
  const std::string_view rest = text.substr(at);
  if (rest.starts_with("//")) {
    at = std::min(text.find('\n', at), text.size());
    return true;
  }
  if (rest.starts_with('#')) {
    reportHash();
    at = std::min(text.find('\n', at), text.size());
    return true;
  }
  if (!rest.starts_with("/*"))
    return false;
  const std::size_t end = text.find("*/", at + 2);
  if (end == std::string_view::npos) {
    sink.report(DiagnosticKind::UnclosedComment, rangeOf(at, 2), {}, "close it with `*/`");
    good = false;
    stopped = true;
    return true;
  }
  skipTo(end + 2);
  return true;
}

// The first one is enough; the rest of the text is read as if all were right.
void BracketScan::reportHash() {
  if (!hasHash)
    sink.report(DiagnosticKind::UnknownCharacter, rangeOf(at, 1), {"#"},
                text.substr(at).starts_with("#include") ? "nothing is included: a file is a whole program"
                                                        : "a comment begins with `//`");
  hasHash = true;
}

/// What the commands of LaTeX with braces are here. \p groups is not empty.
static Help helpForCommand(std::string_view command, const std::vector<std::string> &groups) {
  const auto operand = [](const std::string &text) {
    const bool isWord = std::all_of(text.begin(), text.end(), [](char c) { return isWordCharacter(c); });
    return isWord && !text.empty() ? text : "(" + text + ")";
  };
  if (command.ends_with("frac") && groups.size() == 2) {
    const std::string quotient = operand(groups[0]) + " / " + operand(groups[1]);
    return {"a quotient is written with `/`: `" + quotient + "`", Repair{std::nullopt, "(" + quotient + ")"}};
  }
  if (command == "sqrt")
    return "there are no roots";
  const bool isAboutLooks = command.starts_with("text") || command.starts_with("math") ||
                            command == "operatorname" || command == "mbox";
  if (isAboutLooks && groups.size() == 1)
    return {"words have no looks: write `" + groups[0] + "`", Repair{std::nullopt, groups[0]}};
  return "signs are typed as in `docs/language.md`: braces hold statements, and nothing has a `\\` in front";
}

// `\frac{1}{eps}`: these braces hold no statements. What is read behind them would follow from that.
bool BracketScan::skipCommand() {
  if (text[at] != '\\')
    return false;
  std::size_t end = at + 1;
  while (end < text.size() && isWordCharacter(text[end]))
    ++end;
  const std::string_view command = text.substr(at + 1, end - at - 1);
  std::vector<std::string> groups;
  while (end < text.size() && text[end] == '{') {
    const std::size_t begin = end + 1;
    std::size_t depth = 0;
    for (; end < text.size() && text[end] != '\n'; ++end) {
      depth += text[end] == '{' ? 1 : 0;
      depth -= text[end] == '}' ? 1 : 0;
      if (depth == 0)
        break;
    }
    if (end == text.size() || text[end] == '\n')
      return false;
    groups.emplace_back(text.substr(begin, end - begin));
    ++end;
  }
  if (command.empty() || groups.empty())
    return false;
  sink.report(DiagnosticKind::UnknownCharacter, rangeOf(at, end - at), {"\\"},
              helpForCommand(command, groups));
  reported();
  at = end;
  return true;
}

void BracketScan::skipTo(std::size_t end) {
  const std::size_t lineBreak = text.substr(at, end - at).rfind('\n');
  if (lineBreak != std::string_view::npos)
    enterLine(at + lineBreak + 1);
  at = end;
}

// `mechanism := 1` declares nothing.
bool BracketScan::isBeforeWord() const {
  const std::size_t next = text.find_first_not_of(" \t\r\n", at);
  return next != std::string_view::npos && next > at && isWordCharacter(text[next]);
}

void BracketScan::readWord() {
  const std::size_t begin = at;
  while (at < text.size() && isWordCharacter(text[at]))
    ++at;
  const std::string_view word = text.substr(begin, at - begin);
  if (word == "forall" || word == "exists") {
    at = begin;
    open('?', word.size());
  } else if (startsDeclaration(word) && !stack.empty() && begin == lineText && isBeforeWord()) {
    // A declaration never stands in another: what is open here was left open.
    at = begin;
    endOfText();
    at = begin + word.size();
  } else if (startsDeclaration(word) && begin == lineText && isBeforeWord()) {
    early.reset();
  }
}

void BracketScan::readSign() {
  const char sign = text[at];
  for (const std::string_view quantifier : quantifierSigns)
    if (text.substr(at).starts_with(quantifier))
      return open('?', quantifier.size());
  switch (sign) {
  case '(':
  case '[':
  case '{':
  case '?':
    return open(sign, 1);
  case ':':
    if (!stack.empty() && stack.back().sign == '?')
      stack.pop_back();
    break;
  case ')':
  case ']':
  case '}':
    close(sign);
    break;
  case '\n':
    enterLine(at + 1);
    break;
  default:
    break;
  }
  ++at;
}

void BracketScan::open(char sign, std::size_t length) {
  bool isDoubtful = false;
  if (sign == '{') {
    dropPending();
    // Braces hold statements, which never stand in parentheses.
    isDoubtful = giveUp([](const Opener &opener) { return opener.sign == '{'; });
  }
  if (stack.size() == maximalBracketNesting) {
    sink.report(DiagnosticKind::NestedTooDeeply, rangeOf(at, length),
                {"brackets", std::to_string(maximalBracketNesting)});
    good = false;
    stopped = true;
    return;
  }
  stack.push_back({sign, at, lineText - lineBegin, isDoubtful});
  at += length;
}

void BracketScan::close(char sign) {
  dropPending();
  const char wanted = openerOf(sign);
  const auto isPartner = [&](const Opener &opener) { return opener.sign == wanted; };
  // A `)` or `]` has no business with what was opened before the enclosing block.
  const auto blockStart =
      std::find_if(stack.rbegin(), stack.rend(), [](const Opener &o) { return o.sign == '{'; });
  const auto reach = wanted == '{' ? stack.rend() : blockStart;
  if (std::find_if(stack.rbegin(), reach, isPartner) == reach) {
    if (sign == '}' && pardoned > 0) {
      --pardoned;
      return;
    }
    // Its partner was told to be open, though it may be this end that stands too late.
    if (sign != '}' && givenUp > 0) {
      --givenUp;
      return;
    }
    if (!stack.empty() && stack.back().sign != '{' && !isSurplus())
      return reportMismatch(sign);
    if (!stack.empty() && stack.back().sign != '{')
      return reportSurplus(sign);
    reportUnopened(sign);
    return reported();
  }
  if (sign == '}' && isSurplus())
    return reportSurplus(sign);
  giveUp(isPartner);
  const Opener opener = stack.back();
  stack.pop_back();
  if (sign == '}')
    closeBlock(opener);
}

// What is open inside of the bracket that \p isEnd names is mostly one mistake: the innermost is told.
bool BracketScan::giveUp(llvm::function_ref<bool(const Opener &)> isEnd) {
  bool isTold = false;
  for (; !stack.empty() && !isEnd(stack.back()); stack.pop_back()) {
    if (stack.back().sign == '?')
      continue;
    givenUp += stack.back().sign == '{' ? 0 : 1;
    if (!isTold)
      reportUnclosed(stack.back());
    isTold = true;
  }
  return isTold;
}

// Does the line close behind this bracket all that is open in it? Then it is one too many.
bool BracketScan::isSurplus() const {
  std::size_t open = 0, wanted = 0;
  for (auto opener = stack.rbegin(); opener != stack.rend() && opener->sign != '{'; ++opener)
    wanted += opener->sign == '?' ? 0 : 1;
  if (wanted == 0)
    return false;
  for (std::size_t i = at + 1; i < text.size() && text[i] != '\n'; ++i) {
    const char sign = text[i];
    if (sign == '{' || sign == '}' || text.substr(i).starts_with("//"))
      return false;
    if (sign == '(' || sign == '[')
      ++open;
    else if ((sign == ')' || sign == ']') && open > 0)
      --open;
    else if ((sign == ')' || sign == ']') && --wanted == 0)
      return true;
  }
  return false;
}

// `(a]] + b)`
void BracketScan::reportSurplus(char sign) {
  sink.report(DiagnosticKind::UnopenedBracket, rangeOf(at, 1), {std::string(1, sign)},
              {"leave it out", Repair{std::nullopt, ""}});
  reported();
}

// `(a]`
void BracketScan::reportMismatch(char sign) {
  const std::string ours(1, stack.back().sign == '(' ? ')' : ']');
  sink.report({DiagnosticKind::UnopenedBracket,
               rangeOf(at, 1),
               {std::string(1, sign)},
               {{"this one is open", rangeOf(stack.back().at, 1)}},
               writeInstead(ours)});
  stack.pop_back();
  reported();
}

void BracketScan::closeBlock(const Opener &opener) {
  if (at == lineText && at - lineBegin < opener.indentation)
    suspects.push_back(opener);
  if (!early && lineText - lineBegin > opener.indentation && opener.at < lineBegin)
    early = {{at, opener.at}};
}

// A `}` is missed only at the end. The one that is too many stands farther right than the block that it ends.
void BracketScan::reportUnopened(char sign) {
  if (sign == '}' && early)
    sink.report({DiagnosticKind::SurplusBrace,
                 rangeOf(early->brace, 1),
                 {},
                 {{"this block would end there", rangeOf(early->opener, 1)}},
                 {"leave it out", Repair{std::nullopt, ""}}});
  else
    sink.report(DiagnosticKind::UnopenedBracket, rangeOf(at, 1), {std::string(1, sign)},
                sign == '}' ? Help("leave it out", Repair{std::nullopt, ""})
                            : Help("leave it out, or open it"));
  early.reset();
}

// Also at the beginning of a new mechanism.
void BracketScan::endOfText() {
  dropPending();
  if (!stack.empty()) {
    const bool blameIndentation = stack.back().sign == '{' && !suspects.empty();
    const Opener &blamed = blameIndentation ? suspects.front() : stack.back();
    if (!blamed.isDoubtful)
      reportUnclosed(blamed);
  }
  pardoned += stack.size();
  stack.clear();
  suspects.clear();
}

void BracketScan::dropPending() {
  while (!stack.empty() && stack.back().sign == '?')
    stack.pop_back();
}

// `(c // eps)`
bool BracketScan::isClosedInComment(const Opener &opener) const {
  const std::string_view line = text.substr(opener.at, text.find('\n', opener.at) - opener.at);
  const std::size_t comment = line.find("//");
  return opener.sign != '{' && comment != std::string_view::npos &&
         line.find(opener.sign == '(' ? ')' : ']', comment) != std::string_view::npos;
}

void BracketScan::reportUnclosed(const Opener &opener) {
  const std::string_view ours = opener.sign == '(' ? ")" : opener.sign == '[' ? "]" : "}";
  sink.report(DiagnosticKind::UnclosedBracket, rangeOf(opener.at, 1), {std::string(1, opener.sign)},
              isClosedInComment(opener) ? "`//` begins a comment; ints are divided with `div`, reals with `/`"
                                        : "write `" + std::string(ours) + "` where it ends");
  reported();
}

void BracketScan::reported() {
  good = false;
  stopped = stopped || sink.errorCount() >= maximalMistakes;
}

} // namespace plumb
