// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// The law of a client without statistics: where words of its tape begin to mean something else.
///
/// A client that inverts a distribution function sends one report for all words of an interval. The ends of
/// the intervals are found by bisection, each exactly, so lengths are probabilities. Nothing is assumed of
/// the order of the reports.

#ifndef PLUMB_RUNTIME_REPLAY_CHANNEL_TAPES_H
#define PLUMB_RUNTIME_REPLAY_CHANNEL_TAPES_H

#include "plumb/runtime/replay/chosen_bits.h"
#include "plumb/runtime/replay/enclosure.h"
#include "plumb/runtime/replay/failure.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace plumb::runtime::replay {

using Words = std::vector<std::uint64_t>;
inline constexpr std::uint64_t lastWord = ~std::uint64_t{0};

/// 2^-bits.
inline Rational fraction(unsigned bits) {
  Rational part(1);
  for (; bits >= 32; bits -= 32)
    part /= std::int64_t{1} << 32;
  return part / (std::int64_t{1} << bits);
}

/// The number of words from \p first to \p last, of all 2^64.
inline Rational shareOf(std::uint64_t first, std::uint64_t last) {
  return (Rational(static_cast<Wide>(last)) - Rational(static_cast<Wide>(first)) + 1) * fraction(64);
}

/// `digits` as one number, plus or minus one in the last place.
inline Words nextTo(Words digits, bool isAbove) {
  for (std::size_t i = digits.size(); i-- > 0;) {
    digits[i] += isAbove ? 1 : lastWord;
    if (digits[i] != (isAbove ? 0 : lastWord))
      break;
  }
  return digits;
}

/// What a client makes of a tape, as a number: a symbol.
using SymbolDraw = std::function<std::uint64_t(ChosenBits &)>;

/// Which reports the words of an interval lead to.
struct Stretch {
  std::uint64_t first, last;
  Rational share;
  /// With their part of the stretch.
  std::map<std::uint64_t, Rational> reports;
};

/// The law of a symbol.
class SymbolTapes {
public:
  SymbolTapes(SymbolDraw client, std::uint64_t seedOfTails) : draw(std::move(client)), seed(seedOfTails) {}

  /// Throws a Failure.
  ///
  /// \param law of each report
  void check(const std::function<Enclosure(std::uint64_t)> &law, const std::vector<std::uint64_t> &reports) {
    const std::vector<Stretch> stretches = stretchesBehind({}, 0);
    std::map<std::uint64_t, Rational> measured;
    for (const Stretch &stretch : stretches)
      for (const auto &[report, share] : stretch.reports)
        measured[report] += share;
    for (std::uint64_t report : reports)
      measured.emplace(report, Rational());
    const Rational slack = Rational(open + 2) * fraction(64);
    for (const auto &[report, share] : measured) {
      const bool isKnown = std::find(reports.begin(), reports.end(), report) != reports.end();
      if (!isKnown || !isWithin(share, slack, law(report)))
        throw Failure{"law",
                      "report " + std::to_string(report) + " has probability " + decimal(share) +
                          " by all its tapes, and " + (isKnown ? decimal(law(report)) : "0") +
                          " by the program",
                      {}};
    }
    checkEnds(stretches, law);
  }

private:
  /// What follows the words: zeros and ones, between which everything else is, and anything.
  static constexpr std::size_t tails = 4, deepest = 4, most = 400;
  using Signature = std::vector<std::uint64_t>;

  static std::string decimal(const Rational &value) { return std::to_string(estimate(value)); }
  static std::string decimal(const Enclosure &value) { return std::to_string(value.estimate()); }

  ChosenBits behind(Words words, std::size_t tail) const {
    if (tail < 2)
      words.insert(words.end(), 2, tail == 0 ? 0 : lastWord);
    return ChosenBits(std::move(words), seed + tail);
  }
  Signature at(const Words &prefix, std::uint64_t word) {
    Words words = prefix;
    words.push_back(word);
    Signature signature;
    for (std::size_t tail = 0; tail < tails; ++tail) {
      ChosenBits bits = behind(words, tail);
      signature.push_back(draw(bits));
    }
    return signature;
  }

