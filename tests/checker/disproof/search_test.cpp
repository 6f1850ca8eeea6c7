// SPDX-License-Identifier: Apache-2.0
#include "checker/disproof/violation.h"
#include "tests/checker/interpreter/mechanisms.h"
#include "tests/checker/interpreter/program_text.h"

#include <catch2/catch.hpp>

using namespace plumb;
using disproof::Violation;
using test::ProgramText;
using test::withHead;

namespace {

std::optional<Violation> found(const std::string &text) {
  ProgramText program(text);
  return disproof::examine(*program, nullptr).violation;
}

std::string head(const std::string &body) {
  return "mechanism m(eps: real, t: int, f: query)\n  requires eps > 0\n  adjacency f decreasing by 1\n"
         "  guarantees private(eps)\n{\n" +
         body + "\n}\n";
}

} // namespace

TEST_CASE("private mechanisms whose loss is exactly epsilon are never reported") {
  CHECK_FALSE(found(test::additive("laplace(1 / eps)", "f changes by 1")));
  CHECK_FALSE(found(test::additive("laplace(1 / eps)", "f decreasing by 1")));
  CHECK_FALSE(found(test::additive("exponential(1 / eps)", "f decreasing by 1")));
  CHECK_FALSE(found(test::additive("neg_exponential(1 / eps)", "f increasing by 1")));
  CHECK_FALSE(found(test::asymmetricSvt()));
  CHECK_FALSE(found(test::asymmetricSvt("c / eps", "0")));
  CHECK_FALSE(found(test::asymmetricTopK()));
}

TEST_CASE("the sparse vector technique with a noisy threshold: the private variant and a wrong one") {
  auto svt = [](const std::string &threshold, const std::string &scale, const std::string &answer) {
    return "mechanism svt(eps: real, n: int, t: int, f: query[n])\n"
           "  requires eps > 0, n >= 0\n"
           "  adjacency f changes by 1\n"
           "  guarantees private(eps)\n"
           "{\n"
           "  rho ~ laplace(" +
           threshold +
           ")   align rho' = rho + 1\n"
           "  for i in 0 .. n {\n"
           "    lam ~ laplace(" +
           scale +
           ")   align lam' = lam + (out[i] is above ? 2 : 0)\n"
           "    if f[i] + lam >= t + rho { output above" +
           answer +
           "  stop }\n"
           "    else { output below }\n"
           "  }\n"
           "}\n";
  };
  CHECK_FALSE(found(svt("2 / eps", "4 / eps", "")));
  CHECK(found(svt("2 / eps", "1 / (4 * eps)", "(f[i])")));
}

TEST_CASE("noisy max of integers with its index alone is private") {
  CHECK_FALSE(found("mechanism best(eps: real, n: int, f: query[n])\n"
                    "  requires eps > 0, n >= 1\n"
                    "  adjacency f decreasing by 1\n"
                    "  guarantees private(eps)\n"
                    "{\n"
                    "  arg := 0\n"
                    "  best := 0\n"
                    "  for i in 0 .. n {\n"
                    "    lam ~ exponential(1 / eps)   align lam' = lam + (i = result ? f[i] - f'[i] : 0)\n"
                    "    if i = 0 or f[i] + lam > best { arg := i  best := f[i] + lam }\n"
                    "  }\n"
                    "  return arg\n"
                    "}\n"));
}

TEST_CASE("a histogram is private if one of its answers changes, and not if all may") {
  auto histogram = [](const std::string &adjacency) {
    return withHead("for i in 0 .. n {\n"
                    "  lam ~ laplace(1 / eps)   align lam' = lam + f[i] - f'[i]\n"
                    "  output f[i] + lam\n"
                    "}",
                    adjacency);
  };
  CHECK_FALSE(found(histogram("one f changes by 1")));
  CHECK(found(histogram("f changes by 1")));
  ProgramText one(histogram("one f changes by 1")), all(histogram("f changes by 1"));
  CHECK_FALSE(refutation::findCounterexample(*one));
  CHECK(refutation::findCounterexample(*all));
}

TEST_CASE("a deterministic threshold is not private") {
  auto violation = found(head("if f >= t { output yes } else { output no }"));
  REQUIRE(violation);
  CHECK(violation->question.loss == "infinite");
  CHECK(violation->firstLow == "1");
  CHECK(violation->isImpossibleOnSecond);
  CHECK(violation->question.word == "out = yes");
  REQUIRE(violation->question.answers.size() == 1);
  CHECK(violation->question.answers[0].first == 1);
  CHECK(violation->question.answers[0].second == 0);
}

TEST_CASE("publishing the answer itself is not private") {
  auto violation = found(head("output f"));
  REQUIRE(violation);
  CHECK(violation->question.loss == "infinite");
}

TEST_CASE("one-sided noise does not hide the other direction") {
  auto violation = found(test::additive("exponential(1 / eps)", "f increasing by 1"));
  REQUIRE(violation);
  CHECK(violation->question.answers[0].first == 0);
  CHECK(violation->question.answers[0].second == 1);
  CHECK(violation->question.word == "out = 0");
  CHECK(violation->firstLow == "0.63212");
  CHECK(violation->firstHigh == "0.632121");
}

TEST_CASE("half the noise loses twice the claim") {
  auto violation = found(test::additive("laplace(1 / (2 * eps))", "f changes by 1"));
  REQUIRE(violation);
  CHECK(violation->question.epsilon == "1");
  CHECK(violation->question.loss == "2");
  CHECK(found(test::asymmetricSvt("c / (2 * eps)")));
  CHECK(found(test::asymmetricTopK("k / (2 * eps)")));
}

