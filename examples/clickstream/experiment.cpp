// SPDX-License-Identifier: Apache-2.0
#include "experiment.h"

#include "measures.h"

#include <algorithm>
#include <functional>

namespace clickstream {

namespace {

/// The true counts, and which of them are among the k largest.
class Truth {
public:
  Truth(const std::vector<std::int64_t> &counts, std::size_t k) : wanted(k), sorted(counts) {
    std::sort(sorted.begin(), sorted.end(), std::greater<>());
  }

  /// The r-th largest, from 0 on; the least if there are fewer.
  std::int64_t atRank(std::size_t rank) const { return sorted[std::min(rank, sorted.size() - 1)]; }

  /// \pre the release is not empty.
  double squaredError(const Release &release, const Question &question) const {
    std::vector<std::int64_t> own;
    for (std::size_t item : release.items)
      own.push_back(question.counts[item]);
    return meanSquaredError(release.estimates, own);
  }

  /// \pre the release is not empty.
  double accuracy(const Release &release, const Question &question) const {
    const std::size_t judged = std::min(wanted, release.items.size());
    const auto right =
        std::count_if(release.items.begin(), release.items.begin() + static_cast<std::ptrdiff_t>(judged),
                      [&](std::size_t item) { return question.counts[item] >= atRank(wanted - 1); });
    return static_cast<double>(right) / static_cast<double>(judged);
  }

private:
  std::size_t wanted;
  std::vector<std::int64_t> sorted;
};

/// What the runs gave so far.
class Tally {
public:
  void add(const Release &release, const Question &question, const Truth &truth) {
    answered.push_back(static_cast<double>(release.items.size()));
    if (release.items.empty())
      return;
    errors.push_back(truth.squaredError(release, question));
    accuracies.push_back(truth.accuracy(release, question));
  }

  Outcome outcome() const {
    Band accuracy = bandOf(accuracies);
    accuracy.low = std::max(accuracy.low, 0.0);
    accuracy.high = std::min(accuracy.high, 1.0);
    return {bandOf(errors), accuracy, bandOf(answered).mean};
  }

private:
  std::vector<double> errors, accuracies, answered;
};

} // namespace

/// A stream of its own for each use of one seed.
static figures::SimulationBits stream(std::uint64_t seed, std::uint64_t use) {
  return figures::SimulationBits(seed * 16 + use);
}

/// By Fisher and Yates.
static void shuffle(std::vector<std::int64_t> &counts, figures::SimulationBits &bits) {
  for (std::size_t i = counts.size(); i > 1; --i)
    std::swap(counts[i - 1], counts[bits.below(i)]);
}

Outcome runTopK(const Method &method, const std::vector<std::int64_t> &counts, std::size_t k,
                Repetition repetition) {
  const Truth truth(counts, k);
  const Question question{counts};
  figures::SimulationBits noise = stream(repetition.seed, 0);
  Tally tally;
  for (std::size_t run = 0; run < repetition.runs; ++run)
    tally.add(method.run(question, noise), question, truth);
  return tally.outcome();
}

Outcome runSvt(const Method &method, const std::vector<std::int64_t> &counts, std::size_t k,
               Repetition repetition) {
  const Truth truth(counts, k);
  figures::SimulationBits noise = stream(repetition.seed, 0), questions = stream(repetition.seed, 1);
  Question question{counts};
  Tally tally;
  for (std::size_t run = 0; run < repetition.runs; ++run) {
    shuffle(question.counts, questions);
    question.threshold = truth.atRank(k + questions.below(k + 1));
    tally.add(method.run(question, noise), question, truth);
  }
  return tally.outcome();
}

} // namespace clickstream
