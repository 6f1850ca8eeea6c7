// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// Samplers against their laws: chi-square tests, for scales from below 1 to 10^6 and more.

#ifndef PLUMB_RUNTIME_REPLAY_LAW_TEST_H
#define PLUMB_RUNTIME_REPLAY_LAW_TEST_H

#include "plumb/runtime/replay/chi_square.h"
#include "plumb/runtime/replay/failure.h"
#include "plumb/runtime/replay/subject.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace plumb::runtime::replay {

/// A geometric law, of one side or of two, cut at its exact quantiles into cells.
class Quantiles {
public:
  /// For \p samples samples at \p newScale, some \p least in a cell or more.
  Quantiles(bool hasTwoSides, double newScale, int samples, int least)
      : twoSided(hasTwoSides), scale(newScale), expectedOfOne(samples), q(std::exp(-1 / newScale)) {
    const double mass = static_cast<double>(least) / samples;
    // A cell of magnitudes from 0, which has no sign, then cells up to where too little is left.
    begins = {0, 1};
    for (double from = 1; survival(from) > 2 * mass;) {
      const double rest = survival(from) - mass * (twoSided ? 2 : 1);
      if (rest < mass)
        break;
      from += std::max(1.0, std::ceil(scale * std::log(survival(from) / rest)));
      begins.push_back(static_cast<Wide>(from));
    }
    counts.resize(2 * begins.size());
  }

  void count(Wide value) {
    const Wide magnitude = value < 0 ? -value : value;
    const auto cell = static_cast<std::size_t>(std::upper_bound(begins.begin(), begins.end(), magnitude) -
                                               begins.begin() - 1);
    ++counts[2 * cell + (twoSided && value < 0)];
    const auto rest = static_cast<std::size_t>(magnitude % residues.size());
    ++residues[rest];
  }

  double deviation() const {
    ChiSquare test;
    const int sides = twoSided ? 2 : 1;
    for (std::size_t cell = 0; cell < begins.size(); ++cell) {
      const double from = static_cast<double>(begins[cell]);
      const double beyond = cell + 1 == begins.size() ? 0 : survival(static_cast<double>(begins[cell + 1]));
      const double expected = expectedOfOne * (survival(from) - beyond);
      for (int side = 0; side < (cell == 0 ? 1 : sides); ++side)
        if (cell == 0)
          test.add(expected, static_cast<double>(counts[0] + counts[1]));
        else
          test.add(expected / sides, static_cast<double>(counts[2 * cell + static_cast<std::size_t>(side)]));
    }
    return test.deviation();
  }
  /// Of the last digits, which cells of a wide law do not tell apart.
  double deviationOfDigits() const {
    ChiSquare test;
    const double period = static_cast<double>(residues.size());
    for (std::size_t i = 0; i < residues.size(); ++i) {
      const double repeated = std::pow(q, static_cast<double>(i)) / -std::expm1(-period / scale);
      const double one = twoSided ? (2 * repeated - (i == 0)) / (1 + q) : repeated;
      test.add(expectedOfOne * one * -std::expm1(-1 / scale), static_cast<double>(residues[i]));
    }
    return test.deviation();
  }

private:
  /// P[magnitude >= from].
  double survival(double from) const {
    if (from <= 0)
      return 1;
    return std::exp(-from / scale) * (twoSided ? 2 / (1 + q) : 1);
  }

  bool twoSided;
  double scale, expectedOfOne, q;
  std::vector<Wide> begins;
  std::vector<std::uint64_t> counts;
  std::array<std::uint64_t, 64> residues{};
};

/// Does a real sampler draw from its law?
///
/// Its samples are counted between quantiles, and by their last digits where the law is wide. Behind words of
/// zeros, where the fast samplers leave their tables, what they draw beyond the end has the law again,
/// whatever the end is: the difference of two such draws has the two-sided law. Behind a few zero digits,
/// which stand for large samples, the two sides of that end meet as they must.
class LawTest {
public:
  LawTest(const Source &of, Random &choices) : source(of), random(choices) {}

