// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// The law of a sampler without statistics: run it on every tape.
///
/// A finished run bounds its outcome's probability from below by the weight of
/// its tape; what was cut off bounds the gap. The exact probability must lie
/// between, for each outcome; a biased sampler fails however small its bias,
/// once the gap is smaller.
///
/// A tape is a sequence of choices. For a whole sampler a choice is a byte.
/// For one layer of it the inner coins are replaced by oracle coins, whose
/// choice is their outcome and whose weight is their exact bias.

#ifndef PLUMB_TESTS_RUNTIME_COIN_TREE_H
#define PLUMB_TESTS_RUNTIME_COIN_TREE_H

#include "enclosure.h"
#include "plumb/runtime/natural.h"

#include <cmath>
#include <cstdint>
#include <map>
#include <vector>

namespace plumb::runtime::test {

/// Thrown where a sampler asks for a choice beyond its tape.
struct TapeEnded {
  std::vector<double> weights; ///< of the options; they add up to 1
};

/// The tape of one run.
class Path {
public:
  explicit Path(const std::vector<unsigned> &prefix) : choices(prefix) {}

  /// The next choice, one of 0 .. weights.size() - 1.
  unsigned choose(const std::vector<double> &weights) {
    if (position == choices.size())
      throw TapeEnded{weights};
    return choices[position++];
  }

private:
  const std::vector<unsigned> &choices;
  std::size_t position = 0;
};

/// Fair bytes from a path; a model of `BitSource`.
class TreeBits : public Path {
public:
  using Path::Path;

  std::uint8_t next_byte() {
    static const std::vector<double> fair(256, 1.0 / 256);
    return static_cast<std::uint8_t>(choose(fair));
  }
  std::uint64_t next_u64() {
    std::uint64_t word = 0;
    for (unsigned shift = 0; shift < 64; shift += 8)
      word |= static_cast<std::uint64_t>(next_byte()) << shift;
    return word;
  }
};

inline double quotient(WideUnsigned p, WideUnsigned q) {
  return static_cast<double>(p) / static_cast<double>(q);
}

/// Replaces the coins of rational bias.
class RationalOracle : public TreeBits {
public:
  using TreeBits::TreeBits;

  friend bool bernoulli(const WideUnsigned &p, const WideUnsigned &q, RationalOracle &bits) {
    const double bias = quotient(p, q);
    return bits.choose({1 - bias, bias}) == 1;
  }
};

/// Replaces the uniform draws and the coins of exponential bias.
class ExponentialOracle : public TreeBits {
public:
  using TreeBits::TreeBits;

  friend WideUnsigned uniformBelow(const WideUnsigned &n, ExponentialOracle &bits) {
    const auto options = static_cast<std::size_t>(n);
    return bits.choose(std::vector<double>(options, 1.0 / static_cast<double>(options)));
  }
  friend bool bernoulliExp(const WideUnsigned &p, const WideUnsigned &q, ExponentialOracle &bits) {
    const double bias = std::exp(-quotient(p, q));
    return bits.choose({1 - bias, bias}) == 1;
  }
};

/// The outcome of every run, and what was left open.
template <class Outcome> struct CoinTree {
  std::map<Outcome, double> atLeast;
  double open = 0;
  std::size_t runs = 0;

  double mass(const Outcome &outcome) const {
    const auto found = atLeast.find(outcome);
    return found == atLeast.end() ? 0 : found->second;
  }
  /// The exact value agrees with this tree. The sums of positive doubles above
  /// have a relative error below 10^-9: fewer than 2^22 additions, and weights
  /// that are products of fewer than 100 rounded factors.
  bool allows(const Outcome &outcome, const Enclosure &exact) const {
    constexpr double rounding = 1e-9;
    const double least = mass(outcome);
    return least * (1 - rounding) <= exact.upper() && exact.lower() <= (least + open) * (1 + rounding);
  }
};

/// Runs \p sampler, a function of a Bits &, on all tapes; cuts off a tape of
/// more than \p depth choices or of weight below \p negligible.
template <class Bits, class Sampler>
auto exploreFrom(std::vector<unsigned> &tape, double weight, std::size_t depth, double negligible,
                 Sampler &sampler, auto &tree) -> void {
  ++tree.runs;
  std::vector<double> weights;
  try {
    Bits bits(tape);
    const auto outcome = sampler(bits);
    tree.atLeast[outcome] += weight;
    return;
  } catch (TapeEnded &ended) {
    weights = std::move(ended.weights);
  }
  for (unsigned choice = 0; choice < weights.size(); ++choice) {
    const double part = weight * weights[choice];
    if (part <= 0)
      continue;
    if (tape.size() == depth || part < negligible) {
      tree.open += part;
      continue;
    }
    tape.push_back(choice);
    exploreFrom<Bits>(tape, part, depth, negligible, sampler, tree);
    tape.pop_back();
  }
}

template <class Outcome, class Bits, class Sampler>
CoinTree<Outcome> explore(std::size_t depth, double negligible, Sampler sampler) {
  CoinTree<Outcome> tree;
  std::vector<unsigned> tape;
  exploreFrom<Bits>(tape, 1.0, depth, negligible, sampler, tree);
  return tree;
}

} // namespace plumb::runtime::test

#endif // PLUMB_TESTS_RUNTIME_COIN_TREE_H
