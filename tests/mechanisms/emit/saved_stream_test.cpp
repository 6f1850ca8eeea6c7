// SPDX-License-Identifier: Apache-2.0
//
// Saved streams: what was damaged, is of something else, or is older than what was stored is refused.
#include "certified.h"
#include "golden/monitor_location.h"
#include "golden/noisy_threshold.h"
#include "golden/running_total.h"
#include "reference.h"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <type_traits>

using namespace plumb;
using namespace plumb::test;
namespace fs = std::filesystem;

namespace {

/// A folder of its own, removed in the end.
class Folder {
public:
  Folder() {
    std::string pattern = (fs::temp_directory_path() / "plumb-stream-XXXXXX").string();
    REQUIRE(mkdtemp(pattern.data()) != nullptr);
    path = pattern;
  }
  ~Folder() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
  std::string operator/(const std::string &name) const { return (path / name).string(); }
  void remove() const { fs::remove_all(path); }

private:
  fs::path path;
};

} // namespace

static const running_total::Parameters weekly{30, runtime::Rational(1), 7};

/// After three steps.
static running_total::Stream begun() {
  auto stream = *running_total::Stream::create(weekly, unaccounted);
  SeededBits bits(5);
  for (std::int64_t answer : {40, 50, 60})
    REQUIRE(stream.step(running_total::Vouched(), answer, bits));
  return stream;
}

static std::string refusal(const std::string &saved, const running_total::Parameters &parameters = weekly) {
  auto stream = running_total::Stream::restoreUnaccounted(parameters, unaccounted, saved);
  return stream ? "accepted" : stream.error().message;
}

/// \p saved with \p before replaced and a seal that fits again, as a writer with another idea would.
static std::string forged(std::string saved, const std::string &before, const std::string &after) {
  saved.resize(saved.size() - 65);
  const std::size_t place = saved.find(before);
  REQUIRE(place != std::string::npos);
  saved.replace(place, before.size(), after);
  return saved + runtime::sealOf(saved, {}) + "\n";
}

TEST_CASE("a saved stream is a text that a person can read") {
  const std::string saved = *begun().save();
  CHECK(saved.rfind("plumb stream 2\nrunning_total ", 0) == 0);
  CHECK(saved.find("\n3\ni +0000000000000000003\n") != std::string::npos);
  CHECK(saved.find("\nsum +" + std::string(36, '0') + "150\n") != std::string::npos);
  CHECK(refusal(saved) == "accepted");
}

TEST_CASE("a restored stream goes on as the saved one would have") {
  auto stream = begun();
  auto restored = *running_total::Stream::restoreUnaccounted(weekly, unaccounted, *stream.save());
  SeededBits bits(8), again(8);
  while (!stream.finished())
    REQUIRE(*stream.step(running_total::Vouched(), 3, bits) ==
            *restored.step(running_total::Vouched(), 3, again));
  CHECK(restored.finished());
  CHECK(*stream.save() == *restored.save());
}

TEST_CASE("no damage to a saved stream goes unnoticed") {
  const std::string saved = *begun().save();
  for (std::size_t i = 0; i < saved.size(); ++i) {
    std::string damaged = saved;
    damaged[i] = static_cast<char>(damaged[i] ^ 1);
    CHECK(refusal(damaged) != "accepted");
    CHECK(refusal(saved.substr(0, i)) != "accepted");
    CHECK((i == 0) == (refusal(saved.substr(i)) == "accepted"));
  }
  CHECK(refusal("") == "the saved stream is not whole");
  CHECK(refusal(saved + "\n") == "the saved stream was changed after it was written");
}

TEST_CASE("a saved stream of another mechanism or of other parameters is refused") {
  const std::string other = "the saved stream is of another mechanism, or of other parameters";
  const std::string saved = *begun().save();
  CHECK(refusal(saved, {30, rational("2"), 7}) == other);
  CHECK(refusal(saved, {30, rational("1"), 8}) == other);
  CHECK(refusal(saved, {31, rational("1"), 7}) == other);
  CHECK(refusal(saved, {30, rational("1"), 0}) == "requires `m >= 1`, but m = 0");
  auto threshold = noisy_threshold::Stream::create({rational("1"), 1, 30, Words(30, 0)}, unaccounted);
  CHECK(refusal(*threshold->save()) == other);
  CHECK(refusal(forged(saved, "plumb stream 2", "plumb stream 1")) ==
        "the text is no saved stream of this version");
  // Elements are told apart too.
  auto first = noisy_threshold::Stream::create({rational("1"), 1, 2, {1, 12}}, unaccounted);
  CHECK_FALSE(noisy_threshold::Stream::restoreUnaccounted({rational("1"), 1, 2, {11, 2}}, unaccounted,
                                                          *first->save()));
}

