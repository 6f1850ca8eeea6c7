// SPDX-License-Identifier: Apache-2.0
#include "checker/refutation/counterexample.h"
#include "checker/refutation/tried.h"
#include "tests/checker/interpreter/mechanisms.h"
#include "tests/checker/interpreter/program_text.h"

#include <catch2/catch.hpp>

using namespace plumb;
using interpreter::Condition;
using refutation::Counterexample;
using test::ProgramText;
using test::withHead;

namespace {

std::optional<Counterexample> found(const std::string &text) {
  ProgramText program(text);
  return refutation::findCounterexample(*program);
}

std::string number(const interpreter::Exact &value, bool any) {
  return any ? "any" : toString(value);
}

/// "eps=1 n=1; f[0]=1|0; lam[i=0]=0|0"
std::string summary(const Counterexample &example) {
  std::string text;
  for (const auto &parameter : example.parameters)
    text +=
        (text.empty() ? "" : " ") + parameter.element.name() + "=" + number(parameter.value, parameter.any);
  text += ";";
  for (const auto &answer : example.answers)
    text += " " + answer.element.name() + "=" + number(answer.first, answer.any) + "|" +
            number(answer.second, answer.any);
  text += ";";
  for (const auto &draw : example.noise)
    text += " " + draw.name + "=" + number(draw.first, draw.any) + "|" +
            (draw.second ? toString(*draw.second) : "-");
  return text;
}

} // namespace

TEST_CASE("alignments that prove privacy have no counterexample") {
  CHECK_FALSE(found(test::asymmetricSvt()));
  CHECK_FALSE(found(test::asymmetricTopK()));
  CHECK_FALSE(found(test::additive("laplace(1 / eps)", "f changes by 1")));
  CHECK_FALSE(found(test::additive("exponential(1 / eps)", "f decreasing by 1")));
  CHECK_FALSE(found(test::additive("neg_exponential(1 / eps)", "f increasing by 1")));
}

TEST_CASE("outputs: a published value that the alignment misses") {
  auto example = found(test::asymmetricSvt("c / eps", "0"));
  REQUIRE(example);
  CHECK(example->condition == Condition::Outputs);
  CHECK(example->confirmed);
  CHECK(summary(*example) == "eps=1 c=any n=1 T[0]=0; f[0]=1|0; lam[i=0]=any|0");
  CHECK(example->description == "out[0] is above(1) in run 1 and above(0) in run 2");
  CHECK_FALSE(example->steps.empty());
}

TEST_CASE("cost: half the noise, shown with one query") {
  auto example = found(test::asymmetricSvt("c / (2 * eps)"));
  REQUIRE(example);
  CHECK(example->condition == Condition::Cost);
  CHECK(example->confirmed);
  CHECK(example->cost > example->epsilon);
  CHECK(summary(*example).substr(0, 19) == "eps=1 c=1 n=1 T[0]=");
}

TEST_CASE("cost: a loop that answers above without end needs two queries") {
  auto example =
      found(test::asymmetricSvt("c / eps", "out[i] is above ? f[i] - f'[i] : 0", "f decreasing by 1", ""));
  REQUIRE(example);
  CHECK(example->condition == Condition::Cost);
  CHECK(example->confirmed);
  CHECK(summary(*example) == "eps=1 c=1 n=2 T[0]=0 T[1]=0; f[0]=1|0 f[1]=1|0; lam[i=0]=any|1 lam[i=1]=any|1");
}

TEST_CASE("support: one-sided noise and the other direction of adjacency") {
  auto example = found(test::additive("exponential(1 / eps)", "f increasing by 1"));
  REQUIRE(example);
  CHECK(example->condition == Condition::Support);
  CHECK(example->confirmed);
  CHECK(summary(*example) == "eps=1; f=0|1; lam=0|-1");
}

TEST_CASE("sameLaw: noise whose scale is a secret") {
  auto example = found(withHead("lam ~ laplace(real(f[0]) + 1) align lam' = lam\n output lam"));
  REQUIRE(example);
  CHECK(example->condition == Condition::SameLaw);
  CHECK(example->confirmed);
  CHECK(summary(*example) == "eps=1 n=1; f[0]=1|0; lam=any|-");
}

TEST_CASE("sameSamples: a secret decides whether noise is drawn") {
  auto example = found(withHead("for i in 0 .. n { if f[i] >= 1 { stop }\n"
                                " lam ~ laplace(1 / eps) align lam' = lam\n output lam }"));
  REQUIRE(example);
  CHECK(example->condition == Condition::SameSamples);
  CHECK(example->confirmed);
}

