// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// Replay of an emitted channel: what the client does on chosen tapes against the table of the program.

#ifndef PLUMB_RUNTIME_REPLAY_CHANNEL_REPLAYER_H
#define PLUMB_RUNTIME_REPLAY_CHANNEL_REPLAYER_H

#include "plumb/runtime/replay/channel_collection.h"
#include "plumb/runtime/replay/channel_parameters.h"
#include "plumb/runtime/replay/channel_table.h"
#include "plumb/runtime/replay/channel_tapes.h"
#include "plumb/runtime/replay/chi_square.h"
#include "plumb/runtime/replay/command_line.h"
#include "plumb/runtime/replay/failure.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace plumb::runtime::replay {

class ChannelReplayer {
public:
  ChannelReplayer(const ChannelProgram &of, const CompiledChannel &code, const Request &request)
      : program(of), compiled(code), seed(request.seed), wanted(request.runs), random(request.seed),
        points(pointsOf(of)), coverage(points), isBroken(of.premises.size()) {}

  /// The exit code: 0 if every run passed.
  int run() {
    try {
      for (std::size_t premise = 0; premise < program.premises.size(); ++premise) {
        breakPremise(premise);
        tiePremise(premise);
      }
      // Also where ties alone come to as many runs.
      do
        withParameters();
      while (runs < wanted);
    } catch (const Failure &failure) {
      std::printf("%s: replay failed: %s\n", program.name, std::string(failure.condition).c_str());
      std::printf("  %s\n%s", failure.description.c_str(), failure.scene.c_str());
      std::printf("  seed: %llu, run: %llu\n", number(seed), number(runs));
      return 3;
    }
    std::printf("%s: %llu runs passed\n", program.name, number(runs));
    std::printf("  laws: %llu of all tapes, %llu of random ones, %llu sets of parameters\n", number(laws),
                number(samples), number(parameterSets));
    std::printf("  collectors: %llu, %llu of them estimate\n", number(collectors),
                number(collection.estimated()));
    const auto broken = std::count(isBroken.begin(), isBroken.end(), true);
    std::printf("  covered: %s, premises %zu of %zu\n", coverage.text().c_str(),
                static_cast<std::size_t>(broken), isBroken.size());
    for (const std::string &line : coverage.missing())
      std::printf("  not covered: %s\n", line.c_str());
    for (std::size_t i = 0; i < isBroken.size(); ++i)
      if (!isBroken[i])
        std::printf("  not covered: `requires %s` never fails alone\n", program.premises[i]);
    std::printf("  seed: %llu\n", number(seed));
    return 0;
  }

private:
  std::string sceneOf(const Arguments &arguments) const {
    return "  parameters: " + parameters.text(arguments) + "\n";
  }
  static unsigned long long number(std::uint64_t value) { return value; }

  static std::vector<Point> pointsOf(const ChannelProgram &program) {
    std::vector<Point> points = program.conditions;
    for (const char *rule : program.rules)
      points.push_back({Point::Kind::Rule, rule});
    for (std::size_t input : program.inputs)
      points.push_back({Point::Kind::Value, program.classes[input].name});
    for (std::size_t output : program.outputs)
      points.push_back({Point::Kind::Report, program.classes[output].name});
    for (const char *premise : program.premises)
      points.push_back({Point::Kind::Comparison, premise});
    return points;
  }
  void meet(const std::vector<std::size_t> &classes, const Member &member, std::size_t begin) {
    for (std::size_t i = 0; i < classes.size(); ++i)
      if (classes[i] == member.ofClass)
        coverage.meet(begin + i, 0);
  }
  void meetValue(const Member &x) {
    meet(program.inputs, x, program.conditions.size() + program.rules.size());
  }
  void meetReport(const Member &y) {
    meet(program.outputs, y, program.conditions.size() + program.rules.size() + program.inputs.size());
  }
  std::size_t tieOf(std::size_t premise) const { return points.size() - program.premises.size() + premise; }

