// SPDX-License-Identifier: Apache-2.0
//
// What is announced to the proof is not in what is emitted. That the rest computes what the program computes
// is replayed with the examples.
#include "certified.h"
#include "mechanisms/emit/replay_harness.h"

#include <catch2/catch.hpp>

using namespace plumb;

static bool contains(const std::string &text, const std::string &part) {
  return text.find(part) != std::string::npos;
}

/// The header, without its comment at the top.
static std::string codeOf(const test::Certified &proved, plan::Work work = plan::Work::Fast) {
  const emit::Emission emission = emit::emit(*proved, {}, work);
  REQUIRE(emission.problems.empty());
  const std::string &text = emission.files.at(0).text;
  return text.substr(text.find("#ifndef"));
}

/// A stream with \p silent in each iteration that is not told.
static std::string stream(const std::string &silent, const std::string &behind = "") {
  return "mechanism told(eps: real, n: size, T: int, f: query[n])\n"
         "  requires eps > 0\n"
         "  adjacency one f changes by 1\n"
         "  guarantees private(eps)\n"
         "{\n"
         "  lowest := 0\n"
         "  product := 1\n"
         "  for i in 0 .. n {\n"
         "    lam ~ laplace(1 / eps)   align lam' = lam + f[i] - f'[i]\n"
         "    z := f[i] + lam\n"
         "    if z < lowest { lowest := z }\n"
         "    product := product * z\n"
         "    if z >= T { output above(z) } else { " +
         silent + " }\n  }\n" + behind + "}\n";
}

TEST_CASE("what is computed for announcements alone is neither computed nor kept nor bounded") {
  const test::Certified proved(stream("announce (lowest, product)", "  announce (lowest, 0)\n"));
  const std::string code = codeOf(proved);
  CHECK(contains(code, "class Stream"));
  for (const std::string word : {"lowest", "product", "announce"}) {
    INFO(word);
    CHECK_FALSE(contains(code, word));
  }
}

TEST_CASE("what is published as well is computed") {
  const std::string code = codeOf(test::Certified(
      stream("announce lowest", "").replace(stream("announce lowest").find("above(z)"), 8, "above(lowest)")));
  CHECK(contains(code, "lowest = z;"));
  CHECK_FALSE(contains(code, "product"));
}

TEST_CASE("the head of a header says that the proof covers more") {
  const test::Certified proved(stream("announce lowest"));
  const emit::Emission emission = emit::emit(*proved, {});
  REQUIRE(emission.problems.empty());
  CHECK(contains(emission.files.at(0).text, "The proof covers more than is published"));
}

TEST_CASE("constant work is not spent on announcements") {
  const std::string text = "mechanism largest(eps: real, n: size, f: query[n])\n"
                           "  requires eps > 0, n >= 1\n"
                           "  adjacency f decreasing by 1\n"
                           "  guarantees private(eps)\n"
                           "{\n"
                           "  for i in 0 .. n {\n"
                           "    lam[i] ~ exponential(1 / eps)\n"
                           "      align lam'[i] = lam[i] + (i = out.announced.1 ? f[i] - f'[i] : 0)\n"
                           "    v[i] := f[i] + lam[i]\n"
                           "  }\n"
                           "  leader := argmax(v)\n"
                           "  half := leader div 2\n"
                           "  announce (leader, half)\n"
                           "  return max(j in 0 .. n: v[j])\n"
                           "}\n";
  const test::Certified proved(text);
  const emit::Emission emission = emit::emit(*proved, {}, plan::Work::Constant);
  REQUIRE(emission.problems.empty());
  CHECK_FALSE(contains(emission.files.at(0).text, "half"));
  CHECK_FALSE(contains(codeOf(proved), "leader"));
}

TEST_CASE("a draw stays where it is only announced, and so does the branch that it stands in") {
  const test::Certified proved("mechanism twice(eps: real, n: size, f: query)\n"
                               "  requires eps > 0\n"
                               "  adjacency f changes by 1\n"
                               "  guarantees private(2 * eps)\n"
                               "{\n"
                               "  lam ~ laplace(1 / eps)   align lam' = lam + f - f'\n"
                               "  z := f + lam\n"
                               "  for i in 0 .. n {\n"
                               "    if z > i { mu ~ laplace(1 / eps) align mu' = mu   announce mu }\n"
                               "  }\n"
                               "  return z\n"
                               "}\n");
  const std::string code = codeOf(proved);
  CHECK(contains(code, "if (z > i)"));
  CHECK(contains(code, "mu = "));
  CHECK_FALSE(contains(code, "Cell"));
}

TEST_CASE("a replay announces, and compares what others see") {
  const test::Certified proved(stream("announce (lowest, product)", "  announce (lowest, 0)\n"));
  const std::string text = emit::replayHarness(*proved, {}, {}).text;
  CHECK(contains(text, "static Published released(Published seen) {"));
  CHECK(contains(text, ".clear();"));
  // Two branches are compiled, of which one is the program's own alone.
  CHECK(contains(text, "{Point::Kind::Branch, \"z >= T\"}"));
  CHECK_FALSE(contains(text, "{Point::Kind::Branch, \"z < lowest\"}"));
}
