// SPDX-License-Identifier: Apache-2.0
//
// Streams: the same run as the program's, step by step, also if it is saved and restored on the way.
#include "golden/monitor_location.h"
#include "golden/monitor_places.h"
#include "golden/noisy_threshold.h"
#include "golden/rows.h"
#include "golden/running_total.h"
#include "reference.h"

#include <type_traits>

using namespace plumb;
using namespace plumb::test;

/// Runs \p stream to its end, going through its saved text before one step of the first \p saveAt.
/// \p take makes one step and says what it published.
template <class Stream, class Parameters, class Take>
static void drive(Stream stream, const Parameters &parameters, std::int64_t saveAt, Take take) {
  for (std::int64_t taken = 0; !stream.finished(); ++taken) {
    CHECK(stream.steps() == static_cast<std::uint64_t>(taken));
    if (taken == saveAt) {
      auto restored = Stream::restoreUnaccounted(parameters, unaccounted, *stream.save());
      REQUIRE(restored);
      CHECK(*restored->save() == *stream.save());
      stream = *std::move(restored);
    }
    take(stream, static_cast<std::size_t>(taken));
  }
}

static std::string orNothing(const std::string &published) {
  return published.empty() ? "nothing" : published;
}

TEST_CASE("a monitored location publishes in steps what the program publishes") {
  const Reference reference("monitor_location");
  using Tag = monitor_location::Cell::Tag;
  Values values(1);
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const std::string eps = epsilons[seed % 4];
    const std::int64_t H = values.between(0, 12), threshold = values.between(-2, 15);
    const Words f = values.words(H, 0, 12);
    Words clear;
    for (std::int64_t t = 0; t < H; ++t)
      clear.push_back(t + values.between(1, 4));
    const monitor_location::Parameters parameters{H, rational(eps), threshold, clear};
    SeededBits bits(seed), again(seed);
    std::string emitted;
    monitor_location::Output whole;
    drive(*monitor_location::Stream::create(parameters, unaccounted), parameters, values.between(0, 12),
          [&](auto &stream, std::size_t t) {
            const auto cell = stream.step(monitor_location::Vouched(), f[t], bits);
            whole.out.push_back(*cell);
            append(emitted, "out[" + std::to_string(t) + "] = " +
                                (cell->tag == Tag::above   ? "above(" + text(cell->value) + ")"
                                 : cell->tag == Tag::below ? "below"
                                                           : "silent"));
          });
    CHECK(orNothing(emitted) == reference.run({{"eps", exact(eps)},
                                               {"H", {H}},
                                               {"threshold", {threshold}},
                                               {"clear", numbers(clear)},
                                               {"f", numbers(f)}},
                                              seed));
    CHECK(whole == *monitor_location::Mechanism::create(parameters)
                        ->run(monitor_location::Vouched(), f, unaccounted, again));
  }
}

TEST_CASE("many locations publish in steps what the program publishes") {
  const Reference reference("monitor_places");
  using Tag = monitor_places::Cell::Tag;
  Values values(2);
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const std::string eps = epsilons[seed % 4];
    const std::int64_t H = values.between(0, 8), L = values.between(0, 4);
    const Words f = values.words(H * L, 0, 8), threshold = values.words(L, -2, 10);
    Words clear;
    for (std::int64_t t = 0; t < H; ++t)
      clear.push_back(t + values.between(1, 3));
    const monitor_places::Parameters parameters{H, L, rational(eps), threshold, clear};
    SeededBits bits(seed);
    std::string emitted;
    drive(*monitor_places::Stream::create(parameters, unaccounted), parameters, values.between(0, 8),
          [&](auto &stream, std::size_t t) {
            const auto row =
                std::span(f).subspan(t * static_cast<std::size_t>(L), static_cast<std::size_t>(L));
            const auto published = stream.step(monitor_places::Vouched(), row, bits);
            for (const monitor_places::Cell &cell : published->out)
              append(emitted, "out[" + text(cell.index[0]) + "][" + text(cell.index[1]) + "] = " +
                                  (cell.tag == Tag::above   ? "above(" + text(cell.value) + ")"
                                   : cell.tag == Tag::below ? "below"
                                                            : "silent"));
          });
    CHECK(orNothing(emitted) == reference.run({{"eps", exact(eps)},
                                               {"H", {H}},
                                               {"L", {L}},
                                               {"threshold", numbers(threshold)},
                                               {"clear", numbers(clear)},
                                               {"f", numbers(f)}},
                                              seed));
  }
}

TEST_CASE("noise that was drawn before the first step is kept") {
  const Reference reference("noisy_threshold");
  Values values(3);
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const std::string eps = epsilons[seed % 4];
    const std::int64_t n = values.between(0, 12), c = values.between(1, 3);
    const Words f = values.words(n, -9, 9), T = values.words(n, -9, 9);
    const noisy_threshold::Parameters parameters{rational(eps), c, n, T};
    SeededBits bits(seed);
    std::string emitted;
    drive(*noisy_threshold::Stream::create(parameters, unaccounted, bits), parameters, values.between(0, 12),
          [&](auto &stream, std::size_t i) {
            const bool isAbove = stream.step(f[i], bits)->tag == noisy_threshold::Cell::Tag::above;
            append(emitted, "out[" + std::to_string(i) + "] = " + (isAbove ? "above" : "below"));
          });
    CHECK(orNothing(emitted) ==
          reference.run({{"eps", exact(eps)}, {"c", {c}}, {"n", {n}}, {"T", numbers(T)}, {"f", numbers(f)}},
                        seed));
  }
}

