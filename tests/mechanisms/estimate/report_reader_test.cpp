// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/estimate/em.h"
#include "plumb/runtime/estimate/empirical.h"
#include "plumb/runtime/estimate/report_reader.h"

#include <catch2/catch.hpp>
#include <fstream>
#include <functional>
#include <sstream>

using namespace plumb::runtime;
using namespace plumb::runtime::estimate;

namespace {

using Counts = std::vector<std::uint64_t>;

const Channel symbols = Channel::urr(1, {2, 3}).value();
const Channel bits = Channel::urap(1, {2, 3}).value();

Counts marksOf(const Tally &tally) {
  return {tally.marks().begin(), tally.marks().end()};
}

struct Reading {
  Tally tally;
  Expected<std::uint64_t> result;
};

Reading read(const Channel &channel, const std::string &text) {
  Tally tally(channel);
  std::istringstream stream(text);
  auto result = ReportReader(tally).read(stream);
  return {std::move(tally), std::move(result)};
}

std::string errorIn(const Channel &channel, const std::string &text) {
  return read(channel, text).result.error().message;
}

/// Produces the same line again and again, and keeps none.
class Endless : public std::streambuf {
public:
  Endless(std::string text, std::uint64_t times) : line(std::move(text)), left(times) {}

protected:
  int_type underflow() override {
    if (left-- == 0)
      return traits_type::eof();
    setg(line.data(), line.data(), line.data() + line.size());
    return traits_type::to_int_type(line[0]);
  }

private:
  std::string line;
  std::uint64_t left;
};

} // namespace

TEST_CASE("reports of symbols, with and without heading, counts and final line feed") {
  for (const char *text :
       {"0\n4\n4\n1\n", "symbol\n0\n4\n4\n1", "symbol,count\r\n0\r\n4,2\r\n1\r\n", "4,2\n0,1\n1"}) {
    INFO(text);
    const Reading reading = read(symbols, text);
    CHECK(reading.result.value() == 4);
    CHECK(reading.tally.reports() == 4);
    CHECK(marksOf(reading.tally) == Counts{1, 1, 0, 0, 2});
  }
}

TEST_CASE("reports of bits; rows that reveal nothing are kept once") {
  const Reading reading = read(bits, "report\n11000\n00001,2\n11000,3\n00000\n10100\n");
  REQUIRE(reading.result.value() == 8);
  CHECK(marksOf(reading.tally) == Counts{5, 4, 1, 0, 2});
  REQUIRE(reading.tally.rows().size() == 2);
  CHECK(reading.tally.rows().row(0)[0] == 3);
  CHECK(reading.tally.rows().multiplicity(0) == 4);
  CHECK(reading.tally.rows().row(1)[0] == 0);
}

TEST_CASE("one tally from several streams") {
  Tally tally(symbols);
  ReportReader reader(tally);
  std::istringstream first("1\n"), second("1\n2,5\n");
  CHECK(reader.read(first).value() == 1);
  CHECK(reader.read(second).value() == 6);
  CHECK(marksOf(tally) == Counts{0, 2, 5, 0, 0});
}

