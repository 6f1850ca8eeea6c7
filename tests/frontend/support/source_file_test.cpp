// SPDX-License-Identifier: Apache-2.0
#include "frontend/support/source_file.h"

#include <catch2/catch.hpp>

using namespace plumb;

namespace {

std::pair<unsigned, unsigned> at(const SourceFile &file, std::uint32_t offset) {
  const SourceLocation place = file.location(offset);
  return {place.line, place.column};
}

} // namespace

TEST_CASE("lines and columns are counted from one") {
  const SourceFile file("f", "ab\ncd\n");
  CHECK(at(file, 0) == std::pair(1U, 1U));
  CHECK(at(file, 2) == std::pair(1U, 3U));
  CHECK(at(file, 3) == std::pair(2U, 1U));
  CHECK(at(file, 6) == std::pair(3U, 1U));
}

TEST_CASE("an offset behind the text is the place after the last byte") {
  CHECK(at(SourceFile("f", "ab"), 1000) == std::pair(1U, 3U));
  CHECK(at(SourceFile("f", ""), 7) == std::pair(1U, 1U));
}

TEST_CASE("columns count code points, and each invalid byte as one") {
  CHECK(at(SourceFile("f", "λ≤x"), 5) == std::pair(1U, 3U));
  CHECK(at(SourceFile("f", "\xff\xfe\xe2\x89x"), 4) == std::pair(1U, 5U));
}

TEST_CASE("a line comes without its line break, whichever kind it is") {
  const SourceFile file("f", "one\r\ntwo\n\nfour");
  CHECK(file.line(1) == "one");
  CHECK(file.line(2) == "two");
  CHECK(file.line(3).empty());
  CHECK(file.line(4) == "four");
  CHECK(file.line(5).empty());
}

TEST_CASE("a carriage return that ends no line stays in it") {
  CHECK(SourceFile("f", "a\rb\r").line(1) == "a\rb\r");
}

TEST_CASE("a range selects bytes, and two ranges are covered by the smallest around both") {
  const SourceFile file("f", "count := 0");
  CHECK(file.text({0, 5}) == "count");
  CHECK(file.text({5, 5}).empty());
  CHECK(cover({6, 8}, {0, 5}) == SourceRange{0, 8});
  CHECK(cover({0, 9}, {2, 3}) == SourceRange{0, 9});
}
