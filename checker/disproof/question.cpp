// SPDX-License-Identifier: Apache-2.0
#include "checker/disproof/question.h"

#include "checker/disproof/arithmetic.h"
#include "checker/disproof/path_integral.h"
#include "checker/interpreter/execute.h"
#include "checker/interpreter/neighbours.h"
#include "frontend/ir/announcement.h"
#include "plumb/runtime/rational.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <llvm/ADT/STLExtras.h>

namespace plumb::disproof {

using interpreter::Numbers;
using runtime::otp::Interval;

bool isAdmissible(const Question &question) {
  if (!interpreter::requirementsHold(question.instance))
    return false;
  if (!question.instance.recordShape())
    return interpreter::areNeighbours(question.instance, question.first, question.second);
  if (!question.records || !interpreter::areNeighbours(question.instance, *question.records))
    return false;
  auto answers = interpreter::answersOf(question.instance, *question.records);
  return answers && answers->first == question.first && answers->second == question.second;
}

namespace {

using Equations = std::vector<std::size_t>;

/// Either side of a question, computed with one arithmetic.
template <class A> class Comparison {
public:
  using Number = typename A::Number;
  using LikelihoodOf =
      llvm::function_ref<std::optional<typename PathIntegral<A>::Likelihood>(const FoundPath &)>;

  Comparison(A &of, Work &budget)
      : arithmetic(of), integral(of, budget), zero(of.number(typename A::Place(0))) {}

  /// False if the question has no answer, or the word is impossible on D.
  bool run(const PathSet &onFirst, const PathSet &onSecond) {
    const auto integrated = [&](const FoundPath &found) { return integral.likelihood(found.path); };
    return run(onFirst, onSecond, integrated, integrated);
  }
  /// The same with what is known of the paths on either side.
  bool run(const PathSet &onFirst, const PathSet &onSecond, LikelihoodOf ofFirst, LikelihoodOf ofSecond) {
    first = second = zero;
    // An atom beats a density: only the paths of least rank on D count.
    std::vector<std::optional<Number>> likelihoods;
    const FoundPath *least = nullptr;
    for (const FoundPath &found : onFirst.paths) {
      std::optional<Number> number;
      if (!least || found.solved.size() <= least->solved.size()) {
        auto likelihood = ofFirst(found);
        if (!likelihood)
          return false;
        if (!likelihood->isImpossible)
          number = likelihood->value;
        if (number && (!least || found.solved.size() < least->solved.size()))
          least = &found;
      }
      likelihoods.push_back(number);
    }
    if (!least)
      return false;
    rank = least->solved.size();
    for (std::size_t i = 0; i < onFirst.paths.size(); ++i)
      if (likelihoods[i] && onFirst.paths[i].solved == least->solved) {
        first = first + *likelihoods[i];
        firstPaths.push_back(&onFirst.paths[i].path);
      }
    return addSecond(onSecond, least->solved, ofSecond);
  }

  A &arithmetic;
  PathIntegral<A> integral;
  Number zero, first = zero, second = zero;
  std::size_t rank = 0;
  bool isImpossibleOnSecond = true;
  std::vector<const witness::Path *> firstPaths, secondPaths;

private:
  bool addSecond(const PathSet &onSecond, const Equations &equations, LikelihoodOf ofSecond) {
    for (const FoundPath &found : onSecond.paths) {
      if (found.solved.size() > equations.size())
        continue;
      auto likelihood = ofSecond(found);
      if (!likelihood)
        return false;
      if (likelihood->isImpossible)
        continue;
      // A box around the numbers is as wide as one likes in some directions, and so is the comparison.
      if (found.solved != equations)
        return false;
      isImpossibleOnSecond = false;
      second = second + likelihood->value;
      secondPaths.push_back(&found.path);
    }
    return true;
  }
};

/// The paths on both sides. False if there is an obstacle.
struct BothSides {
  PathSet first, second;
  bool find(const Question &question, Work &work, std::optional<std::size_t> prefix = std::nullopt) {
    if (question.isBeginning && !prefix)
      prefix = question.word.cells.size();
    auto along = [&](const Numbers &answers) {
      return prefix ? pathsToPrefix(question.instance, answers, question.word, *prefix, work)
                    : pathsTo(question.instance, answers, question.word, work);
    };
    first = along(question.first);
    if (first.obstacle || first.paths.empty())
      return false;
    second = along(question.second);
    return !second.obstacle;
  }
};

/// Of sides that were run.
std::optional<double> lossOf(const Comparison<Doubles> &sides) {
  if (!(sides.first > 0) || !std::isfinite(sides.first))
    return std::nullopt;
  if (sides.isImpossibleOnSecond)
    return std::numeric_limits<double>::infinity();
  if (!(sides.second > 0) || !std::isfinite(sides.second))
    return std::nullopt;
  return std::log(sides.first / sides.second);
}

/// See roughLoss. \param prefix of so many cells, or the word if nothing.
std::optional<double> lossOf(const Question &question, std::optional<std::size_t> prefix, Work &work) {
  BothSides paths;
  if (!paths.find(question, work, prefix))
    return std::nullopt;
  Doubles arithmetic;
  Comparison<Doubles> sides(arithmetic, work);
  return sides.run(paths.first, paths.second) ? lossOf(sides) : std::nullopt;
}

/// What everybody sees of it: `none` where something is announced to the proof, and nothing where nothing
/// else is published.
interpreter::Output seen(interpreter::Output output) {
  llvm::erase_if(output.cells, [](const interpreter::Cell &cell) { return !cell.transcript->isSeen; });
  for (interpreter::Cell &cell : output.cells)
    if (cell.tag && ir::isAnnounced(*cell.tag)) {
      cell.tag = nullptr;
      cell.values.clear();
    }
  return output;
}

bool isPublished(const Question &question, const interpreter::Output &all) {
  const interpreter::Output output = seen(all);
  return question.isBeginning ? llvm::all_of(question.word.cells,
                                             [&](const interpreter::Cell &cell) {
                                               return llvm::is_contained(output.cells, cell);
                                             })
                              : output == question.word;
}

/// Does the interpreter publish the word at a point inside the path?
bool replays(const Question &question, const Numbers &answers, const witness::Path &path) {
  Intervals arithmetic(Interval::fewestBits);
  Work work(1'000'000);
  PathIntegral<Intervals> integral(arithmetic, work);
  auto likelihood = integral.likelihood(path);
  auto point = likelihood ? integral.innerPoint(path) : std::nullopt;
  if (!point)
    return false;
  interpreter::Tape tape(*point);
  interpreter::Execution run = interpreter::execute(question.instance, answers, tape);
  return !run.failure && isPublished(question, run.output);
}

std::vector<witness::Path> copies(const std::vector<const witness::Path *> &paths) {
  std::vector<witness::Path> list;
  for (const witness::Path *path : paths)
    list.push_back(*path);
  return list;
}

/// \pre the ends are finite.
witness::Likelihood likelihoodOf(const Interval &number) {
  auto exact = [](const runtime::Rational &end) { return Exact(Rational(end.text())); };
  return {exact(*number.lower()), exact(*number.upper())};
}

/// With so many digits. Nothing: more are needed.
std::optional<bool> violates(const Comparison<Intervals> &sides, const Exact &claim, Intervals &arithmetic) {
  constexpr unsigned relativeBits = 84; // 25 digits.
  const Interval limit = arithmetic.exponential(claim) * sides.second;
  const Interval excess = sides.first - limit;
  if (excess.above(0) && sides.first.isWithin(relativeBits) && sides.second.isWithin(relativeBits))
    return true;
  if (excess.atMost(0))
    return false;
  return std::nullopt;
}

} // namespace

std::optional<double> roughLoss(const Question &question, Work &work) {
  return lossOf(question, std::nullopt, work);
}

struct KnownSides::Side {
  Numbers parameters, answers;
  interpreter::Output word;
  PathSet paths;
  /// What it took to find the paths.
  std::uint64_t work = 0;

