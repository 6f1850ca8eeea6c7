// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/ledger.h"
#include "plumb/runtime/stepped_run.h"
#include "seeded_bits.h"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

using namespace plumb::runtime;
namespace fs = std::filesystem;

namespace {

/// Counts its copies.
struct Counted {
  static inline int copies = 0;

  Counted() = default;
  Counted(const Counted &) { ++copies; }
  Counted(Counted &&) noexcept {}
  Counted &operator=(const Counted &) {
    ++copies;
    return *this;
  }
  Counted &operator=(Counted &&) noexcept { return *this; }
};

/// A running sum with every type that a state may have; written like emitted code.
struct Sums {
  struct State {
    std::int64_t i = 0;
    Wide sum = 0;
    bool isOdd = false;
    std::vector<std::int64_t> last;
    std::vector<bool> odd;
    Counted counted;

    template <class Self, class Each> static void eachField(Self &self, Each each) {
      each("i", self.i);
      each("sum", self.sum);
      each("is_odd", self.isOdd);
      each("last", self.last);
      each("odd", self.odd);
    }
  };

  std::int64_t n = 0;
  std::size_t kept = 2;

  Rational price = Rational(1);

  Rational epsilon() const { return price; }
  State sized() const {
    State state;
    state.i = 3;
    state.last.resize(kept);
    state.odd.resize(2);
    return state;
  }
  /// Draws, as a mechanism with noise before its loop does.
  template <BitSource Bits> State begin(Bits &bits) const {
    static_cast<void>(bits.next_u64());
    return sized();
  }
  Wide stepsBehind(const State &state) const { return state.i - 3; }
  bool isRunning(const State &state) const { return state.i < n; }
  const char *refusal(std::int64_t answer) const { return answer < 0 ? "a negative answer" : nullptr; }
  template <BitSource Bits> Wide iterate(State &state, std::int64_t answer, Bits &bits) const {
    state.sum += answer;
    const std::uint64_t noise = bits.next_u64();
    state.isOdd = noise % 2 == 1;
    state.last[static_cast<std::size_t>(state.i % 2)] = answer;
    state.odd[static_cast<std::size_t>(state.i % 2)] = state.isOdd;
    ++state.i;
    return state.sum;
  }
  std::string identity() const { return streamIdentity("sums", "feed", ParameterText().add(n).text()); }
};

using Run = SteppedRun<Sums>;

Run fresh(std::int64_t n = 10) {
  test::SeededBits bits(1);
  return *Run::create(Sums{n}, Ledger::unaccounted(), bits);
}

Run filed(const std::string &path) {
  test::SeededBits bits(1);
  return *Run::open(Sums{10}, Ledger::unaccounted(), *StateFile::open(path), bits);
}

/// After three steps.
Run begun(test::SeededBits &bits) {
  Run run = fresh();
  for (const std::int64_t answer : {40, std::numeric_limits<int>::max(), 60})
    REQUIRE(run.step(bits, answer));
  return run;
}

// Of a width that the type decides.
const std::string i6 = "i +0000000000000000006", sum = "sum +" + std::string(29, '0') + "2147483747",
                  last = "last +0000000002147483647 +0000000000000000060";

std::string refusal(const std::string &saved) {
  auto run = Run::restoreUnaccounted(Sums{10}, Ledger::unaccounted(), saved);
  return run ? "accepted" : run.error().message;
}

/// \p saved with \p before replaced, under a seal that fits.
std::string forged(std::string saved, const std::string &before, const std::string &after) {
  saved.resize(saved.size() - 65);
  const std::size_t place = saved.find(before);
  REQUIRE(place != std::string::npos);
  saved.replace(place, before.size(), after);
  return saved + sealOf(saved, {}) + "\n";
}

/// Bits that break off.
struct FailingBits {
  test::SeededBits bits{1};
  int words;

  std::uint64_t next_u64() {
    if (words-- == 0)
      throw std::runtime_error("no more bits");
    return bits.next_u64();
  }
  std::uint8_t next_byte() { return bits.next_byte(); }
};

/// A folder of its own, removed in the end.
struct Folder {
  std::string path = (fs::temp_directory_path() / "plumb-steps-XXXXXX").string();

