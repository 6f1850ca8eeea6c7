// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// What a sampler asks of its source of randomness.

#ifndef PLUMB_RUNTIME_BIT_SOURCE_H
#define PLUMB_RUNTIME_BIT_SOURCE_H

#include <concepts>
#include <cstdint>

namespace plumb::runtime {

/// A stream of independent fair bits, taken 64 or 8 at a time.
///
/// Every proof assumes that successive calls return independent, uniformly
/// distributed values. `OsBits` is the one source for releases; any other type
/// with these two members (a tape in a test, a hardware generator) works too.
template <class Source>
concept BitSource = requires(Source &source) {
  { source.next_u64() } -> std::same_as<std::uint64_t>;
  { source.next_byte() } -> std::same_as<std::uint8_t>;
};

} // namespace plumb::runtime

#endif // PLUMB_RUNTIME_BIT_SOURCE_H