  /// Throws a Failure. All tests of one harness err together with probability below 10^-9: at most 400
  /// samplers are tested, by eight tests each, and each test rejects a right sampler with probability
  /// 3 * 10^-13, which a standard normal variable exceeds above 7.2.
  void check() const {
    const double scale = source.scaleEstimate();
    constexpr int samples = 200'000, samplesOfTail = 20'000, fewest = 50;
    constexpr double wide = 256;
    // Few cells find a small shift of all numbers, many find single ones.
    const bool twoSided = isTwoSided(source.law);
    Quantiles all(twoSided, scale, samples, fewest), coarse(twoSided, scale, samples, samples / 16);
    for (int i = 0; i < samples; ++i) {
      const Wide value = supported(source.sample(random));
      all.count(value);
      coarse.count(value);
    }
    reject(all.deviation(), "");
    reject(coarse.deviation(), "");
    if (scale > wide)
      reject(all.deviationOfDigits(), " in its last digits");
    for (unsigned zeros : {1u, 2u, 3u, 8u}) {
      Quantiles differences(true, scale, samplesOfTail, fewest);
      for (int i = 0; i < samplesOfTail; ++i)
        differences.count(supported(source.sampleBehindZeros(zeros, random)) -
                          source.sampleBehindZeros(zeros, random));
      reject(differences.deviation(), " in its tail");
    }
    if (scale <= wide)
      checkEndOfTable(scale, samplesOfTail, fewest);
  }

private:
  /// A sample is found by inversion: its magnitude reaches x if a uniform number U is below S(x). Tables end
  /// at the first S(x) below 2^-12. With U < 2^-11 half of all samples lie on either side, and from the first
  /// x with S(x) < 2^-11 on they have the law of geometric noise, moved by x.
  void checkEndOfTable(double scale, int samples, int fewest) const {
    constexpr unsigned digits = 11;
    const double atZero = isTwoSided(source.law) ? 2 / (1 + std::exp(-1 / scale)) : 1;
    const Wide first = static_cast<Wide>(std::floor(scale * (std::log(atZero) + digits * std::log(2.0)))) + 1;
    const double share = atZero * std::exp(-static_cast<double>(first) / scale) * (1 << digits);
    if (share < 0.1) // the scale is too small for an end
      return;
    Quantiles beyond(false, scale, samples, fewest);
    for (int drawn = 0; drawn < samples;) {
      const Wide value = supported(source.sampleBehindDigits(digits, random));
      const Wide magnitude = value < 0 ? -value : value;
      if (magnitude < first - 1)
        throw Failure{"law", "the sampler of " + source.text() + " is not the inverse of its law", {}};
      if (magnitude < first)
        continue;
      beyond.count(magnitude - first);
      ++drawn;
    }
    reject(beyond.deviation(), " where its table ends");
  }

  Wide supported(Wide value) const {
    if (!inSupport(source.law, value))
      throw Failure{"support",
                    "the sampler of " + source.text() + " drew " + runtime::toText(value) +
                        ", outside the support of the law",
                    {}};
    return value;
  }
  void reject(double deviation, const char *where) const {
    if (deviation > 7.2)
      throw Failure{"law",
                    "the sampler of " + source.text() + " does not draw from that law" + where +
                        " (chi-square: " + std::to_string(deviation) + " standard deviations)",
                    {}};
  }

  const Source &source;
  Random &random;
};

/// Tests the samplers that a harness meets, each statement's some times.
class LawTests {
public:
  LawTests(Random &choices, std::size_t atMost) : random(choices), most(atMost) {}

  /// Throws a Failure.
  template <class Program> void check(const Subject<Program> &subject) {
    constexpr int often = 3;
    narrow.resize(Program::statements);
    wide.resize(Program::statements);
    std::vector<const Source *> now;
    for (std::size_t statement = 0; statement < Program::statements; ++statement) {
      const Source *source = subject.sources[statement].get();
      if (!source || done == most || std::find(now.begin(), now.end(), source) != now.end())
        continue;
      int &times = (source->scale > 200 ? wide : narrow)[statement];
      if (times == often)
        continue;
      ++times;
      now.push_back(source);
      ++done;
      try {
        LawTest(*source, random).check();
      } catch (Failure &failure) {
        failure.scene = subject.scene();
        throw;
      }
    }
  }
  std::size_t count() const { return done; }

private:
  Random &random;
  const std::size_t most;
  /// By statement: how often it was tested, with scales up to 200 and above.
  std::vector<int> narrow, wide;
  std::size_t done = 0;
};

} // namespace plumb::runtime::replay

#endif // PLUMB_RUNTIME_REPLAY_LAW_TEST_H
