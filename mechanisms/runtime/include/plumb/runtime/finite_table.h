// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// Finite laws with weights that are polynomials in E = e^eps.
///
/// Randomised response over k values has the weights E, 1, ..., 1, one bit of a
/// unary encoding E and 1:
///
///     const ExpPolynomial e = ExpPolynomial::power(1);
///     auto truthful = FiniteTable::create(eps, {e, ExpPolynomial(k - 1)});
///     auto bit = FiniteTable::create(eps / 2, {e, ExpPolynomial(1)});
///
/// The first line draws whether to answer truthfully; `uniformBelow(k - 1)` then
/// picks the other answer, which is cheaper than a table of k entries.
///
/// Let C(j) = (w_0 + ... + w_j) / (w_0 + ... + w_(n-1)) and U be uniform on
/// [0, 1). The least j with U < C(j) has probability w_j over the sum. The table
/// holds the first 64 binary digits of every C(j); where U agrees with them
/// (probability below n 2^-64), both get further digits until they differ.

#ifndef PLUMB_RUNTIME_FINITE_TABLE_H
#define PLUMB_RUNTIME_FINITE_TABLE_H

#include "plumb/runtime/bit_source.h"
#include "plumb/runtime/exp_polynomial.h"
#include "plumb/runtime/exp_ratio.h"
#include "plumb/runtime/expected.h"
#include "plumb/runtime/rational.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace plumb::runtime {

/// Draws j in 0 .. n-1 with probability w_j(E) over the sum of all; exact.
///
/// Immutable; may be shared between threads. Construction takes some ten
/// microseconds for each weight.
class FiniteTable {
public:
  /// An error value unless
  ///  - there are 1 to 2^16 weights, each >= 0 at E and one of them > 0;
  ///  - |eps| times the highest degree is at most 4096: beyond that the law is
  ///    practically certain, which no mechanism means to be;
  ///  - no rational here has more than 4096 bits above or below its bar.
  static Expected<FiniteTable> create(const Exact &eps, std::vector<ExpPolynomial> weights);

  /// n.
  std::size_t size() const { return weights.size(); }

  /// One word and, rarely, further bytes. The time depends on the outcome if
  /// there are more than 16 weights.
  template <BitSource Bits> std::size_t sample(Bits &bits) const {
    if (thresholds.size() <= scanned)
      return sampleConstantWork(bits);
    const std::uint64_t word = leadingWord(bits);
    const auto above = std::upper_bound(thresholds.begin(), thresholds.end(), word);
    if (above != thresholds.begin() && *(above - 1) == word) [[unlikely]]
      return refine(word, bits);
    return static_cast<std::size_t>(above - thresholds.begin());
  }

  /// The same law with one word and one comparison for each weight, whatever
  /// the outcome; more work only where U meets a threshold, with probability
  /// below n 2^-64.
  template <BitSource Bits> std::size_t sampleConstantWork(Bits &bits) const {
    const std::uint64_t word = leadingWord(bits);
    std::size_t passed = 0, met = 0;
    for (std::uint64_t threshold : thresholds) {
      passed += static_cast<std::size_t>(threshold <= word);
      met += static_cast<std::size_t>(threshold == word);
    }
    if (met != 0) [[unlikely]]
      return refine(word, bits);
    return passed;
  }

private:
  friend struct FiniteTableProbe; // coin trees start from a byte

  static constexpr std::size_t scanned = 16;

  FiniteTable(const Rational &eps, std::vector<ExpPolynomial> checked, unsigned leadingBits);

  template <BitSource Bits> std::uint64_t leadingWord(Bits &bits) const {
    return leadingBits == 64 ? bits.next_u64() : bits.next_byte();
  }

  /// C(j). \pre j < thresholds.size().
  ExpRatio cumulative(std::size_t j) const;

  /// The outcome where the leading digits of U are those of some C(j).
  template <BitSource Bits> std::size_t refine(std::uint64_t word, Bits &bits) const {
    const auto first = std::lower_bound(thresholds.begin(), thresholds.end(), word);
    auto j = static_cast<std::size_t>(first - thresholds.begin());
    std::vector<std::uint8_t> further;
    while (j < thresholds.size() && thresholds[j] == word && !isBelow(further, cumulative(j), bits))
      ++j;
    return j;
  }

  /// U < C(j), where \p further are the bytes of U behind the leading word so
  /// far; appends to them.
  template <BitSource Bits>
  bool isBelow(std::vector<std::uint8_t> &further, const ExpRatio &bound, Bits &bits) const {
    for (std::size_t block = 0;; ++block) {
      if (bound.endsWithin(leadingBits + 8 * block))
        return false;
      if (block == further.size())
        further.push_back(bits.next_byte());
      const std::uint64_t digits = bound.digits(leadingBits, 8, block + 1);
      if (further[block] != digits)
        return further[block] < digits;
    }
  }

  Rational exponent;
  std::vector<ExpPolynomial> weights;
  ExpPolynomial total;
  unsigned leadingBits;
  /// floor(2^leadingBits C(j)) for each j before the last positive weight.
  std::vector<std::uint64_t> thresholds;
};

} // namespace plumb::runtime

#endif // PLUMB_RUNTIME_FINITE_TABLE_H
