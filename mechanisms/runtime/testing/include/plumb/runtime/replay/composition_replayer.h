// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// Replay of a compiled composition: what its object draws, publishes, passes on and pays, beside the
/// programs of its parts. For harnesses, never for releases.
///
/// Nothing is aligned here. That a part is private is about any arguments, and replayed by its own harness;
/// of the composition it is left that the parts are those, with these arguments, in this order, and on one
/// sample.

#ifndef PLUMB_RUNTIME_REPLAY_COMPOSITION_REPLAYER_H
#define PLUMB_RUNTIME_REPLAY_COMPOSITION_REPLAYER_H

#include "plumb/runtime/coin.h"
#include "plumb/runtime/replay/chosen_bits.h"
#include "plumb/runtime/replay/command_line.h"
#include "plumb/runtime/replay/counting.h"
#include "plumb/runtime/replay/data.h"
#include "plumb/runtime/replay/digit_thresholds.h"
#include "plumb/runtime/replay/enclosed_coin.h"
#include "plumb/runtime/replay/enclosure.h"
#include "plumb/runtime/replay/search.h"

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <initializer_list>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace plumb::runtime::replay {

/// Can it be passed on?
inline bool hasWord(Int value) {
  return value >= std::numeric_limits<std::int64_t>::min() &&
         value <= std::numeric_limits<std::int64_t>::max();
}

/// Notes what was published in \p place, if it can be passed on.
inline bool noted(Int &place, Int value) {
  if (hasWord(value))
    place = value;
  return hasWord(value);
}
inline bool noted(bool &place, Int value) {
  place = value != 0;
  return true;
}
inline bool noted(Bit &place, Int value) {
  place = value != 0;
  return true;
}
/// The same of an array, of which \p value gives the element at each subscripts.
template <class Element, class Value> bool noted(Array<Element> &place, const Value &value) {
  bool all = true;
  for (std::size_t i = 0; i < place.items.size(); ++i) {
    Element element{};
    all = noted(element, value(place.subscripts(i))) && all;
    place.items[i] = element;
  }
  return all;
}

/// What a replay does with the runs that it has compared; this one nothing.
struct NoWitness {
  template <class Part>
  void see(const typename Part::Public &, const typename Part::Answers &, const std::vector<Drawn> &,
           const Published &) {}
};

/// One run of the object of \p Program, part by part. It throws a Failure where the two do not agree.
template <class Program, class Witness> class ComposedFollower {
public:
  ComposedFollower(typename Program::Composition &run, Random &choices, Witness &witness,
                   ThresholdTests &tests)
      : composition(run), random(choices), seen(witness), thresholds(tests) {}

  /// \param reads numbers of the values that the part reads
  /// \param given what it is given, and \p times how often it runs
  /// \param fill completes the answers that it is asked about
  /// \param call runs it in the object
  /// \param note takes what it passes on, and which of it is known: what fits
  template <class Part, class Given, class Times, class Fill, class Call, class Note>
  void part(std::size_t position, std::initializer_list<std::size_t> reads, Given given, Times times,
            Fill fill, Call call, Note note) {
    Int left = 0;
    std::optional<typename Part::Public> parameters;
    try {
      if (std::all_of(reads.begin(), reads.end(), [&](std::size_t read) { return isKnown[read]; })) {
        parameters = given();
        left = times();
      }
    } catch (const Undefined &) {
      parameters.reset();
    }
    const bool runs = parameters && left > 0 && meetsPremises<Part>(*parameters);
    if ((composition.next() == position + 1) != runs)
      fail(position, runs ? "it does not come next" : "it comes next, though it cannot run");
    if (!runs)
      return;
    auto compiled = Part::create(*parameters);
    if (!compiled)
      fail(position, "its mechanism refuses what it is given: " + compiled.error().message);
    Subject<Part> subject(*parameters, *std::move(compiled));
    for (; left > 0; left = left - 1)
      runOnce<Part>(position, subject, fill, call, note);
  }

  /// What is paid: the dearest row. Where parts cost logarithms, each is rounded up.
  Enclosure paid() const {
    return *std::max_element(rows.begin(), rows.end(), [](const Enclosure &a, const Enclosure &b) {
      return a.exactly() && b.exactly() ? *a.exactly() < *b.exactly() : mpfr_less_p(a.high(), b.high()) != 0;
    });
  }
  std::uint64_t partsRun() const { return runs; }

private:
  [[noreturn]] static void fail(std::size_t position, const std::string &why) {
    throw Failure{"translation", "part " + std::to_string(position + 1) + ": " + why, {}};
  }

  /// Mostly about \p centre, such as a threshold, where ties are; never negative.
  Int answerNear(Int centre) {
    if (random.oneIn(6))
      return random.between(0, 1000);
    if (centre < 0 || centre >= Int(Wide{1} << 62))
      centre = 0;
    return greatest(Int(0), centre + random.between(-4, 8));
  }

  template <class Part, class Fill, class Call, class Note>
  void runOnce(std::size_t position, Subject<Part> &subject, Fill fill, Call call, Note note) {
    if (composition.next() != position + 1)
      fail(position, "it does not come next");
    typename Part::Answers answers(subject.parameters);
    std::vector<Int> near{0};
    Part::eachParameter(subject.parameters, [&](const auto &parameter) {
      if constexpr (std::same_as<std::remove_cvref_t<decltype(parameter)>, Int>)
        near.push_back(parameter);
    });
    Part::eachQuery(answers, [&](auto &numbers) {
      for (Int &number : each(numbers))
        number = answerNear(near[random.below(near.size())]);
    });
    fill(answers);
    const Values none;
    Tape tape(none, &random);
    const auto output = call(answers, tape);
    if (!output)
      fail(position, "it is refused: " + output.error().message);
    Published published(Part::transcripts);
    Part::take(published, *output);
    try {
      follow(subject, answers, tape.drawn(), published);
      for (std::size_t statement = 0; statement < Part::statements; ++statement)
        thresholds.check(subject.sources[statement], subject.scales[statement]);
    } catch (Failure &failure) {
      failure.description = "part " + std::to_string(position + 1) + ": " + failure.description;
      failure.scene = subject.scene(answers);
      throw;
    } catch (const Undefined &undefined) {
      fail(position, undefined.why);
    }
    seen.template see<Part>(subject.parameters, answers, tape.drawn(), published);
    for (std::size_t row = 0; row < rows.size(); ++row)
      rows[row] = rows[row] + Rational(Wide{Program::charges[row][position]}) * subject.price();
    note(published, isKnown);
    ++runs;
  }

  typename Program::Composition &composition;
  Random &random;
  Witness &seen;
  ThresholdTests &thresholds;
  std::vector<Enclosure> rows = std::vector<Enclosure>(Program::charges.size(), Rational());
  std::array<bool, Program::values> isKnown{};
  std::uint64_t runs = 0;
};

/// Draws the sample of a run from records, and knows by the same bits which of them are in it.
template <class Program> class SampledRecords {
public:
  using Sample = typename Program::Sample;

  /// Throws a Failure if a record is taken that no data may hold, or one is refused that they may.
  typename Sample::Answers draw(const typename Program::Public &p, const typename Sample::Public &s,
                                std::size_t group, typename Program::Composition &composition,
                                Random &random) {
    const auto coin = coinOf(Program::probability(p));
    typename Sample::Answers sums(s);
    auto data = composition.data();
    for (const auto &alone : Sample::records) {
      if (alone.group != group)
        continue;
      ChosenBits bits = bitsFor(coin, random), own = bits;
      const bool isIn = alone.answers && coin.sample(own);
      const auto added = data.add(Program::recordOf(alone.record), bits);
      if (added.has_value() != (alone.answers != nullptr))
        fail(alone.record,
             added ? "is taken, where no data may hold it" : "is refused: " + added.error().message);
      if (own.asked() != bits.asked())
        fail(alone.record, "takes other bits than its coin does");
      (isIn ? kept : left) += alone.answers != nullptr;
      if (isIn)
        addAnswers<Sample>(sums, Sample::answersOf(s, alone.answers));
    }
    if (const auto stored = composition.keep(std::move(data)); !stored)
      throw Failure{"records", "the sample is not kept: " + stored.error().message, {}};
    return sums;
  }

  std::uint64_t kept = 0, left = 0;

private:
  static RationalCoin coinOf(const Rational &probability) {
    auto coin = RationalCoin::create(probability);
    if (!coin)
      throw Failure{"records", "the probability of the sample: " + coin.error().message, {}};
    return *std::move(coin);
  }
  static EnclosedCoin coinOf(const Enclosure &probability) { return EnclosedCoin(probability); }
  static ChosenBits bitsFor(const RationalCoin &, Random &random) { return {{}, random.next_u64()}; }
  static ChosenBits bitsFor(const EnclosedCoin &coin, Random &random) { return coin.chosen(random); }

  [[noreturn]] static void fail(const std::string &record, const std::string &what) {
    throw Failure{"records", "the record `" + record + "` " + what, {}};
  }
};

/// Of a composition whose parts run on all records.
struct NoSample {};

template <class Program, class Witness = NoWitness> class CompositionReplayer {
public:
  explicit CompositionReplayer(const Request &request) : seed(request.seed), wanted(request.runs) {}

  /// All runs. Throws a Failure where one does not pass.
  void follow() {
    while (runs < wanted)
      withParameters();
  }

  /// The exit code: 0 if every run passed.
  int run() {
    try {
      follow();
    } catch (const Failure &failure) {
      std::printf("%s: replay failed: %s\n  %s\n%s", Program::composition,
                  std::string(failure.condition).c_str(), failure.description.c_str(), failure.scene.c_str());
      std::printf("  seed: %llu, run: %llu\n", number(seed), number(runs));
      return 3;
    }
    std::printf("%s: %llu runs passed\n", Program::composition, number(runs));
    std::printf("  parts: %llu runs, %llu sets of parameters\n", number(partsRun), number(parameterSets));
    if constexpr (Program::isSampled)
      std::printf("  records: %llu in a sample and %llu left out, as their coins say\n", number(records.kept),
                  number(records.left));
    if constexpr (Program::hasDefinitions)
      std::printf("  scales that are logarithms: %llu samplers, each digit exactly; refused: %llu sets of "
                  "parameters\n",
                  number(thresholds.count()), number(refused));
    std::printf("  seed: %llu\n", number(seed));
    return 0;
  }

private:
  using Public = typename Program::Public;
  static constexpr int runsOfParameters = 20;

  static unsigned long long number(std::uint64_t value) { return value; }

  void withParameters() {
    for (int guess = 0; guess < 8; ++guess)
      testRefusal(Program::chooseFreely(random));
    constexpr int attempts = 20'000;
    for (int attempt = 0; attempt < attempts; ++attempt) {
      if constexpr (Program::isSampled) {
        const std::size_t group = random.below(Program::Sample::groups.size());
        const auto chosen = Program::Sample::parametersOf(Program::Sample::groups[group].parameters);
        if (const Public p = Program::publicOf(chosen); meetsPremises<Program>(p))
          return replayRuns(p, [&](Public &known, auto &composition, auto &follower) {
            const auto sums = records.draw(known, chosen, group, composition, random);
            Program::parts(composition, known, &sums, follower);
          });
      } else if (const auto p = parameters(attempt); p && isShort(*p)) {
        return replayRuns(*p, [&](Public &known, auto &composition, auto &follower) {
          Program::parts(composition, known, static_cast<const NoSample *>(nullptr), follower);
        });
      }
    }
    throw Failure{"premises", "no parameters were found that satisfy `requires`", {}};
  }

  /// Premises may couple parameters so that random ones never meet them, and then those that are changed
  /// until they do may have long arrays.
  std::optional<Public> parameters(int attempt) {
    constexpr int withoutSearch = 2'000, steps = 2'000;
    Public p = Program::chooseFreely(random);
    if (meetsPremises<Program>(p))
      return p;
    if (attempt < withoutSearch)
      return std::nullopt;
    return search<Program>(std::move(p), Program::premises.size(), Sizes::Any, steps, random);
  }
  static bool isShort(const Public &p) {
    try {
      static_cast<void>(typename Program::Answers(p));
      return true;
    } catch (const Undefined &) {
      return false;
    }
  }

  void testRefusal(const Public &p) const {
    if (!meetsPremises<Program>(p) && Program::create(p, runtime::Ledger::unaccounted()))
      throw Failure{"premises", "the composition accepts parameters that `requires` excludes",
                    "  parameters: " + Program::text(p) + "\n"};
  }

  template <class Parts> void replayRuns(const Public &p, Parts parts) {
    if (isBeyondSamplers(p))
      return;
    ++parameterSets;
    for (int i = 0; i < runsOfParameters && runs < wanted; ++i, ++runs)
      try {
        replay(p, parts);
      } catch (Failure &failure) {
        failure.scene = "  composition: " + Program::text(p) + "\n" + failure.scene;
        throw;
      } catch (const Undefined &undefined) {
        throw Failure{"defined", undefined.why, "  composition: " + Program::text(p) + "\n"};
      }
  }

  /// Samplers of logarithms, and powers of e, have limits that no premise speaks of. That few parameters are
  /// beyond them is all that is tested of where they lie.
  bool isBeyondSamplers(const Public &p) {
    if constexpr (Program::hasDefinitions) {
      const auto made = Program::create(p, runtime::Ledger::unaccounted());
      if (made)
        return false;
      if (++refused > 100 + 10 * parameterSets)
        throw Failure{"premises", "the composition is refused: " + made.error().message,
                      "  composition: " + Program::text(p) + "\n"};
      return true;
    }
    return false;
  }

  /// Of a ledger for one run: the claim, or, where something is a logarithm, what the object asks for.
  static Rational budgetFor(const Public &p) {
    if constexpr (!Program::hasPrice) {
      return Rational(1'000'000);
    } else if constexpr (Program::hasDefinitions) {
      const Rational price = Program::priceOf(*Program::create(p, runtime::Ledger::unaccounted()));
      // Parts that pay one by one are rounded up, also where the claim is a fraction.
      const bool isOneByOne = !Program::isSampled && Enclosure(Program::epsilon(p)).exactly();
      return isOneByOne ? price + Rational(1) / Rational(Wide{1} << 39) : price;
    } else {
      return greatest<Rational>(Rational(), Program::epsilon(p));
    }
  }

  template <class Parts> void replay(Public p, Parts parts) {
    const Rational most = budgetFor(p);
    const auto ledger = runtime::Ledger::create({{"data", most}});
    auto composition = Program::create(p, *ledger->budget("data"));
    if (!composition)
      throw Failure{"premises", "the composition is refused: " + composition.error().message, {}};
    const Rational price = Program::priceOf(*composition);
    if constexpr (Program::hasPrice) {
      const Enclosure claim = Program::epsilon(p);
      if (!isRoundedUp(price, claim.exactly() ? greatest<Rational>(Rational(), *claim.exactly()) : claim))
        throw Failure{"price", "the claim is " + textOf(claim) + ", and the object says " + price.text(), {}};
    }
    ComposedFollower<Program, Witness> follower(*composition, random, witness, thresholds);
    parts(p, *composition, follower);
    if (!composition->finished())
      throw Failure{"translation", "part " + std::to_string(composition->next()) + " is left", {}};
    // The first part pays for all that a sample hides.
    const Enclosure due =
        Program::isSampled ? Enclosure(follower.partsRun() == 0 ? Rational() : price) : follower.paid();
    if (const Rational left = ledger->remaining("data").value(); !isRoundedUp(most - left, due))
      throw Failure{"price",
                    "of " + most.text() + " are left " + left.text() + " where " + textOf(due) +
                        " is to be paid",
                    {}};
    partsRun += follower.partsRun();
  }

  const std::uint64_t seed, wanted;
  Random random{seed};
  Witness witness;
  ThresholdTests thresholds;
  std::uint64_t runs = 0, partsRun = 0, parameterSets = 0;
  /// Sets of parameters that no sampler takes.
  std::uint64_t refused = 0;
  static auto recordsOf() {
    if constexpr (Program::isSampled)
      return SampledRecords<Program>();
    else
      return NoSample();
  }
  decltype(recordsOf()) records{};
};

template <class Program> int mainOfComposition(int argc, char **argv) {
  return mainOf(argc, argv,
                [](const Request &request) { return CompositionReplayer<Program>(request).run(); });
}

} // namespace plumb::runtime::replay

#endif // PLUMB_RUNTIME_REPLAY_COMPOSITION_REPLAYER_H
