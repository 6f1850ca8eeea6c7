// SPDX-License-Identifier: Apache-2.0
//===- frontend/support/time_allowed.h - Work that has an end ---*- C++ -*-===//
///
/// \file
/// How long a computation may take, and how long its numbers may get, asked wherever memory is asked for: a
/// text of a few lines can ask for more than anybody waits for, in more places than could each have a limit
/// of their own. What is thrown is a std::bad_alloc, since it is thrown where memory is asked for, and like
/// one it ends the whole check of a declaration.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_SUPPORT_TIME_ALLOWED_H
#define PLUMB_FRONTEND_SUPPORT_TIME_ALLOWED_H

#include <chrono>
#include <cstddef>
#include <new>

namespace plumb {

class OutOfTime : public std::bad_alloc {
public:
  const char *what() const noexcept override { return "the time allowed is used up"; }
};

class NumberTooLong : public std::bad_alloc {
public:
  const char *what() const noexcept override { return "a number is too long"; }
};

/// While it lives, asking for memory throws OutOfTime once this thread has used so much of the processor. One
/// that is made while another lives ends no later than that.
class TimeAllowed {
public:
  explicit TimeAllowed(std::chrono::milliseconds processorTime);
  ~TimeAllowed();
  TimeAllowed(const TimeAllowed &) = delete;
  TimeAllowed &operator=(const TimeAllowed &) = delete;

private:
  std::chrono::nanoseconds before;
};

/// While it lives, nothing is thrown for want of time, nor for the length of a number: around code of others,
/// which could not go on, and has limits of its own.
class Uninterrupted {
public:
  Uninterrupted();
  ~Uninterrupted();
  Uninterrupted(const Uninterrupted &) = delete;
  Uninterrupted &operator=(const Uninterrupted &) = delete;
};

/// \returns whether the time of this thread is used up. Safe in a signal handler.
bool isTimeUp();

/// Throws OutOfTime if it is, but where another exception is under way. Looks at the clock now and then.
void spendTime();

/// The same for \p size bytes of a number. Looks at the clock if they are many, and throws NumberTooLong if
/// they are more than longestNumber.
void spendTimeOnNumber(std::size_t size);

/// In bytes. Some ten million digits; products and quotients of such numbers take seconds.
inline constexpr std::size_t longestNumber = std::size_t{4} << 20;

} // namespace plumb

#endif // PLUMB_FRONTEND_SUPPORT_TIME_ALLOWED_H