/// The header that is emitted for running_total with \p before replaced wherever it stands.
static std::string headerWith(const std::string &before, const std::string &after) {
  std::string program = readFile(PLUMB_SOURCE_DIR "/tests/mechanisms/emit/programs/running_total.plumb");
  REQUIRE(program.find(before) != std::string::npos);
  for (std::size_t at = 0; (at = program.find(before, at)) != std::string::npos; at += after.size())
    program.replace(at, before.size(), after);
  const Certified proved(program);
  return emit::emit(*proved, {}).files.at(0).text;
}

TEST_CASE("a saved stream goes on with the same program in another layout, and with no other program") {
  const std::string saved = *begun().save();
  const std::size_t start = saved.find("running_total ") + std::string("running_total ").size();
  const std::string identity = "\"" + saved.substr(start, 64) + "\"";
  for (const auto &[before, after] : std::map<std::string, std::string>{
           {"//", "// A comment more.\n//"}, {"  ", " "}, {"2 * eps", "(2) * (eps)"}}) {
    INFO(after);
    CHECK(headerWith(before, after).find(identity) != std::string::npos);
  }
  for (const auto &[before, after] :
       std::map<std::string, std::string>{{"2 * eps", "3 * eps"},
                                          {"sum := 0", "sum := 1"},
                                          {"m >= 1", "m >= 2"},
                                          {"in 0 .. n or none", "or none"},
                                          {"r.day or r'", "r.day or r.day < 9 and r'"},
                                          {"next", "following"}}) {
    INFO(after);
    CHECK(headerWith(before, after).find(identity) == std::string::npos);
  }
}

TEST_CASE("a saved stream that cannot be is refused though its seal fits") {
  const std::string saved = *begun().save(), wrong = "the saved stream is not whole";
  const std::string i = "\ni +0000000000000000003\n", sum = "\nsum +" + std::string(36, '0') + "150\n";
  CHECK(refusal(forged(saved, i, "\ni +0000000000000000004\n")) == wrong);
  CHECK(refusal(forged(saved, "\n3" + i, "\n2" + i)) == wrong);
  CHECK(refusal(forged(saved, i, "\ni +9223372036854775811\n")) == wrong);
  CHECK(refusal(forged(saved, sum, "\nsum\n")) == wrong);
  CHECK(refusal(forged(saved, sum, "\nsum 150 1\n")) == wrong);
  CHECK(refusal(forged(saved, sum, "\nsums 150\n")) == wrong);
  CHECK(refusal(forged(saved, sum, "\n")) == wrong);
  CHECK(refusal(forged(saved, sum, "\nsum 151\n")) == "accepted");
}

TEST_CASE("the length of a saved stream tells nothing of what it holds") {
  for (std::int64_t answer : {std::int64_t{0}, std::int64_t{9}, std::int64_t{10}, std::int64_t{1},
                              std::int64_t{1} << 61, (std::int64_t{1} << 61) + 1}) {
    auto one = *running_total::Stream::create(weekly, unaccounted),
         other = *running_total::Stream::create(weekly, unaccounted);
    for (int step = 0; step < 5; ++step) {
      REQUIRE(one.step(running_total::Vouched(), answer));
      REQUIRE(other.step(running_total::Vouched(), 1));
      CHECK(one.save()->size() == other.save()->size());
    }
  }
  // The noise on a threshold, in 200 draws at a scale of 10,000.
  const noisy_threshold::Parameters parameters{runtime::Rational{1, 10000}, 1, 2, {0, 0}};
  std::set<std::size_t> lengths;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SeededBits bits(seed);
    lengths.insert(noisy_threshold::Stream::create(parameters, unaccounted, bits)->save()->size());
  }
  CHECK(lengths.size() == 1);
}

using running_total::Stream;
using runtime::StateFile;

TEST_CASE("a stream in a file goes on after a restart, and is paid for once") {
  const Folder folder;
  SeededBits bits(1), again(1);
  const auto ledger = runtime::Ledger::create({{"data", runtime::Rational(3)}});
  const auto budget = *ledger->budget("data");
  auto plain = *Stream::create(weekly, unaccounted);
  {
    auto stream = *Stream::open(weekly, budget, *StateFile::open(folder / "state"));
    for (int step = 0; step < 4; ++step)
      CHECK(*stream.step(running_total::Vouched(), 9, bits) ==
            *plain.step(running_total::Vouched(), 9, again));
  }
  CHECK(*ledger->remaining("data") == 3 - plain.epsilon());
  for (bool begins : {true, false}) {
    auto file = *StateFile::open(folder / "state");
    auto stream =
        begins ? *Stream::open(weekly, budget, std::move(file)) : *Stream::restore(weekly, std::move(file));
    CHECK(stream.steps() == plain.steps());
    CHECK(*stream.step(running_total::Vouched(), 9, bits) == *plain.step(running_total::Vouched(), 9, again));
  }
  CHECK(*ledger->remaining("data") == 3 - plain.epsilon());
}

