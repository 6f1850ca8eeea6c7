// SPDX-License-Identifier: Apache-2.0
#include "checker/inference/factor.h"
#include "tests/checker/relational/proof_tables.h"

using namespace plumb;
using inference::Factor;
using test::ProofTables;

namespace {

const char *const smoothing = "mechanism m(eps: real, k: real, q: real, n: size, f: query real[n])\n"
                              "  requires eps > 0, 0 < k and k < 1, q > 1\n"
                              "  adjacency one f changes by 1\n"
                              "  guarantees private(eps)\n"
                              "{\n"
                              "  s := 0.0\n"
                              "  for i in 0 .. n {\n"
                              "    s := (1 - k) * s + k * q * f[i]\n"
                              "    eta: real ~ laplace(1 / eps)\n"
                              "    output s + eta\n"
                              "  }\n"
                              "}\n";

struct Parameters {
  ProofTables tables{smoothing};
  relational::Context context = tables.context();
  smt::Term k = tables.symbols.parameter(tables.variable("k"), {});
  Factor ofK = *Factor::of(context, *readOf("k")), ofQ = *Factor::of(context, *readOf("q")),
         one = Rational(1);

  ir::ExpressionPtr readOf(const std::string &name) const {
    return std::make_unique<ir::Read>(tables.variable(name), false, std::vector<ir::ExpressionPtr>{},
                                      SourceRange());
  }
};

} // namespace

TEST_CASE("factors are calculated with as rational functions, and compared where literals allow parameters") {
  Parameters with;
  const Factor rest = with.one - with.ofK;
  CHECK(rest / with.ofK + with.one == with.one / with.ofK);
  CHECK_FALSE(rest / with.ofK == with.one / with.ofK);
  CHECK(with.ofK < with.one);
  CHECK(Factor() < rest);
  CHECK(with.one < with.ofQ);
  CHECK(abs(with.one - with.ofQ) == with.ofQ - with.one);
  CHECK((with.ofK / with.ofK).number() == Rational(1));
  CHECK_FALSE(with.ofK.number().has_value());
  CHECK((rest - rest).isZero());
}

TEST_CASE("nothing that is no parameter is a factor") {
  Parameters with;
  CHECK_FALSE(Factor::of(with.context, *with.readOf("s")).has_value());
}

TEST_CASE("a factor too large to be written down is not known, and equals nothing") {
  Parameters with;
  Factor power = with.one + with.ofK;
  for (int i = 0; i < 8; ++i)
    power = power * (with.ofQ + with.ofK);
  CHECK_FALSE(power.isKnown());
  CHECK_FALSE(power == power);
}

TEST_CASE("what is divided by is divided out") {
  Parameters with;
  auto &store = with.tables.store;
  const smt::Term x = store.freshVariable("x", smt::Sort::Real);
  const relational::Polynomial amount = relational::Polynomial::atom(x);
  const smt::Term positive = store.less(store.real(0), with.k);
  // x / k - x, and not something about (1 - k) * x, of which nothing is known.
  const smt::Term left = ((with.one - with.ofK) / with.ofK).times(with.context, amount);
  CHECK(left == store.add(store.minus(x), with.tables.products.quotient(x, with.k)));
  CHECK(with.tables.follows({positive},
                            store.equal(with.tables.products.multiply(with.k, left),
                                        store.subtract(x, with.tables.products.multiply(with.k, x)))));
  CHECK((with.ofK / with.ofK).times(with.context, amount) == x);
}
