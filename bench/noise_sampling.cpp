// SPDX-License-Identifier: Apache-2.0
//
// Time and random bits per sample, and the time to build a table.
//
// Figures from one machine are comparable with each other only.

#include "plumb/runtime/one_sided_geometric.h"
#include "plumb/runtime/os_bits.h"
#include "plumb/runtime/reference_two_sided_geometric.h"
#include "plumb/runtime/two_sided_geometric.h"

#include <benchmark/benchmark.h>
#include <cstdint>

namespace {

using namespace plumb::runtime;

/// OsBits with a count of the bits taken.
class CountingBits {
public:
  std::uint64_t next_u64() {
    taken += 64;
    return bits.next_u64();
  }
  std::uint8_t next_byte() {
    taken += 8;
    return bits.next_byte();
  }
  std::uint64_t taken = 0;

private:
  OsBits bits;
};

template <class Sampler> double bitsPerSample(const Sampler &sampler) {
  constexpr int samples = 100000;
  CountingBits bits;
  for (int i = 0; i < samples; ++i)
    benchmark::DoNotOptimize(sampler.sample(bits));
  return static_cast<double>(bits.taken) / samples;
}

template <class Sampler> void sample(benchmark::State &state) {
  const Sampler sampler = Sampler::create(state.range(0)).value();
  OsBits bits;
  for (auto _ : state)
    benchmark::DoNotOptimize(sampler.sample(bits));
  state.counters["bits"] = bitsPerSample(sampler);
}

template <class Sampler> void create(benchmark::State &state) {
  const Rational scale = state.range(0);
  for (auto _ : state)
    benchmark::DoNotOptimize(Sampler::create(scale));
}

void scales(benchmark::internal::Benchmark *benchmark) {
  benchmark->ArgName("scale");
  for (std::int64_t scale : {std::int64_t{1}, std::int64_t{10}, std::int64_t{100}, std::int64_t{1} << 40})
    benchmark->Arg(scale);
}

void entropy(benchmark::State &state) {
  OsBits bits;
  for (auto _ : state)
    benchmark::DoNotOptimize(bits.next_u64());
}

BENCHMARK(entropy);
BENCHMARK_TEMPLATE(sample, OneSidedGeometric)->Apply(scales);
BENCHMARK_TEMPLATE(sample, TwoSidedGeometric)->Apply(scales);
BENCHMARK_TEMPLATE(sample, ReferenceOneSidedGeometric)->Apply(scales);
BENCHMARK_TEMPLATE(sample, ReferenceTwoSidedGeometric)->Apply(scales);
BENCHMARK_TEMPLATE(create, OneSidedGeometric)->Apply(scales);
BENCHMARK_TEMPLATE(create, TwoSidedGeometric)->Apply(scales);

} // namespace

BENCHMARK_MAIN();
