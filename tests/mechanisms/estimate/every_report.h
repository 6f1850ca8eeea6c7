// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// Small channels written out: every report with its probabilities.

#ifndef PLUMB_TESTS_ESTIMATE_EVERY_REPORT_H
#define PLUMB_TESTS_ESTIMATE_EVERY_REPORT_H

#include "plumb/runtime/estimate/tally.h"

#include <cstdint>
#include <string>
#include <vector>

namespace plumb::runtime::estimate::test {

/// A report as a number: the symbol, or bit j of the number for bit j.
using Report = std::uint64_t;

inline double probability(const Channel &channel, Report y, Symbol x) {
  return channel.form() == Channel::Form::OneSymbol ? channel.probability(Symbol{y}, x)
                                                 : channel.probability(Bits(&y, 1), x);
}
inline bool marks(const Channel &channel, Report y, Symbol j) {
  return channel.form() == Channel::Form::OneSymbol ? y == j : (y >> j & 1) != 0;
}
inline std::optional<Error> add(Tally &tally, Report y, std::uint64_t times = 1) {
  return tally.channel().form() == Channel::Form::OneSymbol ? tally.add(Symbol{y}, times)
                                                         : tally.add(Bits(&y, 1), times);
}

/// All numbers that could be reports; some of them have probability 0.
/// \pre at most 63 symbols.
inline std::vector<Report> everyReport(const Channel &channel) {
  const std::size_t size = channel.alphabet().size();
  const Report end = channel.form() == Channel::Form::OneSymbol ? size : Report{1} << size;
  std::vector<Report> reports;
  for (Report y = 0; y < end; ++y)
    reports.push_back(y);
  return reports;
}

inline double outputProbability(const Channel &channel, Report y, const std::vector<double> &p) {
  double sum = 0;
  for (Symbol x = 0; x < p.size(); ++x)
    sum += p[x] * probability(channel, y, x);
  return sum;
}

struct NamedChannel {
  std::string name;
  Channel channel;
};

/// One of each kind at \p eps on five or six symbols, with and without theta,
/// all or none of them sensitive.
inline std::vector<NamedChannel> smallChannels(double eps) {
  std::vector<NamedChannel> channels{
      {"RR", Channel::rr(eps, 5).value()},
      {"uRR", Channel::urr(eps, {2, 4}).value()},
      {"uRR, one sensitive", Channel::urr(eps, {1, 4}).value()},
      {"RAPPOR", Channel::rappor(eps, 5).value()},
      {"RAPPOR, theta = 1/2", Channel::rappor(eps, 5, 0.5).value()},
      {"uRAP", Channel::urap(eps, {3, 3}).value()},
      {"uRAP, theta = 0.3", Channel::urap(eps, {2, 3}, 0.3).value()},
      {"uRAP, one sensitive", Channel::urap(eps, {1, 4}).value()},
  };
  if (eps > 0) {
    channels.push_back({"uRR, none sensitive", Channel::urr(eps, {0, 5}).value()});
    channels.push_back({"uRAP, none sensitive", Channel::urap(eps, {0, 5}).value()});
  }
  return channels;
}

/// Probabilities in proportion to 1, 2, 3, ...
inline std::vector<double> rising(std::size_t size) {
  std::vector<double> p(size);
  const double sum = static_cast<double>(size) * static_cast<double>(size + 1) / 2;
  for (std::size_t i = 0; i < size; ++i)
    p[i] = static_cast<double>(i + 1) / sum;
  return p;
}

} // namespace plumb::runtime::estimate::test

#endif // PLUMB_TESTS_ESTIMATE_EVERY_REPORT_H
