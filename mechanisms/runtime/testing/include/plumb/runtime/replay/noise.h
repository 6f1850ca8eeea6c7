// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// Noise that is recorded when compiled code draws it, and played again, moved or not, to a second run.

#ifndef PLUMB_RUNTIME_REPLAY_NOISE_H
#define PLUMB_RUNTIME_REPLAY_NOISE_H

#include "plumb/runtime/bit_source.h"
#include "plumb/runtime/expected.h"
#include "plumb/runtime/fatal.h"
#include "plumb/runtime/logarithm.h"
#include "plumb/runtime/logarithmic_geometric.h"
#include "plumb/runtime/mirrored_geometric.h"
#include "plumb/runtime/one_sided_geometric.h"
#include "plumb/runtime/os_bits.h"
#include "plumb/runtime/replay/chosen_bits.h"
#include "plumb/runtime/replay/enclosure.h"
#include "plumb/runtime/replay/random.h"
#include "plumb/runtime/two_sided_geometric.h"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace plumb::runtime::replay {

enum class Law {
#define LAW(id, ...) id,
#include "plumb/runtime/replay/laws.def"
#undef LAW
};

/// Where a law has mass.
enum class Support { AllNumbers, NonNegative, NonPositive };

struct LawRow {
  /// "exponential", as in a program.
  const char *word;
  Support support;
};
inline const LawRow &row(Law law) {
  static constexpr LawRow rows[] = {
#define LAW(id, word, support, sampler) {word, Support::support},
#include "plumb/runtime/replay/laws.def"
#undef LAW
  };
  return rows[static_cast<std::size_t>(law)];
}
inline const char *name(Law law) {
  return row(law).word;
}
inline bool isTwoSided(Law law) {
  return row(law).support == Support::AllNumbers;
}
inline bool inSupport(Law law, Wide value) {
  return isTwoSided(law) || (row(law).support == Support::NonNegative ? value >= 0 : value <= 0);
}

/// A sampler that the compiled code has built.
struct Source {
  Law law;
  /// A fraction, or 1 / (k ln(t)).
  Enclosure scale;

  Source(Law newLaw, Enclosure newScale) : law(newLaw), scale(std::move(newScale)) {}
  virtual ~Source() = default;
  virtual Wide sample(Random &bits) const = 0;
  /// The same behind \p zeros words of zeros, where the fast samplers leave their tables.
  virtual Wide sampleBehindZeros(unsigned zeros, Random &bits) const = 0;
  /// The same if the first \p digits binary digits of the first word are 0.
  virtual Wide sampleBehindDigits(unsigned digits, Random &bits) const = 0;
  /// The same on words that are chosen.
  virtual Wide sampleOn(ChosenBits &bits) const = 0;
  bool isLogarithmic() const { return !scale.exactly(); }
  std::string text() const { return std::string(name(law)) + "(" + textOf(scale) + ")"; }
  double scaleEstimate() const { return scale.exactly() ? estimate(*scale.exactly()) : scale.estimate(); }
  friend bool operator==(const Source &a, const Source &b) {
    return a.law == b.law && agree(a.scale, b.scale);
  }
};

struct Drawn {
  std::shared_ptr<const Source> source;
  Wide value;
};

/// The noise of one compiled run, in place of its bits: first the values that are given, then, if there
/// are random bits, draws of the real samplers.
class Tape {
public:
  Tape(const std::vector<Wide> &values, Random *behind) : given(values), bits(behind) {}

  Wide next(const std::shared_ptr<const Source> &source) {
    const std::size_t place = draws.size();
    bool isGiven = place < given.size() && (!bits || inSupport(source->law, given[place]));
    isShort = isShort || (!isGiven && !bits);
    draws.push_back({source, isGiven ? given[place] : bits ? source->sample(*bits) : 0});
    return draws.back().value;
  }
  const std::vector<Drawn> &drawn() const { return draws; }
  /// Did the run ask for more than was given, with nothing behind it?
  bool wasShort() const { return isShort; }

  // What takes bits without a sampler is noise that nobody has aligned.
  std::uint64_t next_u64() { runtime::abortWith("the compiled code draws bits past its samplers"); }
  std::uint8_t next_byte() { runtime::abortWith("the compiled code draws bits past its samplers"); }

private:
  const std::vector<Wide> &given;
  Random *bits;
  std::vector<Drawn> draws;
  bool isShort = false;
};

/// What code draws that takes its own bits, while this lives.
class Listener {
public:
  Listener() { current = this; }
  Listener(const Listener &) = delete;
  Listener &operator=(const Listener &) = delete;
  ~Listener() { current = nullptr; }

  const std::vector<Drawn> &drawn() const { return draws; }
  /// Was there a draw with other bits than the operating system's?
  bool heardOthers() const { return others; }

