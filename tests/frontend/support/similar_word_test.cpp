// SPDX-License-Identifier: Apache-2.0
#include "frontend/support/similar_word.h"

#include <array>
#include <catch2/catch.hpp>

using namespace plumb;

TEST_CASE("a third of the letters may differ, two neighbours be exchanged, and one letter be forgotten") {
  const std::array words{"for", "output", "requires", "exponential"};
  CHECK(helpForWord("ouput", words).text == "did you mean `output`?");
  CHECK(helpForWord("Exponential", words).text == "did you mean `exponential`?");
  CHECK(helpForWord("reqiures", words).text == "did you mean `requires`?");
  CHECK(helpForWord("fro", words).text == "did you mean `for`?");
  CHECK(helpForWord("fi", std::array{"if"}).text == "did you mean `if`?");
  CHECK(helpForWord("nt", std::array{"real", "int"}).text == "did you mean `int`?");
  CHECK(helpForWord("n", std::array{"in"}).empty());
  CHECK(helpForWord("ouput", words).repair.at(0).text == "output");
  CHECK(helpForWord("gaussian", words, "none").text == "none");
  CHECK(helpForWord("gaussian", words, "none").repair.empty());
  CHECK(helpForWord("f", words).empty());
  CHECK(helpForWord("", words).empty());
}

TEST_CASE("the most similar word is suggested, of several the first") {
  CHECK(helpForWord("cuont", std::array{"count", "court"}).text == "did you mean `count`?");
  CHECK(helpForWord("lama", std::array{"lamb", "lam"}).text == "did you mean `lamb`?");
}
