// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// State of which there is one copy, with a generation number.
///
/// A stream mechanism remembers what it has answered and spent. From two copies of
/// its state it would spend twice. So the state moves and is not copied, counts its
/// changes, and is saved with that count, by which `StateFile` knows older from newer.

#ifndef PLUMB_RUNTIME_ONLY_COPY_H
#define PLUMB_RUNTIME_ONLY_COPY_H

#include "plumb/runtime/fatal.h"

#include <cstdint>
#include <optional>
#include <utility>

namespace plumb::runtime {

/// A `State` and how often it was changed. After a move the source is empty, and
/// using it aborts.
template <class State> class OnlyCopy {
public:
  /// \param generation of a saved state that goes on; 0 for a new stream.
  explicit OnlyCopy(State first, std::uint64_t generation = 0)
      : state(std::move(first)), changes(generation) {}
  OnlyCopy(OnlyCopy &&other) noexcept
      : state(std::move(other.state)), changes(other.changes), isTornApart(other.isTornApart) {
    other.state.reset();
  }
  OnlyCopy &operator=(OnlyCopy &&other) noexcept {
    if (this != &other) {
      state = std::move(other.state);
      changes = other.changes;
      isTornApart = other.isTornApart;
      other.state.reset();
    }
    return *this;
  }

  const State &value() const {
    if (!state)
      abortWith("the state of a stream was used after it was moved away");
    if (isTornApart)
      abortWith("the state of a stream was used after a change of it had thrown");
    return *state;
  }
  /// It was moved away.
  bool isEmpty() const { return !state; }
  /// An exception left `change`: the state is neither the old nor the new one, and of no use.
  bool isTorn() const { return isTornApart; }
  /// Grows by one with each `advance` and `change`.
  std::uint64_t generation() const {
    static_cast<void>(value());
    return changes;
  }
  /// Replaces the state.
  void advance(State next) {
    static_cast<void>(value());
    count();
    state = std::move(next);
  }
  /// Changes the state in place: \p makeChange gets a reference to it. Returns what that returns, which is
  /// not void.
  template <class Change> auto change(Change makeChange) {
    static_cast<void>(value());
    isTornApart = true;
    auto result = makeChange(*state);
    isTornApart = false;
    count();
    return result;
  }

private:
  void count() {
    if (++changes == 0)
      abortWith("the generations of a state ran out");
  }

  std::optional<State> state;
  std::uint64_t changes;
  /// Also while a change is being made.
  bool isTornApart = false;
};

} // namespace plumb::runtime

#endif // PLUMB_RUNTIME_ONLY_COPY_H
