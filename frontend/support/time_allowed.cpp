// SPDX-License-Identifier: Apache-2.0
#include "frontend/support/time_allowed.h"

#include <algorithm>
#include <ctime>
#include <exception>

namespace plumb {

namespace {

using std::chrono::nanoseconds;

/// Reading the clock takes as long as some hundred allocations, and more where the kernel is slow to answer.
constexpr unsigned allocationsOfALook = 8192;
constexpr std::size_t longNumber = 2048;

thread_local nanoseconds latest = nanoseconds::max();
thread_local unsigned untilALook = allocationsOfALook, uninterrupted = 0;

nanoseconds processorTime() {
  std::timespec used{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
  return std::chrono::seconds(used.tv_sec) + nanoseconds(used.tv_nsec);
}

void look() {
  untilALook = allocationsOfALook;
  if (!isTimeUp())
    return;
  untilALook = 1;
  if (uninterrupted == 0 && std::uncaught_exceptions() == 0)
    throw OutOfTime();
}

} // namespace

bool isTimeUp() {
  return latest != nanoseconds::max() && processorTime() >= latest;
}

TimeAllowed::TimeAllowed(std::chrono::milliseconds allowed) : before(latest) {
  latest = std::min<nanoseconds>(before, processorTime() + allowed);
}

TimeAllowed::~TimeAllowed() {
  latest = before;
  untilALook = allocationsOfALook;
}

Uninterrupted::Uninterrupted() {
  ++uninterrupted;
}

Uninterrupted::~Uninterrupted() {
  --uninterrupted;
}

void spendTime() {
  if (latest != nanoseconds::max() && --untilALook == 0)
    look();
}

void spendTimeOnNumber(std::size_t size) {
  if (size < longNumber)
    return spendTime();
  if (latest != nanoseconds::max())
    look();
  if (size > longestNumber && uninterrupted == 0 && std::uncaught_exceptions() == 0)
    throw NumberTooLong();
}

} // namespace plumb
