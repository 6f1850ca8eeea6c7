// SPDX-License-Identifier: Apache-2.0
#include "tests/checker/report/checked.h"

using namespace plumb;
using namespace plumb::test;

static std::vector<std::string> assumptionsIn(const std::string &head) {
  SourceFile file("test.plumb", "mechanism m" + head + " guarantees private(1) { output 0 }");
  ir::Program program = Checked::analyzed(file);
  std::vector<std::string> texts;
  for (const report::Assumption &assumption : report::assumptionsOf(*program.mechanisms.at(0)))
    texts.push_back(assumption.text);
  return texts;
}

using Texts = std::vector<std::string>;

TEST_CASE("difference sets, premises and public parameters are assumed, in this order") {
  CHECK(
      assumptionsIn("(eps: real, k: int, f: query) requires eps > 0, k >= 1 adjacency f decreasing by k") ==
      Texts{"0 <= f - f' <= k", "eps > 0", "k >= 1", "chosen without looking at the sensitive data: eps, k"});
}

TEST_CASE("each direction of a difference has its inequality") {
  CHECK(assumptionsIn("(f: query) adjacency f increasing by 2") == Texts{"0 <= f' - f <= 2"});
  CHECK(assumptionsIn("(f: query) adjacency f changes by 2") == Texts{"abs(f - f') <= 2"});
  CHECK(assumptionsIn("(f: query real) adjacency f changes by 2") == Texts{"abs(f - f') <= 2"});
}

TEST_CASE("an array differs in every element, or in at most one") {
  CHECK(assumptionsIn("(f: query[3]) adjacency f decreasing by 1") ==
        Texts{"0 <= f[i] - f'[i] <= 1 for every i"});
  CHECK(assumptionsIn("(f: query[3][4]) adjacency one f changes by 1") ==
        Texts{"abs(f[i][j] - f'[i][j]) <= 1 for every i, j, and the two differ in at most one place"});
}

TEST_CASE("the index of a difference is no name of the mechanism") {
  CHECK(assumptionsIn("(i: int, f: query[3]) adjacency f decreasing by i")[0] ==
        "0 <= f[j] - f'[j] <= i for every j");
  CHECK(assumptionsIn("(a: int, i: query[3]) adjacency i decreasing by a")[0] ==
        "0 <= i[j] - i'[j] <= a for every j");
}

TEST_CASE("ranges of fields are assumed of every record, as a premise would say them") {
  SourceFile file(
      "test.plumb",
      "size n, v\n"
      "record R { a: int in 0 .. 3, b: bool, c: int[n] in -n .. n + 1 or none, d: int in 0 .. v }\n"
      "query f = count r: R where r.b\n"
      "mechanism m(eps: real) requires forall r in data: r.a < 2 adjacency replace R when r.b "
      "guarantees private(1) { output f }");
  ir::Program program = Checked::analyzed(file);
  Texts texts;
  for (const report::Assumption &assumption : report::assumptionsOf(*program.mechanisms.at(0)))
    if (assumption.kind == report::Assumption::Kind::DataPremise)
      texts.push_back(assumption.text);
  CHECK(texts == Texts{"forall v1 in data: 0 <= v1.a < 3",
                       "forall v1 in data, i in 0 .. n: v1.c[i] = none or -n <= v1.c[i] < n + 1",
                       "forall v1 in data: 0 <= v1.d < v", "forall r in data: r.a < 2"});
}

TEST_CASE("an assumption points at the words that make it") {
  SourceFile file(
      "test.plumb",
      "mechanism m(k: int, f: query) requires k > 1 adjacency f decreasing by k guarantees private(1) "
      "{ output 0 }");
  ir::Program program = Checked::analyzed(file);
  std::vector<report::Assumption> assumptions = report::assumptionsOf(*program.mechanisms.at(0));
  REQUIRE(assumptions.size() == 3);
  CHECK(file.text(assumptions[0].range) == "f decreasing by k");
  CHECK(file.text(assumptions[1].range) == "k > 1");
  CHECK(file.text(assumptions[2].range).substr(0, 1) == "k");
}
