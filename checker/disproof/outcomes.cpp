// SPDX-License-Identifier: Apache-2.0
#include "checker/disproof/outcomes.h"

#include "checker/disproof/arithmetic.h"
#include "checker/disproof/path_integral.h"
#include "checker/refutation/small_inputs.h"
#include "frontend/ir/announcement.h"

#include <cmath>
#include <llvm/ADT/STLExtras.h>

namespace plumb::disproof {

namespace {

/// More are no picture.
constexpr std::size_t mostWords = 12;

/// Nothing if it is a density, or has no closed form.
std::optional<double> probability(const Question &question, const interpreter::Numbers &answers,
                                  const interpreter::Output &word, Work &work) {
  const PathSet found = pathsTo(question.instance, answers, word, work);
  if (found.obstacle)
    return std::nullopt;
  Doubles arithmetic;
  PathIntegral<Doubles> integral(arithmetic, work);
  double sum = 0;
  for (const FoundPath &one : found.paths) {
    if (!one.solved.empty())
      return std::nullopt;
    const auto likelihood = integral.likelihood(one.path);
    if (!likelihood)
      return std::nullopt;
    sum += likelihood->isImpossible ? 0 : likelihood->value;
  }
  return sum;
}

/// The numbers that \p word publishes, in order.
std::vector<interpreter::Exact> numbersOf(const interpreter::Output &word) {
  std::vector<interpreter::Exact> numbers;
  for (const interpreter::Cell &cell : word.cells)
    llvm::append_range(numbers, cell.values);
  if (word.result.kind == interpreter::Result::Kind::Scalar)
    numbers.push_back(word.result.scalar);
  return numbers;
}

/// Puts numbers in their order, where words differ in nothing else.
void sortNumbers(std::vector<interpreter::Output> &words) {
  const auto areAlike = [](const interpreter::Output &a, const interpreter::Output &b) {
    return a.result.kind == b.result.kind && a.result.selection == b.result.selection &&
           a.cells.size() == b.cells.size() &&
           std::equal(a.cells.begin(), a.cells.end(), b.cells.begin(),
                      [](const interpreter::Cell &one, const interpreter::Cell &other) {
                        return one.tag == other.tag && one.indices == other.indices;
                      });
  };
  for (auto first = words.begin(); first != words.end();) {
    const auto last = std::stable_partition(
        first, words.end(), [&, word = *first](const auto &other) { return areAlike(word, other); });
    std::sort(first, last, [](const auto &a, const auto &b) { return numbersOf(a) < numbersOf(b); });
    first = last;
  }
}

/// Of the runs on either side, each once.
void addWords(std::vector<interpreter::Output> &words, const Question &question, int noise, Work &work) {
  for (const interpreter::Numbers *answers : {&question.first, &question.second})
    for (interpreter::Output &word : wordsOn(question.instance, *answers, noise, 4 * mostWords, work))
      if (!llvm::is_contained(words, word))
        words.push_back(std::move(word));
}

/// All of them; or of numbers with noise those that little noise makes.
std::vector<interpreter::Output> likelyWords(const Question &question, Work &work) {
  constexpr int mostNoise = 4;
  std::vector<interpreter::Output> words;
  for (int noise = -mostNoise; noise <= mostNoise; ++noise)
    addWords(words, question, noise, work);
  sortNumbers(words);
  return words;
}

/// Looks at one small pair after another, and keeps the one that tells most by a word that is seen.
class Outlook {
public:
  explicit Outlook(const ir::Mechanism &of) : mechanism(of) {}

  std::optional<Outcomes> run() {
    refutation::SmallInstances instances(mechanism);
    for (unsigned weight = 0; weight <= heaviest; ++weight)
      for (unsigned parameters = 0; parameters <= weight; ++parameters)
        for (refutation::SmallInstance &small : instances.ofWeight(parameters, looked)) {
          const auto epsilon = interpreter::claimedEpsilon(small.instance());
          if (!epsilon || epsilon->sign() <= 0 || small.instance().answerCount() == 0)
            continue;
          const double claim = epsilon->rational().get_d();
          if (small.forEachNeighbours(
                  weight - parameters, looked,
                  [&](const refutation::Neighbours &pair) {
                    tryPair({small.instance(), pair.first, pair.second, {}, pair.records}, claim);
                    return isOver();
                  }) ||
              isOver())
            return std::move(best);
        }
    return std::move(best);
  }

private:
  static constexpr unsigned heaviest = 8, mostPairs = 80, mostInVain = 12;

  /// What tells all that is guaranteed tells as much as any; and where nothing was a picture nothing will be.
  bool isOver() const {
    constexpr double rounding = 1e-9;
    return work.isSpent() || looked.isSpent() || tried == mostPairs || (!best && tried == mostInVain) ||
           largest > 1 - rounding;
  }

  void tryPair(Question question, double claim) {
    if (question.first == question.second)
      return;
    ++tried;
    Outcomes outcomes;
    double first = 0, second = 0, loss = 0;
    for (const interpreter::Output &word : likelyWords(question, work)) {
      const auto onFirst = probability(question, question.first, word, work);
      const auto onSecond = probability(question, question.second, word, work);
      if (!onFirst || !onSecond || work.isSpent())
        return;
      first += *onFirst;
      second += *onSecond;
      if (*onFirst > 0 || *onSecond > 0)
        outcomes.words.push_back({interpreter::print(word), *onFirst, *onSecond});
      if (*onFirst >= seen && *onSecond > 0 && std::log(*onFirst / *onSecond) > loss) {
        loss = std::log(*onFirst / *onSecond);
        question.word = word;
      }
    }
    const bool isPicture =
        outcomes.words.size() > 1 && outcomes.words.size() <= mostWords && addRest(outcomes, first, second);
    constexpr double more = 1e-6;
    if (!isPicture || loss / claim <= largest + more)
      return;
    largest = loss / claim;
    outcomes.question = told(question, loss, claim);
    outcomes.epsilon = claim;
    best = std::move(outcomes);
  }

  /// \param first, second what the words have together. \returns if that is most, and what is left is so
  /// little that nobody misses it, or so much that it is no matter of rounding.
  static bool addRest(Outcomes &outcomes, double first, double second) {
    constexpr double most = 0.5, least = 1e-6;
    const double left = 1 - first, leftOfSecond = 1 - second;
    if (std::max(std::abs(left), std::abs(leftOfSecond)) < Outcomes::negligible)
      return true;
    outcomes.rest = {left, leftOfSecond};
    return std::min(left, leftOfSecond) >= least && std::max(left, leftOfSecond) <= most;
  }

  /// A bar of a hundredth is seen.
  static constexpr double seen = 0.01;

  const ir::Mechanism &mechanism;
  refutation::Budget looked{20'000};
  Work work{400'000};
  unsigned tried = 0;
  double largest = 0;
  std::optional<Outcomes> best;
};

} // namespace

std::optional<Outcomes> outcomesOf(const ir::Mechanism &mechanism) {
  // What is announced is seen by nobody, so that several words look alike.
  if (llvm::any_of(mechanism.tags, [](const auto &tag) { return ir::isAnnounced(*tag); }))
    return std::nullopt;
  return Outlook(mechanism).run();
}

} // namespace plumb::disproof
