// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/law.h"

#include <catch2/catch.hpp>
#include <set>

using namespace plumb;
using namespace plumb::ir;

TEST_CASE("a law is found by its word, and by no other") {
  std::set<std::string_view> words;
  for (Law law : laws()) {
    CHECK(words.insert(name(law)).second);
    CHECK(lawNamed(name(law)) == law);
  }
  CHECK_FALSE(lawNamed("gauss"));
  CHECK_FALSE(lawNamed("Laplace"));
}

TEST_CASE("every row can be used") {
  for (Law law : laws()) {
    CAPTURE(name(law));
    // Without a direction nothing could be aligned; samplers and tails are those of integers.
    CHECK((row(law).up.isBounded() || row(law).down.isBounded()));
    CHECK((row(law).isOver(Sort::Int) || row(law).isOver(Sort::Real)));
    CHECK((row(law).sampler.empty() || row(law).isOver(Sort::Int)));
    CHECK((row(law).tail == Tail::Unknown || row(law).isOver(Sort::Int)));
    // The runtime knows tails of e^(-|x|/b) alone.
    CHECK((row(law).tail == Tail::Unknown || (row(law).decay && row(law).decay->value() == 1)));
    CHECK((!row(law).decay || row(law).decay->isBounded()));
  }
}

TEST_CASE("lists of laws read like sentences") {
  CHECK(lawList([](const LawRow &row) { return row.word == "laplace"; }) == "`laplace`");
  CHECK(lawList([](const LawRow &row) { return row.tail == Tail::OneSided || row.tail == Tail::TwoSided; }) ==
        "`laplace` and `exponential`");
  CHECK(lawList([](const LawRow &row) { return row.tail != Tail::Unknown; }) ==
        "`laplace`, `exponential` and `neg_exponential`");
  CHECK(lawList([](const LawRow &) { return false; }).empty());
}
