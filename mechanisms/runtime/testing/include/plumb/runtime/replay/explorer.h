// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// Runs that go every way of a program.
///
/// Whether compiled code does what its program does needs no neighbours. So parameters, answers and noise are
/// chosen freely here: long arrays, numbers in a row and at the ends of their ranges, and what comes nearest
/// to where no run has been is changed until one gets there (many objectives at once, as in Arcuri, 2017).

#ifndef PLUMB_RUNTIME_REPLAY_EXPLORER_H
#define PLUMB_RUNTIME_REPLAY_EXPLORER_H

#include "plumb/runtime/replay/coverage.h"
#include "plumb/runtime/replay/data.h"
#include "plumb/runtime/replay/law_test.h"
#include "plumb/runtime/replay/releases.h"
#include "plumb/runtime/replay/search.h"

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace plumb::runtime::replay {

/// Noise that no sampler has drawn: the numbers of a tape, and then any in the support of the law.
class Improvisation {
public:
  /// \param isNeverZero so that noise that is left out shows
  Improvisation(Values &values, Random &choices, Int &next, bool isNeverZero)
      : tape(values), random(choices), row(next), isLoud(isNeverZero) {}

  Int draw(Law law, const Rational &scale) {
    const bool isFresh = place == tape.size();
    if (isFresh)
      tape.push_back(audible(any(scale)).wide());
    Wide &value = tape[place++];
    if (!inSupport(law, value) || (isTwoSided(law) && isFresh && random.truth()))
      value = -value;
    return value;
  }

private:
  Int audible(Int value) { return isLoud && value == 0 ? random.between(1, 8) : value; }
  Int any(const Rational &scale) {
    if (isQuiet)
      return random.between(0, 1);
    switch (random.below(8)) {
    case 0:
      return 0;
    case 1:
      row = row < 20'000 ? row + 1 : Int(0);
      return row;
    case 2:
      return random.between(0, Wide{1} << random.below(24));
    case 3:
      return scale < (Wide{1} << 40) ? random.between(0, static_cast<Wide>(4 * estimate(scale)) + 1) : Int(0);
    default:
      return random.between(0, 8);
    }
  }

  Values &tape;
  Random &random;
  /// Numbers that come one after the other, over all runs.
  Int &row;
  std::size_t place = 0;
  bool isLoud;
  bool isQuiet = random.oneIn(3);
};

template <class Program> class Explorer {
public:
  using Public = typename Program::Public;
  using Answers = typename Program::Answers;

  Explorer(Random &choices, LawTests &ofSamplers)
      : random(choices), laws(ofSamplers), met(Program::points), nearest(Program::points.size() * mostWays),
        isBroken(Program::premises.size()), triesToBreak(Program::premises.size()) {}

  /// Throws a Failure.
  void explore(std::uint64_t wanted) {
    for (std::size_t premise = 0; premise < Program::breaking.size(); ++premise)
      if (Program::breaking[premise])
        breakAlone(premise, Program::breaking[premise]);
    for (const Start &start : Program::starts)
      if (std::optional<Input> input = begin(start))
        attempt(*std::move(input));
    for (std::uint64_t i = 0; i < wanted; ++i) {
      std::optional<Input> input = next();
      if (!input)
        return;
      attempt(*std::move(input));
    }
  }

  std::uint64_t runs() const { return done; }
  Int longest() const { return mostIterations; }
  /// "branches 4 of 4, ..., premises 3 of 3"
  std::string coverage() const {
    std::string text = met.text();
    const auto broken = std::count(isBroken.begin(), isBroken.end(), true);
    if (!isBroken.empty())
      text += (text.empty() ? "" : ", ") + std::string("premises ") + std::to_string(broken) + " of " +
              std::to_string(isBroken.size());
    return text;
  }
  std::vector<std::string> missing() const {
    std::vector<std::string> lines = met.missing();
    for (std::size_t i = 0; i < isBroken.size(); ++i)
      if (!isBroken[i])
        lines.push_back(std::string("`requires ") + Program::premises[i] + "` never fails alone");
    return lines;
  }

private:
  struct Input {
    std::shared_ptr<Subject<Program>> subject;
    Answers answers;
    Values tape;
    /// The answers go on with `row`.
    bool isInRow = false;
  };
  struct Near {
    double gap;
    Input input;
  };

  /// Watches one run of the program.
  class Observer {
  public:
    Observer(Explorer &of, Input &with)
        : explorer(of), input(with), noise(with.tape, of.random, of.noiseRow, with.isInRow),
          gaps(of.nearest.size(), std::numeric_limits<double>::infinity()) {}

    Int draw(std::size_t statement, const Indices &, const typename Program::State &) {
      ++drawn;
      hasDrawn = true;
      return noise.draw(Program::laws[statement], input.subject->scales[statement]);
    }
    bool decide(std::size_t point, bool holds) {
      meet(point, holds);
      return holds;
    }
    void iterate(std::size_t point, Int behind) {
      constexpr int tooMany = 5'000;
      if (++iterations > tooMany)
        throw Undefined{"a run is too long to be tried"};
      explorer.mostIterations = greatest(explorer.mostIterations, behind + 1);
      meet(point, behind > 0);
      endIteration(point);
      loop = point;
      hasDrawn = false;
    }
    void publish(std::size_t point) { meet(point, 0); }
    template <class Number> int compare(std::size_t point, const Number &a, const Number &b) {
      const int order = Unwatched().compare(point, a, b);
      meet(point, static_cast<std::size_t>(order + 1));
      const Gap toLess = below(a, b), toMore = below(b, a), toTie = equal(a, b);
      near(point, 0, toLess.toTrue);
      near(point, 1, toTie.toTrue);
      near(point, 2, toMore.toTrue);
      return order;
    }

    bool hasNews() const { return isNew; }
    std::size_t draws() const { return drawn; }
    /// How many iterations in a row have drawn, from the first one on.
    std::size_t iterationsWithDraws() {
      endIteration(std::nullopt);
      return inARow;
    }
    double gap(std::size_t target) const { return gaps[target]; }

  private:
    /// What comes next is an iteration of the loop \p next. One that only holds another loop is none.
    void endIteration(std::optional<std::size_t> next) {
      if (!loop || hasSkipped)
        return;
      inARow += hasDrawn;
      hasSkipped = !hasDrawn && next == loop;
    }
    void meet(std::size_t point, std::size_t way) { isNew = explorer.met.meet(point, way) || isNew; }
    void near(std::size_t point, std::size_t way, double gap) {
      double &least = gaps[point * mostWays + way];
      least = std::min(least, gap);
    }

    Explorer &explorer;
    Input &input;
    Improvisation noise;
    std::vector<double> gaps;
    int iterations = 0;
    std::size_t drawn = 0;
    bool isNew = false;
    /// Of the iteration that runs.
    std::optional<std::size_t> loop;
    bool hasDrawn = false;
    std::size_t inARow = 0;
    bool hasSkipped = false;
  };

  bool isMet(std::size_t target) const { return met.isMet(target / mostWays, target % mostWays); }

  /// Nothing if the compiled code does not take the parameters.
  static std::optional<Input> begin(const Start &start) {
    try {
      Public p = Program::parametersOf(start.parameters);
      auto subject = subjectOf(p);
      if (!subject)
        return std::nullopt;
      Input input{std::move(subject), Answers(p), {}};
      Reader answers(start.answers), noise(start.noise);
      for (std::span<Int> each : spansOf(input.answers))
        for (Int &answer : each)
          answer = answers.number();
      while (!noise.isAtEnd())
        input.tape.push_back(noise.number().wide());
      return input;
    } catch (const Undefined &) {
      return std::nullopt;
    }
  }

  /// Nothing if no parameters are found.
  std::optional<Input> next() {
    switch (random.below(8)) {
    case 0:
      if (auto input = nearTarget())
        return input;
      break;
    case 1:
      if (!finders.empty())
        return changedInput(finders[random.below(finders.size())]);
      break;
    default:
      break;
    }
    return fresh();
  }

  /// The nearest to some way that no run has gone, changed.
  std::optional<Input> nearTarget() {
    std::vector<std::size_t> targets;
    for (std::size_t target = 0; target < nearest.size(); ++target)
      if (nearest[target] && !isMet(target))
        targets.push_back(target);
    if (targets.empty())
      return std::nullopt;
    return changedInput(nearest[targets[random.below(targets.size())]]->input);
  }

  std::optional<Input> fresh() {
    constexpr std::uint64_t runsOfParameters = 12;
    if (!current || random.oneIn(runsOfParameters)) {
      if (current)
        laws.check(*current);
      current = freshSubject();
      if (current)
        checkPrice(*current);
    }
    if (!current)
      return std::nullopt;
    Input input{current, Answers(current->parameters), {}};
    fill(input);
    return input;
  }

  void checkPrice(const Subject<Program> &subject) {
    const Answers answers(subject.parameters);
    try {
      releases.checkPrice(subject, answers);
    } catch (Failure &failure) {
      failure.scene = subject.scene(answers);
      throw;
    }
  }

  /// Parameters that satisfy the premises, with long arrays as often as not.
  std::shared_ptr<Subject<Program>> freshSubject() {
    constexpr int attempts = 200, steps = 4'000;
    for (int i = 0; i < attempts; ++i)
      try {
        constexpr std::uint64_t ofStarts = 16;
        Public p =
            !Program::starts.empty() && random.oneIn(ofStarts)
                ? Program::parametersOf(Program::starts[random.below(Program::starts.size())].parameters)
                : Program::chooseFreely(random);
        if (random.oneIn(4))
          Program::eachParameter(p, [&]<class Parameter>(Parameter &parameter) {
            if constexpr (std::same_as<Parameter, Rational>)
              parameter /= std::array<Wide, 3>{1'000, 1'000'000, Wide{1} << 40}[random.below(3)];
          });
        const bool isWide = random.truth();
        if (isWide)
          widen(p);
        const auto found = search<Program>(std::move(p), Program::premises.size(),
                                           isWide ? Sizes::Kept : Sizes::Any, steps, random);
        if (!found || !holds(Program::hasSizes, *found))
          continue;
        checkRefusals(*found);
        if (auto subject = subjectOf(*found))
          return subject;
      } catch (const Undefined &) {
      }
    return nullptr;
  }

  /// Null if the compiled code refuses, or the answers would be too many.
  static std::shared_ptr<Subject<Program>> subjectOf(const Public &p) {
    static_cast<void>(Answers(p));
    auto built = Program::create(p);
    return built ? std::make_shared<Subject<Program>>(p, *std::move(built)) : nullptr;
  }

  void widen(Public &p) {
    std::size_t sizes = 0, place = 0;
    Program::eachSize(p, [&](Int &) { ++sizes; });
    if (sizes == 0)
      return;
    const std::size_t which = random.below(sizes);
    Program::eachSize(p, [&](Int &size) {
      if (place++ == which)
        size = random.between(7, 64);
    });
    Program::resize(p);
  }

  /// Near \p p each premise fails once, the others hold, and then the constructor has to refuse; and arrays
  /// of other lengths than declared.
  void checkRefusals(const Public &p) {
    constexpr int steps = 1'500, mostTries = 6, often = 3;
    for (std::size_t premise = 0; premise < Program::premises.size(); ++premise) {
      if (!isBroken[premise] && triesToBreak[premise]++ == mostTries)
        continue;
      for (int i = 0; i < often; ++i)
        if (const auto broken = search<Program>(p, premise, Sizes::Any, steps, random)) {
          isBroken[premise] = true;
          checkBroken(*broken, premise);
        } else {
          break;
        }
    }
    const auto visit = [](auto &parameters, auto each) { Program::eachParameter(parameters, each); };
    for (const Public &misfit : misfitsOf(p, visit))
      checkRefused(misfit, "an array that is longer or shorter than declared");
  }
  /// The same with parameters that were found before.
  void breakAlone(std::size_t premise, const char *line) {
    try {
      const Public p = Program::parametersOf(line);
      if (!breaksOnly<Program>(p, premise))
        return;
      isBroken[premise] = true;
      checkBroken(p, premise);
    } catch (const Undefined &) {
    }
  }
  static void checkBroken(const Public &p, std::size_t premise) {
    checkRefused(p, std::string("parameters for which `") + Program::premises[premise] + "` is false");
  }
  static void checkRefused(const Public &p, const std::string &what) {
    if (Program::create(p))
      throw Failure{"premises", "the constructor accepts " + what,
                    "  parameters: " + Program::text(p) + "\n"};
  }

  static std::vector<std::span<Int>> spansOf(Answers &answers) {
    std::vector<std::span<Int>> spans;
    Program::eachQuery(answers, [&](auto &answer) { spans.push_back(each(answer)); });
    return spans;
  }

  void fill(Input &input) {
    const std::uint64_t kind = random.below(8);
    input.isInRow = kind < 4;
    // Mostly on one side of all thresholds: such runs stop late.
    const Int aside = random.truth() ? 100'000 : -100'000;
    const Int centre = random.oneIn(4) ? random.between(-1000, 1000) : Int(0);
    // Sums of extremes leave every machine word, unless they cancel.
    const bool isOneSided = random.truth();
    const Int end = (random.truth() ? 1 : -1) * Int(Wide{1} << 62);
    Int place = 0;
    for (std::span<Int> answers : spansOf(input.answers))
      for (Int &answer : answers) {
        place = place + 1;
        switch (kind) {
        case 0:
        case 1:
        case 2:
        case 3:
          answer = row + place;
          break;
        case 4:
          answer = isOneSided ? end : extreme();
          break;
        case 5:
          answer = random.between(-1000, 1000);
          break;
        case 6:
          answer = random.oneIn(8) ? random.between(-3, 6) : aside;
          break;
        default:
          answer = centre + random.between(-3, 6);
          break;
        }
      }
  }
  Int extreme() {
    const Int power = Wide{1} << random.below(63), number = power + random.between(-1, 1);
    const Int size = least(number, Int(Wide{1} << 62));
    return random.truth() ? size : -size;
  }

  Input changedInput(const Input &input) {
    Input other = input;
    other.isInRow = false;
    for (std::uint64_t times = 1 + random.below(3); times != 0; --times)
      switch (random.below(5)) {
      case 0:
        changeParameters(other);
        break;
      case 1:
      case 2:
        changeAnswer(other);
        break;
      default:
        if (!other.tape.empty())
          other.tape[random.below(other.tape.size())] = another(other).wide();
        break;
      }
    return other;
  }

  void changeParameters(Input &input) {
    try {
      Public p = input.subject->parameters;
      changeOne<Program>(p, Sizes::Any, random);
      if (!meetsPremises<Program>(p))
        return;
      auto subject = subjectOf(p);
      if (!subject)
        return;
      Answers answers(p);
      const auto from = spansOf(input.answers), to = spansOf(answers);
      for (std::size_t i = 0; i < to.size(); ++i)
        std::copy_n(from[i].begin(), std::min(from[i].size(), to[i].size()), to[i].begin());
      input.subject = std::move(subject);
      input.answers = std::move(answers);
    } catch (const Undefined &) {
    }
  }

  void changeAnswer(Input &input) {
    auto spans = spansOf(input.answers);
    if (spans.empty())
      return;
    const std::span<Int> answers = spans[random.below(spans.size())];
    if (!answers.empty())
      answers[random.below(answers.size())] = another(input);
  }

  /// A number of the input, changed; or the difference of two of them, which makes sums tie.
  Int another(Input &input) {
    std::vector<Int> numbers{0};
    for (std::span<Int> answers : spansOf(input.answers))
      numbers.insert(numbers.end(), answers.begin(), answers.end());
    for (Wide value : input.tape)
      numbers.push_back(value);
    Program::eachParameter(input.subject->parameters, [&]<class Parameter>(Parameter &parameter) {
      if constexpr (std::same_as<Parameter, Int>)
        numbers.push_back(parameter);
      if constexpr (std::same_as<Parameter, Array<Int>>)
        numbers.insert(numbers.end(), parameter.items.begin(), parameter.items.end());
    });
    const auto any = [&] { return numbers[random.below(numbers.size())]; };
    const Int number = random.truth() ? changed(any(), random) : any() - any() + random.between(-1, 1);
    const Int limit = Wide{1} << 62;
    return least(greatest(number, -limit), limit);
  }

  void attempt(Input input) {
    // Others are refused.
    Program::eachCount(input.answers, [](auto &answer) {
      for (Int &count : each(answer))
        if (count < 0)
          count = -count - 1;
    });
    Subject<Program> &subject = *input.subject;
    Observer observer(*this, input);
    try {
      typename Program::State state(subject.parameters);
      Published published(Program::transcripts);
      Program::reference(subject.parameters, input.answers, state, published, observer);
    } catch (const Undefined &) {
      // No records have such answers, or nothing is said of them.
      return;
    }
    ++done;
    input.tape.resize(observer.draws());
    if (input.isInRow)
      advanceRow(input, observer);
    try {
      compare(input, observer.hasNews());
    } catch (Failure &failure) {
      failure.scene = subject.scene(input.answers) + "  noise: " + list(input.tape) + "\n";
      throw;
    }
    keep(observer, input);
  }

  /// As far as each number was met by a draw: who stops or is silent has not looked at the rest.
  void advanceRow(Input &input, Observer &observer) {
    const auto spans = spansOf(input.answers);
    if (std::all_of(spans.begin(), spans.end(), [](std::span<Int> answers) { return answers.empty(); }))
      return;
    row = row < 40'000 ? row + Int(std::max<std::size_t>(observer.iterationsWithDraws(), 1)) : Int(-100);
  }

  void compare(const Input &input, bool isNew) {
    constexpr std::uint64_t runsOfSteps = 4;
    Subject<Program> &subject = *input.subject;
    Tape tape(input.tape, nullptr);
    const Published published = publishedBy(subject, input.answers, tape);
    follow(subject, input.answers, tape.drawn(), published);
    if constexpr (Program::hasSteps)
      if (isNew || random.oneIn(runsOfSteps))
        compareSteps(subject, input.answers, tape.drawn(), published, random);
  }

  void keep(const Observer &observer, const Input &input) {
    constexpr std::size_t most = 50;
    if (observer.hasNews()) {
      if (finders.size() == most)
        finders.erase(finders.begin());
      finders.push_back(input);
    }
    for (std::size_t target = 0; target < nearest.size(); ++target)
      if (isMet(target))
        nearest[target].reset();
      else if (const double gap = observer.gap(target);
               gap < (nearest[target] ? nearest[target]->gap : std::numeric_limits<double>::infinity()))
        nearest[target] = Near{gap, input};
  }

  Random &random;
  Releases<Program> releases{random};
  LawTests &laws;
  Coverage met;
  /// For each way of each point, until it is met.
  std::vector<std::optional<Near>> nearest;
  /// What has met something first.
  std::vector<Input> finders;
  std::vector<bool> isBroken;
  std::vector<int> triesToBreak;
  std::shared_ptr<Subject<Program>> current;
  std::uint64_t done = 0;
  Int mostIterations = 0;
  /// Numbers that come one after the other, over all runs.
  Int row = -100, noiseRow = 0;
};

} // namespace plumb::runtime::replay

#endif // PLUMB_RUNTIME_REPLAY_EXPLORER_H
