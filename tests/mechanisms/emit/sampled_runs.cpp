// SPDX-License-Identifier: Apache-2.0
//
// Compositions on a sample of the records, as they are used and under kill -9; compositions.py builds it,
// also with faults planted. Their noise has so small a scale that it is 0, but for a probability below
// e^-100, so that what is published tells the sample.

#include "census.h"
#include "composition_crashes.h"
#include "logarithms.h"
#include "powers_of_e.h"
#include "sampled_count.h"
#include "seeded_bits.h"

#include <cmath>
#include <sstream>
#include <vector>

namespace {

using plumb::census::Composition;
using plumb::test::SeededBits;

constexpr std::int64_t people = 8;

plumb::census::Parameters parameters(const Rational &probability) {
  return {people, Rational(20000), probability, 120};
}

plumb::census::Record person(std::int64_t id) {
  return {id, id + 1, id == 3 ? std::nullopt : std::optional(id)};
}

/// What is published without noise has 64 bits here.
std::int64_t numberIn(const Integer &value) {
  return value.int64().value();
}

/// Who is in the sample by what part 2 has published: bit i is person i. -1 if that is no sample.
std::int64_t maskIn(const plumb::one_by_one::Output &output) {
  std::int64_t mask = 0;
  for (std::size_t i = 0; i < output.out.size(); ++i) {
    const std::int64_t count = numberIn(output.out[i].value);
    if (count != 0 && count != 1)
      return -1;
    mask |= count << i;
  }
  return mask;
}

std::int64_t sizeOf(std::int64_t mask) {
  return __builtin_popcountll(static_cast<std::uint64_t>(mask));
}

/// What part 3 publishes of this sample. Nobody of home 0 counts, and where there is no home there is not
/// that.
std::int64_t yearsOf(std::int64_t mask) {
  std::int64_t years = sizeOf(mask);
  for (std::int64_t i = 1; i < people; ++i)
    years += (mask >> i & 1) != 0 ? i + 1 : 0;
  return years;
}

/// Beside what is seen of parts: the samples of one run.
struct SampleSeen {
  /// How many parts have told the sample, and what the first one said.
  std::int64_t told, mask, size;
  bool differs;
} *sampleSeen = nullptr;

void see(std::int64_t mask) {
  sampleSeen->differs = sampleSeen->differs || mask < 0 ||
                        (sampleSeen->told++ != 0 && mask != sampleSeen->mask) ||
                        (sampleSeen->size >= 0 && sizeOf(mask) != sampleSeen->size);
  sampleSeen->mask = mask;
}

struct Census {
  using Composition = plumb::census::Composition;
  static plumb::census::Parameters parameters() { return ::parameters(Rational{1, 2}); }
  static constexpr std::array<int, 3> times{1, 2, 1};
  /// The first part pays for all.
  static constexpr std::array<Wide, 3> priceIn56ths{Wide{4} * 20000 * 56, 0, 0};
  static bool begin(Composition &composition) {
    if (composition.isSampled())
      return true;
    auto data = composition.data();
    for (std::int64_t id = 0; id < people; ++id)
      if (!data.add(person(id)))
        return false;
    return composition.keep(std::move(data)).has_value();
  }
  static Expected<void> run(Composition &composition, std::size_t part) {
    WatchedBits bits(part);
    if (part == 0) {
      const auto output = composition.part1(bits);
      if (output)
        sampleSeen->size = numberIn(output->out.value);
      return ended(output);
    }
    if (part == 1) {
      const auto output = composition.part2(bits);
      if (output)
        see(maskIn(*output));
      return ended(output);
    }
    const auto output = composition.part3(bits);
    if (output && sampleSeen->told != 0)
      sampleSeen->differs = sampleSeen->differs || numberIn(output->out.value) != yearsOf(sampleSeen->mask);
    return ended(output);
  }
};

/// Every third call of a run kills it; then one of those that go on.
void samplesOutliveCrashes() {
  bool isOver = false;
  int runs = 0;
  for (int at = 0; !isOver; at += 3, ++runs) {
    const Folder folder;
    *seen = {};
    *sampleSeen = {0, 0, -1, false};
    const std::string when = "census at call " + std::to_string(at);
    isOver = inChild<Census>(folder.path, {Fault::Killed, at, 0});
    inChild<Census>(folder.path, {Fault::Killed, at * 7 % 61, 0});
    expect(inChild<Census>(folder.path, {}), when + ": goes on");
    checkEnd<Census>(folder.path, when);
    expect(!sampleSeen->differs, when + ": all parts see one sample");
  }
  expect(deaths >= runs, "each call was the last one of some run");
}

/// In memory, of all records; a part is not run before `keep`.
void sampleIsDrawnOnce() {
  const auto ledger = Ledger::create({{"data", Rational(80000)}});
  auto census = Composition::create(parameters(Rational{1, 2}), *ledger->budget("data"));
  auto other = Composition::create(parameters(Rational{1, 2}), *ledger->budget("data"));
  expectError("the sample of this run is not drawn yet; parts run on it", message(census->part1()));
  expect(ledger->remaining("data").value() == 80000, "nothing is paid without a sample");
  auto data = census->data(), again = census->data(), foreign = other->data();
  expectError("`id` is not in `0 .. n`", message(data.add({people, 1, std::nullopt})));
  expectError("`home` is not in `0 .. n`", message(data.add({0, 1, people})));
  expectError("`forall v in data: 0 <= v.age and v.age <= oldest` does not hold of it",
              message(data.add({0, 121, std::nullopt})));
  std::istringstream table("age,id,home\n1,0,0\n3,2,none\n200,1,1\n"), good("age,id,home\n1,0,0\n3,2,none\n");
  expectError("line 4: `forall v in data: 0 <= v.age and v.age <= oldest` does not hold of it",
              message(data.read(table)));
  expect(data.records() == 0, "a table is taken whole");
  const std::string readable = message(data.read(good));
  expect(readable.empty() && data.records() == 2, "a table is read: " + readable);
  expectError("the sample was drawn for another run", message(census->keep(std::move(foreign))));
  expect(!census->isSampled(), "another run's sample is not kept");
  expectError("", message(census->keep(std::move(data))));
  expectError("the run has its sample already, and none is drawn twice",
              message(census->keep(std::move(again))));
  expectError("", message(census->part1()));
  expect(ledger->remaining("data").value() == 0, "the first part pays for all");
  expectError("the run has its sample already, and none is drawn twice",
              message(census->keep(census->data())));
  expectError("", message(census->part2()));
  expectError("", message(census->part2()));
  expectError("", message(census->part3()));
  expect(census->finished(), "the census ends");
  expectError("requires `p <= 1`, but p = 3/2",
              message(Composition::create(parameters(Rational{3, 2}), Ledger::unaccounted())));
  auto moved = *std::move(census);
  expectError("the composition was moved away", message(census->keep(moved.data())));
  expect(!census->isSampled(), "what was moved away");
  auto third = Composition::create(parameters(Rational{1, 2}), Ledger::unaccounted());
  const pid_t child = fork();
  if (child == 0)
    _exit(message(third->keep(third->data())) == "the composition belongs to the process that began it" ? 0
                                                                                                        : 1);
  int status = 0;
  waitpid(child, &status, 0);
  expect(WIFEXITED(status) && WEXITSTATUS(status) == 0, "a child draws no sample for a run of its parent");
}

/// With nothing left of the budget for the whole run, no part of it runs.
void wholeRunIsPaid() {
  const auto ledger = Ledger::create({{"data", Rational(79999)}});
  auto census = Composition::create(parameters(Rational{1, 2}), *ledger->budget("data"));
  expect(Census::begin(*census), "a sample");
  expectError("`data` has 79999 left, less than 80000", message(census->part1()));
}

/// Files that are put back, so that other samples could be drawn behind what was published.
void noSampleFollowsAnother() {
  const Folder folder;
  const auto keepCopies = [&](const std::string &name) {
    for (const char *file : {"/state", "/state.generation"})
      std::filesystem::copy(folder.path + file, folder.path + file + name);
  };
  const auto putBack = [&](const std::string &name) {
    for (const char *file : {"/state", "/state.generation"})
      std::filesystem::copy(folder.path + file + name, folder.path + file,
                            std::filesystem::copy_options::overwrite_existing);
  };
  auto ledger = ledgerIn(folder.path, Rational(80000));
  const auto open = [&] {
    auto file = StateFile::open(folder.path + "/state");
    return file ? Composition::open(Census::parameters(), *ledger->budget("data"), *std::move(file))
                : Expected<Composition>(file.error());
  };
  expect(open().has_value(), "a run begins");
  keepCopies(".begun");
  {
    auto census = open();
    expect(census && !census->isSampled() && Census::begin(*census), "a sample");
  }
  keepCopies(".first");
  // Nothing was paid or published, so another sample may be drawn.
  putBack(".begun");
  {
    auto census = open();
    expect(census && !census->isSampled() && Census::begin(*census), "another sample");
  }
  keepCopies(".second");
  {
    auto census = open();
    expect(census && census->isSampled() && census->part1().has_value(), "the first part");
  }
  keepCopies(".paid");
  const std::string from = "the ledger holds 1 payments of this run, and its state 0";
  for (const char *old : {".begun", ".first"}) {
    putBack(old);
    expectError(
        from + ", and the last one was made by another state: one of the two was put back, or belongs to "
               "something else",
        message(open()));
  }
  // The state that paid goes on with its sample, and without the part that it paid with.
  putBack(".second");
  auto census = open();
  expect(census && census->isSampled() && census->lost(1) == 1 && census->next() == 2, "behind the payment");
}

/// With a probability of 77 / 256 just 77 of the 256 bytes that a coin can begin with take a record.
struct OneByte {
  std::uint8_t byte;
  std::uint64_t next_u64() { return byte * std::uint64_t{0x0101010101010101}; }
  std::uint8_t next_byte() { return byte; }
};

void coinIsExact() {
  int taken = 0;
  for (int byte = 0; byte < 256; ++byte) {
    auto census = Composition::create(parameters(Rational{77, 256}), Ledger::unaccounted());
    auto data = census->data();
    OneByte bits{static_cast<std::uint8_t>(byte)};
    expectError("", message(data.add(person(0), bits)));
    expectError("", message(census->keep(std::move(data))));
    taken += static_cast<int>(numberIn(census->part1()->out.value));
  }
  expect(taken == 77, "77 of 256 bytes take a record, and not " + std::to_string(taken));
}

/// A number of \p runs that each succeed with \p probability is within this of its mean but with probability
/// 10^-13 (Hoeffding, 1963).
double hoeffding(double runs) {
  return std::sqrt(runs * std::log(2e13) / 2);
}

/// Each record with probability 1/3, independently of each other, and one sample for all parts.
void sampleHasItsLaw() {
  constexpr int runs = 8000;
  std::array<std::array<int, people>, people> together{};
  bool isOne = true;
  SeededBits bits(7);
  for (int run = 0; run < runs; ++run) {
    auto census = Composition::create(parameters(Rational{1, 3}), Ledger::unaccounted());
    auto data = census->data();
    for (std::int64_t id = 0; id < people; ++id)
      static_cast<void>(data.add(person(id), bits));
    static_cast<void>(census->keep(std::move(data)));
    const auto size = census->part1(bits);
    const std::int64_t mask = maskIn(*census->part2(bits));
    isOne = isOne && mask >= 0 && numberIn(size->out.value) == sizeOf(mask) &&
            maskIn(*census->part2(bits)) == mask && numberIn(census->part3(bits)->out.value) == yearsOf(mask);
    for (std::size_t i = 0; i < people; ++i)
      for (std::size_t j = 0; j <= i; ++j)
        together[i][j] += (mask >> i & mask >> j & 1) != 0 ? 1 : 0;
  }
  expect(isOne, "all parts of a run have one sample");
  for (std::size_t i = 0; i < people; ++i)
    for (std::size_t j = 0; j <= i; ++j)
      expect(std::abs(together[i][j] - runs / (i == j ? 3.0 : 9.0)) <= hoeffding(runs),
             std::to_string(i) + " and " + std::to_string(j) + " are sampled together " +
                 std::to_string(together[i][j]) + " times");
}

/// What is published of one record and of none has the law that the proof speaks of: on a sample noise of one
/// side hides also who was removed.
void releaseHasItsLaw() {
  constexpr int runs = 20000;
  const double q = std::exp(-1.0), p = 0.5;
  std::array<std::array<int, 4>, 2> counts{};
  SeededBits bits(11);
  for (std::size_t records = 0; records < 2; ++records)
    for (int run = 0; run < runs; ++run) {
      auto count =
          plumb::sampled_count::Composition::create({Rational(1), Rational{1, 2}}, Ledger::unaccounted());
      auto data = count->data();
      if (records == 1)
        static_cast<void>(data.add({30}, bits));
      static_cast<void>(count->keep(std::move(data)));
      const std::int64_t told = numberIn(count->part1(bits)->out.value);
      ++counts[records][static_cast<std::size_t>(std::min<std::int64_t>(told, 3))];
    }
  for (std::size_t records = 0; records < 2; ++records)
    for (std::size_t told = 0; told < 4; ++told) {
      const double k = static_cast<double>(told), noise = told < 3 ? 1 - q : 1;
      const double alone = noise * std::pow(q, k), shifted = told == 0 ? 0 : noise * std::pow(q, k - 1);
      const double expected = records == 0 ? alone : (1 - p) * alone + p * shifted;
      expect(std::abs(counts[records][told] - runs * expected) <= hoeffding(runs),
             std::to_string(records) + " records, " + std::to_string(told) + ": " +
                 std::to_string(counts[records][told]));
    }
}

/// A count on a sample with probability 1 - e^-eps, and noise of scale 1 / ln(1 + e^eps), neither of them a
/// fraction. That the sampler has its law is tested beside the runtime; here, that it is the one that is
/// asked.
void powersOfEAreDrawn() {
  using plumb::powers_of_e::Parameters;
  using Counted = plumb::powers_of_e::Composition;
  const auto powers = plumb::runtime::local::Powers::create({Rational(1)}).value();
  const auto budget = plumb::runtime::Logarithm::create(powers, 1 + powers.exp(Rational(1))).value();
  const auto noise = plumb::runtime::LogarithmicOneSidedGeometric::create(budget, 1).value();
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    auto counted = Counted::create(Parameters{Rational(1)}, Ledger::unaccounted());
    SeededBits bits(seed), same(seed);
    expectError("", message(counted->keep(counted->data())));
    expect(numberIn(counted->part1(bits)->out.value) == static_cast<std::int64_t>(noise.sample(same)),
           "the noise of seed " + std::to_string(seed));
  }
  const auto ledger = Ledger::create({{"data", Rational(1)}});
  auto counted = Counted::create(Parameters{Rational(1)}, *ledger->budget("data"));
  expect(counted->epsilon() == 1, "the price is eps, exactly");
  auto data = counted->data();
  constexpr int records = 20000;
  SeededBits bits(11);
  for (int record = 0; record < records; ++record)
    static_cast<void>(data.add({30}, bits));
  expectError("", message(counted->keep(std::move(data))));
  const auto told = static_cast<double>(numberIn(counted->part1(bits)->out.value));
  expect(std::abs(told - records * (1 - std::exp(-1.0))) <= hoeffding(records) + 20,
         "of 20000 records are in the sample " + std::to_string(told));
  expect(ledger->remaining("data").value() == 0, "the run is paid");
  for (const auto &[eps, why] :
       std::vector<std::pair<Rational, std::string>>{{Rational(0), "requires `eps > 0`, but eps = 0"},
                                                     {Rational{-1, 2}, "requires `eps > 0`, but eps = -1/2"},
                                                     {Rational(4097), "e^(4097) is beyond e^4096"}})
    expectError(why, message(Counted::create(Parameters{eps}, Ledger::unaccounted())));
}

