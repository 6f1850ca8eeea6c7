// SPDX-License-Identifier: Apache-2.0
#include "certified.h"

#include <catch2/catch.hpp>

using namespace plumb;

/// A proved mechanism with one query, one noisy value z of it, and \p body behind that.
static std::string program(const std::string &body, const std::string &parameters = "",
                           const std::string &premises = "") {
  return "mechanism m(eps: real, n: int, f: query" + parameters + ")\n  requires eps > 0, n >= 0" + premises +
         "\n  adjacency f decreasing by 1\n  guarantees private(eps)\n{\n"
         "  lam ~ exponential(1 / eps)   align lam' = lam + f - f'\n"
         "  z := f + lam\n" +
         body + "\n}\n";
}

struct Outcome {
  /// "message [the words it is about], and so [what follows]" each; with none, the header.
  std::vector<std::string> problems;
  std::string header;
};

static Outcome outcome(const std::string &text) {
  const test::Certified proved(text);
  const emit::Emission emission = emit::emit(*proved, {});
  Outcome result;
  for (const plan::Problem &problem : emission.problems) {
    result.problems.push_back(problem.message + " [" + std::string(proved.text(problem.range)) + "]");
    for (const SourceRange &other : problem.others)
      result.problems.back() +=
          (other == problem.others.front() ? ", and so [" : " [") + std::string(proved.text(other)) + "]";
  }
  CHECK(emission.files.size() == (emission.problems.empty() ? 2 : 0));
  if (!emission.files.empty())
    result.header = emission.files.front().text;
  return result;
}

using Problems = std::vector<std::string>;

TEST_CASE("a mechanism over reals is not emitted") {
  CHECK(outcome("mechanism m(eps: real, f: query real)\n  requires eps > 0\n  adjacency f decreasing by 1\n"
                "  guarantees private(eps)\n{\n"
                "  lam: real ~ exponential(1 / eps)   align lam' = lam + f - f'\n  output f + lam\n}\n")
            .problems ==
        Problems{"a mechanism over reals is proved for densities and is not emittable: put `f` on "
                 "a grid [f]",
                 "a mechanism over reals is proved for densities and is not emittable: put `lam` "
                 "on a grid [lam]"});
}

TEST_CASE("a product of noisy values that may need more than 128 bits is not emitted") {
  CHECK(
      outcome(program("  output z * z")).problems ==
      Problems{"`z * z` may need more than 128 bits, and an emitted mechanism must not wrap; bound what goes "
               "into it [z * z]"});
  CHECK(outcome(program("  output z * 1000")).problems.empty());
  CHECK(outcome(program("  output min(z, 1000) * max(-7, z)")).problems.size() == 1);
  CHECK(outcome(program("  output max(-9, min(z, 1000)) * z")).problems.empty());
}

TEST_CASE("a value that multiplies in every iteration is not emitted") {
  const std::string told =
      "` may need more than 128 bits, and an emitted mechanism must not wrap; bound what is "
      "assigned to it ";
  CHECK(outcome(program("  x := 1\n  for i in 0 .. n { x := 2 * x }\n  output z + x")).problems ==
        Problems{"`x" + told + "[x], and so [z + x]"});
  // Two that grow by themselves, and one that is computed from both.
  CHECK(outcome(
            program("  x := 1\n  y := 1\n  w := 0\n  for i in 0 .. n { x := 2 * x; y := y * x; w := x + y }\n"
                    "  output z + w"))
            .problems == Problems{"`x" + told + "[x], and so [w] [z + w]", "`y" + told + "[y]"});
  // Two that grow by each other.
  CHECK(outcome(program("  x := 1\n  y := 1\n  for i in 0 .. n { x := 2 * y; y := x + 1 }\n  output z"))
            .problems == Problems{"`x" + told + "[x], and so [y]"});
}

TEST_CASE("a value that two variables add to each other is not emitted") {
  CHECK_FALSE(
      outcome(program("  x := 1\n  y := 1\n  for i in 0 .. n { x := x + y  y := x + y }\n  output z + x"))
          .problems.empty());
}

TEST_CASE("sums of counts fit in 128 bits without a limit") {
  const Outcome sums = outcome(program("  x := 0\n  for i in 0 .. n { x := x + f }\n  output z"));
  CHECK(sums.problems.empty());
  CHECK(sums.header.find("terms") == std::string::npos);
}

TEST_CASE("sums of noise get a limit on the number of terms, which the constructor checks") {
  const Outcome sums = outcome(program("  x := 0\n  for i in 0 .. n { x := x + z }\n  output x"));
  CHECK(sums.problems.empty());
  CHECK(sums.header.find("if (std::max<Rational>(Rational(), Rational(parameters.n)) > 16777216)") !=
        std::string::npos);
}

TEST_CASE("sums of noise in a loop of a length that no parameter gives are not emitted") {
  CHECK(outcome(program("  m := n + 1\n  x := 0\n  for i in 0 .. m { x := x + z }\n  output x")).problems ==
        Problems{
            "`x` adds up noise in a loop whose length is no term over single parameters, so nothing bounds "
            "it to 128 bits [m]"});
}

TEST_CASE("reals in the program are not emitted") {
  const Outcome reals = outcome(program("  x := 0.5\n  if x < eps { output z }"));
  REQUIRE(reals.problems.size() == 3);
  CHECK(reals.problems[0] ==
        "`x` holds a real; emitted programs compute with integers, and with reals only in "
        "scales and premises [x]");
}

TEST_CASE("names that C++ reserves cannot be rescued by an underscore") {
  CHECK(outcome(program("  a__b := z\n  output a__b")).problems ==
        Problems{"the name `a__b` is reserved in C++; choose another one [a__b]"});
  CHECK(outcome(program("  class := z\n  class_ := 0\n  output class + class_")).problems ==
        Problems{"`class_` and `class` would both be called `class_` in C++; rename one of them [class_]"});
  CHECK(outcome(program("  class := z\n  output class")).problems.empty());
}

TEST_CASE("samples of one law and scale share a sampler, others do not") {
  const Outcome shared = outcome(program("  mu ~ exponential(1 / eps) align mu' = mu\n"
                                         "  nu ~ laplace(1 / eps) align nu' = nu\n  output z + mu + nu"));
  CHECK(shared.header.find("lamNoise->sample(bits);\n  const Wide z") != std::string::npos);
  CHECK(shared.header.find("const Wide mu = lamNoise->sample(bits);") != std::string::npos);
  CHECK(shared.header.find("const Wide nu = nuNoise->sample(bits);") != std::string::npos);
}
