// SPDX-License-Identifier: Apache-2.0
#include "analyzed.h"
#include "mechanisms/emit/creation.h"

#include <catch2/catch.hpp>

using namespace plumb;

static test::Analyzed program(const std::string &body) {
  return test::Analyzed("mechanism m(eps: real, n: int, b: int[n], f: query)\n  requires eps > 0, n >= 0\n"
                        "  adjacency f changes by 1\n  guarantees private(eps)\n{\n" +
                        body + "\n  output f\n}\n");
}

TEST_CASE("a scale over more than single parameters is a problem") {
  const auto analyzed = program("  for i in 0 .. n { mu ~ laplace(b[i] / eps) align mu' = mu }\n"
                                "  for i in 0 .. n { nu ~ laplace((i + 1) / eps) align nu' = nu }");
  emit::Unit unit(*analyzed);
  const std::vector<plan::Problem> problems = unit.problems.sorted();
  REQUIRE(problems.size() == 2);
  CHECK(problems[0].message ==
        "the scale of `mu` depends on `b`; emitted code builds its samplers once, so write "
        "scales over single parameters");
  CHECK(analyzed.text(problems[0].range) == "b[i] / eps");
  CHECK(problems[1].message.find("`nu` depends on `i`") != std::string::npos);
}

TEST_CASE("samplers differ by law and by scale") {
  const auto analyzed =
      program("  a ~ laplace(1 / eps) align a' = a\n  b1 ~ exponential(1 / eps) align b1' = b1\n"
              "  c ~ laplace(2 / eps) align c' = c\n  d ~ laplace(1 / eps) align d' = d");
  emit::Unit unit(*analyzed);
  REQUIRE(unit.samplers.size() == 3);
  CHECK(unit.samplers[0].name == "aNoise");
  CHECK(unit.samplers[0].samples.size() == 2);
  CHECK(unit.samplers[1].name == "b1Noise");
  CHECK(unit.samplers[2].name == "cNoise");
}

TEST_CASE("the name of a sampler gives way to the program's own names") {
  const auto analyzed = program("  aNoise := 1\n  a ~ laplace(1 / eps) align a' = a");
  CHECK(emit::Unit(*analyzed).samplers.at(0).name == "aNoise2");
}

TEST_CASE("a divisor that no premise makes positive is checked before a sampler is built") {
  const auto open = program("  a ~ laplace(1 / (eps * n)) align a' = a");
  emit::Unit unit(*open);
  const std::string checks = emit::Creation(unit).body();
  CHECK(checks.find("create(1 / nonZero<Rational>(parameters.eps * parameters.n, isDefined))") !=
        std::string::npos);
  CHECK(checks.find("if (!isDefined)\n  return runtime::Error{\"the scale `1 / (eps * n)` of `a` is not "
                    "defined\"};") != std::string::npos);
  const auto closed = program("  a ~ laplace((n + 1) / (2 * eps)) align a' = a");
  emit::Unit known(*closed);
  CHECK(emit::Creation(known).body().find("isDefined") == std::string::npos);
}
