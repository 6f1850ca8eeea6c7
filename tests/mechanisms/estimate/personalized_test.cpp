// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/estimate/background.h"
#include "plumb/runtime/estimate/empirical.h"
#include "plumb/runtime/estimate/loss.h"
#include "tests/mechanisms/estimate/draw.h"
#include "tests/mechanisms/estimate/holds.h"
#include "tests/mechanisms/runtime/aborts.h"

#include <catch2/catch.hpp>
#include <cmath>

using namespace plumb::runtime;
using namespace plumb::runtime::estimate;
using namespace plumb::runtime::estimate::test;

namespace {

/// X_S = {0, 1}, X_N = {2, 3, 4}; tags home and work. Z: 0, 1, home, work, 2, 3, 4.
Personalized overUrr(double eps) {
  return Personalized::urr(eps, {2, 3}, 2).value();
}
Personalized overUrap(double eps) {
  return Personalized::urap(eps, {2, 3}, 2).value();
}

std::vector<Preprocessor> users(const Personalized &mechanism) {
  return {Preprocessor::create(mechanism, {{2, 0}, {3, 1}}).value(),
          Preprocessor::create(mechanism, {{4, 0}}).value(), Preprocessor::create(mechanism, {}).value(),
          Preprocessor::create(mechanism, {{2, 0}, {4, 0}}).value()};
}

const std::vector<double> truth{0.1, 0.2, 0.3, 0.25, 0.15};

double l1(const std::vector<double> &left, const std::vector<double> &right) {
  double sum = 0;
  for (std::size_t x = 0; x < left.size(); ++x)
    sum += std::fabs(left[x] - right[x]);
  return sum;
}

double total(const std::vector<double> &p) {
  double sum = 0;
  for (double entry : p)
    sum += entry;
  return sum;
}

std::vector<double> estimateFrom(const Personalized &mechanism, Report y, const Knowledge &knowledge) {
  Tally tally(mechanism.common());
  REQUIRE_FALSE(add(tally, y));
  return personal(mechanism, empirical(tally).value(), knowledge).value();
}

Approx closeTo(double value) {
  return Approx(value).epsilon(1e-12).margin(1e-14);
}

} // namespace

TEST_CASE("a pre-processor sends secrets to their bots and nothing else") {
  const Personalized mechanism = overUrr(1);
  CHECK(mechanism.common().alphabet() == Alphabet{4, 3});
  const Preprocessor user = Preprocessor::create(mechanism, {{2, 0}, {4, 1}}).value();
  CHECK(user(0) == 0);
  CHECK(user(1) == 1);
  CHECK(user(2) == mechanism.bot(0));
  CHECK(user(3) == 5);
  CHECK(user(4) == mechanism.bot(1));
}

/// Props. 9 and 10: the same reports are possible for all, and none of those
/// that reveal nothing tells values or pre-processors apart by more than e^eps.
TEST_CASE("the personalized mechanism hides values and pre-processors") {
  for (double eps : {0.0, 0.5, 3.0})
    for (const Personalized &mechanism : {overUrr(eps), overUrap(eps)}) {
      const auto population = users(mechanism);
      for (Report y : everyReport(mechanism.common())) {
        bool reveals = false;
        for (Symbol j = 4; j < 7; ++j)
          reveals |= marks(mechanism.common(), y, j);
        double low = 1, high = 0;
        for (const Preprocessor &user : population)
          for (Symbol x = 0; x < 5; ++x) {
            const double q = probability(mechanism.common(), y, user(x));
            low = std::min(low, q);
            high = std::max(high, q);
            if (reveals && q > 0)
              CHECK(marks(mechanism.common(), y, mechanism.position(x)));
          }
        if (!reveals)
          CHECK(high <= low * std::exp(eps) * (1 + 1e-12));
      }
      // Prop. 9 for a user: what is sensitive for him alone is never revealed.
      for (Report y : everyReport(mechanism.common()))
        for (Symbol x : {2U, 3U})
          if (probability(mechanism.common(), y, population[0](x)) > 0)
            for (Symbol j = 4; j < 7; ++j)
              CHECK_FALSE(marks(mechanism.common(), y, j));
    }
}

