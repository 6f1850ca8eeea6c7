// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// Aligned replay of a compiled mechanism: runs it on D with noise and on D' with the aligned noise,
/// and looks whether what was proved holds.

#ifndef PLUMB_RUNTIME_REPLAY_REPLAYER_H
#define PLUMB_RUNTIME_REPLAY_REPLAYER_H

#include "plumb/runtime/replay/command_line.h"
#include "plumb/runtime/replay/counting.h"
#include "plumb/runtime/replay/data.h"
#include "plumb/runtime/replay/explorer.h"
#include "plumb/runtime/replay/law_test.h"
#include "plumb/runtime/replay/releases.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace plumb::runtime::replay {

/// The program's run on D', fed what the alignments make of its run on D.
template <class Program> class Aligner : public Unwatched {
public:
  Aligner(const Subject<Program> &of, const typename Program::Answers &data, const First<Program> &before)
      : subject(of), answers(data), first(before), shifts(Program::statements) {}

  Int draw(std::size_t statement, Indices iteration, const typename Program::State &state) {
    const std::size_t place = tape.size();
    if (place == first.draws.size() || first.draws[place].statement != statement ||
        first.draws[place].iteration != iteration)
      throw Failure{"same samples",
                    std::string("run 2 draws `") + Program::samples[statement] + "`, where run 1 does not",
                    {}};
    Int value;
    try {
      value = Program::aligned(statement, subject.parameters, first, {answers, state}, place);
    } catch (const Undefined &undefined) {
      throw Failure{"defined", std::string("the alignment: ") + undefined.why, {}};
    }
    const Int before = first.draws[place].value;
    shifts[statement] = shifts[statement] + absolute(value - before);
    tape.push_back(value.wide());
    if (!inSupport(Program::laws[statement], value.wide()))
      throw Failure{"support",
                    std::string("the alignment moves `") + Program::samples[statement] + "` from " +
                        before.text() + " to " + value.text() + ", outside the support of its law",
                    {}};
    return value;
  }

  const Values &aligned() const { return tape; }
  /// Throws a Failure if run 2 ended before run 1.
  void checkLength() const {
    if (tape.size() < first.draws.size())
      throw Failure{"same samples",
                    std::string("run 1 draws `") + Program::samples[first.draws[tape.size()].statement] +
                        "`, where run 2 does not",
                    {}};
  }
  /// What the shifts cost.
  Rational cost() const {
    Rational sum;
    for (std::size_t statement = 0; statement < Program::statements; ++statement)
      if (shifts[statement] != 0)
        sum += Rational(shifts[statement].wide()) / subject.scales[statement];
    return sum;
  }

private:
  const Subject<Program> &subject;
  const typename Program::Answers &answers;
  const First<Program> &first;
  std::vector<Int> shifts;
  Values tape;
};

