// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/learn/frame.h"

#include "frontend/parse/tokens.h"

#include <algorithm>
#include <iterator>

namespace plumb::tool::learn {

namespace {

constexpr std::string_view blank = "___", begins = "// yours from here", ends = "// to here";

using Words = std::vector<Token>;

/// The words between the markers, and the markers themselves. A part with an odd number is the learner's.
struct Parts {
  std::vector<Words> parts{1};
  std::vector<SourceRange> markers;
};

bool isMarker(std::string_view comment, bool inside) {
  return comment.substr(0, (inside ? ends : begins).size()) == (inside ? ends : begins);
}

Parts partsOf(const SourceFile &file) {
  Parts result;
  for (const Token &token : tokensOf(file)) {
    if (token.kind != Token::Kind::Comment) {
      result.parts.back().push_back(token);
    } else if (isMarker(file.text(token.range), result.parts.size() % 2 == 0)) {
      result.markers.push_back(token.range);
      result.parts.emplace_back();
    }
  }
  return result;
}

bool isIn(std::string_view word, const std::vector<std::string_view> &words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// A bracket in \p words that is closed or opened elsewhere.
std::optional<SourceRange> unbalanced(const SourceFile &file, const Words &words) {
  std::vector<Token> open;
  for (const Token &word : words) {
    const std::string_view text = file.text(word.range);
    if (isIn(text, {"(", "[", "{"})) {
      open.push_back(word);
    } else if (isIn(text, {")", "]", "}"})) {
      if (open.empty())
        return word.range;
      open.pop_back();
    }
  }
  return open.empty() ? std::nullopt : std::optional(open.back().range);
}

/// A word that begins or ends a statement or a clause, and so is no part of one.
std::optional<SourceRange> statementIn(const SourceFile &file, const Words &words) {
  const std::vector<std::string_view> joining = {"forall",  "exists", "in",  "is",  "not",  "and",   "or",
                                                 "implies", "iff",    "div", "mod", "true", "false", "real"};
  for (const Token &word : words) {
    const std::string_view text = file.text(word.range);
    if (isIn(text, {"{", "}", ";", ":=", "≔", "←", "~"}) ||
        (word.kind == Token::Kind::Keyword && !isIn(text, joining)))
      return word.range;
  }
  return std::nullopt;
}

/// Two parts that have to be alike but for the blanks of the first.
class Comparison {
public:
  Comparison(const SourceFile &given, const SourceFile &answer, Words of, Match &match)
      : given(given), answer(answer), words(std::move(of)), match(match) {}

  /// \param last what stands behind all words of the answer's part.
  void run(const Words &expected, SourceRange last) {
    end = last;
    std::vector<Words> runs(1);
    for (const Token &word : expected)
      if (given.text(word.range) == blank)
        runs.emplace_back();
      else
        runs.back().push_back(word);
    takeFirst(runs.front(), runs.size() == 1);
    for (std::size_t i = 1; i < runs.size() && !match.departure; ++i)
      takeBlank(runs[i], i + 1 == runs.size());
  }

private:
  bool isSame(const Token &expected, std::size_t place) const {
    return place < words.size() && given.text(expected.range) == answer.text(words[place].range);
  }

  void take(std::size_t begin, std::size_t count) {
    for (std::size_t i = begin; i < begin + count; ++i)
      match.frame.push_back(words[i].range);
    next = begin + count;
  }

  void depart(std::size_t place, const Token *expected) {
    const SourceRange range = place < words.size() ? words[place].range : end;
    match.departure = {
        range, expected ? "the exercise has `" + std::string(given.text(expected->range)) +
                              "` here; only what is marked as yours may change"
                        : "this is more than the exercise has; only what is marked as yours may change"};
  }

  void takeFirst(const Words &run, bool isAll) {
    for (std::size_t i = 0; i < run.size(); ++i)
      if (!isSame(run[i], i))
        return depart(i, &run[i]);
    if (isAll && run.size() < words.size())
      return depart(run.size(), nullptr);
    take(0, run.size());
  }

  bool standsAt(const Words &run, std::size_t place) const {
    for (std::size_t i = 0; i < run.size(); ++i)
      if (!isSame(run[i], place + i))
        return false;
    return true;
  }

  /// What stands in front of \p run is the learner's.
  void takeBlank(const Words &run, bool isLast) {
    std::size_t place = next;
    if (isLast) {
      // From behind, where the first difference is what somebody changed.
      for (std::size_t i = 0; i < run.size(); ++i)
        if (words.size() - next <= i || !isSame(run[run.size() - 1 - i], words.size() - 1 - i))
          return depart(words.size() - 1 - i, &run[run.size() - 1 - i]);
      place = words.size() - run.size();
    } else {
      while (place + run.size() <= words.size() && !standsAt(run, place))
        ++place;
      if (place + run.size() > words.size())
        return depart(next, &run.front());
    }
    const Words filled(words.begin() + static_cast<std::ptrdiff_t>(next),
                       words.begin() + static_cast<std::ptrdiff_t>(place));
    if (auto wrong = unbalanced(answer, filled))
      match.departure = {*wrong, "a blank is filled by something with all its brackets"};
    else if (auto other = statementIn(answer, filled))
      match.departure = {*other, "a blank is a part of one line, and this begins another"};
    match.filled.push_back(filled.empty() ? SourceRange{} : cover(filled.front().range, filled.back().range));
    take(place, run.size());
  }

  const SourceFile &given, &answer;
  const Words words;
  Match &match;
  std::size_t next = 0;
  SourceRange end;
};

std::string markersText() {
  return "`" + std::string(begins) + "` and `" + std::string(ends) + "`";
}

} // namespace

Match match(const SourceFile &given, const SourceFile &answer) {
  const Parts expected = partsOf(given), actual = partsOf(answer);
  Match result;
  if (expected.parts.size() != actual.parts.size()) {
    result.departure = {{0, 0},
                        expected.parts.size() == 1
                            ? "the exercise has no lines " + markersText()
                            : "the lines " + markersText() + " have to stand where they stood, each once"};
    return result;
  }
  for (std::size_t i = 0; i < actual.parts.size() && !result.departure; ++i) {
    const auto size = static_cast<std::uint32_t>(answer.text().size());
    const SourceRange end = i < actual.markers.size() ? actual.markers[i] : SourceRange{size, size};
    if (i % 2 == 0)
      Comparison(given, answer, actual.parts[i], result).run(expected.parts[i], end);
    else if (auto wrong = unbalanced(answer, actual.parts[i]))
      result.departure = {*wrong, "brackets are closed where they are opened: within your lines"};
  }
  return result;
}

std::optional<SourceRange> blankIn(const SourceFile &answer) {
  for (const Token &token : tokensOf(answer))
    if (token.kind != Token::Kind::Comment && answer.text(token.range) == blank)
      return token.range;
  return std::nullopt;
}

std::string withWords(const SourceFile &answer, const Match &match, std::string_view replaced,
                      std::string_view by) {
  const SourceFile wanted("", std::string(replaced));
  const Words words = tokensOf(wanted);
  std::string text;
  std::uint32_t done = 0;
  for (std::size_t i = 0; !words.empty() && i + words.size() <= match.frame.size();) {
    bool isThere = true;
    for (std::size_t j = 0; j < words.size(); ++j)
      isThere = isThere && answer.text(match.frame[i + j]) == wanted.text(words[j].range);
    if (!isThere) {
      ++i;
      continue;
    }
    const SourceRange range = cover(match.frame[i], match.frame[i + words.size() - 1]);
    text.append(answer.text({done, range.begin})).append(by);
    done = range.end;
    i += words.size();
  }
  return text.append(answer.text().substr(done));
}

} // namespace plumb::tool::learn
