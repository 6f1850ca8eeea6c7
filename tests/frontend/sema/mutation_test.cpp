// SPDX-License-Identifier: Apache-2.0
#include "tests/frontend/sema/analyzed.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>

using namespace plumb;
using namespace plumb::test;

/// The words of a text that has spaces between all of them.
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

/// Programs that use most of the language.
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
    "return top_k ( k , v ) }",
    "size n\nrecord R { a : int , o : int in 0 .. n or none , b : bool , A : int [ n ] }\n"
    "record S { a : int , c : bool }\n"
    "policy p on R { public a , A ; sensitive o , b when b and o = none }\n"
    "policy q on S allows r ' where r . c or r ' . a <= r . a\n"
    "query f [ i in 0 .. n ] = count x : R where x . A [ i ] > 2 and x . o != 1\n"
    "query g = sum x : R of x . a where x . b\n"
    "mechanism m ( eps : real , k : int , T : int [ n ] ) requires eps > 0 ,\n"
    "forall x in data , t in 0 .. n : x . a <= T [ t ] or x . o = none\n"
    "adjacency replace R under p guarantees private ( eps ) claims out . value > k\n"
    "{ lam ~ laplace ( 1 / eps ) align lam ' = lam + g - g ' output g + f [ 0 ] + lam }"};

/// Words of one class stand in each other's places without harm to the grammar, mostly.
static int classOf(const std::string &word) {
  static const std::vector<std::vector<std::string>> classes = {
      {"eps", "c", "n", "b", "f", "T", "i", "count", "lam", "z", "k", "q", "x", "v", "out", "result", "cost"},
      {"a", "o", "A", "r", "R", "S", "p", "g", "none"},
      {"public", "sensitive", "where", "when", "under", "along", "add", "remove", "replace"},
      {"0", "1", "2", "0.5", "0.0"},
      {"+", "-", "*", "/", "and", "implies"},
      {"<", "<=", ">", ">=", "="},
      {"above", "below"},
      {"exponential", "laplace"},
      {"int", "real", "bool", "size"}};
  for (std::size_t i = 0; i < classes.size(); ++i)
    if (std::find(classes[i].begin(), classes[i].end(), word) != classes[i].end())
      return static_cast<int>(i);
  return -1;
}

/// Mostly another word of the same class.
static std::string replacement(const std::string &word, const std::vector<std::string> &vocabulary,
                               std::mt19937 &random) {
  bool isWild = random() % 8 == 0;
  for (unsigned tries = 0; tries < 100; ++tries) {
    const std::string &other = vocabulary[random() % vocabulary.size()];
    if (isWild || classOf(other) == classOf(word))
      return other;
  }
  return word;
}

static std::string mutated(std::vector<std::string> words, const std::vector<std::string> &vocabulary,
                           std::mt19937 &random) {
  for (unsigned change = 1 + random() % 3; change != 0; --change) {
    std::size_t at = random() % words.size();
    bool isSwap = random() % 10 == 0;
    if (isSwap)
      std::swap(words[at], words[random() % words.size()]);
    else if (classOf(words[at]) >= 0)
      words[at] = replacement(words[at], vocabulary, random);
  }
  std::string text;
  for (const std::string &word : words)
    text += word + " ";
  return text;
}

TEST_CASE("a garbled program is refused with a reason, or reads back as it was understood") {
  std::mt19937 random(7);
  std::vector<std::string> vocabulary;
  for (const char *seed : seeds) {
    REQUIRE(Analyzed(seed).mistakes() == Told{});
    for (const std::string &word : wordsOf(seed))
      vocabulary.push_back(word);
  }
  unsigned accepted = 0;
  for (unsigned round = 0; round < 6000; ++round) {
    Analyzed analyzed(mutated(wordsOf(seeds[round % std::size(seeds)]), vocabulary, random));
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
  CHECK(accepted > 300);
}
