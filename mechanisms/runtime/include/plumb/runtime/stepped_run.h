// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// A run of a mechanism in steps: what all emitted streams have in common.
///
/// A run is paid for as a whole when it is created, before its first noise is drawn:
/// the guarantee speaks of all that it publishes. What is restored was paid for.
///
/// A step either is taken as a whole, and what it gives may be released, or it is
/// refused with an error value: then nothing was drawn, the state is the one before,
/// and nothing is to be released. A run in a `StateFile` owns the file, and the state
/// behind a step is on the disk before the step returns.

#ifndef PLUMB_RUNTIME_STEPPED_RUN_H
#define PLUMB_RUNTIME_STEPPED_RUN_H

#include "plumb/runtime/bit_source.h"
#include "plumb/runtime/budget.h"
#include "plumb/runtime/expected.h"
#include "plumb/runtime/only_copy.h"
#include "plumb/runtime/process_mark.h"
#include "plumb/runtime/saved_stream.h"
#include "plumb/runtime/state_file.h"
#include "plumb/runtime/wide.h"

#include <cstdint>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace plumb::runtime {

/// \tparam Mechanism emitted code, whose private members it uses:
///
///     Rational epsilon() const              what a whole run costs; public
///     struct State                          what passes from one step to the next; copyable
///     State::eachField(state, each)         calls each(name, value) for every member
///     State sized() const                   before anything ran, arrays at their full length
///     State begin(bits) const               in front of the first step
///     Wide stepsBehind(state) const         how many iterations it has had
///     bool isRunning(state) const           there is an iteration left; public
///     const char *refusal(rows...) const    why these answers are no row, or null; public
///     iterate(state, rows..., bits) const   one iteration: changes the state, returns what is published
///     std::string identity() const          of saved_stream.h
///
/// It moves and is not copied. Not for several threads at once.
template <class Mechanism> class SteppedRun {
public:
  using State = typename Mechanism::State;

  SteppedRun(SteppedRun &&other) = default;
  SteppedRun &operator=(SteppedRun &&other) noexcept {
    if (this != &other) {
      mechanism = std::move(other.mechanism);
      identity = std::move(other.identity);
      state = std::move(other.state);
      owner = other.owner;
      file = std::move(other.file);
    }
    return *this;
  }
  ~SteppedRun() = default;

  /// A new run in memory, paid from \p budget. An error value, and nothing drawn, if that refuses, or if
  /// there is no memory for the arrays of the state, which is then not paid for.
  template <BitSource Bits>
  static Expected<SteppedRun> create(Mechanism checked, const Budget &budget, Bits &bits) {
    if (!hasRoom(checked))
      return Error{noRoom};
    if (auto paid = budget.spend(checked.epsilon()); !paid)
      return paid.error();
    State first = checked.begin(bits);
    return SteppedRun(std::move(checked), std::move(first), 0);
  }

  /// The run that \p file holds; where nothing was stored yet, a new one as above, which is in the file
  /// when this returns; that it can be stored is tried before it is paid for. A crash on the way loses what
  /// was paid, and nothing else.
  template <BitSource Bits>
  static Expected<SteppedRun> open(Mechanism checked, const Budget &budget, StateFile file, Bits &bits) {
    if (file.generation() != 0)
      return restore(std::move(checked), std::move(file));
    if (auto usable = file.usable(); !usable)
      return usable.error();
    if (!hasRoom(checked))
      return Error{noRoom};
    // As long as what will be stored first: numbers are padded.
    const SteppedRun blank(checked, checked.sized(), 0);
    if (auto storable = file.tryToStore(blank.textOf(Keeping::InFile, blank.state.value(), 0).size());
        !storable)
      return storable.error();
    auto run = create(std::move(checked), budget, bits);
    if (!run)
      return run;
    if (auto stored = file.replace(1, run->textOf(Keeping::InFile, run->state.value(), 0)); !stored)
      return stored.error();
    run->file = std::move(file);
    return run;
  }

  /// Goes on where \p saved was written, for tests and experiments: a text may be restored twice, and nobody
  /// pays for what it publishes then. An error value if it was damaged, is of another mechanism or of other
  /// parameters, or belongs to a file.
  static Expected<SteppedRun> restoreUnaccounted(Mechanism checked, const Unaccounted &,
                                                 std::string_view saved) {
    return read(std::move(checked), Keeping::InText, saved);
  }
  /// Goes on with the run in \p file, which belongs to it from then on.
  static Expected<SteppedRun> restore(Mechanism checked, StateFile file) {
    auto run = read(std::move(checked), Keeping::InFile, file.content().text());
    if (run && run->steps() + 1 != file.generation())
      return Error{"the saved stream is of another generation than its file"};
    if (run)
      run->file = std::move(file);
    return run;
  }

  const Mechanism &stepped() const { return mechanism; }
  /// What the whole run costs.
  Rational epsilon() const { return mechanism.epsilon(); }
  /// The number of steps taken; 0 after a move.
  std::uint64_t steps() const { return state.isEmpty() ? 0 : state.generation(); }
  /// No further step will be taken; public.
  bool finished() const { return state.isEmpty() || state.isTorn() || !mechanism.isRunning(state.value()); }
  /// For `restoreUnaccounted`. An error value if the state is kept in a file, was moved away, or if a step
  /// has thrown.
  Expected<std::string> save() const {
    if (state.isEmpty())
      return Error{movedAway};
    if (file)
      return Error{"the state of this stream is kept in its file"};
    if (state.isTorn())
      return Error{torn};
    return textOf(Keeping::InText, state.value(), steps());
  }

  /// Takes the answers of one iteration, \p rows. An error value, and nothing done, if there is no further
  /// iteration, if they are refused, after a move, in a child of fork(), or if the file cannot be written.
  ///
  /// If \p bits or an allocation throws, nothing is released; a run without a file cannot go on then.
  template <BitSource Bits, class... Rows> auto step(Bits &bits, const Rows &...rows) {
    using Published = decltype(mechanism.iterate(std::declval<State &>(), rows..., bits));
    if (const char *reason = refusal(rows...))
      return Expected<Published>(Error{reason});
    const auto iterate = [&](State &changing) { return mechanism.iterate(changing, rows..., bits); };
    return file ? stepInFile<Published>(iterate) : Expected<Published>(state.change(iterate));
  }

private:
  SteppedRun(Mechanism checked, State start, std::uint64_t steps)
      : mechanism(std::move(checked)), identity(mechanism.identity()), state(std::move(start), steps) {}

  /// Tried with memory that is given back. Code that is compiled without exceptions ends here, as wherever it
  /// runs out of memory.
  static bool hasRoom(const Mechanism &checked) {
    const auto take = [&] {
      const State tried = checked.sized();
      // Or compilers leave out memory that nobody looks at.
      const void *volatile seen = &tried;
      static_cast<void>(seen);
    };
#ifdef __cpp_exceptions
    try {
      take();
    } catch (const std::bad_alloc &) {
      return false;
    } catch (const std::length_error &) {
      return false;
    }
#else
    take();
#endif
    return true;
  }

  static Expected<SteppedRun> read(Mechanism checked, Keeping keeping, std::string_view saved) {
    auto reader = StreamReader::open(keeping, saved, checked.identity());
    if (!reader)
      return reader.error();
    State state = checked.sized();
    State::eachField(state, [&](std::string_view name, auto &value) { reader->field(name, value); });
    if (!reader->isComplete() || checked.stepsBehind(state) != reader->generation())
      return Error{"the saved stream is not whole"};
    return SteppedRun(std::move(checked), std::move(state), reader->generation());
  }

  /// The state is copied, since the old one stays if the file refuses the new one.
  template <class Published, class Iterate> Expected<Published> stepInFile(const Iterate &iterate) {
    State next = state.value();
    Published published = iterate(next);
    const std::uint64_t later = steps() + 1;
    if (auto stored = file->replace(later + 1, textOf(Keeping::InFile, next, later)); !stored)
      return stored.error();
    state.advance(std::move(next));
    return Expected<Published>(std::move(published));
  }

  template <class... Rows> const char *refusal(const Rows &...rows) const {
    if (state.isEmpty())
      return movedAway;
    if (processMark() != owner)
      return "the stream belongs to the process that began it";
    if (state.isTorn())
      return torn;
    if (!mechanism.isRunning(state.value()))
      return "the stream has finished";
    return mechanism.refusal(rows...);
  }

  std::string textOf(Keeping keeping, const State &saved, std::uint64_t steps) const {
    StreamSaver saver(keeping, identity, steps);
    State::eachField(saved, [&](std::string_view name, const auto &value) { saver.field(name, value); });
    return std::move(saver).sealed();
  }

  static constexpr const char *noRoom = "there is no memory for the arrays of this stream";
  static constexpr const char *movedAway = "the stream was moved away";
  static constexpr const char *torn = "an earlier step of the stream has thrown";

  Mechanism mechanism;
  /// Of the mechanism; it takes a hash of all parameters.
  std::string identity;
  OnlyCopy<State> state;
  /// Its `processMark`: a child of fork() has a copy, and two would answer for the price of one.
  std::uint64_t owner = processMark();
  /// Where the state is kept, generation behind generation: that of the file is steps + 1.
  std::optional<StateFile> file;
};

} // namespace plumb::runtime

#endif // PLUMB_RUNTIME_STEPPED_RUN_H