TEST_CASE("exact and noisy sums of 128 bits are kept") {
  const Reference reference("running_total");
  Values values(4);
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const std::string eps = epsilons[seed % 4];
    const std::int64_t n = values.between(0, 12), m = values.between(1, 5);
    const Words f = values.words(n, 0, std::int64_t{1} << 60);
    const running_total::Parameters parameters{n, rational(eps), m};
    SeededBits bits(seed);
    std::string emitted;
    drive(*running_total::Stream::create(parameters, unaccounted), parameters, values.between(0, 12),
          [&](auto &stream, std::size_t i) {
            append(emitted, "out[" + std::to_string(i) +
                                "] = " + text(stream.step(running_total::Vouched(), f[i], bits)->value));
          });
    CHECK(orNothing(emitted) ==
          reference.run({{"eps", exact(eps)}, {"m", {m}}, {"n", {n}}, {"f", numbers(f)}}, seed));
  }
}

TEST_CASE("a step gives all cells of its iteration") {
  const Reference reference("rows");
  Values values(5);
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const std::string eps = epsilons[seed % 4];
    const std::int64_t n = values.between(0, 8), m = values.between(0, 4), s = values.between(0, 3);
    const Words f = values.words(n * m, -3, 6), g = values.words(n, -3, 6);
    const rows::Parameters parameters{rational(eps), s, n, m};
    SeededBits bits(seed);
    std::string inner, outer;
    drive(*rows::Stream::create(parameters, unaccounted), parameters, values.between(0, 8),
          [&](auto &stream, std::size_t taken) {
            const std::size_t t = taken + static_cast<std::size_t>(s), width = static_cast<std::size_t>(m);
            const auto published = stream.step(std::span(f).subspan(t * width, width), g[t], bits);
            REQUIRE(published->out.size() == 1);
            const rows::Cell &cell = published->out.front();
            append(outer, "out[" + text(cell.index[0]) + "] = total(" + text(cell.value) + ", " +
                              (cell.value2 ? "true" : "false") + ")");
            for (const rows::Cell2 &each : published->out2)
              append(inner, "out[" + text(each.index[0]) + "][" + text(each.index[1]) + "] = " +
                                (each.tag == rows::Cell2::Tag::at ? "at(" + text(each.value) + ")" : "none"));
          });
    append(outer, inner);
    CHECK(orNothing(inner.empty() && !outer.empty() ? outer.substr(0, outer.size() - 2) : outer) ==
          reference.run(
              {{"eps", exact(eps)}, {"n", {n}}, {"m", {m}}, {"s", {s}}, {"f", numbers(f)}, {"g", numbers(g)}},
              seed));
  }
}

TEST_CASE("what is wrong with a step is public, and leaves the stream as it was") {
  auto places = *monitor_places::Stream::create({1, 2, rational("1"), {3, 4}, {1}}, unaccounted);
  const std::string before = *places.save();
  SeededBits bits(1);
  CHECK(places.step(monitor_places::Vouched(), Words{1, 2, 3}, bits).error().message ==
        "the number of answers in `f` is not `L`");
  CHECK(*places.save() == before);
  CHECK(bits.next_u64() == SeededBits(1).next_u64());
  REQUIRE(places.step(monitor_places::Vouched(), Words{1, 2}));
  CHECK(places.finished());
  const std::string behind = *places.save();
  CHECK(places.step(monitor_places::Vouched(), Words{1, 2}).error().message == "the stream has finished");
  CHECK(*places.save() == behind);
}

TEST_CASE("a guard ends a stream before its last iteration") {
  auto stream = *noisy_threshold::Stream::create({rational("1"), 1, 9, Words(9, -1000000)}, unaccounted);
  CHECK(stream.step(0)->tag == noisy_threshold::Cell::Tag::above);
  CHECK(stream.finished());
  CHECK_FALSE(stream.step(0));
}

TEST_CASE("the premises of the mechanism are those of its stream") {
  CHECK(noisy_threshold::Stream::create({rational("0"), 1, 1, {0}}, unaccounted).error().message ==
        "requires `eps > 0`, but eps = 0");
  CHECK(monitor_location::Stream::create({1, rational("1"), 0, {-1}}, unaccounted).error().message ==
        "requires `forall t in 0 .. H: t < clear[t]`, but H = 1");
}

TEST_CASE("there is one copy of a stream") {
  STATIC_REQUIRE_FALSE(std::is_copy_constructible_v<rows::Stream>);
  STATIC_REQUIRE_FALSE(std::is_copy_assignable_v<rows::Stream>);
  STATIC_REQUIRE(std::is_move_constructible_v<rows::Stream>);
  STATIC_REQUIRE(std::is_move_assignable_v<rows::Stream>);
}