TEST_CASE("defined: an array that may be empty") {
  auto example = found(withHead("output f[0]", "f changes by 0"));
  REQUIRE(example);
  CHECK(example->condition == Condition::Defined);
  CHECK(example->confirmed);
  CHECK(summary(*example) == "eps=1 n=0;;");
  CHECK(example->description == "run 1 reads outside an array");
}

TEST_CASE("noise over the reals is tried at halves") {
  auto example =
      found("mechanism m(eps: real, f: query real)\n"
            "  requires eps > 0\n"
            "  adjacency f changes by 1\n"
            "  guarantees private(eps)\n"
            "{ lam: real ~ laplace(1 / eps) align lam' = lam + f - f'\n"
            "  z := f + lam\n"
            "  if 0 < z and z < 1 and not (z = f + abs(lam)) { output lam } else { output other } }\n");
  REQUIRE(example);
  CHECK(example->confirmed);
  CHECK(example->condition == Condition::Outputs);
}

TEST_CASE("requirements are respected, thresholds far from zero are found") {
  auto example = found("mechanism m(eps: real, t: int, f: query)\n"
                       "  requires eps > 0, t >= 100\n"
                       "  adjacency f decreasing by 1\n"
                       "  guarantees private(eps)\n"
                       "{ if f >= t { output yes } else { output no } }\n");
  REQUIRE(example);
  CHECK(example->confirmed);
  CHECK(summary(*example) == "eps=1 t=100; f=100|99;");
}

TEST_CASE("numbers that do not matter are marked, and only those") {
  auto example = found("mechanism m(eps: real, t: int, f: query, g: query)\n"
                       "  requires eps > 0\n"
                       "  adjacency f changes by 1, g changes by 1\n"
                       "  guarantees private(eps)\n"
                       "{ lam ~ laplace(1 / (2 * eps)) align lam' = lam + f - f' + g - g'\n"
                       "  output f + g + lam + t }\n");
  REQUIRE(example);
  CHECK(example->condition == Condition::Cost);
  REQUIRE(example->answers.size() == 2);
  CHECK(example->answers[0].any != example->answers[1].any);
  for (const auto &answer : example->answers)
    CHECK(answer.any == (answer.first == answer.second));
  CHECK_FALSE(example->parameters[0].any);
  CHECK(example->parameters[1].any);
  REQUIRE(example->noise.size() == 1);
  CHECK(example->noise[0].any);
}

TEST_CASE("the search ends with its budget") {
  ProgramText program(test::asymmetricSvt("c / eps", "0"));
  refutation::CounterexampleLimits limits;
  limits.replays = 1;
  CHECK_FALSE(refutation::findCounterexample(*program, limits));
}

TEST_CASE("a run of many draws is more work than one of a few") {
  const auto pairs = [](int draws) {
    std::string body, values = "0";
    for (int i = 0; i < draws; ++i) {
      const std::string lam = "l" + std::to_string(i);
      body += "  " + lam + " ~ laplace(1 / eps)   align " + lam + "' = " + lam + " + f - f'\n";
      values += " + " + lam;
    }
    ProgramText program("mechanism m(eps: real, f: query)\n  requires eps > 0\n  adjacency f changes by 0\n"
                        "  guarantees private(eps)\n{\n" +
                        body + "  output " + values + "\n}\n");
    refutation::Tried tried;
    CHECK_FALSE(refutation::findCounterexample(*program, {}, &tried));
    return tried.pairs;
  };
  CHECK(pairs(3) > 300);
  CHECK(pairs(100) < pairs(3));
}

TEST_CASE("two draws of the noise that are moved to one are seen, where the same is published") {
  const auto merges = [](const std::string &first, const std::string &second, const std::string &published) {
    ProgramText program(
        "mechanism m(eps: real, f: query)\n  requires eps > 0\n  adjacency f increasing by 1\n"
        "  guarantees private(4 * eps)\n{\n"
        "  a ~ laplace(1 / eps)   align a' = a + " +
        first + "\n  b ~ laplace(1 / eps)   align b' = b + " + second + "\n  output " + published + "\n}\n");
    refutation::Tried tried;
    CHECK_FALSE(refutation::findCounterexample(*program, {}, &tried));
    CHECK(tried.pairs > 0);
    return tried.movedToOne.has_value();
  };
  CHECK(merges("(b = 1 ? 1 : 0)", "(a = 1 ? 1 : 0)", "0"));
  CHECK_FALSE(merges("(b = 1 ? 1 : 0)", "0", "0"));
  CHECK_FALSE(merges("1", "(a = 1 ? 1 : 0)", "0"));
  CHECK(merges("(a = 0 ? 1 : 0)", "0", "0"));
  // What is published is held fixed.
  CHECK_FALSE(merges("(out.value = 1 ? 1 : 0)", "0", "b"));
}
