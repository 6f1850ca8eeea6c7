// SPDX-License-Identifier: Apache-2.0
//
// The user's side of local mechanisms: seconds for a million values through utility-optimised randomised
// response with exact probabilities and the operating system's randomness, beside the same with doubles and a
// Mersenne Twister; and for reports of bits nanoseconds per report, beside one floating-point coin for each
// bit.
//
// Usage: perturb [values]

#include "plumb/runtime/local/bit_client.h"
#include "plumb/runtime/local/symbol_client.h"
#include "plumb/runtime/os_bits.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>

namespace {

using namespace plumb::runtime;
using namespace plumb::runtime::local;
using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

constexpr std::int64_t sensitive = 2432, others = 10368; // 12,800 symbols, 19 % of them sensitive
constexpr double eps = 6;

Law urr() {
  const Powers powers = Powers::create({Rational(6)}).value();
  const Number E = powers.exp(Rational(6)), low = 1 / (sensitive + E - 1);
  return Law::create(powers, {{"S", sensitive}, {"N", others}},
                     {{"S", sensitive, {own(E * low, low), every(Number(0))}},
                      {"N", others, {every(low), own((E - 1) * low, Number(0))}}},
                     Law::Form::Symbol)
      .value();
}

Law urap() {
  const Powers powers = Powers::create({Rational(3)}).value();
  const Number R = powers.exp(Rational(3)), low = 1 / (R + 1);
  return Law::create(powers, {{"S", sensitive}, {"N", others}},
                     {{"S", sensitive, {own(R * low, low), every(Number(0))}},
                      {"N", others, {every(low), own(1 - 1 / R, Number(0))}}},
                     Law::Form::Bits)
      .value();
}

/// Definition 3 as most programs would write it.
class FloatingUrr {
public:
  std::uint64_t perturb(std::uint64_t x) {
    // With this probability the truth, else any sensitive symbol alike.
    const double truth = std::expm1(eps) / (sensitive + std::expm1(eps));
    if (uniform(random) < truth)
      return x;
    return any(random);
  }

private:
  std::mt19937_64 random{1};
  std::uniform_real_distribution<double> uniform{0, 1};
  std::uniform_int_distribution<std::uint64_t> any{0, sensitive - 1};
};

/// The shortest of three runs.
template <class Run> double seconds(Run run) {
  double best = 1e9;
  for (int i = 0; i < 3; ++i) {
    const auto before = Clock::now();
    run();
    best = std::min(best, Seconds(Clock::now() - before).count());
  }
  return best;
}

void symbols(std::uint64_t values) {
  const SymbolClient client = SymbolClient::create(urr()).value();
  std::uint64_t sum = 0;
  const double exact = seconds([&] {
    OsBits bits;
    for (std::uint64_t i = 0; i < values; ++i)
      sum += client.perturb(i % client.inputs(), bits).value();
  });
  FloatingUrr baseline;
  const double floating = seconds([&] {
    for (std::uint64_t i = 0; i < values; ++i)
      sum += baseline.perturb(i % client.inputs());
  });
  std::printf("uRR,  %llu values of %llu symbols: %.3f s exact, %.3f s with doubles, ratio %.2f (%llu)\n",
              static_cast<unsigned long long>(values), static_cast<unsigned long long>(client.inputs()),
              exact, floating, exact / floating, static_cast<unsigned long long>(sum % 10));
}

void rows(std::uint64_t reports) {
  const BitClient client = BitClient::create(urap()).value();
  std::uint64_t sum = 0;
  const double exact = seconds([&] {
    OsBits bits;
    for (std::uint64_t i = 0; i < reports; ++i)
      sum += client.perturb(i % client.inputs(), bits).value()[0];
  });
  std::mt19937_64 random(1);
  const double floating = seconds([&] {
    std::bernoulli_distribution coin(1 / (std::exp(eps / 2) + 1));
    for (std::uint64_t i = 0; i < reports; ++i)
      for (std::int64_t j = 0; j < sensitive; ++j)
        sum += coin(random);
  });
  std::printf("uRAP, %lld random bits: %.2f us per report exact, %.2f us with doubles, ratio %.2f (%llu)\n",
              static_cast<long long>(sensitive), 1e6 * exact / static_cast<double>(reports),
              1e6 * floating / static_cast<double>(reports), exact / floating,
              static_cast<unsigned long long>(sum % 10));
}

} // namespace

int main(int count, char **arguments) {
  const std::uint64_t values = count > 1 ? std::strtoull(arguments[1], nullptr, 10) : 1000000;
  if (values < 100) {
    std::fprintf(stderr, "usage: perturb [values], at least 100\n");
    return 2;
  }
  symbols(values);
  rows(values / 100);
  return 0;
}
