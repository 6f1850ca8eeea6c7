// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/found_text.h"

#include <algorithm>
#include <map>

namespace plumb::tool {

namespace {

constexpr std::string_view blanks = " \t";

/// A text and its comments.
class Page {
public:
  Page(std::string_view ofText, const std::vector<Token> &tokens) : text(ofText) {
    const Token *before = nullptr;
    for (const Token &token : tokens) {
      if (token.kind == Token::Kind::Comment) {
        comments.push_back(token.range);
        continue;
      }
      if (before && text.substr(before->range.begin, 1) == "{")
        heads[token.range.begin] = before->range.end;
      before = &token;
    }
  }

  /// What trails a statement in its line.
  struct Tail {
    std::vector<SourceRange> comments;
    /// Behind the last of them, and behind the `;`.
    std::uint32_t end;
  };
  Tail tailOf(std::uint32_t statementEnd) const;
  /// Comments in lines of their own, the last in the line right above \p statement, which is the first of its
  /// line.
  std::vector<SourceRange> above(std::uint32_t statement) const;
  std::vector<SourceRange> within(SourceRange range) const;

  std::uint32_t behindBlanks(std::uint32_t at) const {
    return static_cast<std::uint32_t>(std::min(text.find_first_not_of(blanks, at), text.size()));
  }
  /// Behind the end of the line that ends at \p at; \p at itself if none does.
  std::uint32_t behindLineEnd(std::uint32_t at) const {
    const std::string_view rest = text.substr(at);
    return at + (rest.starts_with("\r\n") ? 2 : rest.starts_with('\n') ? 1 : 0);
  }
  /// Behind the `{` of the block whose first statement begins at \p at; \p at itself if none does.
  std::uint32_t headOf(std::uint32_t at) const {
    const auto head = heads.find(at);
    return head == heads.end() ? at : head->second;
  }
  bool endsLine(std::uint32_t at) const { return at == text.size() || behindLineEnd(at) != at; }
  /// Where the blanks begin that alone stand in front of \p at in its line; nothing if more does.
  std::optional<std::uint32_t> startOfLine(std::uint32_t at) const {
    const std::size_t start = at == 0 ? 0 : text.find_last_not_of(blanks, at - 1) + 1;
    return start == 0 || text[start - 1] == '\n' ? std::optional(static_cast<std::uint32_t>(start))
                                                 : std::nullopt;
  }
  /// With line ends as text in the making has them.
  std::string copy(SourceRange range) const {
    std::string copied;
    for (const char c : text.substr(range.begin, range.end - range.begin))
      if (c != '\r')
        copied += c;
    return copied;
  }

private:
  std::string_view text;
  std::vector<SourceRange> comments;
  /// By where the first token of a block begins: where it opens.
  std::map<std::uint32_t, std::uint32_t> heads;
};

Page::Tail Page::tailOf(std::uint32_t statementEnd) const {
  Tail tail{{}, statementEnd};
  bool isSeparated = false;
  for (;;) {
    const std::uint32_t at = behindBlanks(tail.end);
    const auto comment =
        std::find_if(comments.begin(), comments.end(), [&](SourceRange range) { return range.begin == at; });
    if (comment != comments.end()) {
      tail.comments.push_back(*comment);
      tail.end = comment->end;
    } else if (!isSeparated && text.substr(at).starts_with(';')) {
      isSeparated = true;
      tail.end = at + 1;
    } else {
      return tail;
    }
  }
}

std::vector<SourceRange> Page::above(std::uint32_t statement) const {
  std::vector<SourceRange> found;
  auto next = std::lower_bound(comments.begin(), comments.end(), statement,
                               [](SourceRange range, std::uint32_t at) { return range.begin < at; });
  for (auto start = startOfLine(statement); start && next != comments.begin();) {
    const SourceRange comment = *--next;
    const std::uint32_t end = behindBlanks(comment.end);
    start = startOfLine(comment.begin);
    if (!start || behindLineEnd(end) == end ||
        behindBlanks(behindLineEnd(end)) != (found.empty() ? statement : found.back().begin))
      break;
    found.push_back(comment);
  }
  std::reverse(found.begin(), found.end());
  return found;
}

std::vector<SourceRange> Page::within(SourceRange range) const {
  std::vector<SourceRange> found;
  for (const SourceRange comment : comments)
    if (range.begin <= comment.begin && comment.end <= range.end)
      found.push_back(comment);
  return found;
}

/// A draw that stood at \p from is \p statement now, elsewhere: with its comments.
std::string withComments(const Page &page, SourceRange from, const std::string &statement) {
  const std::string lineStart = statement.substr(0, statement.find_first_not_of(blanks, 1));
  std::string text;
  for (const auto &comments : {page.above(from.begin), page.within(from)})
    for (const SourceRange comment : comments)
      text += lineStart + page.copy(comment);
  text += statement;
  std::uint32_t end = from.end;
  for (const SourceRange comment : page.tailOf(from.end).comments) {
    std::string apart = page.copy({end, comment.begin});
    apart.erase(std::remove(apart.begin(), apart.end(), ';'), apart.end());
    text += (apart.empty() ? " " : apart) + page.copy(comment);
    end = comment.end;
  }
  return text;
}

/// Of a draw that stands elsewhere now: with its comments, and with what kept it apart from the next
/// statement.
SourceRange takenAway(const Page &page, SourceRange from) {
  const auto above = page.above(from.begin);
  return {above.empty() ? from.begin : above.front().begin, page.behindBlanks(page.tailOf(from.end).end)};
}

/// \p gone, of which those that touch are one; with their lines, where nothing else is left.
std::vector<SourceRange> withLines(const Page &page, std::vector<SourceRange> gone) {
  std::sort(gone.begin(), gone.end(), [](SourceRange a, SourceRange b) { return a.begin < b.begin; });
  std::vector<SourceRange> joined;
  for (const SourceRange range : gone)
    if (!joined.empty() && joined.back().end == range.begin)
      joined.back().end = range.end;
    else
      joined.push_back(range);
  for (SourceRange &range : joined)
    if (const auto start = page.startOfLine(range.begin); start && page.behindLineEnd(range.end) != range.end)
      range = {*start, page.behindLineEnd(range.end)};
  return joined;
}

} // namespace

FoundText foundText(const synthesis::Found &found) {
  const bool isClause =
      found.range.begin == found.range.end && !found.text.starts_with('\n') && !found.isInFront;
  return {{found.range, (isClause ? "   " : "") + found.text}, found.from};
}

std::vector<FoundText> foundTexts(const std::vector<synthesis::Found> &found) {
  std::vector<FoundText> texts;
  for (const synthesis::Found &one : found)
    if (!one.isGone)
      texts.push_back(foundText(one));
  return texts;
}

std::vector<TextChange> changesFor(const std::vector<FoundText> &found, std::string_view text,
                                   const std::vector<Token> &tokens) {
  const Page page(text, tokens);
  std::vector<TextChange> changes;
  std::vector<SourceRange> gone;
  // Statements in lines of their own, by where the one in front of them ends or the block opens.
  std::map<std::uint32_t, std::string> behind;
  for (const FoundText &one : found) {
    if (!one.change.text.starts_with('\n'))
      changes.push_back(one.change);
    else
      behind[page.headOf(one.change.range.end)] +=
          one.from ? withComments(page, *one.from, one.change.text) : one.change.text;
    if (one.from)
      gone.push_back(takenAway(page, *one.from));
  }
  for (const SourceRange range : withLines(page, std::move(gone)))
    changes.push_back({range, ""});
  for (auto &[end, statements] : behind) {
    const std::uint32_t at = page.tailOf(end).end;
    const std::uint32_t next = page.behindBlanks(at);
    if (page.endsLine(next)) {
      changes.push_back({{at, at}, std::move(statements)});
      continue;
    }
    // What follows in that line stands behind them, in one of its own.
    statements += statements.substr(0, statements.find_first_not_of(blanks, 1));
    changes.push_back({{at, next}, std::move(statements)});
  }
  // What is announced behind a draw begins where the draw's clause does, and comes second.
  std::stable_sort(changes.begin(), changes.end(),
                   [](const auto &a, const auto &b) { return a.range.begin < b.range.begin; });
  return changes;
}

} // namespace plumb::tool
