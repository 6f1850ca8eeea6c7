// SPDX-License-Identifier: Apache-2.0
#include "checker/witness/cells.h"

#include "checker/witness/log_concave.h"

#include <algorithm>
#include <cmath>
#include <llvm/ADT/STLExtras.h>

namespace plumb::witness {

namespace {

/// (constant + sum of coefficient * draw) / divisor, where the constant is anything between its bounds. The
/// coefficients are integers, so that forms of integers are exact.
struct Form {
  struct Term {
    std::size_t draw;
    double coefficient;
  };
  std::vector<Term> terms;
  Bounds constant;
  double divisor = 1;

  double coefficientOf(std::size_t draw) const {
    for (const Term &term : terms)
      if (term.draw == draw)
        return term.coefficient;
    return 0;
  }
  /// The draw is somewhere in \p cell.
  Form with(std::size_t draw, const Cell &cell) const {
    Form form{{}, constant, divisor};
    for (const Term &term : terms)
      if (term.draw == draw)
        form.constant = form.constant + Bounds(term.coefficient) * Bounds(cell.low, cell.high);
      else
        form.terms.push_back(term);
    return form;
  }
};

/// form > 0 or form >= 0.
struct Demand {
  Form form;
  bool isStrict;
};

/// The draw of \c noise is \c form.
struct Solved {
  Form form;
  const Noise *noise;
};

/// Draws that are free, and what ties them.
struct Part {
  std::vector<std::size_t> draws;
  std::vector<Demand> demands;
  std::vector<Solved> solved;
};

/// Where a draw has to be: surely if in \c inner, perhaps if in \c outer.
struct Reach {
  Cell inner, outer;
};

class Cutting {
public:
  Cutting(const std::vector<std::optional<Noise>> &of, CellBudget &within) : noises(of), budget(within) {}

  Bounds bound(Part part, const Precision &precision) {
    Bounds factor = 1.0;
    settle(part, factor);
    if (factor.high == 0)
      return 0.0;
    std::vector<Part> components = apart(std::move(part));
    const Precision own{precision.relative / static_cast<double>(std::max<std::size_t>(components.size(), 1)),
                        factor.high > 0 ? precision.floor / factor.high : 0};
    // What one component cannot give is asked of no other.
    std::stable_sort(components.begin(), components.end(),
                     [](const Part &a, const Part &b) { return a.draws.size() < b.draws.size(); });
    for (const Part &component : components) {
      if (factor.high == 0)
        return 0.0;
      factor = factor * (isPlain(component)        ? massOf(component)
                         : isLogConcave(component) ? integrate(component, own)
                                                   : cut(component, own));
    }
    return factor;
  }

private:
  static constexpr std::size_t mostCells = 1 << 17;
  static constexpr unsigned mostRounds = 60, mostIdle = 8;

  /// Takes out what speaks of no draw any more.
  static void settle(Part &part, Bounds &factor) {
    llvm::erase_if(part.demands, [&](const Demand &demand) {
      if (!demand.form.terms.empty())
        return false;
      const Bounds &value = demand.form.constant;
      auto isHeld = [&](double number) { return demand.isStrict ? number > 0 : number >= 0; };
      if (!isHeld(value.high))
        factor = 0.0;
      else if (!isHeld(value.low))
        factor.low = 0;
      return true;
    });
    llvm::erase_if(part.solved, [&](const Solved &solved) {
      if (!solved.form.terms.empty())
        return false;
      factor = factor * solved.noise->density(solved.form.constant / Bounds(solved.form.divisor));
      return true;
    });
  }

  /// The components in which no draw is tied to one of another.
  static std::vector<Part> apart(Part part) {
    std::vector<Part> components;
    for (std::size_t draw : part.draws)
      components.push_back({{draw}, {}, {}});
    auto componentOf = [&](std::size_t draw) {
      return llvm::find_if(components,
                           [&](const Part &component) { return llvm::is_contained(component.draws, draw); });
    };
    auto join = [&](const Form &form) {
      auto home = componentOf(form.terms.front().draw);
      for (const Form::Term &term : form.terms) {
        auto other = componentOf(term.draw);
        if (other == home)
          continue;
        llvm::append_range(home->draws, other->draws);
        components.erase(other);
        home = componentOf(form.terms.front().draw);
      }
    };
    for (const Demand &demand : part.demands)
      join(demand.form);
    for (const Solved &solved : part.solved)
      join(solved.form);
    for (Demand &demand : part.demands)
      componentOf(demand.form.terms.front().draw)->demands.push_back(std::move(demand));
    for (Solved &solved : part.solved)
      componentOf(solved.form.terms.front().draw)->solved.push_back(std::move(solved));
    return components;
  }

  static bool isPlain(const Part &part) { return part.draws.size() == 1 && part.solved.empty(); }

