// SPDX-License-Identifier: Apache-2.0
//
// Mechanisms, clients and streams that are copied, moved and assigned where memory is refused. Parts of two
// clients together are a third one that nobody proved: it may report in the clear. A stream that is lost
// takes with it what was paid.
#include "golden/asymmetric_svt.h"
#include "golden/channels/urr.h"
#include "seeded_bits.h"
#include "tests/mechanisms/runtime/refused_memory.h"
#include "unaccounted.h"

#include <catch2/catch.hpp>
#include <type_traits>
#include <utility>
#include <vector>

using namespace plumb;
using namespace plumb::test;
using namespace plumb::runtime::literals;

template <class Object>
constexpr bool isMovedSafely = std::is_nothrow_move_constructible_v<Object>
    &&std::is_nothrow_move_assignable_v<Object> &&std::is_nothrow_swappable_v<Object>;
template <class Object>
constexpr bool isCopiedSafely =
    std::is_nothrow_copy_constructible_v<Object> &&std::is_nothrow_copy_assignable_v<Object>;

static_assert(isMovedSafely<asymmetric_svt::Mechanism> && isCopiedSafely<asymmetric_svt::Mechanism>);
static_assert(isMovedSafely<urr::Client> && isCopiedSafely<urr::Client>);
static_assert(isMovedSafely<asymmetric_svt::Stream> && !std::is_copy_constructible_v<asymmetric_svt::Stream>);

// A price that is looked at is still there when what it was the price of is assigned to.
template <class Object>
constexpr bool hasPriceOfItsOwn =
    std::is_same_v<decltype(std::declval<Object &>().epsilon()), runtime::Rational>;

static_assert(hasPriceOfItsOwn<asymmetric_svt::Mechanism> && hasPriceOfItsOwn<asymmetric_svt::Stream> &&
              hasPriceOfItsOwn<urr::Client>);

namespace {

const std::vector<std::int64_t> counts{20, 40, 50};

auto svt(std::int64_t threshold, const runtime::Rational &eps) {
  return asymmetric_svt::Parameters{eps, 2, 3, {threshold, threshold, threshold}};
}

auto stream(std::int64_t threshold, int steps) {
  SeededBits bits(1);
  auto begun = *asymmetric_svt::Stream::create(svt(threshold, 1_eps), unaccounted, bits);
  for (int step = 0; step < steps; ++step)
    static_cast<void>(begun.step(20, bits));
  return begun;
}

std::string seen(const asymmetric_svt::Mechanism &mechanism) {
  SeededBits bits(1);
  std::string all = mechanism.epsilon().text();
  for (int release = 0; release < 20; ++release)
    all += " " + mechanism.run(counts, unaccounted, bits)->text();
  return all;
}

std::string seen(const urr::Client &client) {
  SeededBits bits(1);
  std::string all = client.epsilon().text();
  for (std::uint64_t report = 0; report < 60; ++report)
    all += " " + std::to_string(*client.perturb(report % 3, bits));
  return all;
}

std::string seen(const asymmetric_svt::Stream &stream) {
  return stream.epsilon().text() + " " + *stream.save();
}

/// \p target gets \p source, which is copied or moved, and no memory is there for it.
template <class Object> void checkAssigned(Object target, Object source) {
  const std::string before = seen(target), after = seen(source);
  REQUIRE(before != after);
  const Object copied = source;
  CHECK(endsWith(0, [&] { target = std::move(source); }));
  CHECK(seen(target) == after);
  CHECK(seen(source) == after);
  CHECK(seen(copied) == after);
}

/// The same where an error was. If the move threw, neither would be left.
template <class Object> void checkExpected(runtime::Expected<Object> source) {
  const std::string after = seen(source.value());
  runtime::Expected<Object> target = runtime::Error{"refused"};
  CHECK(endsWith(0, [&] { target = std::move(source); }));
  CHECK(seen(target.value()) == after);
}

} // namespace

TEST_CASE("a mechanism and a client are assigned without memory, and nothing is taken from what was moved") {
  checkAssigned(*asymmetric_svt::Mechanism::create(svt(30, 1_eps)),
                *asymmetric_svt::Mechanism::create(svt(60, 1_eps / 50)));
  checkAssigned(*urr::Client::create({1_eps / 10, 1, 3}), *urr::Client::create({1_eps / 5, 3, 3}));
}

TEST_CASE("a mechanism, a client or a stream takes the place of an error without memory") {
  checkExpected(asymmetric_svt::Mechanism::create(svt(30, 1_eps)));
  checkExpected(urr::Client::create({1_eps / 10, 1, 3}));
  checkExpected(runtime::Expected<asymmetric_svt::Stream>(stream(30, 2)));
}

TEST_CASE("streams are moved and exchanged without memory, and none is lost where many find no room") {
  auto first = stream(30, 2), second = stream(60, 1);
  const std::string one = seen(first), other = seen(second);
  CHECK(endsWith(0, [&] { std::swap(first, second); }));
  CHECK(seen(first) == other);
  CHECK(seen(second) == one);
  CHECK(endsWith(0, [&] { first = std::move(second); }));
  CHECK(seen(first) == one);

  std::vector<asymmetric_svt::Stream> streams;
  streams.reserve(1);
  streams.push_back(std::move(first));
  auto next = stream(60, 1);
  CHECK_FALSE(endsWith(0, [&] { streams.push_back(std::move(next)); }));
  CHECK(seen(streams.front()) == one);
  CHECK(seen(next) == other);
}