  /// Where one premise fails and the others hold, the client names it and is not created.
  void breakPremise(std::size_t premise) {
    constexpr int attempts = 3'000, often = 12;
    std::optional<Arguments> near = parameters.search(program.premises.size(), std::nullopt, attempts);
    for (int i = 0; i < often; ++i) {
      auto broken = parameters.search(premise, near, attempts);
      if (!broken)
        return;
      near = broken;
      parameters.addMaps(*broken);
      bool isTie = false;
      parameters.holds(*broken, premise, &isTie);
      if (isTie)
        coverage.meet(tieOf(premise), 1);
      isBroken[premise] = true;
      const auto client = compiled.client(*broken);
      const std::string name = std::string("`") + program.premises[premise] + "`";
      if (client)
        throw Failure{"premises", "the client is created although " + name + " does not hold",
                      sceneOf(*broken)};
      if (client.error().message.find("requires " + name) == std::string::npos)
        throw Failure{"premises",
                      "the client does not say that " + name +
                          " does not hold, but: " + client.error().message,
                      sceneOf(*broken)};
    }
  }

  /// All premises hold, this one only just.
  void tiePremise(std::size_t premise) {
    constexpr int attempts = 2'000;
    std::optional<Arguments> near;
    for (int i = 0; i < attempts; ++i) {
      near = parameters.search(program.premises.size(), near, attempts);
      bool isTie = false;
      if (near && parameters.holds(*near, premise, &isTie) == ChannelParameters::Truth::True && isTie &&
          parameters.hasSizes(*near))
        return checkAt(*near);
    }
  }

  void withParameters() {
    constexpr int attempts = 20'000;
    for (int i = 0; i < attempts; ++i) {
      last = parameters.search(program.premises.size(), last, attempts);
      if (!last)
        break;
      if (!parameters.hasSizes(*last)) {
        last.reset();
        continue;
      }
      return checkAt(*last);
    }
    throw Failure{"premises", "no parameters were found that satisfy `requires`", {}};
  }
  void checkAt(Arguments arguments) {
    parameters.addMaps(arguments);
    try {
      check(arguments);
    } catch (Failure &failure) {
      failure.scene = sceneOf(arguments) + failure.scene;
      throw;
    } catch (const Undefined &undefined) {
      throw Failure{"defined", undefined.why, sceneOf(arguments)};
    }
  }

  // What is checked at one set of parameters.

  void check(const Arguments &arguments) {
    const auto client = compiled.client(arguments);
    if (!client)
      throw Failure{
          "premises", "parameters that satisfy `requires` are refused: " + client.error().message, {}};
    ++parameterSets;
    for (std::size_t i = 0; i < program.premises.size(); ++i) {
      bool isTie = false;
      parameters.holds(arguments, i, &isTie);
      if (isTie)
        coverage.meet(tieOf(i), 1);
    }
    const Table table(program, arguments);
    checkPrice(arguments, client->epsilon);
    checkNumbers(program.inputs, table.values, client->first, "value");
    checkBounds(table, *client);
    checkMaps(arguments);
    for (std::size_t x : valuesOf(table))
      checkValue(table, *client, x);
    if (const auto collector = compiled.collector(arguments)) {
      ++collectors;
      checkNumbers(program.outputs, table.reports, collector->first, "report");
      collection.check(table, *collector);
    }
  }

  /// One of all, the last one, and the first one of each class.
  std::vector<std::size_t> valuesOf(const Table &table) {
    std::vector<std::size_t> chosen{random.below(table.values.size()), table.values.size() - 1};
    for (std::size_t x = 0; x < table.values.size(); ++x)
      if ((x == 0 || table.values[x].ofClass != table.values[x - 1].ofClass) && x != chosen.back())
        chosen.push_back(x);
    return chosen;
  }

  void checkPrice(const Arguments &arguments, const Rational &epsilon) const {
    Enclosure price = 0;
    for (std::size_t i = 0; i < program.budgets; ++i)
      if (const Enclosure budget = program.budget(arguments, i); mpfr_greater_p(budget.high(), price.high()))
        price = budget;
    // Where a logarithm is rounded up.
    const Rational room = fraction(60) * (epsilon + 1);
    const Enclosure low(epsilon - room), high(epsilon);
    if (mpfr_less_p(high.high(), price.low()) || mpfr_greater_p(low.low(), price.high()))
      throw Failure{"price",
                    "the compiled code says that a report costs " + epsilon.text() + ", and its proof " +
                        std::to_string(price.estimate()),
                    {}};
  }

