// SPDX-License-Identifier: Apache-2.0
//
// From records to answers: what is counted, what is refused, and when a step is over.
#include "golden/monitor_declared_ends.h"
#include "golden/monitor_location.h"
#include "golden/noisy_threshold.h"
#include "golden/places_retention.h"
#include "golden/queue.h"
#include "golden/sum_of_a_clamped_field.h"
#include "seeded_bits.h"
#include "unaccounted.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <limits>
#include <span>
#include <sstream>
#include <stdexcept>
#include <type_traits>

using namespace plumb;
using namespace plumb::test;

static queue::Mechanism queueOf(std::int64_t H, std::int64_t L, std::int64_t W) {
  return *queue::Mechanism::create({H, L, runtime::Rational(1), W});
}

/// Fits two updates, two places and W = 2.
static queue::Record stay() {
  queue::Record record;
  record.leave = 1;
  record.place = 1;
  record.hours = {0, 3};
  record.seen = {false, true, false, false};
  record.weight = 4;
  record.there = true;
  return record;
}

static std::string refusal(const runtime::Expected<void> &done) {
  return done ? "" : done.error().message;
}

TEST_CASE("each record is counted where the queries say") {
  auto data = queueOf(2, 2, 2).data();
  REQUIRE(data.add(stay()));
  queue::Record other = stay();
  other.leave = 2;
  other.place = std::nullopt;
  other.hours = {-1, 0};
  REQUIRE(data.add(other));
  const auto answers = data.answers();
  CHECK(answers.f == std::vector<std::int64_t>{2, 1});
  CHECK(answers.g == std::vector<std::int64_t>{0, 1, 0, 0});
  // Over no index everything holds.
  CHECK(answers.h == std::vector<runtime::Wide>{8, 4});
  CHECK(answers.late == std::vector<std::int64_t>{1, 1});
  CHECK(data.records() == 2);
}

TEST_CASE("what is no record of these data is refused, and counts nowhere") {
  auto data = queueOf(2, 2, 2).data();
  const auto refused = [&](auto change) {
    queue::Record record = stay();
    change(record);
    return refusal(data.add(record));
  };
  CHECK(refused([](auto &record) { record.place = 2; }) == "`place` is not in `0 .. L`");
  CHECK(refused([](auto &record) { record.weight = -1; }) == "`weight` is not in `0 .. 10`");
  CHECK(refused([](auto &record) { record.hours.pop_back(); }) == "`hours` has not `H` elements");
  CHECK(refused([](auto &record) { record.seen.push_back(true); }) == "`seen` has not `H * L` elements");
  CHECK(refused([](auto &record) { record.leave = 3; }) ==
        "`forall v in data: v.leave <= v.enter + W` does not hold of it");
  CHECK(refused([](auto &record) { record.hours[1] = 25; }) ==
        "`forall v in data, i in 0 .. H: v.hours[i] <= 24` does not hold of it");
  // Nothing wraps: leave <= enter + W is false.
  CHECK(refused([](auto &record) {
          record.enter = std::numeric_limits<std::int64_t>::min();
          record.leave = std::numeric_limits<std::int64_t>::max();
        }) == "`forall v in data: v.leave <= v.enter + W` does not hold of it");
  CHECK(data.records() == 0);
  CHECK(data.answers().f == std::vector<std::int64_t>{0, 0});
  CHECK(refused([](auto &) {}).empty());
  CHECK(data.records() == 1);
}