TEST_CASE("r and pi by their definitions") {
  const Personalized mechanism = overUrr(1);
  const Intermediate law = intermediate(mechanism, truth, users(mechanism));
  // Behind home: 2 for users 0 and 3, 4 for users 1 and 3. Behind work: 3 for user 0.
  const std::vector<double> r{0.1, 0.2, (0.3 + 0.15 + 0.45) / 4, 0.25 / 4, 0.15, 0.75 * 0.25, 0.075};
  for (Symbol z = 0; z < 7; ++z)
    CHECK(law.r[z] == closeTo(r[z]));
  for (Symbol x = 0; x < 5; ++x) {
    CHECK((*law.pi[0])[x] == closeTo(std::vector<double>{0, 0, 0.6 / 0.9, 0, 0.3 / 0.9}[x]));
    CHECK((*law.pi[1])[x] == closeTo(x == 3 ? 1 : 0));
  }
  CHECK(personal(mechanism, law.r, law.pi).value()[2] == closeTo(0.3));
  CHECK(l1(personal(mechanism, law.r, law.pi).value(), truth) < 1e-14);
  const auto nobody =
      intermediate(mechanism, truth, std::vector{Preprocessor::create(mechanism, {}).value()});
  CHECK_FALSE(nobody.pi[0].has_value());
}

TEST_CASE("without knowledge bots are spread like the rest, and the total stays") {
  const Personalized mechanism = overUrr(1);
  const Intermediate law = intermediate(mechanism, truth, users(mechanism));
  const std::vector<double> p = personal(mechanism, law.r, {std::nullopt, std::nullopt}).value();
  CHECK(total(p) == closeTo(1));
  CHECK(p[0] == law.r[0]);
  const double rest = law.r[4] + law.r[5] + law.r[6];
  CHECK(p[3] == closeTo(law.r[5] * 0.7 / rest));
  const std::vector<double> half = personal(mechanism, law.r, {law.pi[0], std::nullopt}).value();
  CHECK(total(half) == closeTo(1));
  CHECK(half[3] == closeTo(law.r[5] * (1 + law.r[3] / rest)));
}

/// All reports of one user, whose pre-processor is drawn with him: r is the mean.
TEST_CASE("losses of the personalized mechanism against a sum over all reports") {
  for (double eps : {0.3, 1.0, 4.0})
    for (const Personalized &mechanism : {overUrr(eps), overUrap(eps)}) {
      const auto population = users(mechanism);
      const Intermediate law = intermediate(mechanism, truth, population);
      const Knowledge wrong{std::vector<double>{0, 0, 0.2, 0.5, 0.3}, std::vector<double>{0.1, 0, 0, 0.9, 0}};
      for (const Knowledge &knowledge : {law.pi, wrong}) {
        std::vector<double> mean(5), squares(5);
        double ofR = 0;
        for (Report y : everyReport(mechanism.common())) {
          double q = 0;
          for (const Preprocessor &user : population)
            for (Symbol x = 0; x < 5; ++x)
              q += truth[x] * probability(mechanism.common(), y, user(x)) / 4;
          if (q == 0)
            continue;
          const std::vector<double> p = estimateFrom(mechanism, y, knowledge);
          for (Symbol x = 0; x < 5; ++x) {
            mean[x] += q * p[x];
            squares[x] += q * p[x] * p[x];
          }
          Tally tally(mechanism.common());
          REQUIRE_FALSE(add(tally, y));
          const std::vector<double> r = empirical(tally).value();
          for (Symbol z = 0; z < 7; ++z)
            ofR += q * (r[z] - law.r[z]) * (r[z] - law.r[z]);
        }
        CHECK(expectedL2(mechanism.common(), law.r, 1) == closeTo(ofR));

        const std::uint64_t n = 500;
        double squared = 0, absolute = 0;
        for (Symbol x = 0; x < 5; ++x) {
          const double bias = mean[x] - truth[x], spread = (squares[x] - mean[x] * mean[x]) / 500;
          squared += bias * bias + spread;
          const double s = std::sqrt(spread);
          absolute += s * std::sqrt(2 / M_PI) * std::exp(-bias * bias / (2 * spread)) +
                      bias * std::erf(bias / (s * M_SQRT2));
        }
        const PersonalLoss loss = expectedLoss(mechanism, law.r, truth, knowledge, n).value();
        CHECK(loss.l2 == Approx(squared).epsilon(1e-10));
        CHECK(loss.l1 == Approx(absolute).epsilon(1e-9));
      }
    }
}

