// SPDX-License-Identifier: Apache-2.0
#include "checker/witness/comparison.h"

#include "checker/witness/cells.h"

#include <algorithm>
#include <llvm/ADT/STLExtras.h>

namespace plumb::witness {

using interpreter::Instance;
using interpreter::Numbers;

Opinion rejected(std::string reason) {
  return {Opinion::Answer::Rejected, std::move(reason), {}, {}};
}

Opinion undecided(std::string reason) {
  return {Opinion::Answer::Open, std::move(reason), {}, {}};
}

namespace {

using Answer = Opinion::Answer;

/// One of the two data sets.
struct Side {
  Runs runs;
  /// The windows that the units of its bounds count.
  Windows units;
  /// The paths of the witness, as runs.
  std::vector<Run> stated;
};

Run runOf(const Path &path) {
  Run run;
  for (const Draw &draw : path.draws) {
    Symbol symbol;
    symbol.law = draw.law;
    symbol.scale = draw.scale;
    symbol.sort = draw.sort;
    symbol.value = draw.value;
    run.symbols.push_back(std::move(symbol));
  }
  run.tests = path.tests;
  run.jacobian = path.jacobian;
  return run;
}

/// The probability of several runs together, in units of some windows.
class Total {
public:
  Total(const std::vector<Run> &of, const Windows &units, CellBudget &within) : runs(of), budget(within) {
    for (const Run &run : runs) {
      Exact unit = 1;
      for (std::size_t window : run.solved)
        unit = unit * radiusOf(window) * 2;
      for (std::size_t window : units)
        unit = unit / (radiusOf(window) * 2);
      factors.emplace_back(unit);
    }
  }

  /// Nothing if cells do not know a run.
  std::optional<Bounds> bound(const Precision &precision) {
    // Beside what others are known to have, a run that is unlikely or impossible is in no doubt. That much is
    // looked for with few cells.
    double floor = precision.floor;
    constexpr std::uint64_t fewCells = 1 << 10, manyCells = 1 << 16;
    constexpr double coarse = 1.0 / 2;
    bool isKnown = runs.size() == 1;
    for (std::uint64_t cells = fewCells; !isKnown && cells <= manyCells; cells *= 8) {
      auto roughly = sum({std::max(precision.relative, coarse), floor}, cells);
      if (!roughly)
        return std::nullopt;
      isKnown = roughly->low > 0 || roughly->high <= floor;
      floor = std::max(floor, roughly->low);
    }
    return sum({precision.relative, floor}, budget.left);
  }

private:
  /// \param cells how many each run may take.
  std::optional<Bounds> sum(const Precision &precision, std::uint64_t cells) {
    Bounds all = 0.0;
    for (std::size_t i = 0; i < runs.size(); ++i) {
      // What is in doubt of all of them together is no more.
      const double floor = precision.floor / factors[i].high / static_cast<double>(runs.size());
      const std::uint64_t given = std::min(cells, budget.left);
      CellBudget own{given};
      auto value = likelihood(runs[i], {precision.relative, floor}, own);
      budget.left -= given - own.left;
      if (!value)
        return std::nullopt;
      all = all + factors[i] * *value;
    }
    return all;
  }

  const std::vector<Run> &runs;
  CellBudget &budget;
  /// What one of the windows of each run is, in units.
  std::vector<Bounds> factors;
};

std::optional<Bounds> total(const std::vector<Run> &runs, const Windows &units, const Precision &precision,
                            CellBudget &budget) {
  return Total(runs, units, budget).bound(precision);
}

/// Do both contain one number? Windows blur what is stated by \p slack.
bool meet(const Bounds &a, const Bounds &b, double slack) {
  return a.low <= b.high + slack && b.low <= a.high + slack;
}

Bounds boundsOf(const Likelihood &likelihood) {
  return {Bounds(likelihood.low).low, Bounds(likelihood.high).high};
}

/// The windows of the runs that solve for fewest: beside them all others are unlikely.
void keepLikeliest(Side &side) {
  if (side.runs.list.empty())
    return;
  auto least = std::min_element(side.runs.list.begin(), side.runs.list.end(),
                                [](const Run &a, const Run &b) { return a.solved.size() < b.solved.size(); });
  side.units = least->solved;
  const Windows published = least->published;
  llvm::erase_if(side.runs.list, [&](const Run &run) { return run.published != published; });
}

class Comparison {
public:
  Comparison(const Witness &of, Side &onFirst, Side &onSecond, std::uint64_t cells)
      : witness(of), first(onFirst), second(onSecond), budget{cells}, claim(exponential(Bounds(of.claim))) {}

