// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cstdlib>
#include <string>

TEST_CASE("emitted channels compile without warnings, with assertions on and off, and without exceptions") {
  const auto [compiler, flags] =
      GENERATE(table<std::string, std::string>({{"g++", " -DNDEBUG"}, {"clang++-14", " -fno-exceptions"}}));
  if (std::system(("command -v " + compiler + " > /dev/null").c_str()) != 0) {
    WARN(compiler << " is not installed: nothing was compiled with it");
    return;
  }
  INFO(compiler << flags);
  CHECK(
      std::system((compiler + flags +
                   " -std=c++20 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -fsyntax-only -x c++ "
                   "-I" PLUMB_SOURCE_DIR "/mechanisms/runtime/include " PLUMB_SOURCE_DIR
                   "/tests/mechanisms/emit/channels/every_header.inc")
                      .c_str()) == 0);
}
