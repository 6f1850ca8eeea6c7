// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// A compiled mechanism in steps, against the same run as a whole.

#ifndef PLUMB_RUNTIME_REPLAY_STEPS_H
#define PLUMB_RUNTIME_REPLAY_STEPS_H

#include "plumb/runtime/ledger.h"
#include "plumb/runtime/replay/subject.h"
#include "plumb/runtime/saved_stream.h"
#include "plumb/runtime/state_file.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace plumb::runtime::replay {

/// A folder for the file of a stream, in memory where there is such a place; removed in the end.
class Scratch {
public:
  Scratch() {
    const std::filesystem::path memory = "/dev/shm", disk = std::filesystem::temp_directory_path();
    for (const auto &place : {memory, disk})
      if (path = (place / "plumb-replay-XXXXXX").string(); mkdtemp(path.data()) != nullptr)
        return;
    runtime::abortWith("no folder for the file of a stream");
  }
  Scratch(const Scratch &) = delete;
  Scratch &operator=(const Scratch &) = delete;
  ~Scratch() { std::filesystem::remove_all(path); }

  /// Throws a Failure if it is still in use.
  runtime::StateFile open() const {
    auto file = runtime::StateFile::open(path + "/stream");
    if (!file)
      throw Failure{"steps", "the file of a stream that ended is not opened: " + file.error().message, {}};
    return *std::move(file);
  }

private:
  std::string path;
};

/// One stream from its beginning to its end. Now and then it is saved, forgotten and restored: half of the
/// streams without a file, and all of those with one.
template <class Program> class Walk {
public:
  Walk(const Subject<Program> &of, const typename Program::Answers &data, Random &choices,
       runtime::Keeping place = runtime::Keeping::InText)
      : subject(of), answers(data), random(choices) {
    if (place == runtime::Keeping::InFile)
      scratch.emplace();
  }

  /// What all steps publish together. Throws a Failure if it does not come to its end. \p bits as for `run`:
  /// none for those of the operating system.
  template <class... Bits> Published published(Bits &...bits) {
    auto stream =
        scratch ? Program::open(subject.parameters, runtime::Ledger::unaccounted(), scratch->open(), bits...)
                : Program::begin(subject.parameters, runtime::Ledger::unaccounted(), bits...);
    if (!stream)
      throw Failure{"steps", "there is a mechanism, but no stream: " + stream.error().message, {}};
    Published all(Program::transcripts);
    Int iteration = Program::firstStep(subject.parameters);
    try {
      for (; !stream->finished(); iteration = iteration + 1) {
        // Half of all streams, so that a fault of saving is told from one of stepping.
        if (scratch && random.oneIn(3))
          openAgain(stream, bits...);
        else if (!scratch && isSaved && random.oneIn(3))
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

  /// What the file holds was paid for.
  template <class... Bits> void openAgain(runtime::Expected<Stepped> &stream, Bits &...bits) const {
    const auto steps = stream->steps();
    stream = runtime::Error{"closed"};
    const auto spent = *runtime::Ledger::create({{"data", Rational(0)}});
    stream = Program::open(subject.parameters, *spent.budget("data"), scratch->open(), bits...);
    if (!stream)
      throw Failure{"steps", "a stream does not go on in its file: " + stream.error().message, {}};
    if (stream->steps() != steps)
      throw Failure{"steps", "a stream in a file forgets its steps", {}};
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
  std::optional<Scratch> scratch;
};

/// Throws a Failure unless the steps draw and publish what the run did.
template <class Program>
void compareSteps(Subject<Program> &subject, const typename Program::Answers &answers,
                  const std::vector<Drawn> &drawn, const Published &published, Random &random,
                  runtime::Keeping place = runtime::Keeping::InText) {
  const Values values = valuesOf(drawn);
  Tape tape(values, nullptr);
  const Published stepped = Walk<Program>(subject, answers, random, place).published(tape);
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