  struct Likelihood {
    std::optional<PathIntegral<Doubles>::Likelihood> value;
    std::uint64_t work;
  };
  /// Of the paths, where it was asked for.
  std::vector<std::optional<Likelihood>> likelihoods;

  std::optional<PathIntegral<Doubles>::Likelihood> likelihoodOf(const FoundPath &path, Work &budget) {
    std::optional<Likelihood> &known = likelihoods[static_cast<std::size_t>(&path - paths.paths.data())];
    if (known)
      return budget.spend(known->work) || known->work == 0 ? known->value : std::nullopt;
    const std::uint64_t before = budget.remaining();
    Doubles arithmetic;
    auto value = PathIntegral<Doubles>(arithmetic, budget).likelihood(path.path);
    if (!budget.isSpent())
      known = {value, before - budget.remaining()};
    return value;
  }
};

KnownSides::KnownSides() = default;
KnownSides::~KnownSides() = default;

std::shared_ptr<KnownSides::Side> KnownSides::sideOf(const interpreter::Instance &instance,
                                                     const Numbers &answers, const interpreter::Output &word,
                                                     Work &work) {
  const auto known = llvm::find_if(kept, [&](const std::shared_ptr<Side> &side) {
    return side->answers == answers && side->word == word && side->parameters == instance.parameters();
  });
  if (known != kept.end())
    return work.spend((*known)->work) ? *known : nullptr;
  const std::uint64_t before = work.remaining();
  auto side = std::make_shared<Side>();
  side->paths = pathsTo(instance, answers, word, work);
  if (work.isSpent())
    return nullptr;
  side->parameters = instance.parameters();
  side->answers = answers;
  side->word = word;
  side->work = before - work.remaining();
  side->likelihoods.resize(side->paths.paths.size());
  if (kept.size() < mostKept)
    kept.push_back(side);
  else
    kept[oldest++ % mostKept] = side;
  return side;
}

std::optional<double> KnownSides::roughLoss(const Question &question, Work &work) {
  if (question.isBeginning)
    return disproof::roughLoss(question, work);
  const auto first = sideOf(question.instance, question.first, question.word, work);
  if (!first || first->paths.obstacle || first->paths.paths.empty())
    return std::nullopt;
  const auto second = sideOf(question.instance, question.second, question.word, work);
  if (!second || second->paths.obstacle)
    return std::nullopt;
  Doubles arithmetic;
  Comparison<Doubles> sides(arithmetic, work);
  return sides.run(
             first->paths, second->paths,
             [&](const FoundPath &found) { return first->likelihoodOf(found, work); },
             [&](const FoundPath &found) { return second->likelihoodOf(found, work); })
             ? lossOf(sides)
             : std::nullopt;
}

std::optional<std::size_t> mostTellingCell(const Question &question, Work &work) {
  const std::size_t cells = question.word.cells.size();
  const bool isInOrder = llvm::all_of(question.word.cells, [&](const interpreter::Cell &cell) {
    return cell.transcript == question.word.cells.front().transcript;
  });
  if (!isInOrder)
    return std::nullopt;
  std::optional<std::size_t> most;
  double before = 0, largest = 0;
  for (std::size_t cell = 0; cell <= cells; ++cell) {
    auto loss = lossOf(question, cell < cells ? std::optional(cell + 1) : std::nullopt, work);
    if (!loss)
      return std::nullopt;
    if (*loss - before > largest) {
      largest = *loss - before;
      most = cell;
    }
    if (std::isinf(*loss))
      break;
    before = *loss;
  }
  return most;
}

std::optional<Certified> certify(const Question &question, Work &work) {
  auto claim = interpreter::claimedEpsilon(question.instance);
  if (!claim || !isAdmissible(question))
    return std::nullopt;
  return certifyLoss(question, *claim, work);
}

std::optional<Certified> certifyLoss(const Question &question, const Exact &loss, Work &work) {
  BothSides paths;
  if (!paths.find(question, work))
    return std::nullopt;
  for (unsigned digits : {256u, 512u, 1024u}) {
    Intervals arithmetic(digits);
    Comparison<Intervals> sides(arithmetic, work);
    if (!sides.run(paths.first, paths.second))
      return std::nullopt;
    auto answer = violates(sides, loss, arithmetic);
    if (!answer)
      continue;
    if (!*answer)
      return std::nullopt;
    for (const auto *side : {&sides.firstPaths, &sides.secondPaths})
      for (const witness::Path *path : *side)
        if (!replays(question, side == &sides.firstPaths ? question.first : question.second, *path))
          return std::nullopt;
    witness::Witness witness{question.instance.named(question.first),
                             question.instance.named(question.second),
                             question.word,
                             loss,
                             static_cast<unsigned>(sides.rank),
                             copies(sides.firstPaths),
                             copies(sides.secondPaths),
                             likelihoodOf(sides.first),
                             likelihoodOf(sides.second),
                             question.records,
                             question.isBeginning};
    return Certified{std::move(witness), sides.first, sides.second, sides.isImpossibleOnSecond};
  }
  return std::nullopt;
}

} // namespace plumb::disproof
