// SPDX-License-Identifier: Apache-2.0
#include "checker/relational/privacy_cost.h"
#include "checker/relational/rational_text.h"
#include "tests/checker/relational/proof_tables.h"

#include "llvm/Support/Casting.h"

using namespace plumb;
using relational::Polynomial;
using relational::RationalFunction;
using test::ProofTables;

namespace {

/// Three scales in two classes: 1/eps and 2/eps, and c/eps.
const char *threeScales = R"plumb(mechanism m(eps: real, c: int, n: int, f: query[n])
  requires eps > 0, c >= 1, n >= 0
  adjacency f decreasing by 3
  guarantees private(eps)
{
  a ~ laplace(1 / eps) align a' = a
  b ~ laplace(2 / eps) align b' = b
  d ~ laplace(c / eps) align d' = d
  for i in 0 .. n {
    e ~ laplace((1 + i) / eps) align e' = e
    output 0
  }
}
)plumb";

std::vector<const ir::Sample *> samplesOf(const ir::Block &block) {
  std::vector<const ir::Sample *> samples;
  for (const auto &statement : block) {
    if (const auto *sample = llvm::dyn_cast<ir::Sample>(statement.get()))
      samples.push_back(sample);
    if (const auto *loop = llvm::dyn_cast<ir::For>(statement.get()))
      for (const ir::Sample *inner : samplesOf(loop->body))
        samples.push_back(inner);
  }
  return samples;
}

RationalFunction bound(long amount) {
  return {Polynomial::constant(amount), Polynomial::constant(1)};
}

} // namespace

TEST_CASE("scales that are one function of the parameters are one, and constant multiples share a class") {
  ProofTables tables(threeScales);
  const auto samples = samplesOf(tables.checked.mechanism().body);
  REQUIRE(samples.size() == 4);
  REQUIRE(tables.scales.all().size() == 3);
  CHECK(tables.scales.of(*samples[0]) != tables.scales.of(*samples[1]));
  REQUIRE(tables.scales.classes().size() == 2);
  const auto &together = tables.scales.classes()[0];
  CHECK(together.base == *tables.scales.of(*samples[1])); // The largest.
  REQUIRE(together.members.size() == 2);
  for (const auto &[position, weight] : together.members)
    CHECK(weight == (position == together.base ? 1 : 2));
  // It has the loop variable in it: charged by itself.
  CHECK_FALSE(tables.scales.of(*samples[3]));
}

TEST_CASE("rational functions are compared across their denominators") {
  ProofTables tables(threeScales);
  auto parameter = [&](const char *name) {
    smt::Term term = tables.symbols.parameter(tables.variable(name), {});
    return Polynomial::atom(term.sort() == smt::Sort::Int ? tables.store.toReal(term) : term);
  };
  Polynomial eps = parameter("eps"), c = parameter("c");
  const RationalFunction scale{c, eps}, widened{c * eps, eps * eps};
  CHECK(scale.equals(widened));
  CHECK_FALSE(scale.equals({eps, c}));
  CHECK(scale.ratioTo({c + c, eps}) == Rational(1, 2));
  CHECK_FALSE(scale.ratioTo({Polynomial() - c, eps})); // Not positive.
  CHECK_FALSE(scale.ratioTo({eps, eps}));              // Not constant.
}

TEST_CASE("the bounds to try begin with nothing and grow by family") {
  ProofTables tables(threeScales);
  const std::vector<relational::ExitBound> bounds = relational::movementBounds(tables.context());
  REQUIRE(bounds.size() > 1);
  CHECK(bounds[0].value.numerator.isZero());
  bool hasSensitivity = false, hasSensitivityTimesN = false;
  for (std::size_t i = 1; i < bounds.size(); ++i) {
    CHECK(bounds[i].family >= bounds[i - 1].family);
    hasSensitivity |= print(bounds[i].value) == "3";
    hasSensitivityTimesN |= print(bounds[i].value) == "3 * n";
  }
  CHECK(hasSensitivity);
  CHECK(hasSensitivityTimesN);
}

