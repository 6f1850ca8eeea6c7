// SPDX-License-Identifier: Apache-2.0
#include "tests/frontend/sema/analyzed.h"

#include <catch2/catch.hpp>
#include <random>

using namespace plumb;
using namespace plumb::test;

/// Words of two programs that use most of the language; a mutation replaces, drops, doubles or
/// swaps some of them.
static std::vector<std::string> wordsOf(const std::string &text) {
  std::vector<std::string> words;
  std::string word;
  for (char c : text + " ") {
    if (c != ' ' && c != '\n') {
      word += c;
      continue;
    }
    if (!word.empty())
      words.push_back(word);
    word.clear();
  }
  return words;
}

static const char *const seeds[] = {
    "mechanism a ( eps : real , c : int , n : size , b : bool , T : int [ n ] , f : query [ n ] )\n"
    "requires eps > 0 , c >= 1 , forall i in 0 .. n : T [ i ] > c\n"
    "adjacency f decreasing by 1 guarantees private ( eps )\n"
    "claims out [ i ] = below implies f [ i ] < T [ i ]\n"
    "{ count := 0 for i in 0 .. n while count < c invariant moved ( c / eps ) <= c , cost <= eps , count = "
    "count '\n"
    "{ lam ~ exponential ( c / eps ) align lam ' = lam + ( out [ i ] is above ? f [ i ] - f ' [ i ] : 0 )\n"
    "z := f [ i ] + lam if z >= T [ i ] { output above ( z ) count := count + 1 }\n"
    "else if b { output below } else { stop } } output abs ( c ) }",
    "mechanism t ( eps : real , k : int , n : int , q : query , f : query real [ n ] )\n"
    "requires eps > 0 , 1 <= k <= n adjacency one f changes by 0.5 , q increasing by k\n"
    "guarantees private ( eps ) claims result . indices [ 0 ] < n\n"
    "{ x := 0.0 for i in 0 .. n { lam [ i ] : real ~ laplace ( k / eps )\n"
    "align lam ' [ i ] = lam [ i ] + ( i in result . indices ? f [ i ] - f ' [ i ] : 0 )\n"
    "v [ i ] := f [ i ] + lam [ i ] if v [ i ] > real ( q ) { x := min ( x , 2 * v [ i ] ) } }\n"
    "return top_k ( k , v ) }"};

static std::string mutated(std::vector<std::string> words, const std::vector<std::string> &vocabulary,
                           std::mt19937 &random) {
  auto below = [&](std::size_t count) { return random() % count; };
  for (std::size_t change = 1 + below(3); change != 0 && words.size() > 2; --change) {
    std::size_t at = below(words.size());
    switch (below(4)) {
    case 0:
      words[at] = vocabulary[below(vocabulary.size())];
      break;
    case 1:
      words.erase(words.begin() + static_cast<std::ptrdiff_t>(at));
      break;
    case 2:
      words.insert(words.begin() + static_cast<std::ptrdiff_t>(at), vocabulary[below(vocabulary.size())]);
      break;
    default:
      std::swap(words[at], words[below(words.size())]);
    }
  }
  std::string text;
  for (const std::string &word : words)
    text += word + " ";
  return text;
}

TEST_CASE("a garbled program is refused with a reason, or reads back as it was understood") {
  std::mt19937 random(7);
  std::vector<std::string> vocabulary = wordsOf(std::string(seeds[0]) + " " + seeds[1]);
  for (const char *seed : seeds)
    REQUIRE(Analyzed(seed).mistakes() == Told{});
  unsigned accepted = 0;
  for (unsigned round = 0; round < 4000; ++round) {
    Analyzed analyzed(mutated(wordsOf(seeds[round % 2]), vocabulary, random));
    INFO(analyzed.file.text());
    REQUIRE((analyzed.sink.hasErrors() || analyzed.program.mechanisms.size() == 1));
    if (analyzed.sink.hasErrors())
      continue;
    ++accepted;
    std::string printed = print(analyzed.program);
    Analyzed again(printed);
    REQUIRE(again.mistakes() == Told{});
    REQUIRE(print(again.program) == printed);
  }
  CHECK(accepted > 50);
}
