// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cstdlib>
#include <string>
#include <version>

static const std::string warnings =
    " -std=c++20 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -fsyntax-only -x c++ ";
static const std::string include = "-I" PLUMB_SOURCE_DIR "/mechanisms/runtime/include ";
static const std::string tests = PLUMB_SOURCE_DIR "/tests/mechanisms/emit/";

static bool isInstalled(const std::string &compiler) {
  if (std::system(("command -v " + compiler + " > /dev/null").c_str()) == 0)
    return true;
  WARN(compiler << " is not installed: nothing was compiled with it");
  return false;
}

TEST_CASE("emitted headers compile without warnings, with assertions on and off, and without exceptions") {
  const std::string compiler = GENERATE("g++", "clang++-14");
  const std::string flags = GENERATE("", " -DNDEBUG", " -fno-exceptions");
  if (!isInstalled(compiler))
    return;
  INFO(compiler << flags);
  CHECK(std::system((compiler + flags + warnings + include + tests + "every_header.inc").c_str()) == 0);
}

#ifndef __cpp_lib_format
// With <format>, price_test.cpp looks at the texts.
TEST_CASE("what can be formatted where there is <format> fits a formatter of texts") {
  const std::string compiler = GENERATE("g++", "clang++-14");
  if (!isInstalled(compiler))
    return;
  CHECK(std::system((compiler + " -D__cpp_lib_format=202110L -I" + tests + "stub" + warnings + include +
                     tests + "formatted.h")
                        .c_str()) == 0);
}
#endif
