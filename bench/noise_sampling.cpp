// SPDX-License-Identifier: Apache-2.0
//
// Time and random bits per sample, beside the entropy of the law, which no exact
// sampler can undercut on average; the price of constant work; and the time to
// build a table.
//
// Figures from one machine are comparable with each other only.

#include "plumb/runtime/coin.h"
#include "plumb/runtime/constant_work_geometric.h"
#include "plumb/runtime/constant_work_uniform.h"
#include "plumb/runtime/finite_table.h"
#include "plumb/runtime/large_geometric.h"
#include "plumb/runtime/one_sided_geometric.h"
#include "plumb/runtime/os_bits.h"
#include "plumb/runtime/reference_two_sided_geometric.h"
#include "plumb/runtime/two_sided_geometric.h"
#include "plumb/runtime/uniform_below.h"

#include <benchmark/benchmark.h>
#include <cmath>
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

template <class Draw> double bitsPer(const Draw &draw) {
  constexpr int samples = 20000;
  CountingBits bits;
  for (int i = 0; i < samples; ++i)
    benchmark::DoNotOptimize(draw(bits));
  return static_cast<double>(bits.taken) / samples;
}

/// Times \p draw, a function of any source of bits.
template <class Draw> void time(benchmark::State &state, const Draw &draw, double entropyBits) {
  OsBits bits;
  for (auto _ : state)
    benchmark::DoNotOptimize(draw(bits));
  state.counters["bits"] = bitsPer(draw);
  state.counters["entropy"] = entropyBits;
}

/// In bits, of mass (1-r) r^x: h(r) / (1-r), h the entropy of a coin.
double oneSidedEntropy(double b) {
  const double r = std::exp(-1 / b), p = -std::expm1(-1 / b);
  return (-p * std::log2(p) - r * std::log2(r)) / p;
}

/// In bits, of mass (1-r)/(1+r) r^|x|, where E|x| = 2r / (1-r^2).
double twoSidedEntropy(double b) {
  const double r = std::exp(-1 / b);
  return -std::log2(std::tanh(1 / (2 * b))) + 2 * r / (-std::expm1(-2 / b)) / b / std::log(2.0);
}

double coinEntropy(double p) {
  return -p * std::log2(p) - (1 - p) * std::log2(1 - p);
}

template <class Sampler, bool twoSided = false> void sample(benchmark::State &state) {
  const Sampler sampler = Sampler::create(Rational(state.range(0))).value();
  const auto b = static_cast<double>(state.range(0));
  time(
      state, [&](auto &bits) { return sampler.sample(bits); },
      twoSided ? twoSidedEntropy(b) : oneSidedEntropy(b));
}

template <class Sampler> void create(benchmark::State &state) {
  const Rational scale(state.range(0));
  for (auto _ : state)
    benchmark::DoNotOptimize(Sampler::create(scale));
}

void scales(benchmark::internal::Benchmark *benchmark) {
  benchmark->ArgName("scale");
  for (std::int64_t scale : {std::int64_t{1}, std::int64_t{10}, std::int64_t{100}, std::int64_t{1} << 40})
    benchmark->Arg(scale);
}

/// Randomised response over k values at eps = 1.
std::vector<ExpPolynomial> responseWeights(std::int64_t k) {
  std::vector<ExpPolynomial> weights(static_cast<std::size_t>(k), ExpPolynomial(1));
  weights.front() = ExpPolynomial::power(1);
  return weights;
}

double responseEntropy(std::int64_t k) {
  const double others = static_cast<double>(k) - 1, total = std::exp(1.0) + others;
  return std::log2(total) - std::exp(1.0) / total / std::log(2.0);
}

template <bool constantWork> void response(benchmark::State &state) {
  const auto table = FiniteTable::create(Rational(1), responseWeights(state.range(0))).value();
  time(
      state, [&](auto &bits) { return constantWork ? table.sampleConstantWork(bits) : table.sample(bits); },
      responseEntropy(state.range(0)));
}

void createResponse(benchmark::State &state) {
  const auto weights = responseWeights(state.range(0));
  for (auto _ : state)
    benchmark::DoNotOptimize(FiniteTable::create(Rational(1), weights));
}

void rationalCoin(benchmark::State &state) {
  const auto coin = RationalCoin::create(Rational(1) / 3).value();
  time(
      state, [&](auto &bits) { return coin.sample(bits); }, coinEntropy(1.0 / 3));
}

void exponentialCoin(benchmark::State &state) {
  const auto coin = ExponentialCoin::create(Rational(1) / 2).value();
  time(
      state, [&](auto &bits) { return coin.sample(bits); }, coinEntropy(std::exp(-0.5)));
}

void uniformByRejection(benchmark::State &state) {
  const WideUnsigned n = 1000;
  time(
      state, [&](auto &bits) { return static_cast<std::uint64_t>(uniformBelow(n, bits)); },
      std::log2(1000.0));
}

void uniformConstantWork(benchmark::State &state) {
  time(
      state, [](auto &bits) { return constantWorkUniformBelow(1000, bits); }, std::log2(1000.0));
}

void entropy(benchmark::State &state) {
  OsBits bits;
  for (auto _ : state)
    benchmark::DoNotOptimize(bits.next_u64());
}

BENCHMARK(entropy);
BENCHMARK(rationalCoin);
BENCHMARK(exponentialCoin);
BENCHMARK(uniformByRejection);
BENCHMARK(uniformConstantWork);
BENCHMARK_TEMPLATE(sample, OneSidedGeometric)->Apply(scales);
BENCHMARK_TEMPLATE(sample, ConstantWorkOneSidedGeometric)->Apply(scales);
BENCHMARK_TEMPLATE(sample, TwoSidedGeometric, true)->Apply(scales);
BENCHMARK_TEMPLATE(sample, ConstantWorkTwoSidedGeometric, true)->Apply(scales);
BENCHMARK_TEMPLATE(sample, ReferenceOneSidedGeometric)->Apply(scales);
BENCHMARK_TEMPLATE(sample, ReferenceTwoSidedGeometric, true)->Apply(scales);
BENCHMARK_TEMPLATE(sample, LargeOneSidedGeometric)->Apply(scales);
BENCHMARK_TEMPLATE(response, false)->ArgName("k")->Arg(2)->Arg(10)->Arg(1000);
BENCHMARK_TEMPLATE(response, true)->ArgName("k")->Arg(2)->Arg(10)->Arg(1000);
BENCHMARK_TEMPLATE(create, OneSidedGeometric)->Apply(scales);
BENCHMARK_TEMPLATE(create, TwoSidedGeometric)->Apply(scales);
BENCHMARK_TEMPLATE(create, ConstantWorkOneSidedGeometric)->Apply(scales);
BENCHMARK(createResponse)->ArgName("k")->Arg(2)->Arg(10)->Arg(1000);

} // namespace

BENCHMARK_MAIN();
