// SPDX-License-Identifier: Apache-2.0
#include "frontend/support/utf8.h"

#include <catch2/catch.hpp>

using namespace plumb;

TEST_CASE("valid code points of every length are read whole") {
  for (const auto &[text, value] : {std::pair<const char *, char32_t>{"a", U'a'},
                                    {"λ", U'λ'},
                                    {"≤", U'≤'},
                                    {"\U0001F600", U'\U0001F600'}}) {
    const CodePoint point = decodeUtf8(text, 0);
    CHECK(point.valid);
    CHECK(point.value == value);
    CHECK(point.length == std::string_view(text).size());
  }
}

TEST_CASE("overlong forms, surrogates, stray and cut sequences are invalid, one byte at a time") {
  for (const char *text : {"\x80", "\xC0\xAF", "\xE0\x80\xAF", "\xED\xA0\x80", "\xF4\x90\x80\x80",
                           "\xF8\x88\x80\x80", "\xE2\x89", "\xCE", "\xFF", "\xE2(\xA1"}) {
    CAPTURE(text);
    const CodePoint point = decodeUtf8(text, 0);
    CHECK_FALSE(point.valid);
    CHECK(point.length == 1);
  }
}

TEST_CASE("marks that reorder or hide text count as controls, letters do not") {
  for (const char32_t value : {U'\0', U'\x1b', U'\x7f', U'\x85', U'\u200B', U'\u202E', U'\u2066', U'\uFEFF'})
    CHECK(isControl(value));
  for (const char32_t value : {U'a', U'λ', U'≤', U'é', U'漢'})
    CHECK_FALSE(isControl(value));
}
