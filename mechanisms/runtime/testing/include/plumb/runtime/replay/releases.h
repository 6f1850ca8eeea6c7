// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// Releases as callers see them: what they cost, what they refuse, and where their randomness comes from.

#ifndef PLUMB_RUNTIME_REPLAY_RELEASES_H
#define PLUMB_RUNTIME_REPLAY_RELEASES_H

#include "plumb/runtime/ledger.h"
#include "plumb/runtime/replay/data.h"
#include "plumb/runtime/replay/steps.h"

#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace plumb::runtime::replay {

/// The logarithm of the probability of \p draw.
inline double logProbability(const Drawn &draw) {
  const double scale = draw.source->scaleEstimate(), q = std::exp(-1 / scale);
  const double distance = std::fabs(static_cast<double>(draw.value)) / scale;
  return std::log1p(-q) - (isTwoSided(draw.source->law) ? std::log1p(q) : 0) - distance;
}

/// Evidence against fresh randomness: for equal runs in a row, how unlikely they are.
class Repetition {
public:
  /// Throws a Failure if this is the same once more, where chance explains it with probability below 10^-15.
  ///
  /// If runs are independent, the product of 1 / P[draws] over equal runs in a row, and 0 where two differ,
  /// has expectation 1; so it reaches 10^15 with probability 10^-15 at most (Markov).
  void add(const std::vector<Drawn> &drawn) {
    double unlikely = 0;
    for (const Drawn &draw : drawn)
      unlikely -= logProbability(draw);
    const Values values = valuesOf(drawn);
    if (last)
      evidence = values == *last ? evidence + unlikely : 0;
    last = values;
    if (evidence > 15 * std::log(10.0))
      throw Failure{
          "randomness", "runs with bits of their own draw " + list(values) + " again and again", {}};
  }
  /// The next run is about something else.
  void forgetLast() { last.reset(); }

private:
  std::optional<Values> last;
  double evidence = 0;
};

/// The same answers or parameters, with one array too short or too long. \p visit as in a Program.
template <class Object, class Visit> std::vector<Object> misfitsOf(const Object &object, Visit visit) {
  std::vector<Object> misfits;
  std::size_t arrays = 0;
  const auto isArray = [](const auto &member) {
    return requires {
      member.items;
    };
  };
  visit(object, [&](const auto &member) { arrays += isArray(member); });
  for (std::size_t which = 0; which < 2 * arrays; ++which) {
    misfits.push_back(object);
    std::size_t place = 0;
    visit(misfits.back(), [&](auto &member) {
      if constexpr (requires { member.items; })
        if (place++ == which / 2)
          member.items.resize(which % 2 == 0 || member.items.empty() ? member.items.size() + 1
                                                                     : member.items.size() - 1);
    });
  }
  return misfits;
}

