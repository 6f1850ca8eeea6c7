// SPDX-License-Identifier: Apache-2.0
//
// Saved streams: what was damaged, is of something else, or is older than what was stored is refused.
#include "golden/monitor_location.h"
#include "golden/noisy_threshold.h"
#include "golden/running_total.h"
#include "reference.h"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>

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
  auto stream = *running_total::Stream::create(weekly);
  SeededBits bits(5);
  for (std::int64_t answer : {40, 50, 60})
    REQUIRE(stream.step(answer, bits));
  return stream;
}

static std::string refusal(const std::string &saved, const running_total::Parameters &parameters = weekly) {
  auto stream = running_total::Stream::restore(parameters, saved);
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
  const std::string saved = begun().save();
  CHECK(saved.rfind("plumb stream 1\nrunning_total ", 0) == 0);
  CHECK(saved.find("\n3\ni 3\n") != std::string::npos);
  CHECK(saved.find("\nsum 150\n") != std::string::npos);
  CHECK(refusal(saved) == "accepted");
}

TEST_CASE("a restored stream goes on as the saved one would have") {
  auto stream = begun();
  auto restored = *running_total::Stream::restore(weekly, stream.save());
  SeededBits bits(8), again(8);
  while (!stream.finished())
    REQUIRE(*stream.step(3, bits) == *restored.step(3, again));
  CHECK(restored.finished());
  CHECK(stream.save() == restored.save());
}

TEST_CASE("no damage to a saved stream goes unnoticed") {
  const std::string saved = begun().save();
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
  const std::string saved = begun().save();
  CHECK(refusal(saved, {30, rational("2"), 7}) == other);
  CHECK(refusal(saved, {30, rational("1"), 8}) == other);
  CHECK(refusal(saved, {31, rational("1"), 7}) == other);
  CHECK(refusal(saved, {30, rational("1"), 0}) == "requires `m >= 1`, but m = 0");
  auto threshold = noisy_threshold::Stream::create({rational("1"), 1, 30, Words(30, 0)});
  CHECK(refusal(threshold->save()) == other);
  CHECK(refusal(forged(saved, "plumb stream 1", "plumb stream 2")) == other);
  // Elements are told apart too.
  auto first = noisy_threshold::Stream::create({rational("1"), 1, 2, {1, 12}});
  CHECK_FALSE(noisy_threshold::Stream::restore({rational("1"), 1, 2, {11, 2}}, first->save()));
}

TEST_CASE("a saved stream that cannot be is refused though its seal fits") {
  const std::string saved = begun().save(), wrong = "the saved stream is not whole";
  CHECK(refusal(forged(saved, "\ni 3\n", "\ni 4\n")) == wrong);
  CHECK(refusal(forged(saved, "\n3\ni 3\n", "\n2\ni 3\n")) == wrong);
  CHECK(refusal(forged(saved, "\ni 3\n", "\ni 9223372036854775811\n")) == wrong);
  CHECK(refusal(forged(saved, "\nsum 150\n", "\nsum\n")) == wrong);
  CHECK(refusal(forged(saved, "\nsum 150\n", "\nsum 150 1\n")) == wrong);
  CHECK(refusal(forged(saved, "\nsum 150\n", "\nsums 150\n")) == wrong);
  CHECK(refusal(forged(saved, "\nsum 150\n", "\n")) == wrong);
  CHECK(refusal(forged(saved, "\nsum 150\n", "\nsum 151\n")) == "accepted");
}

TEST_CASE("a stream in a file goes on after a restart") {
  const Folder folder;
  SeededBits bits(1), again(1);
  auto plain = *running_total::Stream::create(weekly);
  std::uint64_t steps = 0;
  {
    auto file = *runtime::StateFile::open(folder / "state");
    auto stream = *running_total::Stream::create(weekly);
    for (; steps < 4; ++steps)
      CHECK(*stream.step(9, bits, file) == *plain.step(9, again));
    CHECK(file.content() == stream.save());
  }
  auto file = *runtime::StateFile::open(folder / "state");
  auto stream = *running_total::Stream::restore(weekly, file);
  CHECK(stream.generation() == steps);
  CHECK(*stream.step(9, bits, file) == *plain.step(9, again));
}

TEST_CASE("an older state is refused") {
  const Folder folder;
  std::string older;
  {
    auto file = *runtime::StateFile::open(folder / "state");
    auto stream = *running_total::Stream::create(weekly);
    SeededBits bits(1);
    REQUIRE(stream.step(9, bits, file));
    older = file.content();
    fs::copy_file(folder / "state", folder / "copy");
    REQUIRE(stream.step(9, bits, file));

    // The text of an older state is whole, but has no place in the file any more.
    auto second = *running_total::Stream::restore(weekly, older);
    CHECK(second.step(9, bits, file).error().message == "the file does not hold the state before this step");
    // Neither has a new stream.
    auto third = *running_total::Stream::create(weekly);
    CHECK(third.step(9, bits, file).error().message == "the file does not hold the state before this step");
    CHECK(third.generation() == 0);
    CHECK(file.generation() == 2);
  }
  fs::copy_file(folder / "copy", folder / "state", fs::copy_options::overwrite_existing);
  CHECK_FALSE(runtime::StateFile::open(folder / "state"));
}

TEST_CASE("a corrupt state file is refused") {
  const Folder folder;
  {
    auto file = *runtime::StateFile::open(folder / "state");
    auto stream = *running_total::Stream::create(weekly);
    SeededBits bits(1);
    REQUIRE(stream.step(9, bits, file));
  }
  std::string stored = readFile(folder / "state");
  stored[stored.find("sum")] = 'S';
  std::ofstream(folder / "state", std::ios::binary) << stored;
  CHECK_FALSE(runtime::StateFile::open(folder / "state"));
}

TEST_CASE("a file without a stream restores nothing") {
  const Folder folder;
  auto file = *runtime::StateFile::open(folder / "state");
  CHECK(running_total::Stream::restore(weekly, file).error().message == "the saved stream is not whole");
  auto replaced = file.replace(7, begun().save());
  REQUIRE(replaced);
  CHECK(running_total::Stream::restore(weekly, file).error().message ==
        "the saved stream is of another generation than its file");
}

TEST_CASE("what cannot be stored is not published") {
  const Folder folder;
  auto file = *runtime::StateFile::open(folder / "state");
  auto stream = *running_total::Stream::create(weekly);
  SeededBits bits(1);
  REQUIRE(stream.step(9, bits, file));
  const std::string before = stream.save();
  folder.remove();
  CHECK_FALSE(stream.step(9, bits, file));
  CHECK(stream.save() == before);
}

TEST_CASE("a stream that is kept in a file makes no step without it") {
  const Folder folder;
  const std::string refused = "the state of this stream is kept in a file; pass it too";
  auto file = *runtime::StateFile::open(folder / "state");
  auto stream = *running_total::Stream::create(weekly);
  SeededBits bits(1);
  REQUIRE(stream.step(9, bits, file));
  CHECK(stream.step(9, bits).error().message == refused);
  CHECK(running_total::Stream::restore(weekly, file)->step(9).error().message == refused);
}