  /// Is the density of the draws log-concave, and so what is left of it when some are integrated out?
  bool isLogConcave(const Part &part) const {
    return llvm::all_of(part.draws, [&](std::size_t draw) { return noises[draw]->isLogConcave(); }) &&
           llvm::all_of(part.solved, [](const Solved &solved) { return solved.noise->isLogConcave(); });
  }

  /// Where the demands on \p draw alone let it be.
  Reach reach(const Part &part, std::size_t draw) const {
    const Noise &noise = *noises[draw];
    const Cell support = noise.support();
    Reach reach{support, support};
    for (const Demand &demand : part.demands) {
      if (demand.form.terms.size() != 1 || demand.form.terms.front().draw != draw)
        continue;
      const double coefficient = demand.form.terms.front().coefficient;
      Bounds end = -demand.form.constant / Bounds(coefficient);
      if (coefficient > 0) {
        if (noise.isInteger())
          end = demand.isStrict ? Bounds(std::floor(end.low) + 1, std::floor(end.high) + 1)
                                : Bounds(std::ceil(end.low), std::ceil(end.high));
        reach.outer.low = std::max(reach.outer.low, end.low);
        reach.inner.low = std::max(reach.inner.low, end.high);
      } else {
        if (noise.isInteger())
          end = demand.isStrict ? Bounds(std::ceil(end.low) - 1, std::ceil(end.high) - 1)
                                : Bounds(std::floor(end.low), std::floor(end.high));
        reach.outer.high = std::min(reach.outer.high, end.high);
        reach.inner.high = std::min(reach.inner.high, end.low);
      }
    }
    return reach;
  }

  Bounds massOf(const Part &part) {
    budget.left -= budget.left > 0;
    const std::size_t draw = part.draws.front();
    const Reach within = reach(part, draw);
    const Noise &noise = *noises[draw];
    return {within.inner.isEmpty() ? 0 : noise.mass(within.inner).low,
            within.outer.isEmpty() ? 0 : noise.mass(within.outer).high};
  }

  /// The draw without which the largest component that is left is smallest, and has fewest comparisons.
  std::size_t centre(const Part &part) const {
    std::size_t best = part.draws.front();
    std::pair<std::size_t, std::size_t> leftOfBest{part.draws.size(), part.demands.size()};
    for (std::size_t draw : part.draws) {
      Part rest = without(part, draw, {0, 0});
      Bounds ignored;
      settle(rest, ignored);
      std::pair<std::size_t, std::size_t> largest;
      for (const Part &component : apart(std::move(rest)))
        largest = std::max(largest, {component.draws.size() + component.solved.size(),
                                     llvm::count_if(component.demands, [](const Demand &demand) {
                                       return demand.form.terms.size() > 1;
                                     })});
      if (largest < leftOfBest) {
        leftOfBest = largest;
        best = draw;
      }
    }
    return best;
  }

  /// What is left if \p draw is somewhere in \p cell. Demands on it alone are met, or the caller says that
  /// they are not.
  static Part without(const Part &part, std::size_t draw, const Cell &cell) {
    Part rest;
    for (std::size_t other : part.draws)
      if (other != draw)
        rest.draws.push_back(other);
    for (const Demand &demand : part.demands)
      if (demand.form.terms.size() != 1 || demand.form.terms.front().draw != draw)
        rest.demands.push_back({demand.form.with(draw, cell), demand.isStrict});
    for (const Solved &solved : part.solved)
      rest.solved.push_back({solved.form.with(draw, cell), solved.noise});
    return rest;
  }

  /// Where cells of \p draw should end: where it, or what it is compared with, passes 0.
  std::vector<double> places(const Part &part, std::size_t draw, const Reach &within) const {
    std::vector<double> list{0, within.inner.low, within.inner.high};
    auto add = [&](const Form &form) {
      const double coefficient = form.coefficientOf(draw);
      if (coefficient != 0)
        list.push_back(std::round(-form.constant.low / coefficient * 1024) / 1024);
    };
    for (const Demand &demand : part.demands)
      add(demand.form);
    for (const Solved &solved : part.solved)
      add(solved.form);
    llvm::sort(list);
    return list;
  }

  static void addCells(const Noise &noise, const std::vector<double> &places, const Cell &all,
                       std::vector<Cell> &cells) {
    Cell rest = all;
    for (double place : places) {
      const double end = noise.isInteger() ? std::floor(place) : place;
      const double next = noise.isInteger() ? end + 1 : end;
      if (!std::isfinite(end) || !(rest.low < end || (noise.isInteger() && rest.low == end)) ||
          next > rest.high || (!noise.isInteger() && next == rest.high))
        continue;
      cells.push_back({rest.low, end});
      rest.low = next;
    }
    if (!rest.isEmpty())
      cells.push_back(rest);
  }