/// Budgets ln(e^(eps/2) (k + e^(eps/2))) and ln(1 + e^(-eps/2)), and a fraction; all of them pay what the
/// composition costs, which is rounded up.
void logarithmsArePaid() {
  constexpr int runs = 400;
  const plumb::logarithms::Parameters given{Rational(1), Rational(2), Rational{1, 3}};
  using Logarithms = plumb::logarithms::Composition;
  const Rational price = Logarithms::create(given, Ledger::unaccounted())->epsilon(),
                 close = Rational(1) / Rational(std::int64_t{1} << 38);
  const double root = std::exp(0.5),
               exact = 2 * runs * std::log(root * (2 + root)) + 2 * std::log(1 + 1 / root) + 2.0 / 3;
  expect(std::abs(mpz_get_d(price.numerator()) / mpz_get_d(price.denominator()) - exact) < 1e-9,
         "the price is what it says: " + price.text());
  const auto ledger = Ledger::create({{"data", price}});
  auto all = Logarithms::create(given, *ledger->budget("data"));
  std::array<int, 3> counts{};
  SeededBits bits(12);
  for (int run = 0; run < runs; ++run) {
    const auto output = all->part1(7, bits);
    expectError("", message(output));
    const std::int64_t noise = numberIn(output->out.value) - 7;
    counts[noise == 0 ? 1 : noise < 0 ? 0 : 2] += 1;
  }
  expectError("", message(all->part2(7)));
  expectError("", message(all->part3(7)));
  const Rational left = ledger->remaining("data").value();
  expect(left >= 0 && left < close, "of the price next to nothing is left: " + left.text());
  const double q = std::pow(root * (2 + root), -2);
  const std::array<double, 3> law{q / (1 + q), (1 - q) / (1 + q), q / (1 + q)};
  for (std::size_t side = 0; side < 3; ++side)
    expect(std::abs(counts[side] - runs * law[side]) <= hoeffding(runs),
           "side " + std::to_string(side) + ": " + std::to_string(counts[side]));
}

} // namespace

int main() {
  beginWatching();
  sampleSeen = static_cast<SampleSeen *>(
      mmap(nullptr, sizeof *sampleSeen, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  // What fails leaves nothing to go on from.
  for (void (*each)() :
       {sampleIsDrawnOnce, wholeRunIsPaid, noSampleFollowsAnother, coinIsExact, sampleHasItsLaw,
        releaseHasItsLaw, powersOfEAreDrawn, logarithmsArePaid, samplesOutliveCrashes})
    if (failures == 0)
      each();
  std::printf("%d checks, %d kills, %d failed\n", checks, deaths, failures);
  return failures == 0 ? 0 : 1;
}
