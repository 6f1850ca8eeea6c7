// SPDX-License-Identifier: Apache-2.0
#include "population.h"

#include <charconv>
#include <numeric>
#include <stdexcept>
#include <string>

namespace local_survey {

namespace {

/// A line of the data.
struct Row {
  bool isSensitive;
  std::int64_t count;
  std::int64_t firstColumn;
};

} // namespace

static constexpr std::size_t mostPeople = 10'000'000;

/// Of 5,010 visit vectors those that have the attributes number 101, 181, 261, 341 and 421 by frequency, of
/// 446: shares of 3 to 15 percent, like those of service in the armed forces.
static constexpr std::uint64_t attributeOwners[] = {742, 392, 259, 197, 160};
static constexpr std::uint64_t visitVectors = 5010;

static std::runtime_error malformed(std::size_t line, const std::string &problem) {
  return std::runtime_error("line " + std::to_string(line) + " of the counts: " + problem);
}

static std::vector<std::int64_t> numbersIn(const std::string &line, std::size_t lineNumber) {
  std::vector<std::int64_t> numbers;
  const char *place = line.data(), *const end = line.data() + line.size();
  for (;;) {
    std::int64_t number = 0;
    const auto [behind, error] = std::from_chars(place, end, number);
    if (error != std::errc() || number < 0 || (behind != end && *behind != ','))
      throw malformed(lineNumber, "expected natural numbers between commas");
    numbers.push_back(number);
    if (behind == end)
      return numbers;
    place = behind + 1;
  }
}

static std::vector<Row> readRows(std::istream &csv) {
  std::string line;
  const std::string columns = ",sensitive,count";
  if (!std::getline(csv, line) || !line.ends_with(columns))
    throw malformed(1, "expected the names of columns that end with `" + columns + "`");
  std::vector<Row> rows;
  for (std::size_t number = 2; std::getline(csv, line); ++number) {
    const std::vector<std::int64_t> numbers = numbersIn(line, number);
    if (numbers.size() < 3)
      throw malformed(number, "expected three numbers or more");
    const std::int64_t sensitive = numbers[numbers.size() - 2];
    if (sensitive > 1)
      throw malformed(number, "`sensitive` has to be 0 or 1");
    rows.push_back({sensitive == 1, numbers.back(), numbers.front()});
  }
  return rows;
}

Population readPopulation(std::istream &csv) {
  const std::vector<Row> rows = readRows(csv);
  Population population;
  for (bool isSensitive : {true, false})
    for (const Row &row : rows) {
      if (row.isSensitive != isSensitive)
        continue;
      const auto value = static_cast<std::uint32_t>(population.alphabet.size());
      ++(isSensitive ? population.alphabet.sensitive : population.alphabet.nonSensitive);
      population.firstColumn.push_back(row.firstColumn);
      if (static_cast<std::size_t>(row.count) > mostPeople - population.values.size())
        throw std::runtime_error("the counts add up to more than " + std::to_string(mostPeople) + " people");
      population.values.insert(population.values.end(), static_cast<std::size_t>(row.count), value);
    }
  if (population.values.empty())
    throw std::runtime_error("the counts add up to nobody");
  return population;
}

std::vector<double> sharesOf(std::span<const std::uint32_t> people, std::size_t size) {
  std::vector<double> shares(size);
  for (std::uint32_t value : people)
    ++shares[value];
  for (double &share : shares)
    share /= static_cast<double>(people.size());
  return shares;
}

/// The first steps of the shuffle of Fisher and Yates; any order may stand there before.
std::span<const std::uint32_t> drawUsers(People &people, std::size_t users, figures::SimulationBits &bits) {
  for (std::size_t i = 0; i < users; ++i)
    std::swap(people[i], people[i + bits.below(people.size() - i)]);
  return std::span(people).first(users);
}

Population withRandomSensitive(const Population &population, std::size_t sensitive,
                               figures::SimulationBits &bits) {
  People renamed(population.alphabet.size());
  std::iota(renamed.begin(), renamed.end(), 0U);
  drawUsers(renamed, renamed.size(), bits);
  Population result{{sensitive, renamed.size() - sensitive}, population.values, {}};
  for (std::uint32_t &value : result.values)
    value = renamed[value];
  result.firstColumn.resize(renamed.size());
  for (Symbol x = 0; x < renamed.size(); ++x)
    result.firstColumn[renamed[x]] = population.firstColumn[x];
  return result;
}

Population withAttributes(const Population &population, unsigned attributes, figures::SimulationBits &bits) {
  Population result = population;
  result.alphabet.sensitive <<= attributes;
  result.alphabet.nonSensitive <<= attributes;
  for (std::uint32_t &value : result.values)
    for (unsigned i = 0; i < attributes; ++i)
      value = 2 * value + static_cast<std::uint32_t>(bits.below(visitVectors) < attributeOwners[i]);
  result.firstColumn.resize(result.alphabet.size());
  for (Symbol x = 0; x < result.alphabet.size(); ++x)
    result.firstColumn[x] = population.firstColumn[x >> attributes];
  return result;
}

} // namespace local_survey
