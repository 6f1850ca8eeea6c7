// SPDX-License-Identifier: Apache-2.0
#include "counts.h"

#include <charconv>
#include <map>
#include <optional>
#include <set>
#include <string_view>

namespace clickstream {

namespace {

/// One line and a place in it.
class Cursor {
public:
  Cursor(std::string_view line, std::size_t lineNumber) : text(line), number(lineNumber) {}

  bool atEnd() const { return place == text.size(); }
  bool isAt(char c) const { return !atEnd() && text[place] == c; }
  bool isAtDigit() const { return !atEnd() && text[place] >= '0' && text[place] <= '9'; }
  void advance() { ++place; }
  void skipBlanks() {
    while (isAt(' ') || isAt('\t'))
      advance();
  }

  /// A natural number below 2^62, or nothing after a report.
  std::optional<std::int64_t> natural(const char *what, std::optional<Malformed> &problem) {
    std::int64_t value = 0;
    const char *begin = text.data() + place, *end = text.data() + text.size();
    if (!isAtDigit())
      return report(problem, std::string("expected ") + what + found());
    auto [behind, error] = std::from_chars(begin, end, value);
    if (error != std::errc() || value >= std::int64_t{1} << 62)
      return report(problem, std::string(what) + " of 2^62 or more");
    place += static_cast<std::size_t>(behind - begin);
    return value;
  }

  std::nullopt_t report(std::optional<Malformed> &problem, std::string message) const {
    problem = Malformed{number, place + 1, std::move(message)};
    return std::nullopt;
  }

  std::string found() const {
    if (atEnd())
      return ", found the end of the line";
    bool isPrintable = text[place] > ' ' && text[place] < '\x7f';
    return isPrintable ? std::string(", found '") + text[place] + "'" : ", found something that is no digit";
  }

private:
  std::string_view text;
  std::size_t number;
  std::size_t place = 0;
};

class Reader {
public:
  void read(std::string_view line, std::size_t number) {
    Cursor cursor(line, number);
    cursor.skipBlanks();
    if (cursor.atEnd())
      return;
    if (!isCsv)
      isCsv = line.find(',') != std::string_view::npos;
    else
      mayBeHeading = false;
    if (*isCsv)
      row(cursor);
    else
      transaction(cursor);
  }

  const std::optional<Malformed> &problem() const { return malformed; }
  bool isEmpty() const { return counts.empty(); }

  Counts result() const {
    Counts all;
    for (auto [item, count] : counts) {
      all.items.push_back(item);
      all.values.push_back(count);
    }
    return all;
  }

private:
  void row(Cursor &cursor) {
    if (mayBeHeading && !cursor.isAtDigit())
      return;
    const Cursor start = cursor;
    auto item = cursor.natural("an item number", malformed);
    if (!item)
      return;
    if (!cursor.isAt(',')) {
      cursor.report(malformed, "expected ',' behind the item" + cursor.found());
      return;
    }
    cursor.advance();
    auto count = cursor.natural("a count", malformed);
    if (!count)
      return;
    cursor.skipBlanks();
    if (!cursor.atEnd() && !cursor.isAt(','))
      cursor.report(malformed, "expected the end of the line" + cursor.found());
    else if (!counts.emplace(*item, *count).second)
      start.report(malformed, "item " + std::to_string(*item) + " has a count already");
  }

  void transaction(Cursor &cursor) {
    std::set<std::int64_t> inThisRecord;
    for (; !cursor.atEnd(); cursor.skipBlanks()) {
      auto item = cursor.natural("an item number", malformed);
      if (!item)
        return;
      if (inThisRecord.insert(*item).second)
        ++counts[*item];
    }
  }

  std::optional<bool> isCsv;
  bool mayBeHeading = true;
  std::map<std::int64_t, std::int64_t> counts;
  std::optional<Malformed> malformed;
};

} // namespace

std::variant<Counts, Malformed> readCounts(std::istream &stream) {
  Reader reader;
  std::string line;
  std::size_t number = 0;
  while (std::getline(stream, line)) {
    if (!line.empty() && line.back() == '\r')
      line.pop_back();
    reader.read(line, ++number);
    if (reader.problem())
      return *reader.problem();
  }
  if (stream.bad())
    return Malformed{number + 1, 1, "cannot be read any further"};
  if (reader.isEmpty())
    return Malformed{number + 1, 1, "no item in the whole file"};
  return reader.result();
}

} // namespace clickstream
