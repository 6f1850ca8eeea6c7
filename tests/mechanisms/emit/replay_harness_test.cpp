// SPDX-License-Identifier: Apache-2.0
//
// The text of the harness; that it finds faults is shown by replay_faults.py.
#include "certified.h"
#include "mechanisms/emit/replay_harness.h"
#include "read_file.h"

#include <catch2/catch.hpp>

using namespace plumb;

static test::Certified certified(const std::string &name) {
  return test::Certified(
      test::readFile(PLUMB_SOURCE_DIR "/tests/mechanisms/emit/programs/" + name + ".plumb"), name + ".plumb");
}

static std::string harness(const std::string &name) {
  const test::Certified proved = certified(name);
  return emit::replayHarness(*proved, {}, {}).text;
}

static bool contains(const std::string &text, const std::string &part) {
  return text.find(part) != std::string::npos;
}

TEST_CASE("a harness is called like its mechanism and includes the emitted header") {
  const test::Certified proved = certified("asymmetric_svt");
  const emit::EmittedFile file = emit::replayHarness(*proved, {}, {});
  CHECK(file.name == "asymmetric_svt_replay.cpp");
  CHECK(contains(file.text, "#include \"asymmetric_svt.h\"\n"));
  CHECK(contains(file.text, (*proved).sourceHash()));
}

TEST_CASE("the same certificate gives the same harness") {
  CHECK(harness("nested") == harness("nested"));
}

TEST_CASE("alignments look at the output and at the answers of both runs") {
  const std::string text = harness("asymmetric_svt");
  CHECK(contains(text, "first.published.holds(0, {own.before.i_"));
  CHECK(contains(text, "(at(first.answers.f_, "));
  CHECK(contains(text, "at(second.answers.f_, "));
}

TEST_CASE("two loops with one index name have an index each") {
  const test::Certified proved("mechanism twice(eps: real, n: size, T: int[n], f: query[n])\n"
                               "  requires eps > 0\n"
                               "  adjacency one f changes by 1\n"
                               "  guarantees private(eps)\n"
                               "{ weight := 0\n"
                               "  for i in 0 .. n { weight := weight + T[i] }\n"
                               "  for i in 0 .. n {\n"
                               "    lam ~ laplace(1 / eps) align lam' = lam + f[i] - f'[i]\n"
                               "    output f[i] + lam\n"
                               "  } }\n");
  const std::string text = emit::replayHarness(*proved, {}, {}).text;
  CHECK(contains(text, "    Int i_{};\n"));
  CHECK(contains(text, "    Int i_2{};\n"));
}

TEST_CASE("answers of records stand in the harness, and are chosen from") {
  const test::Certified proved(
      "record Person { there: bool }\n"
      "policy hide on Person { sensitive there when there }\n"
      "query people = count p: Person where p.there\n"
      "mechanism counted(eps: real)\n"
      "  requires eps > 0\n"
      "  adjacency replace Person under hide\n"
      "  guarantees private(eps)\n"
      "{ lam ~ exponential(1 / eps) align lam' = lam + people - people'; output people + lam }\n");
  const std::string text = emit::replayHarness(*proved, {{"1/2", {"3 2", "1 1"}}, {"2", {"1 0"}}}, {}).text;
  CHECK(contains(text, "{\"1/2\", 0, 2},\n      {\"2\", 2, 3},\n"));
  CHECK(contains(text, "\"3 2\",\n      \"1 1\",\n      \"1 0\",\n"));
}
