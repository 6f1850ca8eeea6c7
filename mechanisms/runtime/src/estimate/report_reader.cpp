// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/estimate/report_reader.h"

#include <algorithm>
#include <string>

namespace plumb::runtime::estimate {

namespace {

/// A place in a stream, which is read in blocks: `read` keeps a failing file's exception to itself and
/// sets a flag, so this works without exceptions.
class Cursor {
public:
  static constexpr int end = std::char_traits<char>::eof();

  explicit Cursor(std::istream &stream) : source(stream), block(blockSize) { fill(); }

  int current() const { return next; }
  bool isAtEnd() const { return next == end; }
  bool isAtDigit() const { return next >= '0' && next <= '9'; }
  bool isAtLetter() const { return (next >= 'a' && next <= 'z') || (next >= 'A' && next <= 'Z'); }
  /// A CR counts only together with its LF, which `skipLineEnd` demands.
  bool isAtLineEnd() const { return isAtEnd() || next == '\n' || next == '\r'; }

  void advance() {
    if (next == '\n') {
      ++line;
      column = 0;
    }
    ++column;
    ++place;
    if (place == length)
      fill();
    else
      next = std::char_traits<char>::to_int_type(block[place]);
  }

  /// The file broke off before its end.
  bool isBroken() const { return source.bad(); }

  Error error(const std::string &message) const { return errorAt(line, column, message); }
  static Error errorAt(std::uint64_t line, std::uint64_t column, const std::string &message) {
    return Error{"line " + std::to_string(line) + ", column " + std::to_string(column) + ": " + message};
  }
  Error expected(const std::string &what) const { return error("expected " + what + ", found " + found()); }

  std::uint64_t line = 1, column = 1;

private:
  std::string found() const {
    if (isAtEnd())
      return "the end of the file";
    if (isAtLineEnd())
      return "the end of the line";
    if (next > ' ' && next < '\x7f')
      return std::string("'") + static_cast<char>(next) + "'";
    return next == ' ' ? "a blank" : "byte " + std::to_string(next);
  }

  void fill() {
    source.read(block.data(), static_cast<std::streamsize>(block.size()));
    length = static_cast<std::size_t>(source.gcount());
    place = 0;
    next = length == 0 ? end : std::char_traits<char>::to_int_type(block[0]);
  }

  static constexpr std::size_t blockSize = 1 << 16;

  std::istream &source;
  std::vector<char> block;
  std::size_t place = 0, length = 0;
  int next = end;
};

/// A natural number below 2^63.
Expected<std::uint64_t> natural(Cursor &cursor, const char *what) {
  constexpr std::uint64_t limit = std::uint64_t{1} << 63;
  if (!cursor.isAtDigit())
    return cursor.expected(what);
  std::uint64_t value = 0;
  for (; cursor.isAtDigit(); cursor.advance()) {
    const auto digit = static_cast<std::uint64_t>(cursor.current() - '0');
    if (value > (limit - 1 - digit) / 10)
      return cursor.error("number of 2^63 or more");
    value = 10 * value + digit;
  }
  return value;
}

/// As many bits as the alphabet has symbols; nothing if all is well.
std::optional<Error> readBits(Cursor &cursor, std::size_t size, std::vector<std::uint64_t> &bits) {
  std::fill(bits.begin(), bits.end(), 0);
  for (std::size_t j = 0; j < size; ++j, cursor.advance()) {
    if (cursor.current() != '0' && cursor.current() != '1')
      return cursor.expected("0 or 1, bit " + std::to_string(j + 1) + " of " + std::to_string(size));
    if (cursor.current() == '1')
      bits[j / 64] |= std::uint64_t{1} << (j % 64);
  }
  return std::nullopt;
}

/// ",count", or nothing, which counts as 1.
Expected<std::uint64_t> count(Cursor &cursor) {
  if (cursor.current() != ',')
    return std::uint64_t{1};
  cursor.advance();
  const std::uint64_t line = cursor.line, column = cursor.column;
  auto value = natural(cursor, "a count");
  if (value && *value == 0)
    return Cursor::errorAt(line, column, "count of 0; a report that nobody sent has no line");
  return value;
}

std::optional<Error> skipLineEnd(Cursor &cursor) {
  const std::uint64_t line = cursor.line, column = cursor.column;
  if (cursor.current() == '\r') {
    cursor.advance();
    if (cursor.current() != '\n')
      return Cursor::errorAt(line, column, "carriage return without a line feed");
  }
  if (!cursor.isAtEnd() && cursor.current() != '\n')
    return cursor.expected("a comma or the end of the line");
  if (!cursor.isAtEnd())
    cursor.advance();
  return std::nullopt;
}

void skipHeading(Cursor &cursor) {
  if (!cursor.isAtLetter())
    return;
  while (!cursor.isAtEnd() && cursor.current() != '\n')
    cursor.advance();
  if (!cursor.isAtEnd())
    cursor.advance();
}

/// One line into \p tally; returns how many users sent the report.
Expected<std::uint64_t> readLine(Cursor &cursor, Tally &tally, std::vector<std::uint64_t> &bits) {
  const std::uint64_t line = cursor.line;
  const bool isSymbol = tally.channel().form() == Channel::Form::OneSymbol;
  Expected<std::uint64_t> symbol = std::uint64_t{0};
  if (isSymbol)
    symbol = natural(cursor, "the number of a symbol");
  else if (auto problem = readBits(cursor, tally.channel().alphabet().size(), bits))
    symbol = *problem;
  if (!symbol)
    return symbol;
  auto times = count(cursor);
  if (!times)
    return times;
  if (auto problem = skipLineEnd(cursor))
    return *problem;
  if (auto problem = isSymbol ? tally.add(Symbol{*symbol}, *times) : tally.add(Bits{bits}, *times))
    return Cursor::errorAt(line, 1, problem->message);
  return times;
}

Expected<std::uint64_t> readLines(Cursor &cursor, Tally &tally, std::vector<std::uint64_t> &bits) {
  skipHeading(cursor);
  std::uint64_t reports = 0;
  while (!cursor.isAtEnd()) {
    const auto times = readLine(cursor, tally, bits);
    if (!times)
      return times;
    reports += *times;
  }
  return reports;
}

} // namespace

ReportReader::ReportReader(Tally &target)
    : tally(target), bits(wordsFor(target.channel().alphabet().size())) {}

Expected<std::uint64_t> ReportReader::read(std::istream &stream) {
  if (!stream)
    return Error{"the reports cannot be read"};
  Cursor cursor(stream);
  auto reports = readLines(cursor, tally, bits);
  if (cursor.isBroken())
    return Error{"the reports cannot be read to their end"};
  return reports;
}

} // namespace plumb::runtime::estimate
