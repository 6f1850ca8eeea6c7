// SPDX-License-Identifier: Apache-2.0
//===- tests/libfuzzer/input.h - What a fuzzer hands over -------*- C++ -*-===//
///
/// \file
/// Bytes of libFuzzer as text. A target returns 0 whatever the bytes are; what it may not do is crash, trap,
/// read beyond an end, run for long, or throw what its caller does not catch.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TESTS_LIBFUZZER_INPUT_H
#define PLUMB_TESTS_LIBFUZZER_INPUT_H

#include <cstddef>
#include <cstdint>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *bytes, std::size_t size);

namespace plumb {

inline std::string textOf(const std::uint8_t *bytes, std::size_t size) {
  return {bytes, bytes + size};
}

} // namespace plumb

#endif // PLUMB_TESTS_LIBFUZZER_INPUT_H
