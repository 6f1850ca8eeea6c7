// SPDX-License-Identifier: Apache-2.0
//===- tests/mechanisms/emit/reference.h - What should come out -*- C++ -*-===//

#ifndef PLUMB_TESTS_MECHANISMS_EMIT_REFERENCE_H
#define PLUMB_TESTS_MECHANISMS_EMIT_REFERENCE_H

#include "analyzed.h"
#include "read_file.h"
#include "replayed_noise.h"
#include "unaccounted.h"

#include <catch2/catch.hpp>
#include <cstdint>
#include <string>
#include <vector>

namespace plumb::test {

using Words = std::vector<std::int64_t>;

/// A program of the folder programs/, run by the interpreter.
class Reference {
public:
  explicit Reference(const std::string &name)
      : program(readFile(PLUMB_SOURCE_DIR "/tests/mechanisms/emit/programs/" + name + ".plumb"), name) {}

  /// What a run publishes on the noise that emitted code draws from SeededBits(seed).
  std::string run(const interpreter::Inputs &inputs, std::uint64_t seed) const {
    ReplayedNoise noise(seed);
    auto run = interpreter::execute(*program, inputs, noise);
    REQUIRE(run);
    REQUIRE(!run->failure);
    return interpreter::print(run->output);
  }

private:
  Analyzed program;
};

/// Random public and private values.
class Values {
public:
  explicit Values(std::uint64_t seed) : bits(seed) {}
  std::int64_t between(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(bits.next_u64() % static_cast<std::uint64_t>(high - low + 1));
  }
  Words words(std::int64_t count, std::int64_t low, std::int64_t high) {
    Words result;
    for (std::int64_t i = 0; i < count; ++i)
      result.push_back(between(low, high));
    return result;
  }

private:
  SeededBits bits;
};

inline interpreter::Numbers numbers(const Words &words) {
  return interpreter::Numbers(words.begin(), words.end());
}

inline std::string text(runtime::Wide value) {
  return runtime::toText(value);
}
inline std::string text(runtime::Integer value) {
  return value.text();
}
inline std::string text(std::int64_t value) {
  return std::to_string(value);
}

/// \p part behind \p all, with a comma between.
inline void append(std::string &all, const std::string &part) {
  all += (all.empty() ? "" : ", ") + part;
}

/// Epsilons for the interpreter and for emitted code.
inline const char *const epsilons[] = {"1/2", "3", "1/100", "7/5"};

inline runtime::Rational rational(const std::string &text) {
  return *runtime::Rational::parse(text);
}
inline interpreter::Numbers exact(const std::string &text) {
  return {interpreter::Exact(Rational(text))};
}

} // namespace plumb::test

#endif // PLUMB_TESTS_MECHANISMS_EMIT_REFERENCE_H
