// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/estimate/loss.h"
#include "tests/mechanisms/estimate/every_report.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <fstream>
#include <map>
#include <sstream>

using namespace plumb::runtime;
using namespace plumb::runtime::estimate;

namespace {

/// A line of closed_forms.csv.
struct Row {
  std::string source, quantity, size, sensitive, users, eps, p;
  double value = 0;
};

std::vector<Row> oracle() {
  std::ifstream file(PLUMB_SOURCE_DIR "/tests/mechanisms/estimate/closed_forms.csv");
  std::vector<Row> rows;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("#") || line.starts_with("source"))
      continue;
    std::istringstream cells(line);
    Row row;
    for (std::string *cell :
         {&row.source, &row.quantity, &row.size, &row.sensitive, &row.users, &row.eps, &row.p})
      std::getline(cells, *cell, ',');
    std::string value;
    std::getline(cells, value);
    row.value = std::stod(value);
    rows.push_back(row);
  }
  return rows;
}

double epsOf(const Row &row) {
  return row.eps.starts_with("ln ") ? std::log(std::stod(row.eps.substr(3))) : std::stod(row.eps);
}

std::vector<double> distributionOf(const Row &row, const Alphabet &alphabet) {
  std::vector<double> p(alphabet.size());
  double sum = 0;
  for (Symbol x = 0; x < p.size(); ++x) {
    if (row.p == "uniform")
      p[x] = 1;
    else if (row.p == "U_N")
      p[x] = alphabet.isSensitive(x) ? 0 : 1;
    else
      p[x] = 1 / static_cast<double>(x + 1);
    sum += p[x];
  }
  for (double &entry : p)
    entry /= sum;
  return p;
}

double parameter(const Row &row) {
  if (row.source == "Def 3") {
    const auto channel = Channel::urr(epsOf(row), {std::stoul(row.sensitive), 1}).value();
    const Mark &mark = channel.mark(0);
    return row.quantity == "c1" ? mark.oneIfOwn : row.quantity == "c2" ? mark.oneIfOther : mark.slope;
  }
  const auto channel = Channel::urap(epsOf(row), {1, 1}).value();
  return row.quantity == "theta" ? channel.mark(0).oneIfOwn
         : row.quantity == "d1"  ? channel.mark(0).oneIfOther
                                 : channel.mark(1).zeroIfOwn;
}

double loss(const Row &row) {
  const std::size_t size = std::stoul(row.size), sensitive = std::stoul(row.sensitive);
  const std::uint64_t users = std::stoul(row.users);
  const auto channel = Channel::urr(epsOf(row), {sensitive, size - sensitive}).value();
  if (row.source == "Prop 5" || row.source == "Prop 6")
    return worstL1(channel, users).value().loss;
  const std::vector<double> p = distributionOf(row, channel.alphabet());
  return row.source == "Prop 4" ? expectedL1(channel, p, users) : expectedL2(channel, p, users);
}

Approx nearly(double value) {
  return Approx(value).epsilon(1e-12).margin(0);
}

} // namespace

TEST_CASE("parameters and losses of uRR and uRAP as evaluated elsewhere") {
  std::map<std::string, int> seen;
  for (const Row &row : oracle()) {
    INFO(row.source << ", " << row.quantity << ", |X| = " << row.size << ", |X_S| = " << row.sensitive
                    << ", eps = " << row.eps << ", p = " << row.p);
    CHECK((row.source.starts_with("Def") ? parameter(row) : loss(row)) == nearly(row.value));
    ++seen[row.source];
  }
  CHECK(seen ==
        std::map<std::string, int>{
            {"Def 3", 6}, {"Def 4", 6}, {"Prop 4", 36}, {"Prop 15", 36}, {"Prop 5", 8}, {"Prop 6", 4}});
}

/// The right-hand sides as they are printed, with v_N = e^(eps/2) / u'.
TEST_CASE("losses of uRAP as in Props. 7 and 18") {
  for (double eps : {0.1, 1.0, 3.0, 6.0})
    for (const Alphabet alphabet : {Alphabet{3, 3}, Alphabet{76, 324}, Alphabet{5, 0}, Alphabet{0, 5}}) {
      INFO("eps = " << eps << ", |X_S| = " << alphabet.sensitive << ", |X_N| = " << alphabet.nonSensitive);
      const auto channel = Channel::urap(eps, alphabet).value();
      const std::vector<double> p = estimate::test::rising(alphabet.size());
      const double e = std::exp(eps / 2), u = e - 1, v = e / (e - 1), n = 10000;
      double roots = 0, squares = 0, onSensitive = 0;
      for (Symbol x = 0; x < p.size(); ++x) {
        roots += std::sqrt((p[x] + (alphabet.isSensitive(x) ? 1 / u : 0)) * (v - p[x]));
        squares += p[x] * p[x];
        onSensitive += alphabet.isSensitive(x) ? p[x] : 0;
      }
      CHECK(expectedL1(channel, p, 10000) == nearly(std::sqrt(2 / (n * M_PI)) * roots));
      const double s = static_cast<double>(alphabet.sensitive);
      CHECK(expectedL2(channel, p, 10000) ==
            nearly((1 + ((s + 1) * e - 1) / (u * u) - onSensitive / u - squares) / n));
    }
}

TEST_CASE("worst losses as in Props. 8, 16, 17 and 19") {
  const double n = 1000;
  for (double eps : {0.1, 0.5, 1.0, 1.5}) {
    const double E = std::exp(eps), e = std::exp(eps / 2), s = 4, others = 7;
    const auto urr = Channel::urr(eps, {4, 7}).value();
    const auto urap = Channel::urap(eps, {4, 7}).value();
    CHECK(worstL2(urr, 1000).value().loss ==
          nearly(s * (s + 2 * E - 3) / (n * (E - 1) * (E - 1)) + (1 - 1 / others) / n));
    CHECK(worstL1(urap, 1000).value().loss ==
          nearly(std::sqrt(2 / (n * M_PI)) *
                 (std::exp(eps / 4) * s / (e - 1) + std::sqrt(e * others / (e - 1) - 1))));
    CHECK(worstL2(urap, 1000).value().loss ==
          nearly((1 + ((s + 1) * e - 1) / ((e - 1) * (e - 1)) - 1 / others) / n));
  }
  const double E = std::exp(3.0), u = (4 + E - 1) / (E - 1);
  CHECK(worstL2(Channel::urr(3, {4, 7}).value(), 1000).value().loss == nearly(u * u / n * (1 - 1 / 11.0)));
}
