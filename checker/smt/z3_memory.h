// SPDX-License-Identifier: Apache-2.0
//===- checker/smt/z3_memory.h - Where Z3 gets no memory --------*- C++ -*-===//
///
/// \file
/// That the system gives no more memory says nothing of a question: it is std::bad_alloc here, whatever Z3
/// makes of it, and ends the whole check of which the question is.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_SMT_Z3_MEMORY_H
#define PLUMB_CHECKER_SMT_Z3_MEMORY_H

#include <new>
#include <string_view>
#include <sys/resource.h>
#include <system_error>
#include <z3++.h>

namespace plumb::smt {

/// Z3 returns no context where memory is short, and its C++ interface uses that one.
struct MemoryForContext {
  MemoryForContext() {
    constexpr std::size_t some = std::size_t{16} << 20;
    rlimit space{};
    if (::getrlimit(RLIMIT_AS, &space) == 0 && space.rlim_cur != RLIM_INFINITY)
      ::operator delete(::operator new(some));
  }
};

/// What Z3 says where it got no memory, or no thread that waits for its time to end.
inline bool tellsOfMemory(std::string_view text) {
  return text.find("memory") != std::string_view::npos || text.find("memout") != std::string_view::npos ||
         text.find("temporarily unavailable") != std::string_view::npos;
}

/// std::bad_alloc in place of what Z3 throws where memory is short.
template <typename Action> auto withMemory(Action action) {
  try {
    return action();
  } catch (const z3::exception &exception) {
    if (tellsOfMemory(exception.msg()))
      throw std::bad_alloc();
    throw;
  } catch (const std::system_error &) {
    // No thread for the limit on time: a stack takes memory, too.
    throw std::bad_alloc();
  }
}

} // namespace plumb::smt

#endif // PLUMB_CHECKER_SMT_Z3_MEMORY_H
