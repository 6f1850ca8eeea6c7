// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// A run of a mechanism in steps: what all emitted streams have in common.
///
/// A step either is taken as a whole, and what it gives may be released, or it is
/// refused with an error value: then nothing was drawn, the state is the one before,
/// and nothing is to be released. With a `StateFile` the state behind the step is on
/// the disk before the step returns.

#ifndef PLUMB_RUNTIME_STEPPED_RUN_H
#define PLUMB_RUNTIME_STEPPED_RUN_H

#include "plumb/runtime/bit_source.h"
#include "plumb/runtime/expected.h"
#include "plumb/runtime/only_copy.h"
#include "plumb/runtime/saved_stream.h"
#include "plumb/runtime/state_file.h"
#include "plumb/runtime/wide.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace plumb::runtime {

/// \tparam Mechanism emitted code, whose private members it uses:
///
///     struct State                          what passes from one step to the next; copyable
///     State::eachField(state, each)         calls each(name, value) for every member
///     State sized() const                   before anything ran, arrays at their full length
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

  /// \param first the state in front of the first step.
  SteppedRun(Mechanism checked, State first)
      : mechanism(std::move(checked)), identity(mechanism.identity()), state(std::move(first)) {}

  /// Goes on where \p saved was written. An error value if it was damaged, or is of another mechanism or
  /// of other parameters.
  static Expected<SteppedRun> restore(Mechanism checked, std::string_view saved) {
    std::string identity = checked.identity();
    auto reader = StreamReader::open(saved, identity);
    if (!reader)
      return reader.error();
    State state = checked.sized();
    State::eachField(state, [&](std::string_view name, auto &value) { reader->field(name, value); });
    if (!reader->isComplete() || checked.stepsBehind(state) != reader->generation())
      return Error{"the saved stream is not whole"};
    return SteppedRun(std::move(checked), std::move(identity), std::move(state), reader->generation());
  }
  /// The same from what `step` stored in \p file. From then on every step needs a file.
  static Expected<SteppedRun> restore(Mechanism checked, const StateFile &file) {
    auto run = restore(std::move(checked), std::string_view(file.content()));
    if (run && run->generation() != file.generation())
      return Error{"the saved stream is of another generation than its file"};
    if (run)
      run->isFiled = true;
    return run;
  }

  /// The number of steps taken.
  std::uint64_t generation() const { return state.generation(); }
  /// No further step will be taken; public.
  bool finished() const { return state.isTorn() || !mechanism.isRunning(state.value()); }
  /// \pre no step has thrown; aborts otherwise.
  std::string save() const { return textOf(state.value(), generation()); }

  /// Takes the answers of one iteration, \p rows. An error value, and nothing done, if there is no further
  /// iteration, if they are refused, or if the state is kept in a file.
  ///
  /// If \p bits or an allocation throws, nothing is released, and the run cannot go on.
  template <BitSource Bits, class... Rows> auto step(Bits &bits, const Rows &...rows) {
    using Published = decltype(mechanism.iterate(std::declval<State &>(), rows..., bits));
    if (const char *reason = refusal(rows...))
      return Expected<Published>(Error{reason});
    if (isFiled)
      return Expected<Published>(Error{"the state of this stream is kept in a file; pass it too"});
    return Expected<Published>(
        state.change([&](State &changing) { return mechanism.iterate(changing, rows..., bits); }));
  }

  /// The same, with the new state in \p file before anything is returned. An error value also if \p file
  /// does not hold the state before the step, or cannot be written; from then on every step needs a file.
  /// The state is copied, since the old one stays if the file is refused.
  template <BitSource Bits, class... Rows> auto step(StateFile &file, Bits &bits, const Rows &...rows) {
    using Published = decltype(mechanism.iterate(std::declval<State &>(), rows..., bits));
    if (const char *reason = refusal(rows...))
      return Expected<Published>(Error{reason});
    if (file.generation() != generation())
      return Expected<Published>(Error{"the file does not hold the state before this step"});
    State next = state.value();
    Published published = mechanism.iterate(next, rows..., bits);
    isFiled = true;
    const std::uint64_t later = generation() + 1;
    if (auto stored = file.replace(later, textOf(next, later)); !stored)
      return Expected<Published>(stored.error());
    state.advance(std::move(next));
    return Expected<Published>(std::move(published));
  }

private:
  SteppedRun(Mechanism checked, std::string known, State start, std::uint64_t generation)
      : mechanism(std::move(checked)), identity(std::move(known)), state(std::move(start), generation) {}

  template <class... Rows> const char *refusal(const Rows &...rows) const {
    if (state.isTorn())
      return "an earlier step of the stream has thrown";
    if (!mechanism.isRunning(state.value()))
      return "the stream has finished";
    return mechanism.refusal(rows...);
  }

  std::string textOf(const State &saved, std::uint64_t generation) const {
    StreamSaver saver(identity, generation);
    State::eachField(saved, [&](std::string_view name, const auto &value) { saver.field(name, value); });
    return std::move(saver).sealed();
  }

  Mechanism mechanism;
  /// Of the mechanism; it takes a hash of all parameters.
  std::string identity;
  OnlyCopy<State> state;
  /// Its state is in a StateFile, where the next one has to go too.
  bool isFiled = false;
};

} // namespace plumb::runtime

#endif // PLUMB_RUNTIME_STEPPED_RUN_H