  Opinion run() {
    // Finer than that, windows and roundings blur more. Where no draw is free nothing is spent.
    constexpr double blurred = 0x1p-40;
    for (double relative = firstTry(); budget.left > 0 && relative > blurred; relative /= 4) {
      auto opinion = look(relative);
      if (opinion)
        return std::move(*opinion);
    }
    Opinion opinion = undecided("the cells do not tell both probabilities apart");
    opinion.first = lastFirst;
    opinion.second = lastSecond;
    return opinion;
  }

private:
  /// How precise both have to be if the witness is right, or nearly so.
  double firstTry() const {
    const double stated = boundsOf(witness.secondLikelihood).high;
    const double excess = stated > 0 ? boundsOf(witness.firstLikelihood).low / (claim.high * stated) - 1 : 1;
    constexpr double coarsest = 1.0 / 4, finest = 1.0 / 4096;
    return std::clamp(excess * 2 / 5, finest, coarsest);
  }

  /// Nothing: finer cells may tell more.
  std::optional<Opinion> look(double relative) {
    auto onFirst = total(first.runs.list, first.units, {relative, 0}, budget);
    if (!onFirst)
      return undecided("a law or a number that cells do not know");
    const double floor = onFirst->low / claim.high;
    auto onSecond = total(second.runs.list, first.units, {relative, floor}, budget);
    if (!onSecond)
      return undecided("a law or a number that cells do not know");
    lastFirst = *onFirst;
    lastSecond = *onSecond;
    const Bounds limit = claim * *onSecond;
    Opinion opinion{Answer::Confirmed, {}, *onFirst, *onSecond};
    if (onFirst->high <= limit.low) {
      opinion.answer = Answer::Rejected;
      opinion.reason = "the word is not more than e^eps times as likely on D";
      return opinion;
    }
    if (auto wrong = contradicted(*onFirst, *onSecond, relative)) {
      opinion.answer = Answer::Rejected;
      opinion.reason = std::move(*wrong);
      return opinion;
    }
    if (onFirst->low > limit.high)
      return opinion;
    return std::nullopt;
  }

  /// Does the witness say something else?
  std::optional<std::string> contradicted(const Bounds &onFirst, const Bounds &onSecond, double relative) {
    // What a window blurs.
    constexpr double blur = 1e-3;
    // Nothing rests on the paths: they only have to be the ones that were looked for.
    constexpr double coarse = 1.0 / 64;
    const double firstSlack = blur * onFirst.high, secondSlack = blur * onFirst.high / claim.low;
    if (!meet(boundsOf(witness.firstLikelihood), onFirst, firstSlack))
      return "the probability on D is another one";
    if (!meet(boundsOf(witness.secondLikelihood), onSecond, secondSlack))
      return "the probability on D' is another one";
    for (bool isFirst : {true, false}) {
      const Side &side = isFirst ? first : second;
      auto stated = total(side.stated, {}, {std::max(relative, coarse), secondSlack}, budget);
      if (!stated || !meet(*stated, isFirst ? onFirst : onSecond, isFirst ? firstSlack : secondSlack))
        return isFirst ? "the paths on D are other ones" : "the paths on D' are other ones";
    }
    return std::nullopt;
  }

  const Witness &witness;
  const Side &first, &second;
  CellBudget budget;
  Bounds claim, lastFirst, lastSecond;
};

} // namespace

Opinion compare(const Instance &instance, const Numbers &first, const Numbers &second, const Witness &witness,
                std::uint64_t cells) {
  Side onFirst, onSecond;
  onFirst.runs = runsTo(instance, first, witness.word, witness.isBeginning, std::nullopt);
  if (onFirst.runs.obstacle)
    return undecided(*onFirst.runs.obstacle);
  if (onFirst.runs.list.empty())
    return rejected("the word is impossible on D");
  keepLikeliest(onFirst);
  onSecond.runs =
      runsTo(instance, second, witness.word, witness.isBeginning, onFirst.runs.list.front().published);
  if (onSecond.runs.obstacle)
    return undecided(*onSecond.runs.obstacle);
  if (onFirst.units.size() != witness.rank)
    return rejected("another number of published places has a density");
  for (const Path &path : witness.firstPaths)
    onFirst.stated.push_back(runOf(path));
  for (const Path &path : witness.secondPaths)
    onSecond.stated.push_back(runOf(path));
  return Comparison(witness, onFirst, onSecond, cells).run();
}

} // namespace plumb::witness