TEST_CASE("a table is counted whole or not at all") {
  const std::string head =
      "there,place,enter,leave,hours[0],hours[1],seen[0][0],seen[0][1],seen[1][0],seen[1][1],weight,who\n";
  const std::string good = "true,1,0,1,0,3,0,1,0,0,4,\"Bob, \"\"the\"\" one\"\r\n";
  auto data = queueOf(2, 2, 2).data();
  const auto reads = [&](const std::string &text) {
    std::istringstream table(text);
    return refusal(data.read(table));
  };
  CHECK(reads(head + good + "\n" + "1,none,+0,2,-1,0,false,true,0,0,4,\n").empty());
  CHECK(data.records() == 2);
  CHECK(data.answers().f == std::vector<std::int64_t>{2, 1});
  CHECK(data.answers().g == std::vector<std::int64_t>{0, 1, 0, 0});

  // As spreadsheets write it, with a mark in front and all names in quotes.
  CHECK(reads("\xef\xbb\xbf\"there\"" + head.substr(5) + good).empty());
  CHECK(data.records() == 3);

  CHECK(reads("") == "there is no line with the names of the columns");
  std::istringstream unread;
  unread.setstate(std::ios::failbit);
  CHECK(refusal(data.read(unread)) == "it cannot be read");
  CHECK(reads("there,place\n") == "line 1: there is no column `enter`");
  CHECK(reads("there," + head) == "line 1: there are two columns `there`");
  // An element that a record has not would be lost.
  const auto beside = [&](const std::string &name) { return reads(name + "," + head + "1," + good); };
  CHECK(beside("hours[2]") ==
        "line 1: `hours[2]` is no column of the field `hours`: its columns are `hours[0]` to `hours[1]`");
  CHECK(
      beside("seen[0][2]") ==
      "line 1: `seen[0][2]` is no column of the field `seen`: its columns are `seen[0][0]` to `seen[1][1]`");
  CHECK(beside("hours [0]") ==
        "line 1: `hours [0]` is no column of the field `hours`: its columns are `hours[0]` to `hours[1]`");
  CHECK(beside("enter[0]") == "line 1: `enter[0]` is no column of the field `enter`: its column is `enter`");
  CHECK(beside(" leave") == "line 1: ` leave` is no column of the field `leave`: its column is `leave`");
  CHECK(beside("hours") ==
        "line 1: `hours` is no column of the field `hours`: its columns are `hours[0]` to `hours[1]`");
  auto nowhere = queueOf(0, 0, 2).data();
  std::istringstream without("there,place,enter,leave,weight,hours[0]\n");
  CHECK(refusal(nowhere.read(without)) ==
        "line 1: `hours[0]` is no column of the field `hours`: it has no elements here");

  CHECK(reads(head + good + "1,1,0\n") == "line 3: there are 3 values instead of 12");
  CHECK(reads(head + good + "1\n") == "line 3: there is 1 value instead of 12");
  CHECK(reads(head + good + "yes,1,0,1,0,3,0,1,0,0,4,\n") == "line 3: `there` is neither `true` nor `false`");
  CHECK(reads(head + good + "1,,0,1,0,3,0,1,0,0,4,\n") ==
        "line 3: `place` is no integer of 64 bits, nor `none`");
  CHECK(reads(head + good + "1,1,9223372036854775808,1,0,3,0,1,0,0,4,\n") ==
        "line 3: `enter` is no integer of 64 bits");
  CHECK(reads(head + good + "1,1, 0,1,0,3,0,1,0,0,4,\n") == "line 3: `enter` is no integer of 64 bits");
  CHECK(reads(head + good + "1,1,0,1,0,3,0,1,0,0,none,\n") == "line 3: `weight` is no integer of 64 bits");
  CHECK(reads(head + good + "1,1,0,1,0,3,0,1,0,0,4,\"\n") == "line 3: the quotes do not fit");
  CHECK(reads(head + good + "1,2,0,1,0,3,0,1,0,0,4,\n") == "line 3: `place` is not in `0 .. L`");
  CHECK(data.records() == 3);
  CHECK(data.answers().f == std::vector<std::int64_t>{3, 1});
}

TEST_CASE("a run about records is the run about their answers") {
  const auto mechanism = queueOf(2, 2, 2);
  auto data = mechanism.data();
  REQUIRE(data.add(stay()));
  const auto answers = data.answers();
  SeededBits some(1), same(1);
  CHECK(*mechanism.run(data, unaccounted, some) ==
        *mechanism.run(queue::Vouched(), answers.f, answers.g, answers.h, answers.late, unaccounted, same));
  SeededBits bits(1);
  CHECK(mechanism.run(queueOf(2, 2, 2).data(), unaccounted, bits).error().message ==
        "the data are those of another mechanism, or of other parameters");
}

TEST_CASE("silence that ends before a visit does is refused when the visit is added") {
  const std::vector<std::int64_t> clear{1, 2, 3};
  const auto mechanism = *monitor_location::Mechanism::create({3, runtime::Rational(1), 0, clear});
  auto data = mechanism.data();
  CHECK(refusal(data.add({0, 2, true})) ==
        "`forall v in data, t in 0 .. H: v.enter <= t and t < v.leave implies "
        "v.leave <= clear[t]` does not hold of it");
  // It is in the queue at no update.
  CHECK(data.add({0, 0, true}));
  CHECK(data.add({0, 1, true}));
}

TEST_CASE("silence that ends before it begins is refused at once") {
  const std::vector<std::int64_t> clear{0, 1, 2};
  const char *message = "requires `forall t in 0 .. H: t < clear[t]`, but H = 3";
  CHECK(monitor_location::Mechanism::create({3, runtime::Rational(1), 0, clear}).error().message == message);
  CHECK(monitor_location::Stream::create({3, runtime::Rational(1), 0, clear}, unaccounted).error().message ==
        message);
}

/// Can a step be taken with these?
template <class Stream, class... Passed> constexpr bool takes() {
  return requires(Stream stream, Passed... passed) {
    stream.step(passed...);
  };
}