/// Replays the compiled mechanism of \p Program.
template <class Program> class Replayer {
public:
  explicit Replayer(const Request &request)
      : seed(request.seed), wanted(request.runs), laws(random, request.samplers) {}

  /// The exit code: 0 if every run passed.
  int run() {
    try {
      explorer.explore(400 + wanted / 8);
      while (runs < wanted)
        withParameters();
    } catch (const Failure &failure) {
      std::printf("%s: replay failed: %s\n", Program::mechanism, std::string(failure.condition).c_str());
      std::printf("  %s\n%s", failure.description.c_str(), failure.scene.c_str());
      std::printf("  seed: %llu, run: %llu\n", number(seed), number(runs));
      return 3;
    }
    std::printf("%s: %llu runs passed\n", Program::mechanism, number(runs));
    std::printf("  distinct tapes: %llu, all still distinct when aligned\n", number(distinct));
    std::printf("  neighbours: %llu pairs, %llu of them with different answers, %llu sets of parameters\n",
                number(pairs), number(differing), number(parameterSets));
    std::printf("  largest cost: %s of the claimed epsilon\n", largestShare.text().c_str());
    if constexpr (Program::hasData)
      std::printf("  records: %llu counted and %llu refused, as the program says\n",
                  number(counting.counted()), number(counting.refused()));
    if constexpr (Program::hasSteps)
      std::printf("  in steps: %llu runs, saved and restored on the way\n", number(stepped));
    std::printf("  on other data: %llu runs, with up to %s iterations\n", number(explorer.runs()),
                explorer.longest().text().c_str());
    std::printf("  covered: %s\n", explorer.coverage().c_str());
    for (const std::string &line : explorer.missing())
      std::printf("  not covered: %s\n", line.c_str());
    std::printf("  samplers: %zu compared with their laws\n", laws.count());
    std::printf("  seed: %llu\n", number(seed));
    return 0;
  }

private:
  using Public = typename Program::Public;
  using Answers = typename Program::Answers;
  struct Hash {
    std::size_t operator()(const Values &values) const {
      std::uint64_t hash = 0xcbf29ce484222325;
      for (Wide value : values)
        for (std::uint64_t part :
             {static_cast<std::uint64_t>(value), static_cast<std::uint64_t>(value >> 64)})
          hash = (hash ^ part) * 0x100000001b3 ^ (hash >> 29);
      return hash;
    }
  };

  /// Runs of one pair of neighbours, pairs of one set of parameters; one of so many runs is taken in steps.
  static constexpr int runsOfPair = 40, pairsOfParameters = 25, runsOfSteps = 10;

  static unsigned long long number(std::uint64_t value) { return value; }

  void withParameters() {
    for (int guess = 0; guess < 8; ++guess)
      testRefusal(Program::choose(random));
    std::string refusal;
    constexpr int attempts = 20'000, ofStarts = 1'000;
    for (int attempt = 0; attempt < attempts + ofStarts; ++attempt) {
      // Premises may couple parameters so that random ones never meet them.
      const bool isGuess = attempt < attempts || Program::starts.empty() || Program::hasTable;
      const Public chosen =
          isGuess ? Program::choose(random)
                  : Program::parametersOf(Program::starts[random.below(Program::starts.size())].parameters);
      if (!meetsPremises<Program>(chosen) || !holds(Program::hasSizes, chosen))
        continue;
      if (auto built = Program::create(chosen)) {
        Subject<Program> subject(chosen, *std::move(built));
        return replayPairs(subject);
      } else {
        refusal = built.error().message;
      }
    }
    throw Failure{"premises",
                  refusal.empty() ? "no parameters were found that satisfy `requires`"
                                  : "the constructor refuses all parameters: " + refusal,
                  {}};
  }

  void testRefusal(const Public &p) const {
    if (!meetsPremises<Program>(p) && Program::create(p))
      throw Failure{"premises", "the constructor accepts parameters that `requires` excludes",
                    "  parameters: " + Program::text(p) + "\n"};
  }

  void replayPairs(Subject<Program> &subject) {
    ++parameterSets;
    for (int pair = 0; pair < pairsOfParameters && runs < wanted; ++pair) {
      Answers first(subject.parameters), second(subject.parameters);
      if (!chooseNeighbours(subject.parameters, first, second))
        break;
      ++pairs;
      differing += Program::text(first) != Program::text(second);
      if (pair == 0)
        at(subject.scene(first), [&] {
          releases.check(subject, first);
          if constexpr (Program::hasData)
            counting.check(subject, subject.compiled);
        });
      replayRuns(subject, first, second);
    }
    laws.check(subject);
  }

  /// A bound that is undefined allows no difference, and no neighbours.
  bool chooseNeighbours(const Public &p, Answers &first, Answers &second) {
    try {
      return Program::neighbours(p, random, first, second);
    } catch (const Undefined &) {
      return false;
    }
  }

  /// What \p check throws, with \p scene, and what is undefined as a failure.
  template <class Check> static void at(const std::string &scene, Check check) {
    try {
      check();
    } catch (Failure &failure) {
      failure.scene = scene;
      throw;
    } catch (const Undefined &undefined) {
      throw Failure{"defined", undefined.why, scene};
    }
  }

  void replayRuns(Subject<Program> &subject, const Answers &first, const Answers &second) {
    seen.clear();
    Values tape;
    for (int i = 0; i < runsOfPair && runs < wanted; ++i) {
      ++runs;
      // Beside tapes as they are drawn: the one before with another number in it, which meets ties, and
      // tapes that differ in one place.
      if (i % 3 == 2 && !tape.empty())
        tape[random.below(tape.size())] += random.truth() ? 1 : -1;
      else
        tape.clear();
      replay(subject, first, second, tape);
    }
    distinct += seen.size();
  }

  /// \p tape comes with the first of the noise, and leaves with all of it.
  void replay(Subject<Program> &subject, const Answers &answers, const Answers &answersPrimed, Values &tape) {
    const Values prefix = tape;
    Values aligned;
    const char *where = "run 1";
    try {
      Tape recording(prefix, &random);
      const Published published = publishedBy(subject, answers, recording);
      tape = valuesOf(recording.drawn());
      const First<Program> first = follow(subject, answers, recording.drawn(), published);
      if constexpr (Program::hasSteps)
        if (runs % runsOfSteps == 1) {
          compareSteps(subject, answers, recording.drawn(), published, random);
          ++stepped;
        }
      where = "run 2";
      aligned = replaySecond(subject, answersPrimed, recording, published, first);
    } catch (const Undefined &undefined) {
      throw Failure{"defined", std::string(where) + ": " + undefined.why,
                    sceneOf(subject, answers, answersPrimed, tape)};
    } catch (Failure &failure) {
      failure.scene = sceneOf(subject, answers, answersPrimed, tape);
      throw;
    }
    // Under one D, D' and output an alignment loses nothing; and equal aligned tapes mean equal outputs.
    const auto [known, isNew] = seen.emplace(aligned, tape);
    if (!isNew && known->second != tape)
      throw Failure{"distinct",
                    "the noise " + list(known->second) + " and the noise " + list(tape) +
                        " become the same when aligned",
                    sceneOf(subject, answers, answersPrimed, tape)};
  }

  static std::string sceneOf(const Subject<Program> &subject, const Answers &first, const Answers &second,
                             const Values &tape) {
    return subject.scene(first) + "  D': " + Program::text(second) + "\n  noise: " + list(tape) + "\n";
  }

  /// The runs on D' with the aligned noise, which is returned.
  Values replaySecond(Subject<Program> &subject, const Answers &answers, const Tape &before,
                      const Published &published, const First<Program> &first) {
    Aligner<Program> aligner(subject, answers, first);
    typename Program::State state(subject.parameters);
    Published reference(Program::transcripts);
    Program::reference(subject.parameters, answers, state, reference, aligner);
    aligner.checkLength();

    Tape feeding(aligner.aligned(), nullptr);
    const Published again = publishedBy(subject, answers, feeding);
    bool hasSameDraws = !feeding.wasShort() &&
                        std::equal(before.drawn().begin(), before.drawn().end(), feeding.drawn().begin(),
                                   feeding.drawn().end(),
                                   [](const Drawn &a, const Drawn &b) { return a.source == b.source; });
    const std::string alignedNoise = ", with the aligned noise " + list(aligner.aligned());
    if (again != published)
      throw Failure{"outputs",
                    "run 1 publishes " + Program::text(published) + ", and run 2 " + Program::text(again) +
                        alignedNoise,
                    {}};
    if (!hasSameDraws)
      throw Failure{"same samples", "the compiled runs do not draw the same samples in the same order", {}};
    if (again != Program::released(reference))
      throw Failure{"translation",
                    "on D' the compiled code publishes " + Program::text(again) + ", and the program " +
                        Program::text(Program::released(reference)) + alignedNoise,
                    {}};
    if (reference != first.published)
      throw Failure{"outputs",
                    "the program on D announces " + Program::text(first.published) + ", and on D' " +
                        Program::text(reference) + alignedNoise,
                    {}};
    checkCost(subject, aligner.cost());
    return aligner.aligned();
  }

  void checkCost(const Subject<Program> &subject, const Rational &cost) {
    if (cost > subject.epsilon)
      throw Failure{
          "cost", "the shifts cost " + cost.text() + ", more than the claimed " + subject.epsilon.text(), {}};
    if (subject.epsilon > 0 && cost > largestShare * subject.epsilon)
      largestShare = cost / subject.epsilon;
  }

  const std::uint64_t seed, wanted;
  Random random{seed};
  Releases<Program> releases{random};
  Counting<Program> counting;
  LawTests laws;
  Explorer<Program> explorer{random, laws};
  std::uint64_t runs = 0, distinct = 0, pairs = 0, differing = 0, parameterSets = 0, stepped = 0;
  Rational largestShare;
  /// Of one pair: by aligned tapes.
  std::unordered_map<Values, Values, Hash> seen;
};

template <class Program> int mainOf(int argc, char **argv) {
  return mainOf(argc, argv, [](const Request &request) { return Replayer<Program>(request).run(); });
}

} // namespace plumb::runtime::replay

#endif // PLUMB_RUNTIME_REPLAY_REPLAYER_H
