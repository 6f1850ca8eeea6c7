// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// A compiled mechanism in steps, against the same run as a whole.

#ifndef PLUMB_RUNTIME_REPLAY_STEPS_H
#define PLUMB_RUNTIME_REPLAY_STEPS_H

#include "plumb/runtime/ledger.h"
#include "plumb/runtime/replay/subject.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace plumb::runtime::replay {

/// One stream from its beginning to its end. Now and then it is saved, forgotten and restored.
template <class Program> class Walk {
public:
  Walk(const Subject<Program> &of, const typename Program::Answers &data, Random &choices)
      : subject(of), answers(data), random(choices) {}

  /// What all steps publish together. Throws a Failure if it does not come to its end. \p bits as for `run`:
  /// none for those of the operating system.
  template <class... Bits> Published published(Bits &...bits) {
    auto stream = Program::begin(subject.parameters, runtime::Ledger::unaccounted(), bits...);
    if (!stream)
      throw Failure{"steps", "there is a mechanism, but no stream: " + stream.error().message, {}};
    Published all(Program::transcripts);
    Int iteration = Program::firstStep(subject.parameters);
    try {
      for (; !stream->finished(); iteration = iteration + 1) {
        // Half of all streams, so that a fault of saving is told from one of stepping.
        if (isSaved && random.oneIn(3))
          stream = saved(*stream);
        if (const auto taken = Program::step(*stream, answers, iteration, all, bits...); !taken)
          throw Failure{"steps", "step " + iteration.text() + " is refused: " + taken.error().message, {}};
      }
    } catch (const Undefined &) {
      throw Failure{"steps", "the stream goes on behind the last iteration of the program", {}};
    }
    if (Int(stream->steps()) != iteration - Program::firstStep(subject.parameters))
      throw Failure{"steps", "the stream counts " + std::to_string(stream->steps()) + " steps", {}};
    checkEnd(*stream, iteration, bits...);
    return all;
  }

private:
  using Stepped = typename Program::Stepped;

  runtime::Expected<Stepped> saved(const Stepped &stream) const {
    const auto text = stream.save();
    if (!text)
      throw Failure{"steps", "the stream is not saved: " + text.error().message, {}};
    auto restored = Program::restore(subject.parameters, *text);
    if (!restored)
      throw Failure{"steps", "a saved stream is not restored: " + restored.error().message, {}};
    if (restored->steps() != stream.steps() || restored->save().value() != *text)
      throw Failure{"steps", "a restored stream is not the one that was saved", {}};
    return restored;
  }

  /// A finished stream publishes nothing more.
  template <class... Bits> void checkEnd(Stepped &stream, Int iteration, Bits &...bits) {
    if (iteration == Program::firstStep(subject.parameters))
      return;
    Published more(Program::transcripts);
    if (Program::step(stream, answers, iteration - 1, more, bits...))
      throw Failure{"steps", "a stream that has finished takes a further step", {}};
  }

  const Subject<Program> &subject;
  const typename Program::Answers &answers;
  Random &random;
  bool isSaved = random.truth();
};

/// Throws a Failure unless the steps draw and publish what the run did.
template <class Program>
void compareSteps(Subject<Program> &subject, const typename Program::Answers &answers,
                  const std::vector<Drawn> &drawn, const Published &published, Random &random) {
  const Values values = valuesOf(drawn);
  Tape tape(values, nullptr);
  const Published stepped = Walk<Program>(subject, answers, random).published(tape);
  if (stepped != published)
    throw Failure{"steps",
                  "the run publishes " + Program::text(published) + ", and its steps " +
                      Program::text(stepped),
                  {}};
  const auto isSame = [](const Drawn &a, const Drawn &b) {
    return a.source == b.source || *a.source == *b.source;
  };
  if (!std::equal(drawn.begin(), drawn.end(), tape.drawn().begin(), tape.drawn().end(), isSame))
    throw Failure{"steps", "the steps do not draw the noise that the run draws", {}};
}

} // namespace plumb::runtime::replay

#endif // PLUMB_RUNTIME_REPLAY_STEPS_H