template <class Stream, class Passed> constexpr bool takesInBraces() {
  return requires(Stream stream, Passed passed) {
    stream.step({}, passed);
  };
}

TEST_CASE("numbers are taken past the premises about records only if the caller vouches for them") {
  using monitor_location::Stream, monitor_location::Vouched;
  STATIC_REQUIRE(takes<Stream, Vouched, std::int64_t>());
  STATIC_REQUIRE_FALSE(takes<Stream, std::int64_t>());
  STATIC_REQUIRE_FALSE(std::is_convertible_v<int, Vouched>);
  STATIC_REQUIRE_FALSE(takesInBraces<Stream, std::int64_t>());
  // Nothing is known of these, so that there is nothing to vouch for.
  STATIC_REQUIRE(takes<noisy_threshold::Stream, std::int64_t>());
}

TEST_CASE("a stream takes records as they come, and none for a step that is over") {
  const monitor_location::Parameters parameters{4, runtime::Rational(1), 100, {4, 4, 4, 4}};
  auto stream = *monitor_location::Stream::create(parameters, unaccounted);
  auto data = stream.data();
  SeededBits bits(3);
  REQUIRE(data.add({0, 3, true}));
  REQUIRE(stream.step(data, bits));
  CHECK(refusal(data.add({0, 2, true})) == "it counts in a step that was taken already");
  // Nobody was there.
  CHECK(data.add({0, 2, false}));
  REQUIRE(data.add({1, 2, true}));
  CHECK(data.answers().f == std::vector<std::int64_t>{0, 2, 1, 0});
  REQUIRE(stream.step(data, bits));

  auto others = monitor_location::Stream::create(parameters, unaccounted)->data();
  CHECK(stream.step(others, bits).error().message == "the data are not those of this stream");
  // Behind a restart the records are added once more.
  auto again = stream.data();
  REQUIRE(again.add({0, 3, true}));
  REQUIRE(again.add({1, 2, true}));
  CHECK(again.answers().f == data.answers().f);
  REQUIRE(stream.step(again, bits));
  CHECK(stream.step(data, bits).error().message == "the data are not those of this stream");
}

TEST_CASE("the same noise gives the same cells, from records or from answers") {
  const monitor_location::Parameters parameters{3, runtime::Rational(1), 2, {3, 3, 3}};
  auto fromRecords = *monitor_location::Stream::create(parameters, unaccounted);
  auto fromAnswers = *monitor_location::Stream::create(parameters, unaccounted);
  auto data = fromRecords.data();
  SeededBits some(5), same(5);
  for (const std::int64_t count : {1, 2, 3}) {
    REQUIRE(data.add({count - 1, 3, true}));
    CHECK(*fromRecords.step(data, some) == *fromAnswers.step(monitor_location::Vouched(), count, same));
  }
  CHECK(!fromRecords.step(data, some));
}

TEST_CASE("a stream that nobody ends publishes what a run of any length begins with") {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const std::int64_t steps = 12, horizon = steps + static_cast<std::int64_t>(seed % 3);
    auto endless = *monitor_declared_ends::Stream::create(
        monitor_declared_ends::EndlessParameters{runtime::Rational(1), 2}, unaccounted);
    const auto whole = *monitor_declared_ends::Mechanism::create({horizon, runtime::Rational(1), 2});
    auto some = endless.data(), all = whole.data();
    SeededBits bits(seed), same(seed), draws(seed + 1000);
    monitor_declared_ends::Output output;
    for (std::int64_t t = 0; t < steps; ++t) {
      const auto length = static_cast<std::int64_t>(draws.next_u64() % 5);
      const monitor_declared_ends::Record visit{t, t + length, draws.next_u64() % 2 == 0};
      REQUIRE(some.add(visit));
      REQUIRE(all.add(visit));
      output.out.push_back(*endless.step(some, bits));
      CHECK(!endless.finished());
      if (length > 0)
        CHECK(refusal(some.add(visit)) == "it counts in a step that was taken already");
    }
    auto expected = *whole.run(all, unaccounted, same);
    expected.out.resize(static_cast<std::size_t>(steps));
    CHECK(output == expected);
  }
}

