// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/estimate/em.h"
#include "plumb/runtime/estimate/empirical.h"
#include "plumb/runtime/estimate/water_filling.h"
#include "tests/mechanisms/estimate/draw.h"
#include "tests/mechanisms/estimate/holds.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <map>

using namespace plumb::runtime;
using namespace plumb::runtime::estimate;
using namespace plumb::runtime::estimate::test;

namespace {

using Reports = std::map<Report, std::uint64_t>;

Reports drawReports(const Channel &channel, std::uint64_t users, SeededBits &bits) {
  const Drawer value(rising(channel.alphabet().size()));
  Reports reports;
  for (std::uint64_t i = 0; i < users; ++i)
    ++reports[drawReport(channel, value(bits), bits)];
  return reports;
}

Tally tallyOf(const Channel &channel, const Reports &reports) {
  Tally tally(channel);
  for (const auto &[y, times] : reports)
    REQUIRE_FALSE(add(tally, y, times));
  return tally;
}

/// EM as in the textbook: posteriors from the matrix Q, no structure used.
std::vector<double> denseEm(const Channel &channel, const Reports &reports, std::vector<double> p,
                            int steps) {
  for (; steps > 0; --steps) {
    std::vector<double> next(p.size());
    double users = 0;
    for (const auto &[y, times] : reports) {
      const double evidence = outputProbability(channel, y, p);
      for (Symbol x = 0; x < p.size(); ++x)
        next[x] += static_cast<double>(times) * p[x] * probability(channel, y, x) / evidence;
      users += static_cast<double>(times);
    }
    for (Symbol x = 0; x < p.size(); ++x)
      p[x] = next[x] / users;
  }
  return p;
}

double denseLogLikelihood(const Channel &channel, const Reports &reports, const std::vector<double> &p) {
  double sum = 0;
  for (const auto &[y, times] : reports)
    sum += static_cast<double>(times) * std::log(outputProbability(channel, y, p));
  return sum;
}

double distance(const std::vector<double> &left, const std::vector<double> &right) {
  double sum = 0;
  for (std::size_t x = 0; x < left.size(); ++x)
    sum += std::fabs(left[x] - right[x]);
  return sum;
}

EmOptions exactly(std::uint64_t iterations, unsigned threads = 1) {
  EmOptions options;
  options.step = 0;
  options.iterationLimit = iterations;
  options.threads = threads;
  return options;
}

std::vector<double> run(const Tally &tally, std::uint64_t iterations, unsigned threads = 1) {
  return em(tally, uniformStart(tally.channel()), exactly(iterations, threads)).value().state.p;
}

} // namespace

TEST_CASE("EM equals EM on the matrix, step by step") {
  SeededBits bits(3);
  for (double eps : {0.0, 0.1, 1.0, 6.0})
    for (const auto &[name, channel] : smallChannels(eps)) {
      INFO(name << ", eps = " << eps);
      const Reports reports = drawReports(channel, 300, bits);
      const Tally tally = tallyOf(channel, reports);
      const std::vector<double> start = uniformStart(channel).p;
      for (int steps : {1, 2, 10, 200})
        CHECK(distance(run(tally, static_cast<std::uint64_t>(steps)),
                       denseEm(channel, reports, start, steps)) < 1e-9);
    }
}

TEST_CASE("EM equals EM on the matrix from any start") {
  CHECK(holdsAlways("EM from any start", [] {
    const auto channels = smallChannels(*rc::gen::inRange(1, 60) / 10.0);
    const Channel &channel = channels[*rc::gen::inRange<std::size_t>(0, channels.size())].channel;
    SeededBits bits(*rc::gen::arbitrary<std::uint64_t>());
    const Reports reports = drawReports(channel, *rc::gen::inRange<std::uint64_t>(1, 60), bits);
    std::vector<double> start(channel.alphabet().size());
    double sum = 0;
    for (double &entry : start)
      sum += entry = *rc::gen::inRange(1, 1000);
    for (double &entry : start)
      entry /= sum;
    const auto result = em(tallyOf(channel, reports), {start, 0}, exactly(20));
    RC_ASSERT(distance(result->state.p, denseEm(channel, reports, start, 20)) < 1e-9);
  }));
}

TEST_CASE("the likelihood never falls, and differs from the matrix's by a constant") {
  CHECK(holdsAlways("monotone likelihood", [] {
    const auto channels = smallChannels(*rc::gen::inRange(0, 60) / 10.0);
    const Channel &channel = channels[*rc::gen::inRange<std::size_t>(0, channels.size())].channel;
    SeededBits bits(*rc::gen::arbitrary<std::uint64_t>());
    const Reports reports = drawReports(channel, *rc::gen::inRange<std::uint64_t>(1, 60), bits);
    const Tally tally = tallyOf(channel, reports);
    EmState state = uniformStart(channel);
    double before = logLikelihood(tally, state.p).value();
    const double constant = before - denseLogLikelihood(channel, reports, state.p);
    for (std::uint64_t i = 1; i <= 15; ++i) {
      state = em(tally, state, exactly(i))->state;
      const double after = logLikelihood(tally, state.p).value();
      RC_ASSERT(after >= before - 1e-10);
      RC_ASSERT(std::fabs(after - denseLogLikelihood(channel, reports, state.p) - constant) < 1e-8);
      before = after;
    }
  }));
}

