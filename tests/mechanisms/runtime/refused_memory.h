// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// Memory that is refused, for tests of what is left then. It defines `operator new`: for one file of a
/// program.

#ifndef PLUMB_TESTS_RUNTIME_REFUSED_MEMORY_H
#define PLUMB_TESTS_RUNTIME_REFUSED_MEMORY_H

#include <cstdlib>
#include <new>

namespace plumb::test {

/// How many allocations of this thread still succeed; all, if it is negative. Compilers take it that
/// `operator new` looks at no variable.
inline thread_local volatile long allowed = -1;

} // namespace plumb::test

// Not inlined: gcc would take free for a mistake.
[[gnu::noinline]] void *operator new(std::size_t size) {
  if (const long left = plumb::test::allowed; left >= 0) {
    plumb::test::allowed = left - 1;
    if (left == 0)
      throw std::bad_alloc();
  }
  if (void *const memory = std::malloc(size > 0 ? size : 1))
    return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void *memory) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void *memory, std::size_t) noexcept {
  std::free(memory);
}

namespace plumb::test {

/// Did \p action end with all of its allocations but the first \p count refused?
template <class Action> bool endsWith(long count, Action action) {
  allowed = count;
  bool isOver = true;
  try {
    action();
  } catch (const std::bad_alloc &) {
    isOver = false;
  }
  allowed = -1;
  return isOver;
}

} // namespace plumb::test

#endif // PLUMB_TESTS_RUNTIME_REFUSED_MEMORY_H