TEST_CASE("the cost is what is moved over its scale, and has to be within epsilon") {
  ProofTables tables(threeScales);
  relational::State start = relational::startState(tables.context());
  auto affordable = [&](long first, long second) {
    auto formula = relational::costWithinEpsilon(tables.context(), {bound(first), bound(second)});
    REQUIRE(formula);
    return tables.follows(start.facts, *formula);
  };
  // first * eps / 2 + second * eps / c, of which only c >= 1 is known.
  CHECK(affordable(2, 0));
  CHECK_FALSE(affordable(3, 0));
  CHECK(affordable(0, 1));
  CHECK_FALSE(affordable(0, 2));
  CHECK(affordable(1, 0));
  CHECK_FALSE(affordable(2, 1));
  CHECK(relational::print(
            relational::reduced(relational::privacyCost(tables.context(), {bound(2), bound(0)}))) == "eps");
  CHECK(relational::print(relational::reduced(
            relational::privacyCost(tables.context(), {bound(1), bound(0)}))) == "eps / 2");
}

TEST_CASE("a scale that may be 0 or less costs nothing that is known") {
  ProofTables tables(threeScales);
  auto formula = relational::costWithinEpsilon(tables.context(), {bound(1), bound(0)});
  REQUIRE(formula);
  CHECK_FALSE(tables.follows({}, *formula)); // Without `requires eps > 0`.
}

TEST_CASE("where a bound shares a factor with its scale nothing else need be known of the factor") {
  ProofTables tables(R"(mechanism m(eps: real, n: size, f: query[n])
  requires eps > 0
  adjacency f changes by 1
  guarantees private(eps)
{
  for i in 0 .. n {
    lam ~ laplace(2 * n / eps)   align lam' = lam + f[i] - f'[i]
    output f[i] + lam
  }
}
)");
  relational::State start = relational::startState(tables.context());
  const Polynomial n =
      Polynomial::atom(tables.store.toReal(tables.symbols.parameter(tables.variable("n"), {})));
  auto affordable = [&](long times, const Polynomial &amount) {
    auto formula = relational::costWithinEpsilon(
        tables.context(), {{Polynomial::constant(Rational(times)) * amount, Polynomial::constant(1)}});
    REQUIRE(formula);
    return tables.follows(start.facts, *formula);
  };
  CHECK(affordable(2, n));
  CHECK_FALSE(affordable(3, n));
  // No amount that is moved is below 0.
  CHECK_FALSE(affordable(-1, n));
  // A fixed amount needs a scale that is positive.
  CHECK_FALSE(affordable(1, Polynomial::constant(1)));
}

TEST_CASE("a share of 1 / n of an amount is a bound, where n is known to be positive") {
  ProofTables tables(R"(mechanism m(eps: real, n: int, f: query)
  requires eps > 0
  adjacency f changes by 1
  guarantees private(eps)
{
  lam: real ~ laplace(1 / (n * eps))   align lam' = lam
  output real(f) / n + lam
}
)");
  const Polynomial n =
      Polynomial::atom(tables.store.toReal(tables.symbols.parameter(tables.variable("n"), {})));
  const std::vector<relational::ExitBound> bounds = relational::movementBounds(tables.context());
  CHECK(std::any_of(bounds.begin(), bounds.end(), [&](const relational::ExitBound &each) {
    return each.value.equals({Polynomial::constant(1), n});
  }));
  const auto affordable = [&](long times, const std::vector<smt::Term> &more) {
    auto formula =
        relational::costWithinEpsilon(tables.context(), {{Polynomial::constant(Rational(times)), n}});
    REQUIRE(formula);
    std::vector<smt::Term> facts = relational::startState(tables.context()).facts;
    facts.insert(facts.end(), more.begin(), more.end());
    return tables.follows(facts, *formula);
  };
  const smt::Term size = tables.symbols.parameter(tables.variable("n"), {}), zero = tables.store.integer(0);
  CHECK(affordable(1, {tables.store.less(zero, size)}));
  CHECK_FALSE(affordable(2, {tables.store.less(zero, size)}));
  CHECK_FALSE(affordable(1, {}));
  CHECK_FALSE(affordable(1, {tables.store.lessEqual(zero, size)}));
  CHECK_FALSE(affordable(-1, {tables.store.less(size, zero)}));
}