TEST_CASE("EM on randomized response tends to the closed-form maximum") {
  SeededBits bits(4);
  for (double eps : {0.5, 1.0, 6.0, 50.0})
    for (const Alphabet alphabet : {Alphabet{6, 0}, Alphabet{3, 4}, Alphabet{1, 5}, Alphabet{0, 4}}) {
      INFO("eps = " << eps << ", |X_S| = " << alphabet.sensitive);
      const Channel channel = Channel::urr(eps, alphabet).value();
      const Tally tally = tallyOf(channel, drawReports(channel, 500, bits));
      const std::vector<double> maximum = waterFilling(tally).value();
      EmOptions options;
      options.step = 1e-15;
      options.iterationLimit = 1000000;
      const std::vector<double> p = em(tally, uniformStart(channel), options)->state.p;
      CHECK(logLikelihood(tally, p).value() <= logLikelihood(tally, maximum).value() + 1e-9);
      CHECK(distance(p, maximum) < 1e-6);
      // A fixpoint: one more step stays.
      CHECK(distance(em(tally, {maximum, 0}, exactly(1))->state.p, maximum) < 1e-12);
    }
}

TEST_CASE("EM says why it stopped") {
  SeededBits bits(5);
  const Channel channel = Channel::urap(1, {3, 3}).value();
  const Tally tally = tallyOf(channel, drawReports(channel, 1000, bits));
  std::vector<double> steps;
  EmOptions options;
  options.step = 1e-4;
  options.progress = [&](const EmProgress &progress) {
    CHECK(progress.iterations == steps.size() + 1);
    CHECK(progress.p.size() == 6);
    steps.push_back(progress.step);
  };
  const auto converged = em(tally, uniformStart(channel), options).value();
  CHECK(converged.stop == EmStop::Step);
  CHECK(converged.step < 1e-4);
  CHECK(converged.step == steps.back());
  CHECK(converged.state.iterations == steps.size());
  CHECK(steps[steps.size() - 2] >= 1e-4);

  const auto limited = em(tally, uniformStart(channel), exactly(3)).value();
  CHECK(limited.stop == EmStop::IterationLimit);
  CHECK(limited.state.iterations == 3);
  CHECK(limited.step == steps[2]);
  const auto none = em(tally, uniformStart(channel), exactly(0)).value();
  CHECK(none.stop == EmStop::IterationLimit);
  CHECK(std::isinf(none.step));
}

TEST_CASE("EM resumes where it was, and threads change no bit") {
  SeededBits bits(6);
  const std::vector<double> p = rising(50);
  for (const Channel &channel :
       {Channel::rr(2, 50).value(), Channel::urr(2, {20, 30}).value(), Channel::rappor(6, 50).value(),
        Channel::rappor(0.5, 50).value(), Channel::urap(2, {40, 10}).value()}) {
    const Tally tally = drawTally(channel, p, 20000, bits);
    const std::vector<double> whole = run(tally, 20, 1);
    EmState half = em(tally, uniformStart(channel), exactly(7, 2)).value().state;
    CHECK(em(tally, half, exactly(20, 3)).value().state.p == whole);
    CHECK(run(tally, 20, 2) == whole);
    CHECK(run(tally, 20, 5) == whole);
  }
}

TEST_CASE("EM recovers the distribution from many reports, and all of it at eps = 50") {
  SeededBits bits(7);
  const std::vector<double> p = rising(6);
  for (double eps : {3.0, 50.0})
    for (const Channel &channel : {Channel::rr(eps, 6).value(), Channel::urr(eps, {2, 4}).value(),
                                   Channel::rappor(eps, 6).value(), Channel::urap(eps, {2, 4}).value()}) {
      const Tally tally = drawTally(channel, p, 100000, bits);
      const auto result = em(tally, uniformStart(channel)).value();
      CHECK(result.stop == EmStop::Step);
      CHECK(distance(result.state.p, p) < 0.05);
      if (eps == 50)
        CHECK(distance(result.state.p, empirical(tally).value()) < 1e-3);
    }
}