  Folder() { REQUIRE(mkdtemp(path.data()) != nullptr); }
  ~Folder() { fs::remove_all(path); }
};

} // namespace

TEST_CASE("a run in steps says what it is, how far it is, and what it remembers") {
  test::SeededBits bits(5), again(5);
  const std::string saved = *begun(bits).save();
  std::string odd;
  for (int i = 0; i < 3; ++i)
    odd += again.next_u64() % 2 == 1 ? '1' : '0';
  CHECK(saved.rfind("plumb stream 2\nsums feed\n" + sealOf("10\n", {}) + "\n3\n" + i6 + "\n" + sum +
                        "\nis_odd " + odd[2] + "\n" + last + "\nodd " + odd[1] + " " + odd[2] + "\n",
                    0) == 0);
  CHECK(refusal(saved) == "accepted");
}

TEST_CASE("a restored run goes on as the saved one would have") {
  test::SeededBits bits(5);
  Run run = begun(bits);
  Run restored = *Run::restoreUnaccounted(Sums{10}, Ledger::unaccounted(), *run.save());
  test::SeededBits first(8), second(8);
  while (!run.finished())
    REQUIRE(*run.step(first, std::int64_t{3}) == *restored.step(second, std::int64_t{3}));
  CHECK(restored.finished());
  CHECK(*run.save() == *restored.save());
  CHECK(run.steps() == 7);
}

TEST_CASE("numbers that no step has written are refused though the seal fits") {
  test::SeededBits bits(5);
  const std::string saved = *begun(bits).save(), wrong = "the saved stream is not whole";
  CHECK(refusal(forged(saved, "\n3\n" + i6, "\n4\n" + i6)) == wrong);
  CHECK(refusal(forged(saved, "\n3\n" + i6, "\n-1\n" + i6)) == wrong);
  CHECK(refusal(forged(saved, "\n3\n" + i6, "\n18446744073709551616\n" + i6)) == wrong);
  CHECK(refusal(forged(saved, "\n" + i6, "\ni +9223372036854775808")) == wrong);
  CHECK(refusal(forged(saved, "\n" + i6, "\ni  6")) == wrong);
  CHECK(refusal(forged(saved, "\nis_odd ", "\nis_odd 1")) == wrong);
  CHECK(refusal(forged(saved, "\n" + last, "\nlast 2147483647")) == wrong);
  CHECK(refusal(forged(saved, "\n" + last, "\n" + last + " 1")) == wrong);
  CHECK(refusal(forged(saved, "\n" + sum, "\nsum 170141183460469231731687303715884105728")) == wrong);
  CHECK(refusal(forged(saved, "\n" + sum, "\nsum 170141183460469231731687303715884105727")) == "accepted");
  const std::string identity = "plumb stream 2\n" + Sums{10}.identity();
  CHECK(refusal(identity + sealOf(identity, {}) + "\n") == wrong);
  const std::string body = saved.substr(0, saved.size() - 65);
  for (const char *more : {"\n", " 1\n", "more 1\n"})
    CHECK(refusal(body + more + sealOf(body + more, {}) + "\n") == wrong);
  CHECK(refusal(forged(saved, "sums feed", "sums food")) ==
        "the saved stream is of another mechanism, or of other parameters");
}

TEST_CASE("a step that is refused draws nothing and changes nothing") {
  test::SeededBits bits(5), untouched(5);
  Run run = fresh(4);
  const std::string before = *run.save();
  CHECK(run.step(bits, std::int64_t{-1}).error().message == "a negative answer");
  CHECK(*run.save() == before);
  CHECK(bits.next_u64() == untouched.next_u64());
  REQUIRE(run.step(bits, std::int64_t{1}));
  CHECK(run.finished());
  const std::string behind = *run.save();
  CHECK(run.step(bits, std::int64_t{1}).error().message == "the stream has finished");
  CHECK(*run.save() == behind);
}

