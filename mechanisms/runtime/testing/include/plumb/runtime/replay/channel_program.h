// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// A channel as the program says it, translated a second time, and the emitted code beside it.

#ifndef PLUMB_RUNTIME_REPLAY_CHANNEL_PROGRAM_H
#define PLUMB_RUNTIME_REPLAY_CHANNEL_PROGRAM_H

#include "plumb/runtime/expected.h"
#include "plumb/runtime/replay/chosen_bits.h"
#include "plumb/runtime/replay/coverage.h"
#include "plumb/runtime/replay/enclosure.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace plumb::runtime::replay {

/// A value or a report: a class of the program, and a member of it.
struct Member {
  std::size_t ofClass;
  std::uint64_t number;
  friend bool operator==(const Member &, const Member &) = default;
};

/// Parameters in the order of the program, and for each map where the members of a class go.
struct Arguments {
  std::vector<Rational> parameters;
  std::vector<std::vector<std::uint64_t>> maps;
  const Rational &operator[](std::size_t number) const { return parameters[number]; }
};

/// What conditions of rules come to.
class Conditions {
public:
  explicit Conditions(Coverage *seenBy = nullptr) : coverage(seenBy) {}
  bool decide(std::size_t point, bool holds) {
    if (coverage)
      coverage->meet(point, holds);
    return holds;
  }

private:
  Coverage *coverage;
};

/// \pre \p value is an integer of 64 bits.
inline std::int64_t wordOf(const Rational &value) {
  return mpz_get_si(value.numerator());
}

enum class Relation { Less, AtMost, Equal };
struct Premise {
  Enclosure left;
  Relation relation;
  Enclosure right;
};

struct ChannelProgram {
  struct Parameter {
    const char *name;
    bool isInt;
  };
  struct Class {
    const char *name;
    Enclosure (*size)(const Arguments &);
  };
  struct Map {
    const char *name;
    std::size_t from, to;
  };

  const char *name;
  bool isBitwise;
  std::vector<Parameter> parameters;
  std::vector<Class> classes;
  /// The classes of values, and those of reports that the program ever sends.
  std::vector<std::size_t> inputs, outputs;
  std::vector<Map> maps;
  /// As the program says them.
  std::vector<const char *> premises, rules;
  std::vector<Point> conditions;
  /// Numbers in premises, and those next to them: where parameters are chosen from.
  std::vector<const char *> limits;

  /// Each may throw Undefined.
  Premise (*premise)(const Arguments &, std::size_t);
  Enclosure (*entry)(const Arguments &, std::size_t rule);
  /// The largest of all guarantees' budgets.
  std::size_t budgets;
  Enclosure (*budget)(const Arguments &, std::size_t);
  /// The first that applies, or `rules.size()`.
  std::size_t (*rule)(const Arguments &, const Member &x, const Member &y, Conditions &);
};

/// A symbol is one word, bits are packed into words.
using Report = std::vector<std::uint64_t>;

/// The emitted client.
struct CompiledClient {
  Rational epsilon;
  std::uint64_t values;
  /// The number of the first value of each class of `ChannelProgram::inputs`.
  std::vector<std::uint64_t> first;
  std::function<Expected<Report>(std::uint64_t x, ChosenBits &)> perturb;
  /// With bits of the operating system.
  std::function<Expected<Report>(std::uint64_t x)> perturbFresh;
};

/// The emitted collector.
struct CompiledCollector {
  /// The number of the first report of each class of `ChannelProgram::outputs`.
  std::vector<std::uint64_t> first;
  /// True if it was counted.
  std::function<bool(const Report &, std::uint64_t times)> add;
  /// For each report, or bit of one, how often it came.
  std::function<std::vector<std::uint64_t>()> counts;
  /// For each report the share of the values that own it. Null if no estimator is known.
  std::function<Expected<std::vector<double>>()> estimate;
};

struct CompiledChannel {
  Expected<CompiledClient> (*client)(const Arguments &);
  Expected<CompiledCollector> (*collector)(const Arguments &);
};

} // namespace plumb::runtime::replay

#endif // PLUMB_RUNTIME_REPLAY_CHANNEL_PROGRAM_H
