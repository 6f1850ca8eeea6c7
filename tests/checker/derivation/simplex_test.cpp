// SPDX-License-Identifier: Apache-2.0
// One simplex that is given many sets of rows, one after the other, as a search does, beside a new one for
// each.
#include "checker/derivation/simplex.h"

#include <catch2/catch.hpp>
#include <random>

using namespace plumb;
using derivation::Fraction;
using derivation::Simplex;
using derivation::Value;
using kernel::Polynomial;
using kernel::Relation;
using kernel::Row;

namespace {

Value valueOf(const Row &row, const Simplex &simplex) {
  Value sum;
  for (const auto &[monomial, coefficient] : row.polynomial.summands())
    if (monomial.empty())
      sum.number += Fraction(coefficient);
    else
      sum.add(Fraction(coefficient), *simplex.valueOf(monomial));
  return sum;
}

bool holds(const Row &row, const Value &value) {
  const Value zero;
  switch (row.relation) {
  case Relation::AtLeast:
    return !(value < zero);
  case Relation::Above:
    return zero < value;
  case Relation::Zero:
    return value == zero;
  }
  return false;
}

/// The rows add up to one that is absurd, and no inequality is turned.
bool isAbsurdSum(const std::vector<Row> &rows, const Simplex &simplex) {
  Row sum{{}, Relation::Zero};
  for (const auto &[at, factor] : simplex.multipliers()) {
    const Relation relation = rows.at(at).relation;
    if (factor == 0 || (relation != Relation::Zero && factor < 0))
      return false;
    sum.polynomial.add(factor, rows[at].polynomial);
    if (relation == Relation::Above || (relation == Relation::AtLeast && sum.relation == Relation::Zero))
      sum.relation = relation;
  }
  return kernel::isAbsurd(sum);
}

} // namespace

TEST_CASE("a simplex that has seen other rows says of the present ones what a new one says") {
  std::mt19937 random(11);
  const auto upTo = [&](unsigned most) { return static_cast<int>(random() % (most + 1)); };
  std::size_t feasible = 0, infeasible = 0;
  for (int search = 0; search < 60; ++search) {
    Simplex kept;
    std::vector<Row> rows;
    for (int step = 0; step < 60; ++step) {
      // A case adds some rows, and the end of one takes the last ones away.
      if (upTo(3) == 0)
        rows.resize(static_cast<std::size_t>(upTo(static_cast<unsigned>(rows.size()))));
      for (int added = upTo(3); added >= 0; --added) {
        Row row{Polynomial(upTo(8) - 4, {}), static_cast<Relation>(upTo(2))};
        for (int part = upTo(2); part >= 0; --part) {
          mpq_class factor(upTo(6) - 3, upTo(1) + 1);
          factor.canonicalize();
          row.polynomial.add(1, Polynomial(factor, {static_cast<kernel::Term>(upTo(5))}));
        }
        if (!row.polynomial.isConstant())
          rows.push_back(row);
      }
      Simplex fresh;
      kept.clear();
      for (const Row &row : rows) {
        kept.add(row);
        fresh.add(row);
      }
      std::uint64_t work = 1'000'000, more = 1'000'000;
      const Simplex::Result result = kept.solve(work);
      REQUIRE(result == fresh.solve(more));
      REQUIRE(result != Simplex::Result::Spent);
      if (result == Simplex::Result::Infeasible) {
        ++infeasible;
        REQUIRE(isAbsurdSum(rows, kept));
        REQUIRE(isAbsurdSum(rows, fresh));
        continue;
      }
      ++feasible;
      for (const Row &row : rows) {
        REQUIRE(holds(row, valueOf(row, kept)));
        REQUIRE(holds(row, valueOf(row, fresh)));
      }
    }
  }
  CHECK(feasible > 500);
  CHECK(infeasible > 500);
}

TEST_CASE("what only earlier rows spoke of has no value") {
  Simplex simplex;
  const kernel::Monomial x{static_cast<kernel::Term>(1)}, y{static_cast<kernel::Term>(2)};
  simplex.add({Polynomial(1, x), Relation::Above});
  std::uint64_t work = 100;
  REQUIRE(simplex.solve(work) == Simplex::Result::Feasible);
  CHECK(simplex.valueOf(x));
  simplex.clear();
  simplex.add({Polynomial(1, y), Relation::Above});
  REQUIRE(simplex.solve(work) == Simplex::Result::Feasible);
  CHECK(simplex.valueOf(y));
  CHECK_FALSE(simplex.valueOf(x));
}
