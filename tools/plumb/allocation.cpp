// SPDX-License-Identifier: Apache-2.0
// All memory of the process that C++ asks for: a computation without an end asks for some again and again.
#include "frontend/support/time_allowed.h"

#include <cstdlib>
#include <new>

// The sanitizers have their own.
#ifndef __SANITIZE_ADDRESS__

void *operator new(std::size_t size) {
  plumb::spendTime();
  for (;;) {
    if (void *memory = std::malloc(size == 0 ? 1 : size))
      return memory;
    if (const std::new_handler handler = std::get_new_handler())
      handler();
    else
      throw std::bad_alloc();
  }
}

void operator delete(void *memory) noexcept {
  std::free(memory);
}

void operator delete(void *memory, std::size_t) noexcept {
  std::free(memory);
}

#endif