TEST_CASE("Theorem 1 holds with bars, and not without") {
  const Personalized mechanism = Personalized::urr(1, {0, 2}, 1).value();
  const std::vector<double> p{1, 0}, r{0, 1, 0}, estimated{-0.2, 1.2, 0};
  // Z: bot, 0, 1. Nobody has a secret; pi is by convention (1, 0), and its estimate (0, 1).
  const std::vector<double> found = personal(mechanism, estimated, {std::vector<double>{0, 1}}).value();
  const double ofR = l1(estimated, r), distance[] = {2};
  CHECK(l1(found, p) == Approx(0.4));
  CHECK(l1(found, p) <= ofR + tagTerm(mechanism, estimated, distance));
  CHECK(tagTerm(mechanism, estimated, distance) == Approx(0.4));
  CHECK(l1(found, p) > ofR - 0.2 * 2 + 1e-12);
}

TEST_CASE("Theorem 1 bounds the loss of any estimate") {
  CHECK(holdsAlways("Theorem 1", [] {
    const Personalized mechanism = *rc::gen::arbitrary<bool>() ? overUrr(1) : overUrap(1);
    const Intermediate law = intermediate(mechanism, truth, users(mechanism));
    std::vector<double> r(7);
    for (double &entry : r)
      entry = *rc::gen::inRange(-100, 200) / 100.0;
    Knowledge knowledge;
    std::vector<double> distances;
    for (Tag tag : {0U, 1U}) {
      std::vector<double> pi(5);
      double sum = 0;
      for (double &entry : pi)
        sum += entry = *rc::gen::inRange(1, 100);
      for (double &entry : pi)
        entry /= sum;
      distances.push_back(l1(pi, *law.pi[tag]));
      knowledge.emplace_back(pi);
    }
    const std::vector<double> p = personal(mechanism, r, knowledge).value();
    RC_ASSERT(l1(p, truth) <= l1(r, law.r) + tagTerm(mechanism, r, distances) + 1e-12);
  }));
}

TEST_CASE("intervals for the users' own values") {
  SeededBits bits(9);
  const Personalized mechanism = overUrr(1.5);
  const auto population = users(mechanism);
  const Intermediate law = intermediate(mechanism, truth, population);
  const Drawer value(truth);
  // 300 rounds at error rate 0.2, for 5 symbols: a miss in more than 0.35 of the
  // rounds has a probability below 1e-9 (Hoeffding's bound in its binomial form).
  std::vector<int> misses(5);
  for (int round = 0; round < 300; ++round) {
    Tally tally(mechanism.common());
    for (int i = 0; i < 400; ++i) {
      const Preprocessor &user = population[bits.next_u64() % population.size()];
      REQUIRE_FALSE(add(tally, drawReport(mechanism.common(), user(value(bits)), bits)));
    }
    const auto found = personalIntervals(mechanism, tally, law.pi, 0.2).value();
    for (Symbol x = 0; x < 5; ++x)
      misses[x] += !found[x].contains(truth[x]);
  }
  for (int count : misses)
    CHECK(count <= 0.35 * 300);
  const Tally tally = drawTally(mechanism.common(), law.r, 400, bits);
  const auto ofX = personalIntervals(mechanism, tally, law.pi, 0.3).value();
  const auto ofZ = intervals(tally, 0.1).value();
  const double home = (*law.pi[0])[4];
  CHECK(ofX[4].low == closeTo(ofZ[6].low + home * ofZ[mechanism.bot(0)].low));
  CHECK(ofX[4].high == closeTo(ofZ[6].high + home * ofZ[mechanism.bot(0)].high));
  CHECK_FALSE(personalIntervals(mechanism, tally, law.pi, 1.5));
  CHECK_FALSE(personalIntervals(overUrr(2), Tally(Channel::rr(1, 3).value()), law.pi, 0.1));
}

