// SPDX-License-Identifier: Apache-2.0
//
// What the control flow, or the time, of emitted mechanisms tells about answers and noise: of noisy top-k,
// with one-sided noise, and of an argmax, with two-sided noise. Compiled by constant_work.py with the headers
// that were emitted.
//
//   constant_work trace        0 if every run executes the same instructions in the same order, 1 if runs of
//   both
//                              mechanisms differ, 2 if those of one do
//   constant_work time RUNS    Welch's t of the times of noisy top-k for two kinds of answers, RUNS runs of
//   each
//                              (dudect: Reparaz, Balasch, Verbauwhede, DATE 2017); 0 if |t| <= 4.5, else 1
//   constant_work select       what is selected where all noise is 0, so that there are ties

#include "aggregates.h"
#include "asymmetric_noisy_top_k.h"
#include "best_of_two_scores.h"
#include "seeded_bits.h"
#include "unaccounted.h"

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <set>
#include <string>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>
#include <x86intrin.h>

namespace {

using namespace plumb;
using test::SeededBits;
using Answers = std::vector<std::int64_t>;

/// The price of a release is not what is looked at.
class TopK {
public:
  explicit TopK(std::int64_t n)
      : mechanism(*asymmetric_noisy_top_k::Mechanism::create({runtime::Rational(1), 3, n})) {}
  template <class Bits> void release(const Answers &answers, Bits &bits) const {
    static_cast<void>(mechanism.run(answers, test::unaccounted, bits));
  }

private:
  asymmetric_noisy_top_k::Mechanism mechanism;
};

class Argmax {
public:
  explicit Argmax(std::int64_t n)
      : mechanism(*best_of_two_scores::Mechanism::create({runtime::Rational(1), n})),
        others(static_cast<std::size_t>(n)) {}
  template <class Bits> void release(const Answers &answers, Bits &bits) const {
    static_cast<void>(mechanism.run(answers, others, test::unaccounted, bits));
  }

private:
  best_of_two_scores::Mechanism mechanism;
  Answers others;
};

Answers ascending(std::int64_t n) {
  Answers answers;
  for (std::int64_t i = 0; i < n; ++i)
    answers.push_back(1000 * i);
  return answers;
}

Answers descending(std::int64_t n) {
  Answers answers = ascending(n);
  std::reverse(answers.begin(), answers.end());
  return answers;
}

Answers mixed(std::int64_t n, std::uint64_t seed) {
  SeededBits bits(seed);
  Answers answers;
  for (std::int64_t i = 0; i < n; ++i)
    answers.push_back(static_cast<std::int64_t>(bits.next_u64() % 100000));
  return answers;
}

/// Of eight words one is so small that it is noise beyond the tables of the fast samplers; found without a
/// branch.
class WideBits {
public:
  explicit WideBits(std::uint64_t seed) : bits(seed) {}
  std::uint64_t next_u64() {
    const std::uint64_t word = bits.next_u64();
    return word >> (((word & 7) - 1) >> 58 & 24);
  }
  std::uint8_t next_byte() { return bits.next_byte(); }

private:
  SeededBits bits;
};

/// Large words are small noise.
struct NoNoise {
  std::uint64_t next_u64() { return ~std::uint64_t{1}; }
  std::uint8_t next_byte() { return 0xfe; }
};

void select() {
  SeededBits data(3);
  for (int run = 0; run < 300; ++run) {
    const auto n = static_cast<std::int64_t>(1 + data.next_u64() % 8);
    aggregates::Parameters parameters{
        runtime::Rational(1), static_cast<std::int64_t>(data.next_u64() % 11) - 5, n, {}};
    Answers answers;
    for (std::int64_t i = 0; i < n; ++i) {
      parameters.T.push_back(static_cast<std::int64_t>(data.next_u64() % 7) - 3);
      answers.push_back(static_cast<std::int64_t>(data.next_u64() % 100));
    }
    NoNoise bits;
    std::fputs(
        aggregates::Mechanism::create(parameters)->run(answers, test::unaccounted, bits)->text().c_str(),
        stdout);
  }
}

/// A hash of the addresses of all instructions of one release; 0 if the process cannot be traced.
template <class Mechanism>
std::uint64_t traceOf(const Mechanism &mechanism, const Answers &answers, std::uint64_t seed) {
  const pid_t child = fork();
  if (child == 0) {
    if (ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0)
      _exit(1);
    WideBits bits(seed);
    raise(SIGSTOP);
    mechanism.release(answers, bits);
    raise(SIGSTOP);
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (!WIFSTOPPED(status))
    return 0;
  std::uint64_t hash = 0xcbf29ce484222325U;
  do {
    ptrace(PTRACE_SINGLESTEP, child, nullptr, nullptr);
    waitpid(child, &status, 0);
    user_regs_struct registers{};
    if (!WIFSTOPPED(status) || ptrace(PTRACE_GETREGS, child, nullptr, &registers) != 0)
      return 0;
    hash = (hash ^ registers.rip) * 0x100000001b3U;
  } while (WSTOPSIG(status) == SIGTRAP);
  kill(child, SIGKILL);
  waitpid(child, &status, 0);
  return hash;
}

/// 1 if there is one for all answers and noises; 2 as soon as there are two; 0 if nothing can be traced.
template <class Mechanism> std::size_t differentTraces(const char *name) {
  constexpr std::int64_t n = 20;
  const Mechanism mechanism(n);
  std::set<std::uint64_t> traces;
  std::size_t runs = 0;
  for (const Answers &answers : {ascending(n), descending(n), Answers(n, 5), mixed(n, 1), mixed(n, 2)})
    for (std::uint64_t seed : {1U, 2U}) {
      traces.insert(traceOf(mechanism, answers, seed));
      ++runs;
      if (traces.count(0) > 0)
        return 0;
      if (traces.size() > 1) {
        std::printf("%s: two of %zu traces differ\n", name, runs);
        return 2;
      }
    }
  std::printf("%s: %zu equal traces\n", name, runs);
  return 1;
}

int compareTraces() {
  const std::size_t topK = differentTraces<TopK>("top-k"), argmax = differentTraces<Argmax>("argmax");
  if (topK == 0 || argmax == 0) {
    std::puts("skipped: no process can be traced here");
    return 77;
  }
  if ((topK == 1) != (argmax == 1))
    return 2;
  return topK == 1 ? 0 : 1;
}

struct Moments {
  double count = 0, mean = 0, squares = 0;
  void add(double value) {
    const double difference = value - mean;
    mean += difference / ++count;
    squares += difference * (value - mean);
  }
  double variance() const { return squares / (count - 1); }
};

/// Welch's t of the values up to \p crop.
double welch(const std::vector<double> (&times)[2], double crop) {
  Moments moments[2];
  for (int kind : {0, 1})
    for (double time : times[kind])
      if (time <= crop)
        moments[kind].add(time);
  return (moments[0].mean - moments[1].mean) /
         std::sqrt(moments[0].variance() / moments[0].count + moments[1].variance() / moments[1].count);
}

/// The largest |t| of all times and of those below some percentiles, where interruptions do not count.
double largestT(std::vector<double> (&times)[2]) {
  std::vector<double> all(times[0]);
  all.insert(all.end(), times[1].begin(), times[1].end());
  std::sort(all.begin(), all.end());
  double largest = 0;
  for (double part : {1.0, 0.95, 0.75, 0.5})
    largest = std::max(
        largest,
        std::fabs(welch(times, all[static_cast<std::size_t>(part * static_cast<double>(all.size() - 1))])));
  return largest;
}

template <class Kind> double compareTimes(std::size_t runs, const Kind &answersOf) {
  constexpr std::int64_t n = 20;
  const TopK mechanism(n);
  SeededBits order(17), noise(18);
  std::vector<double> times[2];
  Answers answers(n), kinds[2] = {Answers(n), Answers(n)};
  while (times[0].size() < runs || times[1].size() < runs) {
    const auto kind = static_cast<std::size_t>(order.next_u64() >> 63);
    answersOf(kinds);
    // Chosen without a branch and into the same memory: only what is in it differs.
    for (std::size_t i = 0; i < answers.size(); ++i)
      answers[i] = kinds[0][i] ^ ((kinds[0][i] ^ kinds[1][i]) & -static_cast<std::int64_t>(kind));
    _mm_lfence();
    unsigned core = 0;
    const std::uint64_t start = __rdtscp(&core);
    mechanism.release(answers, noise);
    times[kind].push_back(static_cast<double>(__rdtscp(&core) - start));
  }
  return largestT(times);
}

int compareAllTimes(std::size_t runs) {
  const double order = compareTimes(runs, [](Answers(&kinds)[2]) {
    for (std::size_t i = 0; i < kinds[0].size(); ++i)
      kinds[0][i] = kinds[1][kinds[1].size() - 1 - i] = static_cast<std::int64_t>(1000 * i);
  });
  SeededBits data(19);
  const double spread = compareTimes(runs, [&](Answers(&kinds)[2]) {
    for (std::size_t i = 0; i < kinds[0].size(); ++i) {
      kinds[0][i] = 5;
      kinds[1][i] = static_cast<std::int64_t>(data.next_u64() % 100000);
    }
  });
  std::printf("ascending, descending: |t| = %.2f\nconstant, random: |t| = %.2f\n", order, spread);
  return order <= 4.5 && spread <= 4.5 ? 0 : 1;
}

} // namespace

int main(int argc, char **argv) {
  if (argc == 2 && std::strcmp(argv[1], "trace") == 0)
    return compareTraces();
  if (argc == 3 && std::strcmp(argv[1], "time") == 0)
    return compareAllTimes(std::strtoull(argv[2], nullptr, 10));
  if (argc == 2 && std::strcmp(argv[1], "select") == 0) {
    select();
    return 0;
  }
  return 3;
}
