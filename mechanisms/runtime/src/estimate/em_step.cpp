// SPDX-License-Identifier: Apache-2.0

#include "em_step.h"

#include "row_matrix.h"

#include <algorithm>
#include <cmath>

namespace plumb::runtime::estimate {

namespace {

/// Randomized response: report y marks y.
class ProtectedSymbols : public ProtectedReports {
public:
  explicit ProtectedSymbols(const Tally &tally) {
    const auto sensitive = tally.marks().first(tally.channel().alphabet().sensitive);
    counts.assign(sensitive.begin(), sensitive.end());
  }

  std::span<const double> multiplicities() const override { return counts; }
  void masses(std::span<const double> p, std::span<double> result) const override {
    std::copy(p.begin(), p.end(), result.begin());
  }
  void collect(std::span<const double> weights, std::span<double> result) const override {
    std::copy(weights.begin(), weights.end(), result.begin());
  }

private:
  std::vector<double> counts;
};

/// RAPPOR: a report marks the symbols whose bits it sets.
class ProtectedRows : public ProtectedReports {
public:
  ProtectedRows(const DistinctRows &rows, unsigned threads)
      : matrix(RowMatrix::of(rows)), threadCount(rows.size() * rows.width() < worthThreads ? 1 : threads) {
    for (std::size_t row = 0; row < rows.size(); ++row)
      counts.push_back(static_cast<double>(rows.multiplicity(row)));
  }

  std::span<const double> multiplicities() const override { return counts; }
  void masses(std::span<const double> p, std::span<double> result) const override {
    matrix->sumsOverRows(p, result, threadCount);
  }
  void collect(std::span<const double> weights, std::span<double> result) const override {
    matrix->sumsOverColumns(weights, result, threadCount);
  }

private:
  /// Bits below which starting a thread takes longer than a product.
  static constexpr std::size_t worthThreads = std::size_t{1} << 18;

  std::unique_ptr<RowMatrix> matrix;
  std::vector<double> counts;
  unsigned threadCount;
};

std::unique_ptr<ProtectedReports> protectedReports(const Tally &tally, unsigned threads) {
  if (tally.channel().form() == Channel::Form::OneSymbol)
    return std::make_unique<ProtectedSymbols>(tally);
  return std::make_unique<ProtectedRows>(tally.rows(), threads);
}

} // namespace

EmStep::EmStep(const Tally &tally, unsigned threads)
    : alphabet(tally.channel().alphabet()), gain(std::expm1(tally.channel().eps())),
      users(static_cast<double>(tally.reports())), revealed(tally.marks()),
      reports(protectedReports(tally, threads)), mass(reports->multiplicities().size()),
      collected(alphabet.sensitive) {}

double EmStep::operator()(std::span<const double> p, std::span<double> next) {
  findMasses(p);
  return successorFromMasses(p, next);
}

double EmStep::logLikelihood(std::span<const double> p) {
  findMasses(p);
  return likelihoodFromMasses(p);
}

EmStep::Result EmStep::withLikelihood(std::span<const double> p, std::span<double> next) {
  findMasses(p);
  const double likelihood = likelihoodFromMasses(p);
  return {successorFromMasses(p, next), likelihood};
}

void EmStep::findMasses(std::span<const double> p) {
  reports->masses(p.first(alphabet.sensitive), mass);
}

double EmStep::likelihoodFromMasses(std::span<const double> p) const {
  const std::span<const double> counts = reports->multiplicities();
  double sum = 0;
  for (std::size_t y = 0; y < mass.size(); ++y)
    sum += counts[y] * std::log1p(gain * mass[y]);
  for (Symbol x = alphabet.sensitive; x < alphabet.size(); ++x)
    if (revealed[x] > 0)
      sum += static_cast<double>(revealed[x]) * std::log(p[x]);
  return sum;
}

double EmStep::successorFromMasses(std::span<const double> p, std::span<double> next) {
  const std::span<const double> counts = reports->multiplicities();
  double total = 0;
  for (std::size_t y = 0; y < mass.size(); ++y)
    total += mass[y] = counts[y] / (1 + gain * mass[y]);
  reports->collect(mass, collected);

  double distance = 0;
  for (Symbol x = 0; x < p.size(); ++x) {
    const double before = p[x];
    next[x] = alphabet.isSensitive(x) ? before * (total + gain * collected[x]) / users
                                      : (before * total + static_cast<double>(revealed[x])) / users;
    distance += std::fabs(next[x] - before);
  }
  return distance;
}

} // namespace plumb::runtime::estimate
