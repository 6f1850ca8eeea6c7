// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// A compiled mechanism beside its program: parameters, scales and guarantee, and what the compiled
/// code has to agree with.

#ifndef PLUMB_RUNTIME_REPLAY_SUBJECT_H
#define PLUMB_RUNTIME_REPLAY_SUBJECT_H

#include "plumb/runtime/ledger.h"
#include "plumb/runtime/replay/coverage.h"
#include "plumb/runtime/replay/failure.h"
#include "plumb/runtime/replay/noise.h"
#include "plumb/runtime/replay/run.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace plumb::runtime::replay {

/// A mechanism with parameters, as it was compiled, and what its program says of them.
template <class Program> struct Subject {
  using Public = typename Program::Public;
  using Compiled = typename Program::Compiled;
  /// Rational, or an Enclosure.
  using Real = decltype(Program::epsilon(std::declval<const Public &>()));

  /// Throws a Failure if a scale or the guarantee is undefined.
  Subject(Public chosen, Compiled built) : parameters(std::move(chosen)), compiled(std::move(built)) {
    try {
      epsilon = Program::epsilon(parameters);
      for (std::size_t statement = 0; statement < Program::statements; ++statement)
        scales.push_back(Program::scale(parameters, statement));
    } catch (const Undefined &undefined) {
      throw Failure{"defined", std::string("a scale or the guarantee: ") + undefined.why, scene()};
    }
    sources.resize(Program::statements);
  }

  std::string scene() const { return "  parameters: " + Program::text(parameters) + "\n"; }
  std::string scene(const typename Program::Answers &answers) const {
    return scene() + "  D: " + Program::text(answers) + "\n";
  }
  /// No release is sold for less than nothing.
  Real price() const { return greatest<Real>(Rational(), epsilon); }

  /// Throws a Failure unless \p source has the law and the scale of \p statement.
  void checkSource(std::size_t statement, const std::shared_ptr<const Source> &source) {
    if (sources[statement] == source)
      return;
    if (source->law != Program::laws[statement] || !agree(source->scale, scales[statement])) {
      const std::string law =
          std::string(name(Program::laws[statement])) + "(" + textOf(scales[statement]) + ")";
      throw Failure{"law",
                    std::string("`") + Program::samples[statement] + "` has the law " + law +
                        ", and the compiled code draws from " + source->text() +
                        (law == source->text() ? ", which differs in later digits" : ""),
                    {}};
    }
    sources[statement] = source;
  }

  Public parameters;
  Compiled compiled;
  Real epsilon{Rational()};
  std::vector<Real> scales;
  /// What the compiled code draws a statement's noise from; null until it is seen.
  std::vector<std::shared_ptr<const Source>> sources;
};

/// A run of the program, told what the compiled one drew.
template <class Program> class Follower : public Unwatched {
public:
  Follower(Subject<Program> &of, const std::vector<Drawn> &draws, First<Program> &into)
      : subject(of), drawn(draws), first(into) {}

  Int draw(std::size_t statement, Indices iteration, const typename Program::State &state) {
    const std::size_t place = first.draws.size();
    if (place == drawn.size())
      throw Failure{"translation",
                    std::string("the program draws `") + Program::samples[statement] +
                        "`, which the compiled code does not",
                    {}};
    subject.checkSource(statement, drawn[place].source);
    first.draws.push_back({statement, std::move(iteration), drawn[place].value, Program::before(state)});
    return drawn[place].value;
  }

private:
  Subject<Program> &subject;
  const std::vector<Drawn> &drawn;
  First<Program> &first;
};

/// The program's run on \p answers with what the compiled code drew. Throws a Failure unless both draw and
/// publish the same, and Undefined if the program has no such run.
template <class Program>
First<Program> follow(Subject<Program> &subject, const typename Program::Answers &answers,
                      const std::vector<Drawn> &drawn, const Published &published) {
  for (const Drawn &draw : drawn)
    if (!inSupport(draw.source->law, draw.value))
      throw Failure{"support",
                    "the sampler of " + draw.source->text() + " drew " + runtime::toText(draw.value) +
                        ", outside the support of the law",
                    {}};
  First<Program> first{
      answers, {}, typename Program::State(subject.parameters), Published(Program::transcripts)};
  Follower<Program> follower(subject, drawn, first);
  Program::reference(subject.parameters, answers, first.end, first.published, follower);
  if (first.draws.size() < drawn.size())
    throw Failure{"translation", "the compiled code draws more noise than the program", {}};
  if (const Published &released = Program::released(first.published); released != published)
    throw Failure{"translation",
                  "the compiled code publishes " + Program::text(published) + ", and the program " +
                      Program::text(released),
                  {}};
  return first;
}

/// What the compiled code publishes with the noise of \p tape. Throws a Failure if it refuses.
template <class Program>
Published publishedBy(const Subject<Program> &subject, const typename Program::Answers &answers, Tape &tape) {
  auto published = Program::run(subject.compiled, answers, runtime::Ledger::unaccounted(), tape);
  if (!published)
    throw Failure{"translation", "the compiled code refuses to run: " + published.error().message, {}};
  return *std::move(published);
}

inline Values valuesOf(const std::vector<Drawn> &drawn) {
  Values values;
  for (const Drawn &draw : drawn)
    values.push_back(draw.value);
  return values;
}

} // namespace plumb::runtime::replay

#endif // PLUMB_RUNTIME_REPLAY_SUBJECT_H