  /// Members are numbered class after class.
  void checkNumbers(const std::vector<std::size_t> &classes, const std::vector<Member> &members,
                    const std::vector<std::uint64_t> &first, const char *what) const {
    for (std::size_t i = 0; i < classes.size(); ++i) {
      const auto begin = std::find_if(members.begin(), members.end(),
                                      [&](const Member &member) { return member.ofClass == classes[i]; });
      if (begin != members.end() && first[i] != static_cast<std::uint64_t>(begin - members.begin()))
        throw Failure{"classes",
                      std::string("the first ") + what + " of " + program.classes[classes[i]].name +
                          " has the number " + std::to_string(first[i]) + " instead of " +
                          std::to_string(begin - members.begin()),
                      {}};
    }
  }
  void checkBounds(const Table &table, const CompiledClient &client) {
    if (client.values != table.values.size())
      throw Failure{"classes",
                    "there are " + std::to_string(client.values) + " values instead of " +
                        std::to_string(table.values.size()),
                    {}};
    ChosenBits bits({}, random.next_u64());
    if (client.perturb(client.values, bits) || bits.asked() != 0)
      throw Failure{"classes", "there is a report for what is no value, or something is drawn for it", {}};
  }
  /// Maps of another length, and out of the class, are refused.
  void checkMaps(const Arguments &arguments) {
    for (std::size_t map = 0; map < program.maps.size(); ++map)
      for (int kind = 0; kind < 3; ++kind) {
        Arguments other = arguments;
        auto &images = other.maps[map];
        if (kind == 0)
          images.push_back(0);
        else if (images.empty())
          continue;
        else if (kind == 1)
          images.pop_back();
        else
          images[random.below(images.size())] =
              parameters.sizeOf(arguments, program.maps[map].to).value_or(0);
        if (compiled.client(other))
          throw Failure{"maps",
                        std::string("a map `") + program.maps[map].name + "` that does not fit is accepted",
                        {}};
      }
  }

  void checkValue(const Table &table, const CompiledClient &client, std::size_t x) {
    const std::vector<Enclosure> row = table.row(table.values[x], &coverage);
    meetValue(table.values[x]);
    try {
      if (program.isBitwise)
        checkBits(table, client, x, row);
      else
        checkSymbol(client, x, row);
      checkSamples(table, client, x, row);
    } catch (Failure &failure) {
      failure.scene += "  value: " + std::string(program.classes[table.values[x].ofClass].name) + " " +
                       std::to_string(table.values[x].number) + "\n";
      throw;
    }
  }

  static Report reported(const CompiledClient &client, std::uint64_t x, ChosenBits &bits) {
    auto report = client.perturb(x, bits);
    if (!report)
      throw Failure{"classes", "there is no report for a value: " + report.error().message, {}};
    return *std::move(report);
  }

  void checkSymbol(const CompiledClient &client, std::size_t x, const std::vector<Enclosure> &row) {
    constexpr std::size_t most = 60;
    if (row.size() > most)
      return;
    ++laws;
    std::vector<std::uint64_t> reports(row.size());
    for (std::size_t y = 0; y < row.size(); ++y)
      reports[y] = y;
    SymbolTapes([&](ChosenBits &bits) { return reported(client, x, bits).front(); }, random.next_u64())
        .check([&](std::uint64_t y) { return row[y]; }, reports);
  }

  void checkBits(const Table &table, const CompiledClient &client, std::size_t x,
                 const std::vector<Enclosure> &row) {
    constexpr std::size_t most = 3;
    const auto own = table.own(table.values[x]);
    std::vector<std::size_t> chosen{0, row.size() - 1};
    while (chosen.size() < most)
      chosen.push_back(random.below(row.size()));
    for (std::size_t j = 0; j < table.reports.size(); ++j)
      if (j + 1 < table.reports.size() && table.reports[j].ofClass != table.reports[j + 1].ofClass)
        chosen.push_back(j);
    if (own)
      chosen.push_back(*own);
    std::sort(chosen.begin(), chosen.end());
    chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
    for (std::size_t j : chosen) {
      ++laws;
      BitTapes tapes(
          [&](ChosenBits &bits) { return (reported(client, x, bits).at(j / 64) >> j % 64 & 1) != 0; },
          random.next_u64());
      try {
        if (j == own)
          tapes.checkOwn(row[j], random);
        else
          tapes.checkShared(row[j]);
      } catch (Failure &failure) {
        failure.scene += "  bit: " + std::to_string(j) + "\n";
        throw;
      }
    }
  }

  // Random tapes.

