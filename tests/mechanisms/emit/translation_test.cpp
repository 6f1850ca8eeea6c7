// SPDX-License-Identifier: Apache-2.0
//
// What is emitted does what the program says: compiled golden headers against the exact interpreter
// of the checker, on the same noise.
#include "golden/aggregates.h"
#include "golden/arithmetic.h"
#include "golden/asymmetric_laplace.h"
#include "golden/asymmetric_noisy_top_k.h"
#include "golden/asymmetric_svt.h"
#include "golden/nested.h"
#include "golden/returns.h"
#include "reference.h"

#include <catch2/catch.hpp>

using namespace plumb;
using namespace plumb::test;

TEST_CASE("the emitted sparse vector technique publishes what the program publishes") {
  const Reference reference("asymmetric_svt");
  Values values(1);
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const std::string eps = epsilons[seed % 4];
    const std::int64_t n = values.between(0, 12), c = values.between(1, 4);
    const Words f = values.words(n, -20, 20), T = values.words(n, -20, 30);
    auto mechanism = asymmetric_svt::Mechanism::create({rational(eps), c, n, T});
    test::SeededBits bits(seed);
    std::string emitted;
    const asymmetric_svt::Output output = *mechanism->run(f, unaccounted, bits);
    for (std::size_t i = 0; i < output.out.size(); ++i) {
      const asymmetric_svt::Cell &cell = output.out[i];
      const bool isAbove = cell.tag == asymmetric_svt::Cell::Tag::above;
      append(emitted, "out[" + std::to_string(i) +
                          "] = " + (isAbove ? "above(" + text(cell.value) + ")" : std::string("below")));
    }
    CHECK((emitted.empty() ? "nothing" : emitted) ==
          reference.run({{"eps", exact(eps)}, {"c", {c}}, {"n", {n}}, {"T", numbers(T)}, {"f", numbers(f)}},
                        seed));
  }
}

TEST_CASE("the emitted noisy top-k returns what the program returns") {
  const Reference reference("asymmetric_noisy_top_k");
  Values values(2);
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const std::string eps = epsilons[seed % 4];
    const std::int64_t n = values.between(1, 15), k = values.between(1, n);
    const Words f = values.words(n, 0, 6);
    auto mechanism = asymmetric_noisy_top_k::Mechanism::create({rational(eps), k, n});
    test::SeededBits bits(seed);
    const runtime::TopK result = mechanism->run(f, unaccounted, bits)->result;
    std::string indices, chosen;
    for (std::size_t i = 0; i < result.indices.size(); ++i) {
      append(indices, std::to_string(result.indices[i]));
      append(chosen, text(result.values[i]));
    }
    CHECK("result = indices [" + indices + "], values [" + chosen + "]" ==
          reference.run({{"eps", exact(eps)}, {"k", {k}}, {"n", {n}}, {"f", numbers(f)}}, seed));
  }
}

TEST_CASE("the emitted noisy answer is that of the program") {
  const Reference reference("asymmetric_laplace");
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const std::string eps = epsilons[seed % 4];
    const std::int64_t bound = 1 + static_cast<std::int64_t>(seed % 5),
                       f = static_cast<std::int64_t>(seed) - 200;
    auto mechanism = asymmetric_laplace::Mechanism::create({rational(eps), bound});
    test::SeededBits bits(seed);
    CHECK("out = " + text(mechanism->run(f, unaccounted, bits)->out.value) ==
          reference.run({{"eps", exact(eps)}, {"bound", {bound}}, {"f", {f}}}, seed));
  }
}