TEST_CASE("a stream that nobody ends is saved and restored as one") {
  const monitor_declared_ends::EndlessParameters parameters{runtime::Rational(1), 2};
  using monitor_declared_ends::Stream;
  auto stream = *Stream::create(parameters, unaccounted);
  auto data = stream.data();
  SeededBits bits(1);
  REQUIRE(data.add({0, 4, true}));
  REQUIRE(stream.step(data, bits));
  const auto restored = Stream::restoreUnaccounted(parameters, unaccounted, *stream.save());
  REQUIRE(restored);
  CHECK(restored->steps() == 1);
  CHECK(Stream::restoreUnaccounted({1000, runtime::Rational(1), 2}, unaccounted, *stream.save())
            .error()
            .message.find("parameters") != std::string::npos);
  CHECK(stream.epsilon() == runtime::Rational(1));
  // Nobody can pass a row of 2^63 numbers.
  const std::vector<std::int64_t> row(8);
  CHECK(stream.step(monitor_declared_ends::Vouched(), 1, row, bits).error().message ==
        "the number of answers in `staying` is not `H`");
  CHECK_THROWS_AS(data.answers(), std::length_error);
}

TEST_CASE("rows of a stream that nobody ends have their width") {
  const places_retention::EndlessParameters parameters{3, runtime::Rational(1), 2, 5};
  auto fromRecords = *places_retention::Stream::create(parameters, unaccounted);
  auto fromAnswers = *places_retention::Stream::create(parameters, unaccounted);
  auto data = fromRecords.data();
  SeededBits some(5), same(5);
  REQUIRE(data.add({0, 2, 1}));
  REQUIRE(data.add({1, 2, 2}));
  REQUIRE(data.add({1, 2, std::nullopt}));
  for (const std::vector<std::int64_t> &row : {std::vector<std::int64_t>{0, 1, 0}, {0, 1, 1}, {0, 0, 0}})
    CHECK(*fromRecords.step(data, some) == *fromAnswers.step(places_retention::Vouched(), row, same));
  // All answers at once are not there, and their number is computed without wrapping.
  const auto mechanism = *places_retention::Mechanism::create(parameters);
  CHECK(
      mechanism.run(places_retention::Vouched(), std::vector<std::int64_t>(8), unaccounted).error().message ==
      "the number of counts in `f` is not `H * L`");
  CHECK(places_retention::Mechanism::create({4, 3, runtime::Rational(1), 2, 5})
            .error()
            .message.find("H >= W") != std::string::npos);
}

TEST_CASE("a stream that nobody ends holds those who are there, however long they stay") {
  auto stream = *monitor_declared_ends::Stream::create(
      monitor_declared_ends::EndlessParameters{runtime::Rational(1), 1000}, unaccounted);
  auto data = stream.data();
  SeededBits bits(7);
  REQUIRE(data.add({0, 1000000, true}));
  for (std::int64_t t = 0; t < 20000; ++t) {
    REQUIRE(data.add({t, t + 3, t % 2 == 0}));
    REQUIRE(stream.step(data, bits));
  }
  CHECK(stream.steps() == 20000);
  CHECK(refusal(data.add({19999, 20005, false})) == "it counts in a step that was taken already");
  CHECK(refusal(data.add({5, 20005, false})) == "it counts in a step that was taken already");
  CHECK(data.add({20000, 20005, true}));
}

TEST_CASE("a long row is read alike whether it is passed or counted") {
  const monitor_declared_ends::Parameters parameters{6, runtime::Rational(1), 2};
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    auto fromRecords = *monitor_declared_ends::Stream::create(parameters, unaccounted);
    auto fromAnswers = *monitor_declared_ends::Stream::create(parameters, unaccounted);
    auto data = fromRecords.data();
    SeededBits some(seed), same(seed), draws(seed + 1000);
    std::vector<std::int64_t> expected(36);
    for (int i = 0; i < 9; ++i) {
      const auto enter = static_cast<std::int64_t>(draws.next_u64() % 6),
                 leave = enter + static_cast<std::int64_t>(draws.next_u64() % 4);
      REQUIRE(data.add({enter, leave, draws.next_u64() % 4 != 0}));
      for (std::int64_t t = enter; t < std::min<std::int64_t>(leave, 6); ++t)
        for (std::int64_t s = enter; s <= t; ++s)
          ++expected[static_cast<std::size_t>(6 * t + s)];
    }
    const auto answers = data.answers();
    CHECK(answers.staying == expected);
    for (std::size_t t = 0; t < 6; ++t)
      CHECK(*fromRecords.step(data, some) == *fromAnswers.step(monitor_declared_ends::Vouched(), answers.f[t],
                                                               std::span(answers.staying).subspan(6 * t, 6),
                                                               same));
  }
}

TEST_CASE("sums are exact, and as wide as the proof has them") {
  const auto mechanism = *sum_of_a_clamped_field::Mechanism::create({1000, runtime::Rational(1)});
  auto data = mechanism.data();
  sum_of_a_clamped_field::Record record;
  for (const std::int64_t spent : {5L, 2000L, -7L, std::numeric_limits<long>::max()}) {
    record.amount = spent;
    REQUIRE(data.add(record));
  }
  CHECK(data.answers().spent == 2005);
}
