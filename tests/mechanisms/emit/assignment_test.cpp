// SPDX-License-Identifier: Apache-2.0
//
// Memory that is refused in the middle of an assignment, at every allocation that it makes. Parts of two
// clients together are a third one that nobody proved: it may report in the clear.
#include "golden/asymmetric_svt.h"
#include "golden/channels/urr.h"
#include "plumb/runtime/constant_work_geometric.h"
#include "plumb/runtime/local/bit_client.h"
#include "plumb/runtime/mirrored_geometric.h"
#include "plumb/runtime/two_sided_geometric.h"
#include "seeded_bits.h"
#include "tests/mechanisms/runtime/refused_memory.h"
#include "unaccounted.h"

#include <catch2/catch.hpp>
#include <type_traits>

using namespace plumb;
using namespace plumb::test;
using namespace plumb::runtime::literals;

namespace {

/// \p look tells one object from another. \p start makes what is assigned to, \p next what is assigned.
template <class Start, class Next, class Look> void checkAssignments(Start start, Next next, Look look) {
  const auto before = look(start()), after = look(next());
  REQUIRE(before != after);
  long count = 0;
  for (bool isOver = false; !isOver; ++count) {
    auto target = start(), source = next();
    isOver = endsWith(count, [&] { target = std::move(source); });
    INFO("after " << count << " allocations");
    CHECK(look(target) == (isOver ? after : before));
    if (!isOver)
      CHECK(look(source) == after);
    REQUIRE(count < 100);
  }
  CHECK(count > 1);
}

const std::vector<std::int64_t> counts{20, 40, 50};

auto svt(std::int64_t threshold, const runtime::Rational &eps) {
  return asymmetric_svt::Parameters{eps, 2, 3, {threshold, threshold, threshold}};
}

} // namespace

// What is exchanged behind the copy cannot fail.
template <class... Members> constexpr bool areExchanged = (std::is_nothrow_swappable_v<Members> && ...);
static_assert(areExchanged<asymmetric_svt::Parameters, runtime::Rational, runtime::OneSidedGeometric,
                           runtime::MirroredGeometric, runtime::TwoSidedGeometric,
                           runtime::ConstantWorkOneSidedGeometric, runtime::ConstantWorkMirroredGeometric,
                           runtime::ConstantWorkTwoSidedGeometric, runtime::local::Law,
                           runtime::local::SymbolClient, runtime::local::BitClient>);

TEST_CASE("a mechanism is assigned as a whole or not at all") {
  checkAssignments([] { return *asymmetric_svt::Mechanism::create(svt(30, 1_eps)); },
                   [] { return *asymmetric_svt::Mechanism::create(svt(60, 1_eps / 50)); },
                   [](const asymmetric_svt::Mechanism &mechanism) {
                     SeededBits bits(1);
                     std::string seen = mechanism.epsilon().text();
                     for (int release = 0; release < 20; ++release)
                       seen += " " + mechanism.run(counts, unaccounted, bits)->text();
                     return seen;
                   });
}

TEST_CASE("a stream is assigned as a whole or not at all") {
  const auto begin = [](std::int64_t threshold, const runtime::Rational &eps, int steps) {
    SeededBits bits(1);
    auto stream = *asymmetric_svt::Stream::create(svt(threshold, eps), unaccounted, bits);
    for (int step = 0; step < steps; ++step)
      static_cast<void>(stream.step(20, bits));
    return stream;
  };
  const auto look = [](const asymmetric_svt::Stream &stream) {
    return stream.epsilon().text() + " " + *stream.save();
  };
  checkAssignments([&] { return begin(30, 1_eps, 2); }, [&] { return begin(60, 1_eps / 50, 1); }, look);

  for (long count = 0;; ++count) {
    auto stream = begin(30, 1_eps, 2);
    const std::string before = look(stream);
    if (endsWith(count, [&] { const auto taken = std::move(stream); }))
      break;
    CHECK(look(stream) == before);
  }
}

TEST_CASE("a client is assigned as a whole or not at all") {
  checkAssignments(
      [] {
        return *urr::Client::create({1_eps / 10, 1, 3});
      },
      [] {
        return *urr::Client::create({1_eps / 5, 3, 3});
      },
      [](const urr::Client &client) {
        SeededBits bits(1);
        std::string seen = client.epsilon().text();
        for (std::uint64_t report = 0; report < 60; ++report)
          seen += " " + std::to_string(*client.perturb(report % 3, bits));
        return seen;
      });
}