TEST_CASE("every emitted integer operation computes what the program computes") {
  const Reference reference("arithmetic");
  using Tag = arithmetic::Cell::Tag;
  Values values(3);
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    const std::string eps = epsilons[seed % 4];
    const std::int64_t n = values.between(0, 9), m = values.between(1, 40), f = values.between(-30, 30);
    Words w = values.words(n, -5, 5);
    for (std::int64_t &divisor : w)
      divisor += divisor == 0;
    const bool flip = seed % 2 == 0;
    auto mechanism = arithmetic::Mechanism::create({rational(eps), n, m, w, flip});
    test::SeededBits bits(seed);
    const arithmetic::Output output = *mechanism->run(f, unaccounted, bits);
    std::string emitted;
    for (std::size_t i = 0; i < output.out.size(); ++i) {
      const arithmetic::Cell &cell = output.out[i];
      const std::string carried = "(" + text(cell.value) + ", " + (cell.value2 ? "true" : "false") + ")";
      append(emitted, "out[" + std::to_string(i) + "] = " +
                          (cell.tag == Tag::none  ? "none"
                           : cell.tag == Tag::low ? "low" + carried
                                                  : "high" + carried));
    }
    append(emitted, "result = " + text(output.result));
    CHECK(emitted == reference.run({{"eps", exact(eps)},
                                    {"n", {n}},
                                    {"m", {m}},
                                    {"w", numbers(w)},
                                    {"flip", {flip ? 1 : 0}},
                                    {"f", {f}}},
                                   seed));
  }
}

TEST_CASE("nested loops, their cells and two-dimensional arrays are translated faithfully") {
  const Reference reference("nested");
  Values values(4);
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const std::string eps = epsilons[seed % 4];
    const std::int64_t n = values.between(1, 5), m = values.between(0, 5), f = values.between(-9, 9);
    const Words w = values.words(n * m, 0, 3);
    auto mechanism = nested::Mechanism::create({rational(eps), n, m, w});
    test::SeededBits bits(seed);
    const nested::Output output = *mechanism->run(f, unaccounted, bits);
    std::string emitted;
    for (const nested::Cell &cell : output.out)
      append(emitted, "out[" + text(cell.index[0]) + "][" + text(cell.index[1]) + "] = " +
                          (cell.tag == nested::Cell::Tag::up ? "up(" + text(cell.value) + ")" : "none"));
    for (const nested::Cell2 &cell : output.out2)
      append(emitted, "out[" + text(cell.index[0]) + "] = row(" + text(cell.value) + ")");
    append(emitted, "out = " + text(output.out3.value));
    CHECK(emitted ==
          reference.run({{"eps", exact(eps)}, {"n", {n}}, {"m", {m}}, {"w", numbers(w)}, {"f", {f}}}, seed));
  }
}

TEST_CASE("a return inside a loop ends the emitted run") {
  const Reference reference("returns");
  Values values(5);
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const std::string eps = epsilons[seed % 4];
    const std::int64_t n = values.between(0, 8), k = values.between(-5, 25);
    const Words f = values.words(2 * n + 1, -10, 10);
    auto mechanism = returns::Mechanism::create({rational(eps), k, n});
    test::SeededBits bits(seed);
    CHECK("result = " + text(mechanism->run(f, unaccounted, bits)->result) ==
          reference.run({{"eps", exact(eps)}, {"k", {k}}, {"n", {n}}, {"f", numbers(f)}}, seed));
  }
}

TEST_CASE("emitted maxima, minima and sums find what the program finds") {
  const Reference reference("aggregates");
  Values values(6);
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const std::string eps = epsilons[seed % 4];
    const std::int64_t n = values.between(1, 8), k = values.between(-5, 5);
    // Narrow, so that there are ties.
    const Words T = values.words(n, -3, 3), f = values.words(n, -10, 10);
    auto mechanism = aggregates::Mechanism::create({rational(eps), k, n, T});
    test::SeededBits bits(seed);
    const aggregates::Cell cell = mechanism->run(f, unaccounted, bits)->out;
    std::string emitted;
    for (runtime::Integer part : {runtime::Integer(cell.value), cell.value2, cell.value3,
                                  runtime::Integer(cell.value4), runtime::Integer(cell.value5), cell.value6})
      append(emitted, text(part));
    CHECK("out = winner(" + emitted + ")" ==
          reference.run({{"eps", exact(eps)}, {"k", {k}}, {"n", {n}}, {"T", numbers(T)}, {"f", numbers(f)}},
                        seed));
  }
}
