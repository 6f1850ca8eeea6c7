// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/local/bit_client.h"
#include "plumb/runtime/local/law.h"
#include "plumb/runtime/local/maps.h"

#include <catch2/catch.hpp>

using namespace plumb::runtime;
using namespace plumb::runtime::local;

namespace {

const Powers powers = Powers::create({Rational(1)}).value();
const Number E = powers.exp(Rational(1));

std::string message(std::vector<OutputClass> outputs, std::vector<InputClass> inputs,
                    Law::Form form = Law::Form::Symbol) {
  const auto law = Law::create(powers, std::move(outputs), std::move(inputs), form);
  return law ? "" : law.error().message;
}

} // namespace

TEST_CASE("rows have to sum to 1 exactly") {
  CHECK(message({{"X", 3}}, {{"X", 3, {own(E / (E + 2), 1 / (E + 2))}}}).empty());
  CHECK(message({{"X", 3}}, {{"X", 3, {own(E / (E + 3), 1 / (E + 3))}}}) ==
        "the probabilities of X do not sum to 1");
  CHECK(message({{"X", 3}}, {{"X", 3, {own(E / (E + 2), 1 / (E + 2) + Rational(1) / (Wide{1} << 90))}}}) ==
        "the probabilities of X do not sum to 1");
  // Rows of bits have no sum.
  CHECK(message({{"X", 3}}, {{"X", 3, {own(E / (E + 3), 1 / (E + 3))}}}, Law::Form::Bits).empty());
}

TEST_CASE("entries have to be defined and probabilities, where an input has them") {
  const std::string wrong = "an entry of X at Y is no probability";
  CHECK(message({{"Y", 2}}, {{"X", 1, {every(1 / (E - E))}}}) == wrong);
  CHECK(message({{"Y", 1}, {"Z", 1}}, {{"X", 1, {every(E - 1), every(2 - E)}}}) == wrong);
  CHECK(message({{"Y", 2}}, {{"X", 2, {every(1 - E)}}}, Law::Form::Bits) == wrong);
  // No input, no entry.
  CHECK(message({{"Y", 1}}, {{"A", 1, {every(Number(1))}}, {"X", 0, {every(1 / (E - E))}}}).empty());
  // A class of one has no entry beside that of the partner.
  CHECK(message({{"X", 1}}, {{"X", 1, {own(Number(1), 1 / (E - E))}}}).empty());
}

TEST_CASE("sizes have to be natural and not absurd, and something has to be there") {
  CHECK(message({{"Y", -1}}, {{"X", 1, {every(Number(1))}}}) ==
        "the class Y of outputs would have -1 members; it may have 0 to 2^48");
  CHECK(message({{"Y", 1}}, {{"X", (std::int64_t{1} << 48) + 1, {every(Number(1))}}}) ==
        "the class X of inputs would have 281474976710657 members; it may have 0 to 2^48");
  CHECK(message({{"Y", 1}}, {{"X", 0, {every(Number(1))}}}) == "there are no inputs");
  CHECK(message({{"Y", 0}}, {{"X", 1, {every(Number(1))}}}) == "there are no outputs");
}

TEST_CASE("a map has to fit its classes, and no message quotes it") {
  const Law law =
      Law::create(powers, {{"B", 2}}, {{"P", 3, {image(0, E / (E + 1), 1 / (E + 1))}}}, Law::Form::Symbol)
          .value();
  CHECK_FALSE(problemOf(law, {{0, 1, 1}}));
  CHECK(problemOf(law, {})->message == "the map from P to B is missing");
  CHECK(problemOf(law, {{0, 1}})->message == "the map from P to B has 2 entries instead of 3");
  CHECK(problemOf(law, {{0, 987654, 1}})->message ==
        "an entry of the map from P is no member of B, which has 2");
}

TEST_CASE("nothing is mapped to a class without members") {
  CHECK(message({{"B", 0}, {"Y", 1}}, {{"P", 1, {image(0, Number(0), Number(0)), every(Number(1))}}}) ==
        "members of P are mapped to B, which has none");
}

TEST_CASE("a report of bits as text has one digit for each") {
  CHECK(bitText({0b1011}, 6) == "110100");
  CHECK(bitText({~std::uint64_t{0}, 2}, 66) == std::string(64, '1') + "01");
  CHECK(bitText({}, 0).empty());
}
