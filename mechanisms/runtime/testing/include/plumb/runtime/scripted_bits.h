// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// A tape in place of randomness, for tests and for replaying a run.
///
/// A mechanism fed from a tape is not private. Code that includes this header
/// must say so by defining PLUMB_RUNTIME_ALLOW_SCRIPTED_BITS.

#ifndef PLUMB_RUNTIME_SCRIPTED_BITS_H
#define PLUMB_RUNTIME_SCRIPTED_BITS_H

#ifndef PLUMB_RUNTIME_ALLOW_SCRIPTED_BITS
#error "scripted bits are not random; define PLUMB_RUNTIME_ALLOW_SCRIPTED_BITS in tests only"
#endif

#include "plumb/runtime/fatal.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace plumb::runtime {

/// Hands out the bytes of a tape in order; a model of `BitSource`. A word is
/// eight bytes, least significant first. Reading past the end aborts.
class ScriptedBits {
public:
  explicit ScriptedBits(std::vector<std::uint8_t> bytes) : tape(std::move(bytes)) {}

  /// The tape on which `next_u64` returns these words in order.
  static ScriptedBits fromWords(const std::vector<std::uint64_t> &words) {
    std::vector<std::uint8_t> bytes;
    for (std::uint64_t word : words)
      for (unsigned shift = 0; shift < 64; shift += 8)
        bytes.push_back(static_cast<std::uint8_t>(word >> shift));
    return ScriptedBits(std::move(bytes));
  }

  std::uint8_t next_byte() {
    if (position == tape.size())
      abortWith("the scripted tape is exhausted");
    return tape[position++];
  }

  std::uint64_t next_u64() {
    std::uint64_t word = 0;
    for (unsigned shift = 0; shift < 64; shift += 8)
      word |= static_cast<std::uint64_t>(next_byte()) << shift;
    return word;
  }

  /// Bytes read so far.
  std::size_t consumed() const { return position; }

private:
  std::vector<std::uint8_t> tape;
  std::size_t position = 0;
};

} // namespace plumb::runtime

#endif // PLUMB_RUNTIME_SCRIPTED_BITS_H
