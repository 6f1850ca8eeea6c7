// SPDX-License-Identifier: Apache-2.0
//
// EM on the reports of RR, uRR, RAPPOR and uRAP from a uniform start: seconds
// until the l1 step is below 1e-3 and 1e-6, at the size of the largest
// experiment of Murakami and Kawamoto (USENIX Security 2019): 12,800 symbols,
// 19 % of them sensitive, 240,000 users, eps = 6. The users are synthetic, with
// values from a power law. Before that, at a size where it finishes, the time
// for one step beside that of EM on the dense matrix of probabilities.
//
// Usage: estimate_em [symbols [users [seconds [threads [channel]]]]]; a run that
// takes longer than `seconds`, by default 60, is given up. With a channel, only
// that one, and no matrix.

#include "plumb/runtime/estimate/em.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <random>
#include <string>
#include <vector>

namespace {

using namespace plumb::runtime::estimate;
using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

constexpr double eps = 6;

struct Subject {
  const char *name;
  Channel channel;
};

std::vector<Subject> subjects(std::size_t symbols) {
  const Alphabet alphabet{symbols * 19 / 100, symbols - symbols * 19 / 100};
  return {{"RR", Channel::rr(eps, symbols).value()},
          {"uRR", Channel::urr(eps, alphabet).value()},
          {"RAPPOR", Channel::rappor(eps, symbols).value()},
          {"uRAP", Channel::urap(eps, alphabet).value()}};
}

/// Value x with a probability in proportion to 1 / (1 + its rank), the ranks in
/// random order.
class Users {
public:
  explicit Users(std::size_t symbols) : rankOrder(symbols) {
    std::vector<double> weights(symbols);
    for (Symbol x = 0; x < symbols; ++x) {
      rankOrder[x] = x;
      weights[x] = 1 / static_cast<double>(x + 1);
    }
    std::shuffle(rankOrder.begin(), rankOrder.end(), random);
    rank = std::discrete_distribution<Symbol>(weights.begin(), weights.end());
  }

  Tally collect(const Channel &channel, std::uint64_t users) {
    Tally tally(channel);
    for (std::uint64_t i = 0; i < users; ++i) {
      const Symbol x = rankOrder[rank(random)];
      const auto problem = channel.form() == Channel::Form::OneSymbol ? tally.add(symbolFor(channel, x))
                                                                      : tally.add(bitsFor(channel, x));
      if (problem)
        plumb::runtime::abortWith("estimate_em: a report that the channel never sends");
    }
    return tally;
  }

private:
  bool happens(double probability) { return std::bernoulli_distribution(probability)(random); }

  Symbol symbolFor(const Channel &channel, Symbol x) {
    const std::size_t sensitive = channel.alphabet().sensitive;
    // With probability `slope` the truth, else any sensitive symbol alike.
    if (happens(channel.mark(x).slope))
      return x;
    return std::uniform_int_distribution<Symbol>(0, sensitive - 1)(random);
  }

  Bits bitsFor(const Channel &channel, Symbol x) {
    const std::size_t sensitive = channel.alphabet().sensitive;
    bits.assign(wordsFor(channel.alphabet().size()), 0);
    std::geometric_distribution<std::size_t> gap(channel.mark(0).oneIfOther);
    for (Symbol j = gap(random); j < sensitive; j += 1 + gap(random))
      bits[j / 64] |= std::uint64_t{1} << (j % 64);
    bits[x / 64] &= ~(std::uint64_t{1} << (x % 64));
    bits[x / 64] |= std::uint64_t{happens(channel.mark(x).oneIfOwn)} << (x % 64);
    return bits;
  }

  std::mt19937_64 random{2019};
  std::vector<Symbol> rankOrder;
  std::discrete_distribution<Symbol> rank;
  std::vector<std::uint64_t> bits;
};

/// EM on the matrix of probabilities, one row for each distinct report, each
/// divided by its largest entry.
class DenseEm {
public:
  explicit DenseEm(const Tally &tally) : symbols(tally.channel().alphabet().size()) {
    const double lift = std::exp(tally.channel().eps());
    const std::size_t sensitive = tally.channel().alphabet().sensitive;
    for (Symbol y = 0; y < symbols; ++y) {
      const bool isSymbol = tally.channel().form() == Channel::Form::OneSymbol;
      if (tally.marks()[y] == 0 || (!isSymbol && y < sensitive))
        continue;
      addRow(tally.marks()[y], [&](Symbol x) { return x == y ? 1 : y < sensitive ? 1 / lift : 0; });
    }
    for (std::size_t row = 0; row < tally.rows().size(); ++row)
      addRow(tally.rows().multiplicity(row),
             [&](Symbol x) { return x < sensitive && bitAt(tally.rows().row(row), x) ? 1 : 1 / lift; });
  }