  /// Appends the words from which on something else happens.
  void changes(const Words &prefix, std::uint64_t first, const Signature &one, std::uint64_t last,
               const Signature &other, std::vector<std::uint64_t> &found) {
    if (one == other)
      return;
    if (found.size() > most)
      throw Failure{"law", "what is reported changes with the words in too many places", {}};
    if (last - first == 1)
      return found.push_back(last);
    const std::uint64_t middle = first + (last - first) / 2;
    const Signature between = at(prefix, middle);
    changes(prefix, first, one, middle, between, found);
    changes(prefix, middle, between, last, other, found);
  }

  std::vector<Stretch> stretchesBehind(const Words &prefix, std::size_t depth) {
    std::vector<std::uint64_t> ends;
    changes(prefix, 0, at(prefix, 0), lastWord, at(prefix, lastWord), ends);
    std::vector<Stretch> stretches;
    std::uint64_t first = 0;
    for (std::size_t i = 0; i <= ends.size(); ++i) {
      const std::uint64_t last = i == ends.size() ? lastWord : ends[i] - 1;
      Stretch stretch{first, last, shareOf(first, last), {}};
      const std::uint64_t middle = first + (last - first) / 2;
      const Signature signature = at(prefix, middle);
      const bool isOne = std::set(signature.begin(), signature.end()).size() == 1;
      Words words = prefix;
      words.push_back(middle);
      ++open;
      if (isOne)
        stretch.reports[signature.front()] = stretch.share;
      else if (last - first > 1 && depth < deepest)
        for (const Stretch &inner : stretchesBehind(words, depth + 1))
          for (const auto &[report, share] : inner.reports)
            stretch.reports[report] += share * stretch.share;
      stretches.push_back(std::move(stretch));
      first = last + 1;
    }
    return stretches;
  }

  /// Each end is where the sum of what lies in front of it says, to its last binary digit and to 128 more.
  void checkEnds(const std::vector<Stretch> &stretches, const std::function<Enclosure(std::uint64_t)> &law) {
    Enclosure sum = 0;
    std::set<std::uint64_t> before;
    for (std::size_t i = 0; i < stretches.size(); ++i) {
      const Stretch &stretch = stretches[i];
      const bool isSingle = stretch.last - stretch.first <= 1;
      // A word that the ends of two numbers share.
      if (isSingle && i != 0 && i + 1 != stretches.size())
        continue;
      for (const auto &[report, share] : stretch.reports)
        if (!before.insert(report).second)
          throw Failure{"law",
                        "report " + std::to_string(report) +
                            " comes from two intervals of words; the second begins at " +
                            std::to_string(stretch.first),
                        {}};
      for (const auto &[report, share] : stretch.reports)
        sum = sum + law(report);
      if (i + 1 == stretches.size())
        return;
      checkEnd(stretch, sum, before);
    }
  }
  void checkEnd(const Stretch &stretch, const Enclosure &sum, const std::set<std::uint64_t> &before) {
    const auto all = sum.words(3);
    // Nothing is left, or a sum of powers of e that is a short binary fraction: its digits are open.
    if (!all || all->front() != 0)
      return;
    const Words digits(all->begin() + 1, all->end());
    if (stretch.last + 1 != digits[0] && stretch.last != digits[0])
      throw Failure{"law",
                    "words mean something else from " + std::to_string(stretch.last + 1) +
                        " on, and should from " + std::to_string(digits[0]) + " on",
                    {}};
    for (bool isAbove : {false, true}) {
      ChosenBits bits(nextTo(digits, isAbove), seed);
      if ((before.count(draw(bits)) != 0) == isAbove)
        throw Failure{"law", "digits behind the 64th of a probability are wrong", {}};
    }
  }

  SymbolDraw draw;
  std::uint64_t seed;
  /// Intervals whose ends are known but for one word.
  std::int64_t open = 0;
};

/// The law of a bit that is one of many.
class BitTapes {
public:
  using Bit = std::function<bool(ChosenBits &)>;
  BitTapes(Bit client, std::uint64_t seedOfTails) : draw(std::move(client)), seed(seedOfTails) {}

