// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// Answers, and the ways in which those of neighbours differ.

#ifndef PLUMB_RUNTIME_REPLAY_DATA_H
#define PLUMB_RUNTIME_REPLAY_DATA_H

#include "plumb/runtime/replay/random.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace plumb::runtime::replay {

/// The differences f[i](D) - f[i](D') that the clauses about one query allow together; 0 without any.
class DifferenceRange {
public:
  void allow(Int newLow, Int newHigh, bool newOnlyOne) {
    low = isLimited ? greatest(low, newLow) : newLow;
    high = isLimited ? least(high, newHigh) : newHigh;
    isLimited = true;
    onlyOne = onlyOne || newOnlyOne;
  }
  bool isEmpty() const { return high < low; }

  /// Random answers of neighbours. Near \p centre, where ties with thresholds are.
  void choose(Random &random, Int centre, std::span<Int> first, std::span<Int> second) const {
    const std::uint64_t only = first.empty() ? 0 : random.below(first.size());
    for (std::size_t i = 0; i < first.size(); ++i) {
      first[i] = centre + random.between(-3, 6);
      bool mayDiffer = !onlyOne || i == only;
      Int difference = random.between(low, high);
      if (random.oneIn(3))
        difference = random.truth() ? low : high;
      if (!mayDiffer || (low <= 0 && high >= 0 && random.oneIn(5)))
        difference = 0;
      second[i] = first[i] - difference;
    }
  }

private:
  Int low, high;
  bool isLimited = false, onlyOne = false;
};

/// Copies of records that D and D' both have.
inline void addCopies(std::span<Int> first, std::span<Int> second, std::span<const Int> of, Int copies) {
  for (std::size_t i = 0; i < of.size(); ++i) {
    first[i] = first[i] + copies * of[i];
    second[i] = second[i] + copies * of[i];
  }
}

// What was counted.
inline void copyInto(std::span<Int> into, Wide number) {
  into.front() = Int(number);
}
template <class Number> void copyInto(std::span<Int> into, const std::vector<Number> &numbers) {
  if (numbers.size() != into.size())
    throw Undefined{"another number of answers"};
  for (std::size_t i = 0; i < into.size(); ++i)
    into[i] = Int(Wide{numbers[i]});
}

inline std::span<Int> each(Int &number) {
  return {&number, 1};
}
inline std::span<Int> each(Array<Int> &array) {
  return array.items;
}

// As the emitted header takes them.
inline std::vector<std::int64_t> words(const Array<Int> &array) {
  std::vector<std::int64_t> result;
  for (Int item : array.items)
    result.push_back(item.word());
  return result;
}
inline std::vector<bool> truths(const Array<Bit> &array) {
  return {array.items.begin(), array.items.end()};
}
inline std::vector<runtime::Exact> reals(const Array<Rational> &array) {
  return {array.items.begin(), array.items.end()};
}

/// One answer, of the width that the header takes.
struct Answer {
  operator std::int64_t() const { return value.word(); }
  operator Wide() const { return value.wide(); }
  Int value;
};
/// Several of them.
class AnswerList {
public:
  explicit AnswerList(std::span<const Int> items) {
    for (Int item : items) {
      // Sums that need more than 64 bits are taken as 128 bits, and then nobody asks for words.
      words.push_back(static_cast<std::int64_t>(item.wide()));
      wides.push_back(item.wide());
    }
  }
  operator std::span<const std::int64_t>() const { return words; }
  operator std::span<const Wide>() const { return wides; }

private:
  std::vector<std::int64_t> words;
  std::vector<Wide> wides;
};

/// Numbers of a line of text.
class Reader {
public:
  explicit Reader(const char *line) : text(line) {}
  Rational real() { return rational(word().c_str()); }
  Int number() { return integer(word().c_str()); }
  bool truth() { return number() != 0; }
  bool isAtEnd() const { return text.empty(); }
  /// What \p value reads, or nothing if the word is "none".
  template <class Value, class Read> std::optional<Value> unlessNone(Read value) {
    if (!text.starts_with("none"))
      return value();
    word();
    return std::nullopt;
  }

private:
  std::string word() {
    const std::size_t end = std::min(text.find(' '), text.size());
    std::string result(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    return result;
  }
  std::string_view text;
};

/// An input as text: parameters, answers and the first draws.
struct Start {
  const char *parameters, *answers, *noise;
};

} // namespace plumb::runtime::replay

#endif // PLUMB_RUNTIME_REPLAY_DATA_H