TEST_CASE("extrapolation never lowers the likelihood and keeps a distribution") {
  CHECK(holdsAlways("extrapolation", [] {
    const auto channels = smallChannels(*rc::gen::inRange(0, 80) / 10.0);
    const Channel &channel = channels[*rc::gen::inRange<std::size_t>(0, channels.size())].channel;
    SeededBits bits(*rc::gen::arbitrary<std::uint64_t>());
    const Reports reports = drawReports(channel, *rc::gen::inRange<std::uint64_t>(1, 60), bits);
    const Tally tally = tallyOf(channel, reports);
    EmState state = uniformStart(channel);
    double before = denseLogLikelihood(channel, reports, state.p);
    for (std::uint64_t i = 1; i <= 10; ++i) {
      EmOptions options = exactly(i);
      options.accelerate = true;
      state = em(tally, state, options)->state;
      const double after = denseLogLikelihood(channel, reports, state.p);
      double sum = 0;
      for (double entry : state.p) {
        RC_ASSERT(entry >= 0);
        sum += entry;
      }
      RC_ASSERT(std::fabs(sum - 1) < 1e-9);
      RC_ASSERT(after >= before - 1e-9);
      before = after;
    }
  }));
}

TEST_CASE("extrapolation tends to the same maximum in fewer iterations, and resumes") {
  SeededBits bits(11);
  const std::vector<double> p = rising(40);
  for (const Channel &channel :
       {Channel::rr(1.5, 40).value(), Channel::urr(1.5, {25, 15}).value(), Channel::rappor(3, 40).value(),
        Channel::rappor(1, 40, 0.5).value(), Channel::urap(2, {25, 15}).value()}) {
    const Tally tally = drawTally(channel, p, 1000, bits);
    EmOptions options;
    options.step = 1e-9;
    options.iterationLimit = 1000000;
    const EmResult plain = em(tally, uniformStart(channel), options).value();
    options.accelerate = true;
    const EmResult fast = em(tally, uniformStart(channel), options).value();
    CHECK(plain.stop == EmStop::Step);
    CHECK(fast.stop == EmStop::Step);
    CHECK(fast.state.iterations * 4 < plain.state.iterations);
    CHECK(distance(fast.state.p, plain.state.p) < 1e-4);
    CHECK(logLikelihood(tally, fast.state.p).value() >= logLikelihood(tally, plain.state.p).value() - 1e-6);

    options.iterationLimit = 5;
    EmState state = em(tally, uniformStart(channel), options).value().state;
    for (double entry : state.p)
      CHECK(entry > 0); // EM could not leave 0 again
    options.iterationLimit = 1000000;
    options.threads = 3;
    CHECK(em(tally, state, options).value().state.p == fast.state.p);
  }
}

TEST_CASE("where reports say nothing EM stays, where they say all it takes a step") {
  SeededBits bits(8);
  for (const Channel &channel : {Channel::urr(0, {2, 3}).value(), Channel::urap(0, {1, 4}).value()}) {
    const Tally tally = drawTally(channel, rising(5), 100, bits);
    const auto result = em(tally, {rising(5), 0}).value();
    CHECK(result.stop == EmStop::Step);
    CHECK(distance(result.state.p, rising(5)) < 1e-15);
  }
  const Channel open = Channel::urr(0.1, {0, 4}).value();
  Tally tally(open);
  REQUIRE_FALSE(tally.add(Symbol{1}, 3));
  REQUIRE_FALSE(tally.add(Symbol{2}, 1));
  CHECK(run(tally, 1) == std::vector<double>{0, 0.75, 0.25, 0});
}

TEST_CASE("entries that start at 0 stay there, at any eps") {
  for (double eps : {1.0, 600.0})
    for (const Channel &channel : {Channel::urr(eps, {2, 1}).value(), Channel::rr(eps, 3).value()}) {
      Tally tally(channel);
      REQUIRE_FALSE(tally.add(Symbol{0}, 1000000));
      const auto p = em(tally, {{0, 0.5, 0.5}, 0}, exactly(5)).value().state.p;
      CHECK(p[0] == 0);
      CHECK(p[1] + p[2] == Approx(1));
    }
}

TEST_CASE("EM refuses what it cannot work with") {
  const Channel channel = Channel::rappor(1, 3).value();
  CHECK(em(Tally(channel), uniformStart(channel)).error().message == "no reports");

  Tally marks(channel, Tally::Keep::Marks);
  REQUIRE_FALSE(add(marks, 5));
  CHECK(em(marks, uniformStart(channel)).error().message ==
        "only marks were kept of the reports; EM on a channel of bits needs their rows");

  Tally tally(channel);
  REQUIRE_FALSE(add(tally, 5));
  CHECK(em(tally, {{0.5, 0.5}, 0}).error().message == "distribution of 2 symbols; the alphabet has 3");
  CHECK(em(tally, {{1.5, -0.5, 0}, 0}).error().message ==
        "distribution with an entry that is negative or no number");
  CHECK(em(tally, {{0.5, 0.1, 0.1}, 0}).error().message == "distribution that sums to 0.700000 instead of 1");
  CHECK_FALSE(em(tally, {{NAN, 0.5, 0.5}, 0}));
  CHECK_FALSE(logLikelihood(tally, std::vector<double>{1}));
  EmOptions options;
  options.threads = 0;
  CHECK(em(tally, uniformStart(channel), options).error().message ==
        "number of threads is 0; it must be positive");
  options = {};
  options.step = NAN;
  CHECK_FALSE(em(tally, uniformStart(channel), options));
}