TEST_CASE("all values sensitive for everyone, and eps = 0") {
  const Personalized mechanism = Personalized::urr(0, {2, 1}, 1).value();
  const Knowledge knowledge{std::vector<double>{0, 0, 1}};
  const std::vector<double> r{0.25, 0.25, 0.25, 0.25}, p{0.25, 0.25, 0.5};
  CHECK(std::isinf(expectedLoss(mechanism, r, p, knowledge, 10)->l1));
  CHECK(Personalized::urap(1, {3, 0}, 1));
  // A bot is sensitive: eps = 0 is fine even where no value is sensitive for everyone.
  CHECK(Personalized::urr(0, {0, 3}, 1));
}

TEST_CASE("mistakes in tags and knowledge are named") {
  CHECK(Personalized::urr(1, {0, 1}, 3).error().message ==
        "alphabet of fewer than two symbols besides the bots; an estimate needs at least two");
  CHECK_FALSE(Personalized::urr(-1, {1, 1}, 1));
  const Personalized mechanism = overUrr(1);
  const auto create = [&](Symbol x, Tag tag) {
    return Preprocessor::create(mechanism, {{x, tag}}).error().message;
  };
  CHECK(create(7, 0) == "symbol 7 is outside the alphabet of 5 symbols");
  CHECK(create(1, 0) == "symbol 1 is sensitive for everyone and takes no tag");
  CHECK(create(2, 2) == "symbol 2 has tag 2; there are 2 tags, numbered from 0");
  CHECK(Preprocessor::create(mechanism, {{2, 0}, {2, 1}}).error().message == "symbol 2 has two tags");

  const std::vector<double> r(7, 1.0 / 7), pi{0, 0, 0.5, 0.25, 0.25};
  const auto problem = [&](const Knowledge &knowledge) {
    return personal(mechanism, r, knowledge).error().message;
  };
  CHECK(problem({pi}) == "knowledge about 1 tags; the mechanism has 2");
  CHECK(problem({pi, std::vector<double>{1}}) ==
        "knowledge about tag 1 is about 1 symbols; the alphabet has 5");
  CHECK(problem({std::vector<double>{1, 1, 0, 0, -1}, pi}) ==
        "knowledge about tag 0 is no distribution: entries must not be negative and must sum to 1");
  CHECK(expectedLoss(mechanism, r, truth, {pi, std::nullopt}, 10).error().message ==
        "no knowledge about tag 1");
  CHECK(
      personal(mechanism, std::vector<double>{0.5, 0.5, 0, 0, 0, 0, 0}, {pi, std::nullopt}).error().message ==
      "no knowledge about some tag, and no mass on the non-sensitive symbols to stand in for it");
  CHECK(personal(mechanism, truth, {pi, pi}).error().message ==
        "estimate of 5 intermediate symbols; there are 7");
  using plumb::runtime::test::aborts;
  CHECK(aborts([&] { static_cast<void>(Preprocessor::create(mechanism, {}).value()(5)); }));
  CHECK(aborts([&] { static_cast<void>(tagTerm(mechanism, r, truth)); }));
  CHECK(aborts([&] { static_cast<void>(intermediate(mechanism, truth, {})); }));
}

TEST_CASE("shares that stand in for knowledge are not negative, whatever the estimates are") {
  const auto mechanism = Personalized::urr(1, Alphabet{1, 2}, 1).value();
  const auto p = personal(mechanism, std::vector<double>{0.5, 0.5, -0.1, 0.101}, {std::nullopt}).value();
  CHECK(p[1] >= -0.1);
  CHECK(p[2] <= 0.601 + 1e-12);
}