/// What is checked once for a set of parameters.
template <class Program> class Releases {
public:
  explicit Releases(Random &choices) : random(choices) {}

  /// Throws a Failure.
  void check(Subject<Program> &subject, const typename Program::Answers &answers) {
    checkPrice(subject, answers);
    checkMisfits(subject, answers);
    checkRandomness(subject, answers);
    if constexpr (Program::hasSteps) {
      checkIdentity(subject);
      checkFile(subject, answers);
    }
  }

  /// What a release takes off its budget, however it is asked for. Throws a Failure.
  void checkPrice(const Subject<Program> &subject, const typename Program::Answers &answers) {
    const Rational price = subject.price();
    if (subject.compiled.epsilon() != price)
      throw Failure{"price",
                    "the compiled code says that it costs " + subject.compiled.epsilon().text() +
                        ", and its proof " + price.text(),
                    {}};
    using runtime::Budget;
    checkPaid(price, "a run", [&](const Budget &budget, Tape &tape) {
      return Program::run(subject.compiled, answers, budget, tape).has_value();
    });
    checkPaid(price, "a run with bits of its own", [&](const Budget &budget, Tape &) {
      return Program::run(subject.compiled, answers, budget).has_value();
    });
    if constexpr (Program::hasSteps) {
      const auto &parameters = subject.parameters;
      checkPaid(price, "a stream", [&](const Budget &budget, Tape &tape) {
        return Program::begin(parameters, budget, tape).has_value();
      });
      checkPaid(price, "a stream with bits of its own",
                [&](const Budget &budget, Tape &) { return Program::begin(parameters, budget).has_value(); });
      checkPaid(price, "a stream in a file", [&](const Budget &budget, Tape &tape) {
        return Program::open(parameters, budget, Scratch().open(), tape).has_value();
      });
      checkPaid(price, "a stream in a file with bits of its own", [&](const Budget &budget, Tape &) {
        return Program::open(parameters, budget, Scratch().open()).has_value();
      });
    }
  }

private:
  using Answers = typename Program::Answers;

  static runtime::Ledger ledgerOf(const Rational &budget) {
    return runtime::Ledger::create({{"data", budget}}).value();
  }
  static bool isSpent(const runtime::Ledger &ledger) { return ledger.remaining("data").value() == 0; }

  /// \p release makes one from a budget and a tape; true if something was released.
  template <class Release> void checkPaid(const Rational &price, const char *what, Release release) {
    const Values none;
    const auto ledger = ledgerOf(price);
    Tape first(none, &random), second(none, &random);
    if (!release(*ledger.budget("data"), first))
      throw Failure{"price", std::string(what) + " is refused with a budget of " + price.text(), {}};
    if (!isSpent(ledger))
      throw Failure{"price",
                    std::string(what) + " leaves " + ledger.remaining("data").value().text() +
                        " of a budget of " + price.text(),
                    {}};
    if (price > 0 && (release(*ledger.budget("data"), second) || !second.drawn().empty()))
      throw Failure{"price", std::string(what) + " is made though the budget is spent", {}};
  }

  /// Arrays of another length and counts below 0 are refused, and nothing is paid or drawn for them.
  void checkMisfits(const Subject<Program> &subject, const Answers &answers) {
    const auto visit = [](auto &data, auto member) { Program::eachQuery(data, member); };
    for (const Answers &misfit : misfitsOf(answers, visit))
      checkRefused(subject, misfit, "a run takes arrays of answers that are too short or too long");
    Answers misfit = answers;
    bool isMisfit = false;
    Program::eachCount(misfit, [&](auto &answer) {
      for (Int &count : each(answer))
        if (!std::exchange(isMisfit, true))
          count = -1;
    });
    if (isMisfit)
      checkRefused(subject, misfit, "a run takes a count of records below 0");
  }

  void checkRefused(const Subject<Program> &subject, const Answers &misfit, const char *otherwise) {
    const Values none;
    const auto ledger = ledgerOf(subject.price());
    Tape tape(none, &random);
    if (Program::run(subject.compiled, misfit, *ledger.budget("data"), tape))
      throw Failure{"premises", otherwise, {}};
    if ((subject.price() > 0 && isSpent(ledger)) || !tape.drawn().empty())
      throw Failure{"price", "a run that is refused is paid for, or draws noise", {}};
  }

  /// Of parameters that differ in one number, none goes on where the others stopped.
  void checkIdentity(const Subject<Program> &subject) {
    const Values none;
    Tape tape(none, &random);
    const auto text =
        Program::begin(subject.parameters, runtime::Ledger::unaccounted(), tape).value().save().value();
    std::size_t members = 0;
    Program::eachParameter(subject.parameters, [&](const auto &) { ++members; });
    for (std::size_t which = 0; which < members; ++which) {
      auto other = subject.parameters;
      std::size_t place = 0;
      Program::eachParameter(other, [&](auto &member) {
        if (place++ != which)
          return;
        if constexpr (!requires { member.items; })
          member = member + 1;
        else if (!member.items.empty())
          member.items.back() = member.items.back() + 1;
      });
      if (Program::text(other) != Program::text(subject.parameters) && Program::create(other) &&
          Program::restore(other, text))
        throw Failure{"steps", "a saved stream goes on with other parameters: " + Program::text(other), {}};
    }
  }

  /// In a file a stream does what the run does; with bits of the operating system, too.
  void checkFile(Subject<Program> &subject, const Answers &answers) {
    const Values none;
    Tape tape(none, &random);
    const Published published = publishedBy(subject, answers, tape);
    compareSteps(subject, answers, tape.drawn(), published, random, runtime::Keeping::InFile);
    Random choices(random.next_u64());
    checkFresh(subject, answers, ofFiles, [&] {
      return Walk<Program>(subject, answers, choices, runtime::Keeping::InFile).published();
    });
  }

  /// With bits of the operating system runs do the same, and differ from each other.
  void checkRandomness(Subject<Program> &subject, const Answers &answers) {
    constexpr int repetitions = 4;
    // How often these choose depends on noise that does not repeat; the other choices must not.
    Random choices(random.next_u64());
    ofRuns.forgetLast();
    ofSteps.forgetLast();
    ofFiles.forgetLast();
    for (int i = 0; i < repetitions; ++i) {
      checkFresh(subject, answers, ofRuns, [&] {
        return Program::run(subject.compiled, answers, runtime::Ledger::unaccounted()).value();
      });
      if constexpr (Program::hasSteps)
        try {
          checkFresh(subject, answers, ofSteps,
                     [&] { return Walk<Program>(subject, answers, choices).published(); });
        } catch (Failure &failure) {
          if (failure.condition == "translation")
            failure.condition = "steps";
          throw;
        }
    }
  }
  template <class Release>
  void checkFresh(Subject<Program> &subject, const Answers &answers, Repetition &repetition,
                  Release release) {
    const Listener listener;
    const Published published = release();
    if (listener.heardOthers())
      throw Failure{"randomness", "the compiled code has bits of its own, not the operating system's", {}};
    follow(subject, answers, listener.drawn(), published);
    repetition.add(listener.drawn());
  }

  Random &random;
  Repetition ofRuns, ofSteps, ofFiles;
};

} // namespace plumb::runtime::replay

#endif // PLUMB_RUNTIME_REPLAY_RELEASES_H