TEST_CASE("a run whose step has thrown is over") {
  FailingBits bits{test::SeededBits(1), 1};
  Run run = fresh();
  REQUIRE(run.step(bits, std::int64_t{1}));
  CHECK_THROWS(run.step(bits, std::int64_t{1}));
  CHECK(run.finished());
  CHECK(run.step(bits, std::int64_t{1}).error().message == "an earlier step of the stream has thrown");
  CHECK(run.save().error().message == "an earlier step of the stream has thrown");
  Run moved = std::move(run);
  CHECK(moved.finished());
}

TEST_CASE("a run that was moved away takes no step, and says so") {
  test::SeededBits bits(1), untouched(1);
  Run run = fresh();
  Run moved = std::move(run);
  CHECK(run.finished());
  CHECK(run.steps() == 0);
  CHECK(run.step(bits, std::int64_t{1}).error().message == "the stream was moved away");
  CHECK(run.save().error().message == "the stream was moved away");
  CHECK(bits.next_u64() == untouched.next_u64());
  CHECK_FALSE(moved.finished());
}

TEST_CASE("what can never run is not paid for") {
  const Ledger ledger = *Ledger::create({{"sums", Rational(2)}});
  const Budget budget = *ledger.budget("sums");
  test::SeededBits bits(1), untouched(1);
  std::vector<std::size_t> tooMany = {std::numeric_limits<std::size_t>::max()};
#ifndef __SANITIZE_ADDRESS__
  tooMany.push_back(std::size_t{1} << 44U);
#endif
  for (const std::size_t many : tooMany) {
    Sums large{3};
    large.kept = many;
    CHECK(Run::create(large, budget, bits).error().message ==
          "there is no memory for the arrays of this stream");
  }
  const Folder folder;
  StateFile file = *StateFile::open(folder.path + "/state");
  const StateFile moved = std::move(file);
  CHECK(moved.usable());
  CHECK(Run::open(Sums{3}, budget, std::move(file), bits).error().message == "the state file was moved away");
  CHECK(ledger.remaining("sums")->text() == "2");
  CHECK(bits.next_u64() == untouched.next_u64());
}

TEST_CASE("a run and a file that are assigned to themselves are what they were") {
  const Folder folder;
  test::SeededBits bits(1);
  Run inMemory = begun(bits), &same = inMemory;
  const std::string before = *inMemory.save();
  inMemory = std::move(same);
  CHECK(*inMemory.save() == before);
  {
    Run inFile = filed(folder.path + "/state"), &sameInFile = inFile;
    inFile = std::move(sameInFile);
    REQUIRE(inFile.step(bits, std::int64_t{1}));
  }
  StateFile file = *StateFile::open(folder.path + "/state"), &sameFile = file;
  file = std::move(sameFile);
  const auto restored = Run::restore(Sums{10}, std::move(file));
  REQUIRE(restored);
  CHECK(restored->steps() == 1);
}

TEST_CASE("a step without a file copies no state") {
  test::SeededBits bits(1);
  Run run = fresh();
  Counted::copies = 0;
  for (int i = 0; i < 5; ++i)
    REQUIRE(run.step(bits, std::int64_t{1}));
  CHECK(Counted::copies == 0);
  const Folder folder;
  Run stored = filed(folder.path + "/state");
  Counted::copies = 0;
  REQUIRE(stored.step(bits, std::int64_t{1}));
  CHECK(Counted::copies == 1);
}

TEST_CASE("with a file a step that has thrown leaves the state before it") {
  const Folder folder;
  FailingBits bits{test::SeededBits(1), 1};
  {
    Run run = filed(folder.path + "/state");
    REQUIRE(run.step(bits, std::int64_t{1}));
    CHECK_THROWS(run.step(bits, std::int64_t{2}));
    CHECK_FALSE(run.finished());
    CHECK(run.steps() == 1);
    REQUIRE(run.step(bits.bits, std::int64_t{2}));
  }
  CHECK(StateFile::open(folder.path + "/state")->generation() == 3);
  Run restored = *Run::restore(Sums{10}, *StateFile::open(folder.path + "/state"));
  CHECK(restored.steps() == 2);
  CHECK(*restored.step(bits.bits, std::int64_t{4}) == 7);
}

