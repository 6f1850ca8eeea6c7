// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// Local mechanisms as the collector of their reports knows them.
///
/// A channel is data: eps and the sizes of the alphabet. Its probabilities are
/// doubles, good for estimates. They must never decide what a user sends: a
/// sampler needs the exact law.
///
/// Source: Murakami and Kawamoto, "Utility-Optimized Local Differential
/// Privacy Mechanisms for Distribution Estimation", USENIX Security 2019;
/// definitions, equations and propositions are numbered as there.

#ifndef PLUMB_RUNTIME_ESTIMATE_CHANNEL_H
#define PLUMB_RUNTIME_ESTIMATE_CHANNEL_H

#include "plumb/runtime/estimate/alphabet.h"
#include "plumb/runtime/estimate/mark.h"
#include "plumb/runtime/expected.h"

#include <cstdint>
#include <optional>
#include <span>

namespace plumb::runtime::estimate {

/// A report of bits: bit j of the report is bit j % 64 of word j / 64. As many
/// words as `wordsFor` says; bits beyond the alphabet are 0.
using Bits = std::span<const std::uint64_t>;

constexpr std::size_t wordsFor(std::size_t bits) {
  return (bits + 63) / 64;
}
inline bool bitAt(Bits bits, Symbol j) {
  return (bits[j / 64] >> (j % 64) & 1) != 0;
}

/// Randomized response and RAPPOR, plain and utility-optimized.
///
/// eps is in [0, 600], so that e^eps times a count is a double. At eps = 0 reports say
/// nothing, and all that is estimated from them stays where it started.
class Channel {
public:
  enum class Form {
    OneSymbol, ///< a report is one symbol
    BitRow     ///< a report is one bit for each symbol
  };

  /// Randomized response on \p size symbols, eq. (2): all of them sensitive.
  static Expected<Channel> rr(double eps, std::size_t size);

  /// Utility-optimized randomized response, Def. 3.
  static Expected<Channel> urr(double eps, Alphabet alphabet);

  /// Generalised RAPPOR: \p theta, in (0, 1), is the probability that the
  /// user's own bit stays set. By default that of basic RAPPOR,
  /// e^(eps/2) / (e^(eps/2) + 1).
  static Expected<Channel> rappor(double eps, std::size_t size, std::optional<double> theta = {});

  /// Utility-optimized RAPPOR, Def. 4; \p theta as for `rappor`.
  static Expected<Channel> urap(double eps, Alphabet alphabet, std::optional<double> theta = {});

  double eps() const { return budget; }
  const Alphabet &alphabet() const { return symbols; }
  Form form() const { return reported; }
  /// No theta was asked for: the channels of Props. 4 to 8 and 15 to 19.
  bool isBasic() const { return basic; }

  /// The law of the mark of \p j; \pre j < alphabet().size().
  Mark mark(Symbol j) const { return symbols.isSensitive(j) ? sensitiveMark : nonSensitiveMark; }

  /// Q(y|x) of a channel of symbols; aborts for one of bits or outside the
  /// alphabet.
  double probability(Symbol y, Symbol x) const;

  /// Q(y|x) of a channel of bits; aborts for one of symbols. A product of as
  /// many factors as there are symbols: it underflows for large alphabets.
  double probability(Bits y, Symbol x) const;

private:
  Channel(double eps, Alphabet alphabet, Form form, bool isBasic)
      : budget(eps), symbols(alphabet), reported(form), basic(isBasic) {}

  double budget;
  Alphabet symbols;
  Form reported;
  bool basic;
  Mark sensitiveMark, nonSensitiveMark;
};

} // namespace plumb::runtime::estimate

#endif // PLUMB_RUNTIME_ESTIMATE_CHANNEL_H
