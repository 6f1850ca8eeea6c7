// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// Samplers whose scale is a logarithm against their laws, exactly: where the words begin that give a binary
/// digit of a sample is found by bisection.

#ifndef PLUMB_RUNTIME_REPLAY_DIGIT_THRESHOLDS_H
#define PLUMB_RUNTIME_REPLAY_DIGIT_THRESHOLDS_H

#include "plumb/runtime/replay/chosen_bits.h"
#include "plumb/runtime/replay/enclosure.h"
#include "plumb/runtime/replay/failure.h"
#include "plumb/runtime/replay/noise.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace plumb::runtime::replay {

/// Binary digit i of a one-sided geometric number with P[x] proportional to r^x is 1 with probability
/// r^(2^i) / (1 + r^(2^i)), independently; digit i is decided by word i, and what is above the last digit n -
/// 1 by words with r^(2^n) (plumb/runtime/logarithmic_geometric.h). All other words are ones, which are in no
/// digit.
///
/// Throws a Failure unless each threshold is, to 128 binary digits, what the law of \p source says, whose
/// scale is taken from the program and not from the sampler.
class DigitThresholds {
public:
  DigitThresholds(const Source &ofSource, const Enclosure &scale)
      : source(ofSource), ratio(exp(-1 / scale)) {}

  void check() const {
    const std::vector<Enclosure> digits = probabilities();
    const bool isTwoSided = replay::isTwoSided(source.law);
    for (std::size_t side = 0; side < (isTwoSided ? 2 : 1); ++side)
      for (std::size_t digit = 0; digit < digits.size(); ++digit) {
        const bool isNegative = isTwoSided ? side == 1 : row(source.law).support == Support::NonPositive;
        checkDigit(side * digits.size() + digit, (isNegative ? -1 : 1) * (Wide{1} << digit), digits[digit]);
      }
  }

private:
  /// Of the digits in their order, and of what is above them.
  std::vector<Enclosure> probabilities() const {
    // Where it may be as small, it is: r is a power of 1/2 then.
    const Enclosure negligible = Rational(1) / Rational(Wide{1} << 64);
    std::vector<Enclosure> all;
    Enclosure power = ratio;
    for (; mpfr_greater_p(power.low(), negligible.high()); power = power * power)
      all.push_back(power / (1 + power));
    all.push_back(power);
    return all;
  }

  void checkDigit(std::size_t place, Wide worth, const Enclosure &probability) const {
    constexpr std::size_t count = 2;
    const auto digits = probability.words(count);
    if (!digits) // it has no more than 128 digits, and lies between two words
      return;
    std::vector<std::uint64_t> words(place, ~std::uint64_t{0});
    for (std::size_t word = 1; word <= count; ++word) {
      // The first word that is in the digit no more.
      std::uint64_t low = 0, high = ~std::uint64_t{0};
      while (low < high) {
        const std::uint64_t middle = low + (high - low) / 2;
        if (sampled(words, middle, worth))
          low = middle + 1;
        else
          high = middle;
      }
      if (low != (*digits)[word])
        throw Failure{"law",
                      "the sampler of " + source.text() + " draws " + runtime::toText(worth) +
                          " with another probability than that law, " + textOf(probability),
                      {}};
      words.push_back(low);
    }
  }

  /// Is it \p worth, and not 0, with \p next behind \p words?
  bool sampled(std::vector<std::uint64_t> words, std::uint64_t next, Wide worth) const {
    words.push_back(next);
    constexpr std::size_t rest = 64;
    words.insert(words.end(), rest, ~std::uint64_t{0});
    ChosenBits bits(std::move(words), 1);
    const Wide value = source.sampleOn(bits);
    if (value != 0 && value != worth)
      throw Failure{"law",
                    "the sampler of " + source.text() + " draws " + runtime::toText(value) + " in place of " +
                        runtime::toText(worth),
                    {}};
    return value != 0;
  }

  const Source &source;
  const Enclosure ratio;
};

/// Tests samplers that a harness meets, some of them.
class ThresholdTests {
public:
  /// \p source, if its scale is a logarithm, against the law with \p scale. Throws a Failure.
  void check(const std::shared_ptr<const Source> &source, const Enclosure &scale) {
    constexpr std::size_t most = 12;
    if (!source || !source->isLogarithmic() || tested.size() == most ||
        std::find(tested.begin(), tested.end(), source) != tested.end())
      return;
    tested.push_back(source);
    DigitThresholds(*source, scale).check();
  }
  std::size_t count() const { return tested.size(); }

private:
  std::vector<std::shared_ptr<const Source>> tested;
};

} // namespace plumb::runtime::replay

#endif // PLUMB_RUNTIME_REPLAY_DIGIT_THRESHOLDS_H