TEST_CASE("malformed lines are named by line and column") {
  const auto check = [](const Channel &channel, const char *text, const char *message) {
    INFO(text);
    CHECK(errorIn(channel, text) == message);
  };
  check(symbols, "0\n5\n", "line 2, column 1: report 5 is outside the alphabet 0 .. 4");
  check(symbols, "0\n\n1\n", "line 2, column 1: expected the number of a symbol, found the end of the line");
  check(symbols, "symbol\n1;2\n", "line 2, column 2: expected a comma or the end of the line, found ';'");
  check(symbols, "1,\n", "line 1, column 3: expected a count, found the end of the line");
  check(symbols, "1,2,3\n", "line 1, column 4: expected a comma or the end of the line, found ','");
  check(symbols, "1,0\n", "line 1, column 3: count of 0; a report that nobody sent has no line");
  check(symbols, "1,", "line 1, column 3: expected a count, found the end of the file");
  check(symbols, " 1\n", "line 1, column 1: expected the number of a symbol, found a blank");
  check(symbols, "-1\n", "line 1, column 1: expected the number of a symbol, found '-'");
  check(symbols, "1\nx\n", "line 2, column 1: expected the number of a symbol, found 'x'");
  check(symbols, "1\r2\n", "line 1, column 2: carriage return without a line feed");
  check(symbols, "\xff\n", "line 1, column 1: expected the number of a symbol, found byte 255");
  check(symbols, "99999999999999999999\n", "line 1, column 19: number of 2^63 or more");
  check(symbols, "1,9007199254740993\n", "line 1, column 1: more than 2^53 reports");
  check(bits, "11000\n1100\n", "line 2, column 5: expected 0 or 1, bit 5 of 5, found the end of the line");
  check(bits, "110002\n", "line 1, column 6: expected a comma or the end of the line, found '2'");
  check(bits, "1,1,0,0,0\n", "line 1, column 2: expected 0 or 1, bit 2 of 5, found ','");
  check(bits, "00101\n",
        "line 1, column 1: report sets the bits of non-sensitive symbols 2 and 4; this channel sets at most "
        "one "
        "of them");
}

TEST_CASE("what the channel never sends at eps = 0 is refused") {
  CHECK(errorIn(Channel::urr(0, {2, 3}).value(), "0\n3\n") ==
        "line 2, column 1: report of non-sensitive symbol 3, which at eps = 0 is never sent");
  CHECK(errorIn(Channel::urap(0, {2, 3}).value(), "00010\n") ==
        "line 1, column 1: report of non-sensitive symbol 3, which at eps = 0 is never sent");
  CHECK(read(Channel::rappor(0, 5).value(), "11111\n").result.value() == 1);
}

TEST_CASE("what stood before a mistake has been counted") {
  const Reading reading = read(symbols, "1\n1\n7\n1\n");
  REQUIRE_FALSE(reading.result);
  CHECK(marksOf(reading.tally) == Counts{0, 2, 0, 0, 0});
}

TEST_CASE("an empty file has no reports, which the estimators say") {
  for (const char *text : {"", "symbol\n", "symbol"}) {
    const Reading reading = read(symbols, text);
    CHECK(reading.result.value() == 0);
    CHECK(empirical(reading.tally).error().message == "no reports");
    CHECK(em(reading.tally, uniformStart(symbols)).error().message == "no reports");
  }
}

TEST_CASE("a file that cannot be read is an error, not an empty one") {
  Tally tally(symbols);
  std::ifstream missing("no-such-file.csv"), folder(PLUMB_SOURCE_DIR);
  CHECK(ReportReader(tally).read(missing).error().message == "the reports cannot be read");
  CHECK(ReportReader(tally).read(folder).error().message.starts_with("the reports cannot be read"));
}

TEST_CASE("a long stream leaves marks only") {
  Endless million("4\n", 1000000), rows("11000\n", 200000);
  std::istream ofSymbols(&million), ofBits(&rows);
  Tally tally(symbols), packed(bits), marks(bits, Tally::Keep::Marks);
  CHECK(ReportReader(tally).read(ofSymbols).value() == 1000000);
  CHECK(tally.rows().size() == 0);
  CHECK(ReportReader(packed).read(ofBits).value() == 200000);
  CHECK(packed.rows().size() == 1);
  std::istringstream few("11000\n01000\n");
  CHECK(ReportReader(marks).read(few).value() == 2);
  CHECK(marks.rows().size() == 0);
  CHECK(empirical(marks));
}

TEST_CASE("bits across words") {
  const Channel wide = Channel::urap(1, {100, 50}).value();
  std::string line(150, '0');
  line[63] = line[64] = line[99] = '1';
  const Reading reading = read(wide, line + "\n");
  REQUIRE(reading.result);
  CHECK(reading.tally.marks()[63] + reading.tally.marks()[64] + reading.tally.marks()[99] == 3);
  CHECK(reading.tally.rows().size() == 1);
  line[149] = '1';
  CHECK(read(wide, line).tally.rows().size() == 0);
}
