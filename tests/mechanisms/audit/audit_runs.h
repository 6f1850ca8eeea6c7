// SPDX-License-Identifier: Apache-2.0
//===- tests/mechanisms/audit/audit_runs.h - Counting events ----*- C++ -*-===//
///
/// \file
/// Runs a compiled mechanism on D and on D', and counts how often an event happens. Nothing but outputs is
/// looked at. Included behind the replay harness of the mechanism, which chooses the data.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TESTS_MECHANISMS_AUDIT_AUDIT_RUNS_H
#define PLUMB_TESTS_MECHANISMS_AUDIT_AUDIT_RUNS_H

#include "best_event.h"
#include "planted_noise.h"

namespace plumb::audit {

using namespace plumb::runtime::replay;

/// What is wrong; `Nothing` for the mechanism as it is.
struct Fault {
  const char *name;
  int scaleDivisor, noiseFactor;
  /// The guarantee is asked for from D' to D.
  bool isReversed;
};
inline constexpr Fault faults[] = {{"nothing", 1, 1, false},
                                   {"half-noise", 2, 1, false},
                                   {"no-noise", 1, 0, false},
                                   {"wrong-sign", 1, -1, false},
                                   {"reversed", 1, 1, true}};

inline Row rowOf(const Published &published) {
  Row row;
  for (const auto &transcript : published.cells)
    for (const auto &cell : transcript) {
      row.push_back(static_cast<Wide>(cell.tag));
      for (Int value : cell.values)
        row.push_back(value.wide());
    }
  for (Int index : published.indices)
    row.push_back(index.wide());
  for (Int value : published.values)
    row.push_back(value.wide());
  if (published.hasResult && published.indices.empty())
    row.push_back(published.result.wide());
  return row;
}

template <class Program> class Audit {
public:
  Audit(const Fault &planted, std::uint64_t seed) : fault(planted), noise(seed), data(~seed) {}

  /// Prints what was counted in \p runs runs on D and on D', or nothing if there are no neighbours.
  void print(std::size_t runs) {
    scaleDivisor = fault.scaleDivisor;
    noiseFactor = fault.noiseFactor;
    choose(runs / 40);
    if (!chosen)
      return;
    // The event of one half is tested by the other.
    const Event event = BestEvent(run(chosen->first, runs / 2), run(chosen->second, runs / 2)).best().event;
    const std::size_t tested = runs / 2, onFirst = count(chosen->first, event, tested),
                      onSecond = count(chosen->second, event, tested);
    const auto &shownFirst = fault.isReversed ? chosen->second : chosen->first;
    std::printf("%s %s %s %zu %zu %zu %s; D: %s; D': %s; %s\n", Program::mechanism, fault.name,
                Program::epsilon(chosen->parameters).text().c_str(), onFirst, onSecond, tested,
                Program::text(chosen->parameters).c_str(), Program::text(shownFirst).c_str(),
                Program::text(fault.isReversed ? chosen->first : chosen->second).c_str(),
                event.text().c_str());
  }

private:
  using Answers = typename Program::Answers;

  /// Parameters with neighbours.
  struct Case {
    typename Program::Public parameters;
    typename Program::Compiled compiled;
    Answers first, second;
  };

  Rows run(const Answers &answers, std::size_t runs) {
    Rows rows;
    for (std::size_t i = 0; i < runs; ++i)
      rows.push_back(rowOf(*Program::run(chosen->compiled, answers, runtime::Ledger::unaccounted(), noise)));
    return rows;
  }
  std::size_t count(const Answers &answers, const Event &event, std::size_t runs) {
    std::size_t happened = 0;
    for (std::size_t i = 0; i < runs; ++i)
      happened +=
          event.holds(rowOf(*Program::run(chosen->compiled, answers, runtime::Ledger::unaccounted(), noise)));
    return happened;
  }

  /// Premises hold, and epsilon is neither so small that no event shows it nor so large that one side is
  /// never seen.
  static bool isUsable(const typename Program::Public &parameters) {
    try {
      return runtime::replay::meetsPremises<Program>(parameters) && Program::hasSizes(parameters) &&
             Program::epsilon(parameters) >= Rational(1) / 2 && Program::epsilon(parameters) <= 3;
    } catch (const Undefined &) {
      return false;
    }
  }

  /// Keeps the neighbours among many whose outputs differ most for their claim, by \p runs runs of each.
  void choose(std::size_t runs) {
    constexpr int parameterSets = 8, pairs = 4, attempts = 20'000;
    std::optional<Case> best;
    double highest = -1e9;
    for (int attempt = 0, sets = 0; attempt < attempts && sets < parameterSets; ++attempt) {
      const auto parameters = Program::choose(data);
      if (!isUsable(parameters))
        continue;
      auto compiled = Program::create(parameters);
      if (!compiled)
        continue;
      ++sets;
      const Rational epsilon = Program::epsilon(parameters);
      const double claimed = mpz_get_d(epsilon.numerator()) / mpz_get_d(epsilon.denominator());
      for (int pair = 0; pair < pairs; ++pair) {
        Answers first(parameters), second(parameters);
        if (!Program::neighbours(parameters, data, first, second))
          continue;
        if (fault.isReversed)
          std::swap(first, second);
        chosen.emplace(Case{parameters, *compiled, first, second});
        const double rating = BestEvent(run(first, runs), run(second, runs)).best().rating - claimed;
        if (rating > highest) {
          highest = rating;
          best = chosen;
        }
      }
    }
    chosen = std::move(best);
  }

  const Fault &fault;
  Random noise, data;
  std::optional<Case> chosen;
};

/// `RUNS SEED FAULT...`
template <class... Programs> int mainOf(int count, char **arguments) {
  const auto runs = static_cast<std::size_t>(std::strtoull(arguments[1], nullptr, 10));
  const std::uint64_t seed = std::strtoull(arguments[2], nullptr, 10);
  for (const Fault &fault : faults)
    if (std::find(arguments + 3, arguments + count, std::string_view(fault.name)) != arguments + count)
      (Audit<Programs>(fault, seed).print(runs), ...);
  return 0;
}

} // namespace plumb::audit

#endif // PLUMB_TESTS_MECHANISMS_AUDIT_AUDIT_RUNS_H
