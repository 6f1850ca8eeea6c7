// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// Parameters of a channel that satisfy the premises, or all but one.

#ifndef PLUMB_RUNTIME_REPLAY_CHANNEL_PARAMETERS_H
#define PLUMB_RUNTIME_REPLAY_CHANNEL_PARAMETERS_H

#include "plumb/runtime/replay/channel_program.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>

namespace plumb::runtime::replay {

class ChannelParameters {
public:
  ChannelParameters(const ChannelProgram &of, Random &choices) : program(of), random(choices) {}

  enum class Truth { False, Open, True };

  Truth holds(const Arguments &arguments, std::size_t which, bool *isTie = nullptr) const {
    try {
      const Premise premise = program.premise(arguments, which);
      const int order = compare(premise.left, premise.right);
      if (isTie)
        *isTie = order == 0;
      const bool isTrue = premise.relation == Relation::Less     ? order < 0
                          : premise.relation == Relation::AtMost ? order <= 0
                                                                 : order == 0;
      return isTrue ? Truth::True : Truth::False;
    } catch (const Undefined &) {
      return Truth::Open;
    }
  }
  /// All premises but that of the number \p broken hold, and that one does not.
  bool breaksOnly(const Arguments &arguments, std::size_t broken) const {
    for (std::size_t i = 0; i < program.premises.size(); ++i)
      if (holds(arguments, i) != (i == broken ? Truth::False : Truth::True))
        return false;
    return true;
  }
  /// Nothing if none are found. Half of the guesses are \p near with one or two parameters changed.
  std::optional<Arguments> search(std::size_t broken, const std::optional<Arguments> &near, int attempts) {
    for (int i = 0; i < attempts; ++i) {
      Arguments guess = near && random.truth() ? *near : anyArguments();
      for (std::uint64_t times = near ? random.below(3) : 0; times != 0 && !guess.parameters.empty();
           --times) {
        const std::size_t which = random.below(guess.parameters.size());
        guess.parameters[which] = anyNumber(program.parameters[which]);
      }
      if (breaksOnly(guess, broken))
        return guess;
    }
    return std::nullopt;
  }
  std::string text(const Arguments &arguments) const {
    std::string text;
    for (std::size_t i = 0; i < program.parameters.size(); ++i)
      text += (i == 0 ? "" : ", ") + std::string(program.parameters[i].name) + " = " + arguments[i].text();
    for (std::size_t map = 0; map < arguments.maps.size(); ++map) {
      text += ", " + std::string(program.maps[map].name) + " = [";
      for (std::size_t i = 0; i < arguments.maps[map].size(); ++i)
        text += (i == 0 ? "" : ", ") + std::to_string(arguments.maps[map][i]);
      text += "]";
    }
    return text;
  }

  /// A size that a test has the time for.
  std::optional<std::uint64_t> sizeOf(const Arguments &arguments, std::size_t ofClass) const {
    const Enclosure size = program.classes[ofClass].size(arguments);
    if (compare(size, 0) < 0 || compare(size, 4000) > 0)
      return std::nullopt;
    return size.words(0)->front();
  }
  /// There are values and reports, and maps into classes that have members.
  bool hasSizes(const Arguments &arguments) const {
    std::uint64_t values = 0, reports = 0;
    for (std::size_t i = 0; i < program.classes.size(); ++i) {
      const auto size = sizeOf(arguments, i);
      if (!size)
        return false;
      values += std::count(program.inputs.begin(), program.inputs.end(), i) * *size;
      reports += std::count(program.outputs.begin(), program.outputs.end(), i) * *size;
    }
    for (const ChannelProgram::Map &map : program.maps)
      if (sizeOf(arguments, map.from) != 0 && sizeOf(arguments, map.to) == 0)
        return false;
    return values != 0 && reports != 0;
  }
  void addMaps(Arguments &arguments) {
    arguments.maps.clear();
    for (const ChannelProgram::Map &map : program.maps) {
      const std::uint64_t from = sizeOf(arguments, map.from).value_or(0),
                          to = sizeOf(arguments, map.to).value_or(0);
      arguments.maps.emplace_back(from);
      for (std::uint64_t &image : arguments.maps.back())
        image = random.below(std::max<std::uint64_t>(to, 1));
    }
  }

private:
  Rational anyNumber(const ChannelProgram::Parameter &parameter) {
    static const char *const wholes[] = {"0", "1", "2", "3", "4", "5", "7", "1", "2", "3", "-1", "9"};
    static const char *const reals[] = {"1",    "1/2", "2", "1/3",  "3/4", "3",  "1/10", "5",
                                        "1/64", "7/5", "0", "9/10", "-1",  "12", "-1/2", "4/5"};
    const bool isLimit = !program.limits.empty() && random.oneIn(3);
    Rational value = rational(isLimit           ? program.limits[random.below(program.limits.size())]
                              : parameter.isInt ? wholes[random.below(std::size(wholes))]
                                                : reals[random.below(std::size(reals))]);
    if (isLimit && random.truth())
      value += (random.truth() ? 1 : -1) * (parameter.isInt ? Rational(1) : Rational(1, 64));
    return parameter.isInt && mpz_cmp_ui(value.denominator(), 1) != 0 ? Rational(1) : value;
  }
  Arguments anyArguments() {
    Arguments arguments;
    for (const ChannelProgram::Parameter &parameter : program.parameters)
      arguments.parameters.push_back(anyNumber(parameter));
    return arguments;
  }

  const ChannelProgram &program;
  Random &random;
};

} // namespace plumb::runtime::replay

#endif // PLUMB_RUNTIME_REPLAY_CHANNEL_PARAMETERS_H
