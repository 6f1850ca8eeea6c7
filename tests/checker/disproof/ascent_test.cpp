// SPDX-License-Identifier: Apache-2.0
#include "checker/disproof/violation.h"
#include "tests/checker/interpreter/program_text.h"

#include <catch2/catch.hpp>

using namespace plumb;

TEST_CASE("from a small violation the search climbs to larger ones") {
  test::ProgramText program("mechanism m(eps: real, n: size, T: real, f: query real[n])\n"
                            "  requires eps > 0\n  adjacency f changes by 1\n  guarantees private(eps)\n{\n"
                            "  rho: real ~ laplace(2 / eps) align rho' = rho\n  for i in 0 .. n {\n"
                            "    nu: real ~ laplace(2 / eps) align nu' = nu\n"
                            "    if f[i] + nu >= T + rho { output above } else { output below }\n  }\n}\n");
  const disproof::Findings findings = disproof::examine(*program, nullptr);
  REQUIRE(findings.violation);
  REQUIRE(findings.violation->larger);
  // What is known of it in the literature is 1.704.
  CHECK(std::stod(findings.violation->question.loss) < 1.7);
  CHECK(std::stod(findings.violation->larger->loss) > 1.71);
  CHECK(findings.violation->larger->epsilon == findings.violation->question.epsilon);
}

TEST_CASE("where no question has an answer, that is said") {
  const auto silence = [](const std::string &requirement, const std::string &body) {
    test::ProgramText program("mechanism m(eps: real, k: int, f: query real)\n  requires eps > 0" +
                              requirement + "\n  adjacency f changes by 1\n  guarantees private(eps)\n{\n" +
                              body + "\n}\n");
    return disproof::examine(*program, nullptr).silence;
  };
  const std::string outside =
      "draws are multiplied, or stand in `div`, `mod`, a scale, a subscript or a range";
  const std::string a = "a: real ~ exponential(1 / eps) align a' = a\n";
  CHECK(silence("", a + "b: real ~ laplace(1 / eps) align b' = b\noutput f + a * b") == outside);
  CHECK(silence("", a + "b: real ~ laplace(1 + a) align b' = b\noutput f + b") == outside);
  CHECK(silence(", k >= 1000003", "a: real ~ laplace(1 / (k * eps)) align a' = a\noutput f + a")
            .starts_with("none of "));
  CHECK(silence("", a + "output f + a").empty());
}