TEST_CASE("a stream that was begun and made no step is not paid for again") {
  const Folder folder;
  const auto ledger = runtime::Ledger::create({{"data", runtime::Rational(10)}});
  for (int restart = 0; restart < 3; ++restart)
    REQUIRE(Stream::open(weekly, *ledger->budget("data"), *StateFile::open(folder / "state")));
  CHECK(*ledger->remaining("data") == 10 - Stream::create(weekly, unaccounted)->epsilon());
}

TEST_CASE("no stream begins that the budget does not pay") {
  const Folder folder;
  const auto ledger = runtime::Ledger::create({{"data", runtime::Rational(0)}});
  const auto budget = *ledger->budget("data");
  SeededBits bits(1);
  CHECK(Stream::create(weekly, budget, bits).error().message == "`data` has 0 left, less than 2");
  CHECK(Stream::open(weekly, budget, *StateFile::open(folder / "state"), bits).error().message ==
        "`data` has 0 left, less than 2");
  CHECK(bits.next_u64() == SeededBits(1).next_u64());
  CHECK(StateFile::open(folder / "state")->generation() == 0);
}

TEST_CASE("a corrupt state file is refused") {
  const Folder folder;
  REQUIRE(Stream::open(weekly, unaccounted, *StateFile::open(folder / "state"))
              ->step(running_total::Vouched(), 9));
  std::string stored = readFile(folder / "state");
  stored[stored.find("sum")] = 'S';
  std::ofstream(folder / "state", std::ios::binary) << stored;
  CHECK_FALSE(StateFile::open(folder / "state"));
}

TEST_CASE("a file without this stream restores nothing") {
  const Folder folder;
  const auto refusal = [&] {
    return Stream::restore(weekly, *StateFile::open(folder / "state")).error().message;
  };
  CHECK(refusal() == "the saved stream is not whole");
  // A text that somebody has may be restored elsewhere too.
  REQUIRE(StateFile::open(folder / "state")->replace(7, *begun().save()));
  CHECK(refusal() == "the saved stream was not kept in this file; it would go on twice");
  REQUIRE(Stream::open(weekly, unaccounted, *StateFile::open(folder / "other")));
  const std::string text(StateFile::open(folder / "other")->content().text());
  REQUIRE(StateFile::open(folder / "state")->replace(8, text));
  CHECK(refusal() == "the saved stream is of another generation than its file");
}

template <class Paid>
concept Restoring = requires(const Paid &paid) {
  running_total::Stream::restoreUnaccounted(weekly, paid, std::string_view());
};

// A service that pays from a ledger has nothing to pass.
TEST_CASE("a budget of a ledger restores no text") {
  STATIC_REQUIRE(Restoring<runtime::Unaccounted>);
  STATIC_REQUIRE_FALSE(Restoring<runtime::Budget>);
  STATIC_REQUIRE_FALSE(std::is_default_constructible_v<runtime::Unaccounted>);
}

TEST_CASE("what is kept in a file is no text to restore from") {
  STATIC_REQUIRE_FALSE(
      std::is_convertible_v<decltype(std::declval<StateFile>().content()), std::string_view>);
  STATIC_REQUIRE_FALSE(std::is_convertible_v<StateFile &, StateFile>);
  const Folder folder;
  {
    auto stream = *Stream::open(weekly, unaccounted, *StateFile::open(folder / "state"));
    REQUIRE(stream.step(running_total::Vouched(), 9));
    CHECK(stream.save().error().message == "the state of this stream is kept in its file");
  }
  const auto file = *StateFile::open(folder / "state");
  CHECK(Stream::restoreUnaccounted(weekly, unaccounted, file.content().text()).error().message ==
        "the saved stream belongs to a file; restore it from the file");
}

TEST_CASE("what cannot be stored is not published, and the file is in use as long as its stream") {
  const Folder folder;
  auto stream = *Stream::open(weekly, unaccounted, *StateFile::open(folder / "state"));
  REQUIRE(stream.step(running_total::Vouched(), 9));
  CHECK_FALSE(StateFile::open(folder / "state"));
  folder.remove();
  CHECK_FALSE(stream.step(running_total::Vouched(), 9));
  CHECK(stream.steps() == 1);
}
