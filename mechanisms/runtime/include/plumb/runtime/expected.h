// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// A value, or the reason why there is none.
///
/// Stands in for std::expected, which C++20 lacks, and for exceptions, which
/// users of emitted code may have switched off.

#ifndef PLUMB_RUNTIME_EXPECTED_H
#define PLUMB_RUNTIME_EXPECTED_H

#include "plumb/runtime/fatal.h"

#include <string>
#include <utility>
#include <variant>

namespace plumb::runtime {

/// Why a public parameter was refused.
struct Error {
  /// One lower-case phrase without a final period, never empty. It may quote
  /// public parameters and never contains private data.
  std::string message;
};

/// Either a `T` or an `Error`; `T` need not be default constructible.
template <class T> class [[nodiscard]] Expected {
public:
  Expected(T value) : state(std::in_place_index<0>, std::move(value)) {}
  Expected(Error error) : state(std::in_place_index<1>, std::move(error)) {}

  bool hasValue() const { return state.index() == 0; }
  explicit operator bool() const { return hasValue(); }

  /// \pre hasValue(); otherwise prints the error's message and aborts.
  const T &value() const & {
    if (!hasValue())
      abortWith(error().message.c_str());
    return *std::get_if<0>(&state);
  }
  T &value() & {
    if (!hasValue())
      abortWith(error().message.c_str());
    return *std::get_if<0>(&state);
  }
  T &&value() && { return std::move(value()); }

  const T &operator*() const & { return value(); }
  T &operator*() & { return value(); }
  T &&operator*() && { return std::move(value()); }
  const T *operator->() const { return &value(); }
  T *operator->() { return &value(); }

  /// \pre !hasValue(); aborts otherwise.
  const Error &error() const {
    if (hasValue())
      abortWith("asked for the error of a value");
    return *std::get_if<1>(&state);
  }

private:
  std::variant<T, Error> state;
};

} // namespace plumb::runtime

#endif // PLUMB_RUNTIME_EXPECTED_H
