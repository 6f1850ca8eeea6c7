// SPDX-License-Identifier: Apache-2.0
//
// Wrong mechanisms of the literature on inputs for which the probabilities were published or computed by two
// other ways (quadrature, and exact integration by PSI for the sparse vectors): Lyu, Su and Li (VLDB 2017),
// Ding et al. (StatDP, CCS 2018), Wang et al. (CheckDP, CCS 2020), Bichsel et al. (DP-Sniper, S&P 2021).
#include "checker/disproof/search.h"
#include "tests/checker/disproof/question_text.h"

#include <catch2/catch.hpp>
#include <cmath>

using namespace plumb;
using test::Published;
using test::questionOf;
using test::times;
using test::wordOf;

namespace {

/// Both ends, which agree to far more digits than a double has.
double numberOf(const runtime::otp::Interval &interval) {
  REQUIRE(interval.isWithin(60));
  return interval.lowerDouble();
}

struct Expected {
  double first, second;
};

void checkCertified(const disproof::Question &question, const Expected &expected) {
  refutation::Budget work(1'000'000);
  auto certified = disproof::certify(question, work);
  REQUIRE(certified);
  CHECK(numberOf(certified->first) == Approx(expected.first).epsilon(2e-5));
  CHECK(certified->isImpossibleOnSecond == (expected.second == 0));
  CHECK(numberOf(certified->second) == Approx(expected.second).epsilon(2e-5));
  auto loss = disproof::roughLoss(question, work);
  REQUIRE(loss);
  if (expected.second != 0)
    CHECK(*loss == Approx(std::log(numberOf(certified->first) / numberOf(certified->second))));
  else
    CHECK(std::isinf(*loss));
}

std::string svt(const std::string &scales, const std::string &published, const std::string &stop = "") {
  return "mechanism svt(eps: real, c: int, n: size, T: real, f: query real[n])\n"
         "  requires eps > 0, c >= 1\n"
         "  adjacency f changes by 1\n"
         "  guarantees private(eps)\n"
         "{\n"
         "  rho: real ~ laplace(" +
         scales.substr(0, scales.find(',')) +
         ")   align rho' = rho\n"
         "  count := 0\n"
         "  for i in 0 .. n" +
         stop +
         " {\n"
         "    lam: real ~ laplace(" +
         scales.substr(scales.find(',') + 1) +
         ")   align lam' = lam\n"
         "    if f[i] + lam >= T + rho { output above" +
         published +
         "; count := count + 1 } else { output below }\n"
         "  }\n"
         "}\n";
}

const interpreter::Inputs one{{"eps", {1}}, {"c", {1}}, {"T", {0}}};

interpreter::Inputs with(interpreter::Inputs inputs, const std::string &name, std::int64_t value) {
  inputs[name] = {value};
  return inputs;
}

std::string noisyMax(const std::string &law, const std::string &premise = "n >= 1") {
  return "mechanism noisy_max(eps: real, n: size, f: query real[n])\n"
         "  requires eps > 0, " +
         premise +
         "\n"
         "  adjacency f changes by 1\n"
         "  guarantees private(eps)\n"
         "{\n"
         "  best := 0.0\n"
         "  for i in 0 .. n {\n"
         "    lam: real ~ " +
         law +
         "(2 / eps)   align lam' = lam\n"
         "    if i = 0 or f[i] + lam > best { best := f[i] + lam }\n"
         "  }\n"
         "  output best\n"
         "}\n";
}

} // namespace

TEST_CASE("the noisy maximum, published with its noise") {
  test::ProgramText laplace(noisyMax("laplace")), exponential(noisyMax("exponential"));
  checkCertified(
      questionOf(*laplace, with(one, "n", 3), {0, 0, 0}, {1, 1, 1}, wordOf(*laplace, {{"value", {"0"}}})),
      {0.1875, 0.0418369});
  checkCertified(
      questionOf(*exponential, with(one, "n", 1), {0}, {1}, wordOf(*exponential, {{"value", {"1/2"}}})),
      {0.3894, 0});
}

TEST_CASE("sparse vectors whose queries have no noise, or not enough of it") {
  test::ProgramText noNoise("mechanism svt(eps: real, n: size, T: real, f: query real[n])\n"
                            "  requires eps > 0\n"
                            "  adjacency f changes by 1\n"
                            "  guarantees private(eps)\n"
                            "{\n"
                            "  rho: real ~ laplace(2 / eps)   align rho' = rho\n"
                            "  for i in 0 .. n {\n"
                            "    if f[i] >= T + rho { output above } else { output below }\n"
                            "  }\n"
                            "}\n");
  checkCertified(questionOf(*noNoise, {{"eps", {1}}, {"n", {2}}}, {0, 1}, {1, 0},
                            wordOf(*noNoise, times(1, "below") + times(1, "above"))),
                 {(1 - std::exp(-0.5)) / 2, 0});

  test::ProgramText noBound(svt("2 / eps,2 / eps", ""));
  checkCertified(questionOf(*noBound, with(one, "n", 4), {0, 0, 0, 0}, {1, 1, -1, -1},
                            wordOf(*noBound, times(2, "below") + times(2, "above"))),
                 {1.0 / 30, 0.00606431});

  test::ProgramText notScaled(svt("4 / eps,4 / (3 * eps)", "", " while count < c"));
  checkCertified(questionOf(*notScaled, with(one, "n", 2), {0, 0}, {1, -1},
                            wordOf(*notScaled, times(1, "below") + times(1, "above"))),
                 {5.0 / 56, 0.0278546});
}

