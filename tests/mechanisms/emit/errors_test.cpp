// SPDX-License-Identifier: Apache-2.0
//
// Errors speak of public values only: on other data, with other noise, each message is the same to the
// letter.
#include "golden/asymmetric_svt.h"
#include "golden/running_total.h"
#include "plumb/runtime/ledger.h"
#include "seeded_bits.h"
#include "unaccounted.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <unistd.h>
#include <vector>

using namespace plumb;
using runtime::Rational;
using runtime::StateFile;
using test::SeededBits;
using test::unaccounted;
using Words = std::vector<std::int64_t>;
using Messages = std::vector<std::string>;
namespace fs = std::filesystem;

namespace {

/// What two runs of the same service have that nobody may learn.
struct Secret {
  Words counts;
  std::uint64_t seed;
};

std::string read(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}
void write(const std::string &path, const std::string &bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

const running_total::Parameters weekly{5, Rational(1), 5};
using running_total::Stream;

/// What `run` refuses.
void ofReleases(const Secret &secret, Messages &told) {
  SeededBits bits(secret.seed);
  const auto svt = *asymmetric_svt::Mechanism::create({Rational(1), 1, 4, {0, 0, 0, 0}});
  const auto ledger = *runtime::Ledger::create({{"data", Rational(1)}});
  for (std::size_t count : {0U, 1U, 3U, 5U}) {
    Words wrong = secret.counts;
    wrong.resize(count, secret.counts[0]);
    told.push_back(svt.run(wrong, *ledger.budget("data"), bits).error().message);
  }
  REQUIRE(svt.run(Words(secret.counts.begin(), secret.counts.begin() + 4), *ledger.budget("data"), bits));
  told.push_back(
      svt.run(Words(secret.counts.begin(), secret.counts.begin() + 4), *ledger.budget("data"), bits)
          .error()
          .message);
  told.push_back(ledger.budget("others").error().message);
}

/// What a stream in memory, or a text of it, refuses.
void ofStreams(const Secret &secret, Messages &told) {
  SeededBits bits(secret.seed);
  auto stream = *Stream::create(weekly, unaccounted, bits);
  const auto refusedText = [&](const std::string &text,
                               const running_total::Parameters &parameters = weekly) {
    const auto restored = Stream::restoreUnaccounted(parameters, unaccounted, text);
    told.push_back(restored ? "accepted" : restored.error().message);
  };
  REQUIRE(stream.step(running_total::Vouched(), secret.counts[0], bits));
  const std::string saved = *stream.save();
  for (std::size_t place = 0; place < saved.size(); ++place) {
    std::string damaged = saved;
    damaged[place] = damaged[place] == '0' ? '1' : '0';
    refusedText(damaged);
    refusedText(saved.substr(0, place));
  }
  auto other = weekly;
  other.m = 4;
  refusedText(saved, other);
  for (int step = 1; step < 5; ++step)
    REQUIRE(stream.step(running_total::Vouched(), secret.counts[1], bits));
  told.push_back(stream.step(running_total::Vouched(), secret.counts[2], bits).error().message);
}

/// What a stream in a file refuses, and what its file does.
void ofFiles(const Secret &secret, const std::string &folder, Messages &told) {
  SeededBits bits(secret.seed);
  const std::string path = folder + "/state", record = path + ".generation";
  const auto refused = [&](const std::vector<std::uint8_t> &key = {}) {
    auto file = StateFile::open(path, key);
    if (!file)
      return told.push_back(file.error().message);
    const auto stream = Stream::open(weekly, unaccounted, *std::move(file), bits);
    told.push_back(stream ? "accepted" : stream.error().message);
  };
  std::string before;
  {
    auto stream = *Stream::open(weekly, unaccounted, *StateFile::open(path), bits);
    refused();
    told.push_back(stream.save().error().message);
    REQUIRE(stream.step(running_total::Vouched(), secret.counts[0], bits));
    before = read(path);
    REQUIRE(stream.step(running_total::Vouched(), secret.counts[1], bits));
    write(record, "");
    told.push_back(stream.step(running_total::Vouched(), secret.counts[2], bits).error().message);
  }
  refused();
  fs::remove(record);
  refused();
  fs::remove(path);
  REQUIRE(Stream::open(weekly, unaccounted, *StateFile::open(path), bits)
              ->step(running_total::Vouched(), secret.counts[0], bits));
  refused({1, 2, 3});
  const std::string state = read(path), old = before;
  for (const std::string &put : {old, state.substr(0, state.size() / 2), state + "x", std::string()}) {
    write(path, put);
    refused();
  }
  write(path, state);
  told.push_back(Stream::restoreUnaccounted(weekly, unaccounted, StateFile::open(path)->content().text())
                     .error()
                     .message);
  {
    auto stream = *Stream::open(weekly, unaccounted, *StateFile::open(path), bits);
    fs::create_directory(path + ".new");
    told.push_back(stream.step(running_total::Vouched(), secret.counts[3], bits).error().message);
  }
  fs::remove(path + ".new");
  REQUIRE(StateFile::open(path)->replace(9, "another text"));
  refused();
}

/// All messages of one life of a service.
Messages messages(const Secret &secret) {
  const std::string folder =
      (fs::temp_directory_path() / ("plumb-errors-" + std::to_string(getpid()))).string();
  fs::create_directory(folder);
  Messages told;
  ofReleases(secret, told);
  ofStreams(secret, told);
  ofFiles(secret, folder, told);
  fs::remove_all(folder);
  return told;
}

} // namespace

TEST_CASE("what an error says does not depend on data, noise or state") {
  const Secret one{{8675309, 8675310, 8675311, 8675312}, 7}, two{{5000001, 9999999, 7654321, 6060606}, 19};
  const Messages first = messages(one);
  CHECK(first == messages(two));
  CHECK(std::count(first.begin(), first.end(), "accepted") == 0);
  const std::set<std::string> different(first.begin(), first.end());
  for (const std::string &message : different)
    for (std::int64_t count : one.counts)
      CHECK(message.find(std::to_string(count)) == std::string::npos);
  // Fewer would mean that errors are not provoked any more.
  CHECK(different.size() >= 16);
}