TEST_CASE("half the claim is half the noise") {
  CHECK(found(test::additive("laplace(1 / eps)", "f changes by 1", "eps / 2")));
  CHECK_FALSE(found(test::additive("laplace(1 / eps)", "f changes by 1", "2 * eps")));
}

TEST_CASE("answers without end lose more than one answer's worth") {
  CHECK(found(test::asymmetricSvt("1 / eps", "0", "f decreasing by 1", "")));
}

TEST_CASE("noise that is paid for only once is not enough for two answers") {
  CHECK(found(test::asymmetricSvt("1 / eps")));
}

TEST_CASE("a mechanism without noise that reveals nothing is private") {
  CHECK_FALSE(found(head("output t")));
  CHECK_FALSE(found(head("if t > 0 { output yes }")));
}

TEST_CASE("the noise itself may be published, but not with the answer") {
  CHECK_FALSE(found(head("lam ~ laplace(1 / eps) align lam' = lam\n output lam")));
  CHECK(found(head("lam ~ laplace(1 / eps) align lam' = lam\n output both(lam, f + lam)")));
}

TEST_CASE("a program that can fail is not judged") {
  CHECK_FALSE(found(head("x := 1 div (t - t)\n output f")));
}

TEST_CASE("real answers, without noise and with noise that is published") {
  auto real = [](const std::string &body) {
    return "mechanism m(eps: real, f: query real)\n  requires eps > 0\n  adjacency f changes by 1\n"
           "  guarantees private(eps)\n{\n" +
           body + "\n}\n";
  };
  CHECK(found(real("output f")));
  CHECK_FALSE(found(real("lam: real ~ laplace(1 / eps)   align lam' = lam\n output f + lam")));
  auto violation = found(real("lam: real ~ laplace(1 / (2 * eps))   align lam' = lam\n output f + lam"));
  REQUIRE(violation);
  CHECK(violation->isDensity);
  CHECK(violation->question.loss == "2");
  // One draw, published twice, tells the answer: a density of rank 1 that D' has nowhere near.
  CHECK(found(real("lam: real ~ laplace(1 / eps)   align lam' = lam\n output both(lam, f + lam)")));
  // Products of draws and noise in a scale are outside; nothing is said.
  CHECK_FALSE(
      found(real("lam: real ~ laplace(1 / (2 * eps))   align lam' = lam\n output f * lam + lam * lam")));
}

TEST_CASE("what is reported satisfies the requirements and the adjacency") {
  auto violation = found("mechanism m(eps: real, t: int, f: query[2])\n"
                         "  requires eps > 0, t >= 3\n"
                         "  adjacency one f increasing by 1\n"
                         "  guarantees private(eps)\n"
                         "{ if f[0] >= t or f[1] >= t { output yes } else { output no } }\n");
  REQUIRE(violation);
  CHECK(violation->question.parameters[1].value >= 3);
  int changed = 0;
  for (const auto &answer : violation->question.answers) {
    CHECK(answer.first <= answer.second);
    CHECK(answer.first >= 0);
    changed += answer.first != answer.second;
  }
  CHECK(changed == 1);
  CHECK(violation->question.word == "out = no");
}

TEST_CASE("gaps that small noise does not reach are looked for") {
  CHECK(found("mechanism m(eps: real, n: int, f: query real[n])\n"
              "  requires eps > 0, n >= 1\n"
              "  adjacency f changes by 2\n"
              "  guarantees private(2 * eps)\n"
              "{\n"
              "  rho: real ~ laplace(1 / eps) align rho' = rho + 1.0\n"
              "  count := 0\n"
              "  for i in 0 .. n while count < 2 {\n"
              "    lam: real ~ neg_exponential(1 / eps) align lam' = lam\n"
              "    if f[i] + lam >= 1.0 + rho { output above(f[i] + lam - 1.0 - rho)  count := count + 1 }\n"
              "    else { output below }\n"
              "  }\n"
              "}\n"));
}

TEST_CASE("the largest with Gumbel noise, and logistic noise, have closed forms") {
  auto chosen = [](const std::string &scale, const std::string &adjacency) {
    return found(
        "mechanism m(eps: real, n: int, f: query real[n])\n  requires eps > 0, n >= 1\n  adjacency f " +
        adjacency + "\n  guarantees private(eps)\n{\n  for i in 0 .. n { lam[i]: real ~ gumbel(" + scale +
        ") align lam'[i] = lam[i]\n    v[i] := f[i] + lam[i] }\n  return argmax(v)\n}\n");
  };
  // The exponential mechanism: e^0 / (e^0 + e^0), and e^-1 / (e^-1 + e^1).
  const auto violation = chosen("1 / eps", "changes by 1");
  REQUIRE(violation);
  CHECK(violation->firstLow == "0.5");
  CHECK(violation->secondLow == "0.119202");
  CHECK_FALSE(chosen("2 / eps", "changes by 1"));
  CHECK_FALSE(chosen("1 / eps", "decreasing by 1"));

  auto counted = [](const std::string &scale, const std::string &body) {
    return found("mechanism m(eps: real, f: query real)\n  requires eps > 0\n  adjacency f changes by 1\n"
                 "  guarantees private(eps)\n{\n  lam: real ~ logistic(" +
                 scale + ") align lam' = lam\n  " + body + "\n}\n");
  };
  for (const std::string body :
       {"output f + lam", "if f + lam >= 3.0 { output above } else { output below }",
        "if 1.0 <= f + lam and f + lam < 9.0 { output inside } else { output outside }"}) {
    CHECK(counted("1 / (2 * eps)", body));
    CHECK_FALSE(counted("1 / eps", body));
  }
}