TEST_CASE("sparse vectors that publish the value that was compared") {
  const Published above{"above", {"-1"}};
  test::ProgramText gap(svt("2 / eps,4 * c / eps", "(f[i] + lam)", " while count < c"));
  checkCertified(questionOf(*gap, with(one, "n", 5), {0, 0, 0, 0, 4}, {1, 1, 1, 1, 5},
                            wordOf(*gap, times(4, "below") + std::vector{above})),
                 {8.32394e-5, 2.38485e-5});

  test::ProgramText lyu3(svt("2 / eps,2 * c / eps", "(f[i] + lam)", " while count < c"));
  checkCertified(questionOf(*lyu3, with(one, "n", 3), {0, 0, -1}, {1, 1, 0},
                            wordOf(*lyu3, times(2, "below") + std::vector{above})),
                 {2.32427e-3, 5.18615e-4});
}

TEST_CASE("the adaptive sparse vector that publishes the value in its top branch: an event of 6e-14") {
  test::ProgramText adaptive(
      "mechanism adaptive(eps: real, c: int, sigma: real, n: size, T: real, f: query real[n])\n"
      "  requires eps > 0, c >= 1, sigma >= 0\n"
      "  adjacency f changes by 1\n"
      "  guarantees private(eps)\n"
      "{\n"
      "  rho: real ~ laplace(2 / eps)   align rho' = rho\n"
      "  spent := eps / 2\n"
      "  for i in 0 .. n while spent <= eps - eps / (2 * c) {\n"
      "    top: real ~ laplace(8 * c / eps)   align top' = top\n"
      "    if f[i] + top - T - rho >= sigma {\n"
      "      output far(f[i] + top)\n"
      "      spent := spent + eps / (4 * c)\n"
      "    } else {\n"
      "      mid: real ~ laplace(4 * c / eps)   align mid' = mid\n"
      "      if f[i] + mid - T - rho >= 0 {\n"
      "        output near(f[i] + mid - T - rho)\n"
      "        spent := spent + eps / (2 * c)\n"
      "      } else { output below }\n"
      "    }\n"
      "  }\n"
      "}\n");
  checkCertified(questionOf(*adaptive, {{"eps", {1}}, {"c", {1}}, {"sigma", {16}}, {"n", {4}}, {"T", {0}}},
                            {0, 0, 0, -1}, {1, 1, 1, 0},
                            wordOf(*adaptive, times(3, "below") + std::vector<Published>{{"far", {"-1"}}})),
                 {6.09773e-14, 1.74703e-14});
}

TEST_CASE("private up to the boundary, and not beyond") {
  disproof::SearchLimits limits;
  limits.work = 300'000;
  auto loss = [&](const std::string &text) {
    test::ProgramText program(text);
    disproof::SearchResult result = disproof::search(
        *program, nullptr, [](const auto &) { return true; }, limits);
    return std::pair(result.violation.has_value(), result.loss / result.claim);
  };
  // The largest of two noisy values loses eps, that of three more.
  auto [isViolated, share] = loss(noisyMax("laplace", "1 <= n, n <= 2"));
  CHECK_FALSE(isViolated);
  CHECK(share == Approx(1));
  CHECK(loss(noisyMax("laplace", "n >= 1")).first);

  // The value that was compared: private for n <= 4 c.
  auto gap = [](const std::string &premise) {
    std::string text = svt("2 / eps,4 * c / eps", "(f[i] + lam)", " while count < c");
    return text.replace(text.find("c >= 1"), 6, "c >= 1, " + premise);
  };
  auto [isGapViolated, gapShare] = loss(gap("n <= 4 * c"));
  CHECK_FALSE(isGapViolated);
  CHECK(gapShare > 0.9);
  CHECK(gapShare < 1 + 1e-9);
}

TEST_CASE("a witness holds what was asked, and D and D' exchanged are none") {
  test::ProgramText laplace(noisyMax("laplace"));
  refutation::Budget work(1'000'000);
  auto question =
      questionOf(*laplace, with(one, "n", 3), {0, 0, 0}, {1, 1, 1}, wordOf(*laplace, {{"value", {"0"}}}));
  auto certified = disproof::certify(question, work);
  REQUIRE(certified);
  CHECK(certified->witness.rank == 1);
  CHECK(certified->witness.firstPaths.size() == 4);
  CHECK(certified->witness.claim == 1);
  std::swap(question.first, question.second);
  CHECK_FALSE(disproof::certify(question, work));
  // Two answers further on are no neighbours.
  auto far =
      questionOf(*laplace, with(one, "n", 3), {0, 0, 0}, {2, 1, 1}, wordOf(*laplace, {{"value", {"0"}}}));
  CHECK_FALSE(disproof::certify(far, work));
  // At the edge of a support the density jumps: nothing is concluded.
  test::ProgramText exponential(noisyMax("exponential"));
  auto edge = questionOf(*exponential, with(one, "n", 1), {0}, {1}, wordOf(*exponential, {{"value", {"1"}}}));
  CHECK_FALSE(disproof::certify(edge, work));
}
