// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cstdlib>
#include <string>

static const std::string warnings =
    " -std=c++20 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -fsyntax-only -x c++ ";
static const std::string include = "-I" PLUMB_SOURCE_DIR "/mechanisms/runtime/include ";

TEST_CASE("emitted headers compile without warnings, with assertions on and off, and without exceptions") {
  const std::string compiler = GENERATE("g++", "clang++-14");
  const std::string flags = GENERATE("", " -DNDEBUG", " -fno-exceptions");
  if (std::system(("command -v " + compiler + " > /dev/null").c_str()) != 0) {
    WARN(compiler << " is not installed: nothing was compiled with it");
    return;
  }
  INFO(compiler << flags);
  CHECK(std::system((compiler + flags + warnings + include +
                     PLUMB_SOURCE_DIR "/tests/mechanisms/emit/every_header.inc")
                        .c_str()) == 0);
}