  /// In halves; from an infinite one, some scales are cut off. Nothing if it is a single place.
  static std::optional<double> middle(const Noise &noise, const Cell &cell) {
    const double step = 4 * std::exp2(std::ceil(std::log2(noise.roughScale())));
    double place = 0;
    if (std::isinf(cell.low) && std::isinf(cell.high))
      place = 0;
    else if (std::isinf(cell.high))
      place = cell.low + std::max(step, std::abs(cell.low) / 2);
    else if (std::isinf(cell.low))
      place = cell.high - std::max(step, std::abs(cell.high) / 2);
    else
      place = cell.low + (cell.high - cell.low) / 2;
    if (noise.isInteger())
      place = std::isinf(cell.low) ? std::floor(place) - 1 : std::floor(place);
    const bool isInside =
        noise.isInteger() ? cell.low <= place && place < cell.high : cell.low < place && place < cell.high;
    return isInside ? std::optional(place) : std::nullopt;
  }

  struct Piece {
    Cell cell;
    Bounds value;
    double width() const { return value.high - value.low; }
  };

  /// By what is known of log-concave functions between and beyond places.
  Bounds integrate(const Part &part, const Precision &precision) {
    const std::size_t draw = centre(part);
    const Noise &noise = *noises[draw];
    const Reach within = reach(part, draw);
    if (within.outer.isEmpty())
      return 0.0;
    // What heights are blurred by counts about four times.
    const Precision inner{precision.relative / 16, 0}, once{1e9, 0};
    auto heightAt = [&](double place) {
      Bounds value = noise.density(place);
      if (value.high > 0)
        value = value * bound(without(part, draw, {place, place}), inner);
      budget.left -= budget.left > 0;
      return Height{place, value};
    };
    std::vector<Height> first;
    for (double place : firstPlaces(noise, places(part, draw, within), within.outer))
      first.push_back(heightAt(place));
    Profile profile(std::move(first));
    // Where other draws are known roughly, finer places tell no more.
    double narrowest = std::numeric_limits<double>::infinity();
    unsigned idle = 0;
    for (unsigned round = 0;; ++round) {
      // Before the first place, between them, and behind the last one.
      std::vector<Piece> pieces;
      const std::vector<Height> &heights = profile.heights();
      budget.left -= std::min<std::uint64_t>(budget.left, heights.size() / 2);
      for (std::size_t i = 0; i <= heights.size(); ++i) {
        const double low = i > 0 ? heights[i - 1].place : within.outer.low;
        const double high = i < heights.size() ? heights[i].place : within.outer.high;
        Piece piece{{low, high}, 0.0};
        if (low < high)
          piece.value = i == 0               ? Bounds(0, profile.mostBefore())
                        : i < heights.size() ? profile.between(i - 1)
                                             : Bounds(0, profile.mostBehind());
        if (low < within.inner.low || high > within.inner.high)
          piece.value.low = 0;
        if (std::isinf(piece.value.high))
          piece.value.high = (noise.mass(piece.cell) * bound(without(part, draw, piece.cell), once)).high;
        pieces.push_back(piece);
      }
      Bounds total = 0.0;
      for (const Piece &piece : pieces)
        total = total + piece.value;
      // Where products of small numbers end, nothing is told apart.
      constexpr double least = 1e-240;
      const double width = total.high - total.low;
      idle = width < narrowest * 3 / 4 ? 0 : idle + 1;
      narrowest = std::min(narrowest, width);
      if (!(width > std::max(least, precision.relative * std::max(total.high, precision.floor))) ||
          budget.left == 0 || pieces.size() > mostCells || round == mostRounds || idle == mostIdle)
        return total;
      const double most = width / 2 / static_cast<double>(pieces.size());
      std::vector<Height> finer;
      bool isCut = false;
      for (std::size_t i = 0; i < pieces.size(); ++i) {
        const auto place =
            pieces[i].width() >= most && pieces[i].width() > 0 ? middle(noise, pieces[i].cell) : std::nullopt;
        if (place)
          finer.push_back(heightAt(*place));
        isCut |= place.has_value();
        if (i < heights.size())
          finer.push_back(heights[i]);
      }
      profile = Profile(std::move(finer));
      if (!isCut)
        return total;
    }
  }

  /// At least three, in \p all, ascending: the ends and \p list, and some where it is infinite.
  static std::vector<double> firstPlaces(const Noise &noise, std::vector<double> list, const Cell &all) {
    llvm::erase_if(
        list, [&](double place) { return !std::isfinite(place) || place < all.low || place > all.high; });
    for (double end : {all.low, all.high})
      if (std::isfinite(end))
        list.push_back(end);
    if (list.empty())
      list.push_back(0);
    llvm::sort(list);
    const double first = list.front(), last = list.back(), step = noise.roughScale();
    for (double steps : {1.0, 4.0}) {
      if (std::isinf(all.low))
        list.push_back(first - steps * step);
      if (std::isinf(all.high))
        list.push_back(last + steps * step);
    }
    list.push_back(first + (last - first) / 2);
    llvm::sort(list);
    list.erase(std::unique(list.begin(), list.end()), list.end());
    return list;
  }