  void checkSamples(const Table &table, const CompiledClient &client, std::size_t x,
                    const std::vector<Enclosure> &row) {
    constexpr int often = 200;
    ++samples;
    std::vector<double> law;
    for (const Enclosure &entry : row)
      law.push_back(mayBe(entry, 0) ? 0 : mayBe(entry, 1) ? 1 : entry.estimate());
    std::vector<Report> drawn, fresh;
    for (int i = 0; i < often; ++i) {
      ChosenBits bits({}, random.next_u64());
      drawn.push_back(reported(client, x, bits));
      ++runs;
      if (i % 2 == 0)
        if (auto report = client.perturbFresh(x))
          fresh.push_back(*std::move(report));
    }
    for (const Report &report : drawn)
      for (std::size_t y = 0; y < row.size(); ++y)
        if (program.isBitwise ? (report.at(y / 64) >> y % 64 & 1) != 0 : report.front() == y)
          meetReport(table.reports[y]);
    compareSamples(drawn, law, "law", "reports on random tapes have another law than the program's");
    compareSamples(fresh, law, "randomness",
                   "reports with bits of the operating system have another law than the program's");
  }
  /// All of a harness err together with probability below 10^-7: 10^5 tests, 3 * 10^-13 each.
  void compareSamples(const std::vector<Report> &drawn, const std::vector<double> &law, const char *condition,
                      const char *what) const {
    constexpr double tooFar = 7.2;
    if (program.isBitwise ? deviationOfBits(drawn, law) > tooFar : deviationOfSymbols(drawn, law) > tooFar)
      throw Failure{condition, what, {}};
  }
  static double deviationOfSymbols(const std::vector<Report> &drawn, const std::vector<double> &law) {
    std::vector<double> counts(law.size());
    for (const Report &report : drawn) {
      if (report.front() >= law.size())
        return std::numeric_limits<double>::infinity();
      ++counts[report.front()];
    }
    return deviation(counts, law, drawn.size());
  }
  static double deviation(const std::vector<double> &counts, const std::vector<double> &law,
                          std::size_t drawn) {
    ChiSquare test;
    for (std::size_t i = 0; i < law.size(); ++i) {
      if (law[i] == 0 && counts[i] != 0)
        return std::numeric_limits<double>::infinity();
      if (law[i] != 0)
        test.add(law[i] * static_cast<double>(drawn), counts[i]);
    }
    return test.deviation();
  }
  /// Two bits at a time: those next to each other, and the last and the first.
  static double deviationOfBits(const std::vector<Report> &drawn, const std::vector<double> &law) {
    double worst = 0;
    for (std::size_t j = 0; j < law.size(); ++j) {
      const std::size_t k = (j + 1) % law.size();
      std::vector<double> counts(4),
          pairs{(1 - law[j]) * (1 - law[k]), law[j] * (1 - law[k]), (1 - law[j]) * law[k], law[j] * law[k]};
      if (j == k)
        pairs = {1 - law[j], 0, 0, law[j]};
      for (const Report &report : drawn) {
        if (report.size() != (law.size() + 63) / 64)
          return std::numeric_limits<double>::infinity();
        ++counts[(report[j / 64] >> j % 64 & 1) + 2 * (report[k / 64] >> k % 64 & 1)];
      }
      worst = std::max(worst, deviation(counts, pairs, drawn.size()));
    }
    return worst;
  }

  const ChannelProgram &program;
  const CompiledChannel &compiled;
  const std::uint64_t seed, wanted;
  Random random;
  ChannelParameters parameters{program, random};
  ChannelCollection collection{random};
  std::vector<Point> points;
  Coverage coverage;
  std::vector<bool> isBroken;
  /// Satisfies the premises.
  std::optional<Arguments> last;
  std::uint64_t runs = 0, laws = 0, samples = 0, parameterSets = 0, collectors = 0;
};

/// \p Program describes and creates a channel.
template <class Program> int mainOfChannel(int argc, char **argv) {
  const ChannelProgram program = Program::program();
  const CompiledChannel compiled{&Program::client, &Program::collector};
  return mainOf(argc, argv,
                [&](const Request &request) { return ChannelReplayer(program, compiled, request).run(); });
}

} // namespace plumb::runtime::replay

#endif // PLUMB_RUNTIME_REPLAY_CHANNEL_REPLAYER_H
