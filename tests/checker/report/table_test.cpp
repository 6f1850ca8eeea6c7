// SPDX-License-Identifier: Apache-2.0
#include "checker/report/table.h"

#include <catch2/catch.hpp>

using plumb::report::Table;

TEST_CASE("columns are as wide as their longest text, counted in code points") {
  Table table;
  table.add("λ", "1", "2");
  table.add("abc", "long text", "");
  CHECK(table.text(2) == "  λ     1           2\n  abc   long text\n");
}

TEST_CASE("long statements are cut, numbers are not") {
  Table table;
  table.add(std::string(100, 'x'), std::string(60, '7'), "");
  CHECK(table.text(0) == std::string(43, 'x') + "...   " + std::string(60, '7') + "\n");
}

TEST_CASE("a cut does not split a code point") {
  Table table;
  std::string lambdas;
  for (int i = 0; i < 50; ++i)
    lambdas += "λ";
  table.add(lambdas, "", "");
  CHECK(table.text(0) == lambdas.substr(0, 86) + "...\n");
}