  Bounds cut(const Part &part, const Precision &precision) {
    const std::size_t draw = centre(part);
    const Noise &noise = *noises[draw];
    const Reach within = reach(part, draw);
    if (within.outer.isEmpty())
      return 0.0;
    const Precision inner{precision.relative / 4, 0};
    auto valueOf = [&](const Cell &cell) {
      Bounds value = noise.mass(cell);
      if (cell.low < within.inner.low || cell.high > within.inner.high)
        value.low = 0;
      if (value.high > 0)
        value = value * bound(without(part, draw, cell), inner);
      budget.left -= budget.left > 0;
      return Piece{cell, value};
    };
    std::vector<Piece> pieces;
    std::vector<Cell> cells;
    addCells(noise, places(part, draw, within), within.outer, cells);
    for (const Cell &cell : cells)
      pieces.push_back(valueOf(cell));
    for (unsigned round = 0;; ++round) {
      Bounds total = 0.0;
      for (const Piece &piece : pieces)
        total = total + piece.value;
      const double width = total.high - total.low;
      if (!(width > precision.relative * std::max(total.high, precision.floor)) || budget.left == 0 ||
          pieces.size() > mostCells || round == mostRounds)
        return total;
      // All that are in more doubt than half of the mean.
      const double most = width / 2 / static_cast<double>(pieces.size());
      std::vector<Piece> finer;
      bool isCut = false;
      for (const Piece &piece : pieces) {
        auto place = piece.width() >= most ? middle(noise, piece.cell) : std::nullopt;
        if (!place) {
          finer.push_back(piece);
          continue;
        }
        isCut = true;
        finer.push_back(valueOf({piece.cell.low, *place}));
        finer.push_back(valueOf({noise.isInteger() ? *place + 1 : *place, piece.cell.high}));
      }
      pieces = std::move(finer);
      if (!isCut)
        return total;
    }
  }

  const std::vector<std::optional<Noise>> &noises;
  CellBudget &budget;
};

/// With integers for coefficients. Nothing if they are too long.
std::optional<Form> formOf(const LinearForm &form, const std::vector<Symbol> &symbols) {
  Integer denominator(form.constant.rational().get_den());
  for (const LinearForm::Term &term : form.terms) {
    const Integer own(term.coefficient.rational().get_den());
    denominator *= own / gcd(denominator, own);
  }
  const Exact factor{Rational(denominator)};
  Form result{{}, Bounds(form.constant * factor), factor.rational().get_d()};
  constexpr double longest = 1e15;
  bool isShort = std::abs(result.divisor) < longest;
  for (const LinearForm::Term &term : form.terms) {
    const Exact coefficient = term.coefficient * factor;
    const Symbol &symbol = symbols[term.draw];
    isShort &= std::abs(coefficient.rational().get_d()) < longest;
    if (!symbol.window) {
      result.terms.push_back({term.draw, coefficient.rational().get_d()});
      continue;
    }
    const Exact radius = radiusOf(*symbol.window);
    const Bounds window(Bounds(symbol.center - radius).low, Bounds(symbol.center + radius).high);
    result.constant = result.constant + Bounds(coefficient) * window;
  }
  return isShort ? std::optional(std::move(result)) : std::nullopt;
}

} // namespace

std::optional<Bounds> likelihood(const Run &run, const Precision &precision, CellBudget &budget) {
  std::vector<std::optional<Noise>> noises(run.symbols.size());
  Part part;
  for (std::size_t i = 0; i < run.symbols.size(); ++i) {
    const Symbol &symbol = run.symbols[i];
    if (symbol.window)
      continue;
    noises[i] = Noise::create(symbol.law, symbol.sort, symbol.scale);
    if (!noises[i])
      return std::nullopt;
    if (!symbol.value) {
      part.draws.push_back(i);
      continue;
    }
    auto form = formOf(*symbol.value, run.symbols);
    if (!form)
      return std::nullopt;
    part.solved.push_back({std::move(*form), nullptr});
    part.solved.back().noise = &*noises[i];
  }
  for (const Test &test : run.tests) {
    auto form = formOf(test.form, run.symbols);
    if (!form)
      return std::nullopt;
    part.demands.push_back({std::move(*form), test.isStrict});
  }
  const Bounds jacobian(run.jacobian);
  Cutting cutting(noises, budget);
  return jacobian * cutting.bound(std::move(part), {precision.relative, precision.floor / jacobian.high});
}

} // namespace plumb::witness