  void step(std::vector<double> &p) const {
    std::vector<double> next(symbols);
    double users = 0;
    for (std::size_t row = 0; row < counts.size(); ++row) {
      const double *const q = matrix.data() + row * symbols;
      double evidence = 0;
      for (Symbol x = 0; x < symbols; ++x)
        evidence += q[x] * p[x];
      const double weight = counts[row] / evidence;
      for (Symbol x = 0; x < symbols; ++x)
        next[x] += weight * q[x] * p[x];
      users += counts[row];
    }
    for (Symbol x = 0; x < symbols; ++x)
      p[x] = next[x] / users;
  }

private:
  template <class Entry> void addRow(std::uint64_t count, Entry entry) {
    counts.push_back(static_cast<double>(count));
    for (Symbol x = 0; x < symbols; ++x)
      matrix.push_back(entry(x));
  }

  std::size_t symbols;
  std::vector<double> counts, matrix;
};

void besideDense(std::size_t symbols, std::uint64_t users) {
  constexpr std::uint64_t steps = 20;
  std::printf("%zu symbols, %llu users: one step beside EM on the dense matrix, one thread\n", symbols,
              static_cast<unsigned long long>(users));
  Users source(symbols);
  for (const auto &[name, channel] : subjects(symbols)) {
    const Tally tally = source.collect(channel, users);
    EmOptions options;
    options.step = 0;
    options.threads = 1;
    options.iterationLimit = steps;
    auto before = Clock::now();
    const EmState state = em(tally, uniformStart(channel), options).value().state;
    const double structured = Seconds(Clock::now() - before).count() / steps;

    const DenseEm dense(tally);
    std::vector<double> p = uniformStart(channel).p;
    before = Clock::now();
    for (std::uint64_t i = 0; i < steps; ++i)
      dense.step(p);
    const double plain = Seconds(Clock::now() - before).count() / steps;
    double distance = 0;
    for (Symbol x = 0; x < symbols; ++x)
      distance += std::fabs(p[x] - state.p[x]);
    std::printf("  %-7s %10.1f us, dense %10.1f us, ratio %7.1f; l1 distance after %llu steps %.1e\n", name,
                1e6 * structured, 1e6 * plain, plain / structured, static_cast<unsigned long long>(steps),
                distance);
  }
}

/// Prints wall and processor time until the step is small, for both bounds.
void toConvergence(const char *label, const Tally &tally, bool accelerate, double patience,
                   unsigned threads) {
  EmState state = uniformStart(tally.channel());
  std::printf("  %-22s", label);
  const auto start = Clock::now();
  const std::clock_t startOfWork = std::clock();
  for (double step : {1e-3, 1e-6}) {
    EmOptions options;
    options.step = step;
    options.accelerate = accelerate;
    options.threads = threads;
    EmResult result;
    // In stretches, so that a run can be given up.
    do {
      options.iterationLimit = state.iterations + (tally.rows().size() == 0 ? 10000 : 50);
      result = em(tally, std::move(state), options).value();
      state = std::move(result.state);
    } while (result.stop == EmStop::IterationLimit && Seconds(Clock::now() - start).count() < patience);
    const bool isBelow = result.stop == EmStop::Step;
    std::printf("  %s %.0e: %7.3f s (processors %7.3f s), %5llu iterations", isBelow ? "below" : "NOT below",
                step, Seconds(Clock::now() - start).count(),
                static_cast<double>(std::clock() - startOfWork) / CLOCKS_PER_SEC,
                static_cast<unsigned long long>(state.iterations));
    if (!isBelow) {
      std::printf(", last step %.2e", result.step);
      break;
    }
  }
  std::printf("\n");
  std::fflush(stdout);
}

void toConvergence(std::size_t symbols, std::uint64_t users, double patience, unsigned threads,
                   const std::string &only) {
  std::printf("%zu symbols, %llu users: from uniform until the l1 step is small, threads: %u\n", symbols,
              static_cast<unsigned long long>(users), threads);
  Users source(symbols);
  for (const auto &[name, channel] : subjects(symbols)) {
    if (!only.empty() && only != name)
      continue;
    const Tally tally = source.collect(channel, users);
    toConvergence((std::string(name) + ", plain").c_str(), tally, false, patience, threads);
    toConvergence((std::string(name) + ", extrapolated").c_str(), tally, true, patience, threads);
  }
}

std::size_t argument(int count, char **values, int position, std::size_t otherwise) {
  return position < count ? std::strtoull(values[position], nullptr, 10) : otherwise;
}

} // namespace

int main(int count, char **values) {
  const std::size_t symbols = argument(count, values, 1, 12800), users = argument(count, values, 2, 240000),
                    patience = argument(count, values, 3, 60), threads = argument(count, values, 4, 2);
  const std::string only = count > 5 ? values[5] : "";
  if (symbols < 10 || users == 0 || threads == 0) {
    std::fprintf(stderr, "usage: estimate_em [symbols [users [seconds [threads [channel]]]]], "
                         "at least 10 symbols\n");
    return 2;
  }
  if (only.empty())
    besideDense(std::min<std::size_t>(symbols, 800), std::min<std::size_t>(users, 10000));
  toConvergence(symbols, users, static_cast<double>(patience), static_cast<unsigned>(threads), only);
  return 0;
}
