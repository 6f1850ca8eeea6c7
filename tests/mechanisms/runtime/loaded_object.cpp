// SPDX-License-Identifier: Apache-2.0
//
// A shared object that draws, for object_loads.cpp.
#include "plumb/runtime/os_bits.h"

#include <cstdint>

extern "C" std::uint64_t draw() {
  return plumb::runtime::OsBits().next_u64();
}
