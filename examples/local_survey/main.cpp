// SPDX-License-Identifier: Apache-2.0
//===- examples/local_survey/main.cpp - Numbers of a figure ---------------===//
///
/// \file
/// `local_survey SURVEY USERS [--fast] < COUNTS` prints the lines of the figures of one survey, or a table,
/// as CSV.
///
//===----------------------------------------------------------------------===//

#include "surveys.h"

#include <algorithm>
#include <charconv>
#include <exception>
#include <iostream>
#include <string_view>
#include <vector>

namespace local_survey {

namespace {

struct Survey {
  std::string_view name;
  void (*run)(const Setting &, std::FILE *);
};

} // namespace

static const Survey surveys[] = {{"eps", byEps},
                                 {"sensitive", bySensitive},
                                 {"attributes", byAttributes},
                                 {"personalized", personalized},
                                 {"theorem_one", theoremOne},
                                 {"worst_cases", worstCases}};

static int refuse(const std::string &message) {
  std::cerr << "local_survey: error: " << message << "\n";
  return 1;
}

static int run(const std::vector<std::string_view> &arguments) {
  const bool isFast = arguments.size() == 3 && arguments[2] == "--fast";
  const auto *survey = arguments.empty()
                           ? std::end(surveys)
                           : std::find_if(std::begin(surveys), std::end(surveys),
                                          [&](auto &each) { return each.name == arguments[0]; });
  if (survey == std::end(surveys) || (arguments.size() != 2 && !isFast))
    return refuse(
        "usage: local_survey SURVEY USERS [--fast] < COUNTS, where SURVEY is eps, sensitive, attributes, "
        "personalized, theorem_one or worst_cases");
  Setting setting{readPopulation(std::cin), 0, isFast};
  const char *const end = arguments[1].data() + arguments[1].size();
  const auto [behind, error] = std::from_chars(arguments[1].data(), end, setting.users);
  if (error != std::errc() || behind != end || setting.users == 0 ||
      setting.users >= setting.population.values.size())
    return refuse("USERS has to be a number between 1 and " +
                  std::to_string(setting.population.values.size() - 1));
  survey->run(setting, stdout);
  return std::fflush(stdout) == 0 ? 0 : refuse("the standard output cannot be written");
}

} // namespace local_survey

int main(int argc, char **argv) {
  try {
    return local_survey::run({argv + 1, argv + argc});
  } catch (const std::exception &problem) {
    return local_survey::refuse(problem.what());
  }
}