TEST_CASE("a file that cannot be written lets no step pass") {
  const Folder folder;
  test::SeededBits bits(1);
  Run run = filed(folder.path + "/state");
  fs::remove_all(folder.path);
  CHECK_FALSE(run.step(bits, std::int64_t{1}));
  CHECK(run.steps() == 0);
}

TEST_CASE("a run is paid for before its first bit is drawn, and only if there is enough") {
  auto ledger = *Ledger::create({{"data", Rational{3, 2}}});
  const Budget budget = *ledger.budget("data");
  test::SeededBits bits(1), untouched(1);
  REQUIRE(Run::create(Sums{10}, budget, bits));
  static_cast<void>(untouched.next_u64());
  CHECK(*ledger.remaining("data") == Rational{1, 2});
  CHECK(Run::create(Sums{10}, budget, bits).error().message == "`data` has 1/2 left, less than 1");
  CHECK(*ledger.remaining("data") == Rational{1, 2});
  CHECK(bits.next_u64() == untouched.next_u64());
  // What is restored was paid for.
  CHECK(Run::restoreUnaccounted(Sums{10}, Ledger::unaccounted(), *fresh().save()));
  CHECK(*ledger.remaining("data") == Rational{1, 2});
}

TEST_CASE("a run that cannot be stored is not paid for, and one that is stored is paid for once") {
  const Folder folder;
  auto ledger = *Ledger::create({{"data", Rational(3)}});
  const Budget budget = *ledger.budget("data");
  test::SeededBits bits(1);
  auto file = *StateFile::open(folder.path + "/state");
  fs::rename(folder.path + "/state.generation", folder.path + "/elsewhere");
  CHECK_FALSE(Run::open(Sums{10}, budget, std::move(file), bits));
  CHECK(*ledger.remaining("data") == 3);
  fs::rename(folder.path + "/elsewhere", folder.path + "/state.generation");
  // Where the new state is written first.
  fs::create_directories(folder.path + "/state.new/in");
  CHECK_FALSE(Run::open(Sums{10}, budget, *StateFile::open(folder.path + "/state"), bits));
  CHECK(*ledger.remaining("data") == 3);
  fs::remove_all(folder.path + "/state.new");
  for (int restart = 0; restart < 2; ++restart) {
    REQUIRE(Run::open(Sums{10}, budget, *StateFile::open(folder.path + "/state"), bits));
    CHECK(*ledger.remaining("data") == 2);
    CHECK_FALSE(fs::exists(folder.path + "/state.new"));
  }
}

TEST_CASE("a child of fork has a copy of the run and takes no step") {
  test::SeededBits bits(1);
  const Folder folder;
  Run inMemory = fresh(), inFile = filed(folder.path + "/state");
  const pid_t child = fork();
  if (child == 0) {
    const std::string refusal = "the stream belongs to the process that began it";
    const auto one = inMemory.step(bits, std::int64_t{1}), other = inFile.step(bits, std::int64_t{1});
    _exit(!one && !other && one.error().message == refusal && other.error().message == refusal ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  CHECK(status == 0);
  CHECK(inMemory.step(bits, std::int64_t{1}));
  CHECK(inFile.step(bits, std::int64_t{1}));
}

TEST_CASE("texts of different parameters differ") {
  const auto of = [](std::vector<std::int64_t> first, std::vector<std::int64_t> second) {
    return ParameterText().add(first).add(second).text();
  };
  CHECK(of({1, 12}, {}) != of({11, 2}, {}));
  CHECK(of({1, 2}, {3}) != of({1}, {2, 3}));
  CHECK(of({}, {1}) != of({1}, {}));
  CHECK(ParameterText().add(*Rational::parse("1/2")).add(std::vector<bool>{true, false}).text() ==
        "1/2\n1 0 \n");
}