  template <class Bits> static void tell(const std::shared_ptr<const Source> &source, Wide value) {
    if (!current)
      return;
    current->draws.push_back({source, value});
    current->others = current->others || !std::same_as<Bits, runtime::OsBits>;
  }

private:
  static inline thread_local Listener *current = nullptr;

  std::vector<Drawn> draws;
  bool others = false;
};

/// Words of zeros, and then random ones.
class ZerosFirst {
public:
  ZerosFirst(unsigned words, Random &behind) : zeros(words), bits(behind) {}
  std::uint64_t next_u64() {
    if (zeros == 0)
      return bits.next_u64();
    --zeros;
    return 0;
  }
  std::uint8_t next_byte() { return static_cast<std::uint8_t>(next_u64()); }

private:
  unsigned zeros;
  Random &bits;
};

/// Words of which the first begins with zeros.
class DigitsFirst {
public:
  DigitsFirst(unsigned digits, Random &behind) : zeros(digits), bits(behind) {}
  std::uint64_t next_u64() { return bits.next_u64() >> std::exchange(zeros, 0); }
  std::uint8_t next_byte() { return static_cast<std::uint8_t>(bits.next_byte() >> std::exchange(zeros, 0)); }

private:
  unsigned zeros;
  Random &bits;
};

/// 1 / (times ln(t)), computed from the polynomials of t.
inline Enclosure scaleOf(const Logarithm &budget, unsigned times) {
  const Enclosure base = exp(Enclosure(budget.powers().unit()));
  const auto at = [&](const ExpPolynomial &polynomial) {
    Enclosure sum = 0;
    for (auto next = polynomial.lowestFirst().rbegin(); next != polynomial.lowestFirst().rend(); ++next)
      sum = sum * base + *next;
    return sum;
  };
  const Enclosure budgetOfOne = ln(at(budget.argument().above()) / at(budget.argument().below()));
  return 1 / (Enclosure(Rational(Wide{times})) * budgetOfOne);
}

/// A sampler of the runtime that reads from a Tape where it is handed one.
template <class Sampler, Law ofSampler> class Watched {
public:
  static runtime::Expected<Watched> create(const Rational &scale) {
    // Its tables take longer to build than most runs.
    static std::map<Rational, std::shared_ptr<const Own>> known;
    if (auto found = known.find(scale); found != known.end())
      return Watched(found->second);
    auto sampler = Sampler::create(scale);
    if (!sampler)
      return sampler.error();
    if (known.size() == 256)
      known.clear();
    return Watched(known[scale] = std::make_shared<const Own>(scale, *std::move(sampler)));
  }
  /// Of the samplers whose scale is a logarithm.
  static runtime::Expected<Watched> create(const Logarithm &budget, unsigned times) {
    struct Known {
      Logarithm budget;
      unsigned times;
      std::shared_ptr<const Own> own;
    };
    static std::deque<Known> known;
    for (const Known &one : known)
      if (one.times == times && one.budget.powers().unit() == budget.powers().unit() &&
          one.budget.argument() == budget.argument())
        return Watched(one.own);
    auto sampler = Sampler::create(budget, times);
    if (!sampler)
      return sampler.error();
    if (known.size() == 16)
      known.pop_front();
    known.push_back(
        {budget, times, std::make_shared<const Own>(scaleOf(budget, times), *std::move(sampler))});
    return Watched(known.back().own);
  }
  template <runtime::BitSource Bits> Wide sample(Bits &bits) const {
    if constexpr (std::same_as<Bits, Tape>) {
      return bits.next(source);
    } else {
      const Wide value = source->sampler.sample(bits);
      Listener::tell<Bits>(source, value);
      return value;
    }
  }

private:
  struct Own final : Source {
    Own(const Enclosure &newScale, Sampler newSampler)
        : Source(ofSampler, newScale), sampler(std::move(newSampler)) {}
    Wide sample(Random &bits) const override { return sampler.sample(bits); }
    Wide sampleOn(ChosenBits &bits) const override { return sampler.sample(bits); }
    Wide sampleBehindZeros(unsigned zeros, Random &behind) const override {
      ZerosFirst bits(zeros, behind);
      return sampler.sample(bits);
    }
    Wide sampleBehindDigits(unsigned digits, Random &behind) const override {
      DigitsFirst bits(digits, behind);
      return sampler.sample(bits);
    }
    Sampler sampler;
  };
  explicit Watched(std::shared_ptr<const Own> newSource) : source(std::move(newSource)) {}

  std::shared_ptr<const Own> source;
};

} // namespace plumb::runtime::replay

namespace plumb::runtime {
#define LAW(id, word, support, sampler)                                                                      \
  using Watched##sampler = replay::Watched<sampler, replay::Law::id>;                                        \
  using WatchedLogarithmic##sampler = replay::Watched<Logarithmic##sampler, replay::Law::id>;
#include "plumb/runtime/replay/laws.def"
#undef LAW
} // namespace plumb::runtime

#endif // PLUMB_RUNTIME_REPLAY_NOISE_H
