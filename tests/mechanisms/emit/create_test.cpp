// SPDX-License-Identifier: Apache-2.0
#include "golden/arithmetic.h"
#include "golden/asymmetric_laplace.h"
#include "golden/asymmetric_noisy_top_k.h"
#include "golden/asymmetric_svt.h"
#include "golden/nested.h"
#include "golden/premises.h"
#include "golden/returns.h"

#include <catch2/catch.hpp>

using namespace plumb;
using runtime::Rational;

/// The error of a refused construction, or "accepted".
template <class Mechanism, class Parameters> static std::string outcome(Parameters parameters) {
  auto mechanism = Mechanism::create(std::move(parameters));
  return mechanism ? "accepted" : mechanism.error().message;
}

static Rational half() {
  return *Rational::parse("0.5");
}

TEST_CASE("every violated premise of the sparse vector technique is refused by name") {
  auto svt = [](Rational eps, std::int64_t c, std::int64_t n, std::vector<std::int64_t> T) {
    return outcome<asymmetric_svt::Mechanism>(asymmetric_svt::Parameters{std::move(eps), c, n, std::move(T)});
  };
  CHECK(svt(half(), 1, 2, {3, 4}) == "accepted");
  CHECK(svt(half(), 1, 0, {}) == "accepted");
  CHECK(svt(Rational(0), 1, 2, {3, 4}) == "requires `eps > 0`, but eps = 0");
  CHECK(svt(*Rational::parse("-1/3"), 1, 2, {3, 4}) == "requires `eps > 0`, but eps = -1/3");
  CHECK(svt(half(), 0, 2, {3, 4}) == "requires `c >= 1`, but c = 0");
  CHECK(svt(half(), 1, -1, {}) == "requires `n >= 0`, but n = -1");
}

TEST_CASE("an array of another length than declared is refused") {
  asymmetric_svt::Parameters parameters{half(), 1, 3, {1, 2}};
  CHECK(outcome<asymmetric_svt::Mechanism>(parameters) == "`T` has 2 elements instead of `n`");
  nested::Parameters matrix{half(), 2, 3, {1, 2, 3, 4, 5}};
  CHECK(outcome<nested::Mechanism>(matrix) == "`w` has 5 elements instead of `n * m`");
  matrix.w.push_back(6);
  CHECK(outcome<nested::Mechanism>(matrix) == "accepted");
}

TEST_CASE("premises that relate two parameters quote both") {
  using namespace asymmetric_noisy_top_k;
  CHECK(outcome<Mechanism>(Parameters{half(), 3, 2}) == "requires `k <= n`, but k = 3, n = 2");
  CHECK(outcome<Mechanism>(Parameters{half(), 0, 2}) == "requires `1 <= k`, but k = 0");
  CHECK(outcome<Mechanism>(Parameters{half(), 2, 2}) == "accepted");
}

TEST_CASE("premises over the elements of arrays are checked for each of them") {
  auto refusal = [](std::vector<std::int64_t> w) {
    auto n = static_cast<std::int64_t>(w.size());
    return outcome<arithmetic::Mechanism>(arithmetic::Parameters{half(), n, 1, std::move(w), true});
  };
  const std::string named =
      "requires `forall i in 0 .. n: w[i] != 0 and (i + 1 < n implies w[i] <= w[i + 1] + 10)`, but n = 3";
  CHECK(refusal({1, -2, 3}) == "accepted");
  CHECK(refusal({1, 0, 3}) == named);
  CHECK(refusal({12, 2, 3}) == "accepted");
  CHECK(refusal({13, 2, 3}) == named);
  CHECK(refusal({}) == "accepted");
  CHECK(outcome<nested::Mechanism>(nested::Parameters{half(), 2, 2, {0, 0, 0, -1}}) ==
        "requires `forall i in 0 .. n: forall j in 0 .. m: w[i][j] >= 0`, but n = 2, m = 2");
}

TEST_CASE("a premise computed from extreme parameters does not wrap") {
  constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
  // 2 * n + 1 is 2^64 - 1 here, which 64 bits would read as -1 or as a small number.
  CHECK(outcome<returns::Mechanism>(returns::Parameters{half(), 0, largest}) ==
        "`2 * n + 1`, an extent of `f`, is out of range");
  // The cube is 2^186, which 128 bits would read as 0.
  CHECK(outcome<returns::Mechanism>(returns::Parameters{half(), 1000, std::int64_t{1} << 62}) ==
        "requires `k >= 1000 implies n * n * n < 1000`, but k = 1000, n = 4611686018427387904");
  CHECK(outcome<returns::Mechanism>(returns::Parameters{half(), 1000, 9}) == "accepted");
  // n * m is 2^64 here.
  CHECK(outcome<nested::Mechanism>(nested::Parameters{
            half(), std::int64_t{1} << 32, std::int64_t{1} << 32, {}}) == "`w` has too many elements");
}

TEST_CASE("a scale that no sampler accepts is refused with its formula") {
  asymmetric_laplace::Parameters parameters{*Rational::parse("1/36893488147419103232"), 1};
  const std::string message = outcome<asymmetric_laplace::Mechanism>(parameters);
  CHECK(message.rfind("the scale `bound / eps` of `lam`: ", 0) == 0);
}

TEST_CASE("premises are computed exactly, and do not hold where they are undefined") {
  auto refusal = [](const char *eps, const char *bound, std::int64_t k, std::int64_t n, bool on) {
    return outcome<premises::Mechanism>(
        premises::Parameters{*Rational::parse(eps), *Rational::parse(bound), k, n, on});
  };
  CHECK(refusal("1/2", "1/3", 2, 4, true) == "accepted");
  CHECK(refusal("2/201", "1/3", 2, 4, false) == "accepted");
  CHECK(refusal("2/202", "1/3", 2, 4, false) == "requires `1 / eps <= 100.5`, but eps = 1/101");
  CHECK(refusal("0", "1/3", 2, 4, true) == "requires `1 / eps <= 100.5`, but eps = 0");
  CHECK(refusal("-1", "1/3", 2, 4, true) == "requires `eps > 0`, but eps = -1");
  const std::string large(41, '9');
  CHECK(refusal("1/2", ("-" + large).c_str(), 2, 4, false) == "accepted");
  CHECK(refusal("1/2", ("-" + large + "9").c_str(), 2, 4, false).find("requires `abs(bound)") == 0);
  CHECK(refusal("1/2", "1/3", 0, 4, true) == "requires `n div k >= 2`, but n = 4, k = 0");
  CHECK(refusal("1/2", "1/3", 3, 5, true) == "requires `n div k >= 2`, but n = 5, k = 3");
  // Euclidean: -5 = -2 * 3 + 1, and -5 = 3 * -2 + 1.
  CHECK(refusal("1/2", "1/3", -2, -5, true) == "requires `n mod k != 1`, but n = -5, k = -2");
  CHECK(refusal("1/2", "1/4", 2, 4, true) ==
        "requires `on iff min(eps, bound) > 0.25`, but on = true, eps = 1/2, "
        "bound = 1/4");
  CHECK(refusal("1/2", "1/4", 2, 4, false) == "accepted");
  CHECK(refusal("1/2", "1/3", 5, 10, true) ==
        "requires `k >= 5 implies n * 73786976294838206464 < 737869762948382064640`, but k = 5, n = 10");
  CHECK(refusal("1/2", "1/3", 4, 10, true) == "accepted");
  // The product is 2^128, which 128 bits would read as 0.
  CHECK(refusal("1/2", "1/3", 5, std::int64_t{1} << 62, true).find("requires `k >= 5 implies") == 0);
}