  /// A bit that shares its words with others: bit after bit of one coin, all others showing the same. Throws
  /// a Failure.
  void checkShared(const Enclosure &law) {
    // What is not decided yet, the likeliest first; the number of digits says how likely.
    std::multimap<std::size_t, Words> open{{0, {}}};
    Rational ones, undecided(1);
    constexpr int most = 240;
    constexpr std::size_t deepest = 128;
    for (int step = 0; step < most && !open.empty() && open.begin()->first < deepest; ++step) {
      const Words words = open.begin()->second;
      open.erase(open.begin());
      if (isOpen(words)) {
        for (std::uint64_t digit : {std::uint64_t{0}, lastWord}) {
          Words longer = words;
          longer.push_back(digit);
          open.emplace(longer.size(), std::move(longer));
        }
        continue;
      }
      const Rational share = fraction(static_cast<unsigned>(words.size()));
      undecided -= share;
      if (at(words, 0))
        ones += share;
    }
    const Enclosure low(ones), high(ones + undecided);
    if (mpfr_greater_p(low.low(), law.high()) || mpfr_less_p(high.high(), law.low()))
      throw Failure{"law",
                    "it is 1 with probability " + std::to_string(estimate(ones)) + " by all its tapes, and " +
                        std::to_string(law.estimate()) + " by the program",
                    {}};
  }

  /// A bit with a word of its own, which is searched for. Throws a Failure.
  void checkOwn(const Enclosure &law, Random &random) {
    // Nothing is drawn for it. Powers of e that cancel leave a number that is 0 or 1, or too close to it to
    // be told apart.
    if (mayBe(law, 0) || mayBe(law, 1))
      return;
    constexpr int attempts = 400;
    constexpr std::uint64_t longest = 30;
    for (int attempt = 0; attempt < attempts; ++attempt) {
      Words words(random.below(longest));
      for (std::uint64_t &word : words)
        word = random.truth() ? lastWord : 0;
      if (decides(words, 0) == 1 && decides(words, lastWord) == 0)
        return checkEnd(words, law, random);
    }
    throw Failure{"law", "no word decides about it", {}};
  }

private:
  static constexpr std::uint64_t tails = 16;

  bool at(Words words, std::uint64_t tail) const {
    if (tail < 2)
      words.insert(words.end(), 400, tail == 0 ? 0 : lastWord);
    ChosenBits bits(std::move(words), seed + tail, ChosenBits::Beyond::EqualBits);
    return draw(bits);
  }
  bool isOpen(const Words &words) const {
    const bool one = at(words, 0);
    for (std::uint64_t tail = 1; tail < 5; ++tail)
      if (at(words, tail) != one)
        return true;
    return false;
  }

  /// 0 or 1 if \p word behind \p words does, whatever follows; else 2.
  int decides(Words words, std::uint64_t word) const {
    words.push_back(word);
    int ones = 0;
    for (std::uint64_t tail = 0; tail < tails; ++tail) {
      ChosenBits bits(words, seed + tail);
      ones += draw(bits);
    }
    return ones == 0 ? 0 : ones == tails ? 1 : 2;
  }
  void checkEnd(const Words &words, const Enclosure &law, Random &random) const {
    const auto all = law.words(3);
    if (!all)
      return;
    const Words digits(all->begin() + 1, all->end());
    const auto expect = [&](std::uint64_t word, int bit) {
      if (decides(words, word) != bit)
        throw Failure{
            "law", "its word " + std::to_string(word) + " does not make it " + std::to_string(bit), {}};
    };
    if (digits[0] != 0)
      expect(digits[0] - 1, 1);
    if (digits[0] != lastWord)
      expect(digits[0] + 1, 0);
    for (int i = 0; i < 8; ++i) {
      const std::uint64_t word = random.next_u64();
      if (word != digits[0])
        expect(word, word < digits[0]);
    }
    for (bool isAbove : {false, true}) {
      Words tape = words;
      const Words near = nextTo(digits, isAbove);
      tape.insert(tape.end(), near.begin(), near.end());
      ChosenBits bits(std::move(tape), seed);
      if (draw(bits) == isAbove)
        throw Failure{"law", "digits behind the 64th of its probability are wrong", {}};
    }
  }

  Bit draw;
  std::uint64_t seed;
};

} // namespace plumb::runtime::replay

#endif // PLUMB_RUNTIME_REPLAY_CHANNEL_TAPES_H
