// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// A value, or the reason why there is none.
///
/// Stands in for std::expected, which C++20 lacks and whose names it has, and for exceptions, which
/// users of emitted code may have switched off.

#ifndef PLUMB_RUNTIME_EXPECTED_H
#define PLUMB_RUNTIME_EXPECTED_H

#include "plumb/runtime/fatal.h"

#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

namespace plumb::runtime {

/// Why a public parameter was refused.
struct Error {
  /// One lower-case phrase without a final period, never empty. It may quote
  /// public parameters and never contains private data.
  std::string message;
};

/// Either a `T` or an `Error`; `T` need not be default constructible. An assignment that throws leaves what
/// was there.
template <class T> class [[nodiscard]] Expected {
  static_assert(std::is_nothrow_move_constructible_v<T>,
                "neither a value nor an error would be left where a move throws in an assignment");

public:
  Expected(T value) : state(std::in_place_index<0>, std::move(value)) {}
  Expected(Error error) : state(std::in_place_index<1>, std::move(error)) {}
  Expected(const Expected &) = default;
  Expected(Expected &&) = default;
  /// The copy is made before anything of this is touched.
  Expected &operator=(Expected other) noexcept {
    if (T *value = std::get_if<0>(&other.state))
      state.template emplace<0>(std::move(*value));
    else
      state.template emplace<1>(std::move(*std::get_if<1>(&other.state)));
    return *this;
  }

  bool has_value() const { return state.index() == 0; }
  explicit operator bool() const { return has_value(); }

  /// \pre has_value(); otherwise prints the error's message and aborts.
  const T &value() const & {
    if (!has_value())
      abortWith(error().message.c_str());
    return *std::get_if<0>(&state);
  }
  T &value() & {
    if (!has_value())
      abortWith(error().message.c_str());
    return *std::get_if<0>(&state);
  }
  T &&value() && { return std::move(value()); }

  const T &operator*() const & { return value(); }
  T &operator*() & { return value(); }
  T &&operator*() && { return std::move(value()); }
  const T *operator->() const { return &value(); }
  T *operator->() { return &value(); }

  /// \pre !has_value(); aborts otherwise.
  const Error &error() const {
    if (has_value())
      abortWith("asked for the error of a value");
    return *std::get_if<1>(&state);
  }

private:
  std::variant<T, Error> state;
};

/// Done, or the reason why not.
template <> class [[nodiscard]] Expected<void> {
public:
  Expected() = default;
  Expected(Error error) : reason(std::move(error)) {}

  bool has_value() const { return !reason; }
  explicit operator bool() const { return has_value(); }

  /// \pre has_value(); otherwise prints the error's message and aborts.
  void value() const {
    if (reason)
      abortWith(reason->message.c_str());
  }

  /// \pre !has_value(); aborts otherwise.
  const Error &error() const {
    if (!reason)
      abortWith("asked for the error of a value");
    return *reason;
  }

private:
  std::optional<Error> reason;
};

} // namespace plumb::runtime

#endif // PLUMB_RUNTIME_EXPECTED_H
