// SPDX-License-Identifier: Apache-2.0
#include "checker/disproof/elimination.h"

#include "checker/disproof/arithmetic.h"
#include "checker/disproof/conditioned.h"

#include <llvm/ADT/STLExtras.h>
#include <type_traits>

namespace plumb::disproof {

namespace {

template <class A> constexpr bool isConditioned = false;
template <class A> constexpr bool isConditioned<Conditioned<A>> = true;

template <class A> bool isWhole(const typename A::Place &number) {
  return A::isZero(number - A::floor(number));
}

/// Does \p draw hang on one other draw of \p draws at most? That one is \p parent.
template <class A>
bool isLeaf(const Joint<A> &joint, const std::set<std::size_t> &draws, std::size_t draw,
            std::optional<std::size_t> &parent) {
  parent.reset();
  for (const Tie<A> &tie : joint.ties) {
    if (tie.x != draw && tie.y != draw)
      continue;
    const std::size_t other = tie.x == draw ? tie.y : tie.x;
    if (!draws.count(other))
      continue;
    if (parent && *parent != other)
      return false;
    parent = other;
    // A sum between bounds that are no integers is no sum of pieces.
    const typename A::Place slope = tie.x == draw ? tie.b / tie.a : tie.a / tie.b;
    if (joint.functions.at(draw).isDiscrete && !isWhole<A>(slope))
      return false;
  }
  return !parent || !joint.functions.at(draw).isDiscrete || joint.functions.at(*parent).isDiscrete;
}

template <class A> std::set<std::size_t> drawsOf(const Joint<A> &joint) {
  std::set<std::size_t> draws;
  for (const auto &[draw, f] : joint.functions)
    draws.insert(draw);
  return draws;
}

/// Can leaves of \p draws be taken until nothing is left, whatever hangs on other draws?
template <class A> bool isForest(const Joint<A> &joint, std::set<std::size_t> draws) {
  for (bool isTaken = true; isTaken;) {
    isTaken = false;
    for (std::size_t draw : draws) {
      std::optional<std::size_t> parent;
      if (!isLeaf(joint, draws, draw, parent))
        continue;
      draws.erase(draw);
      isTaken = true;
      break;
    }
  }
  return draws.empty();
}

/// Those that ties join to \p start without \p x.
template <class A>
std::set<std::size_t> joinedWithout(const Joint<A> &joint, std::size_t start, std::size_t x) {
  std::set<std::size_t> all{start};
  for (bool isMore = true; isMore;) {
    isMore = false;
    for (const Tie<A> &tie : joint.ties)
      if (tie.x != x && tie.y != x && all.count(tie.x) != all.count(tie.y)) {
        all.insert({tie.x, tie.y});
        isMore = true;
      }
  }
  return all;
}

/// Draws that hang together on one draw, and which that is.
struct Hanging {
  std::size_t on;
  std::set<std::size_t> draws;
};

/// The first ones that make no circle without it. Everything that is left, if that is possible.
template <class A> std::optional<Hanging> hanging(const Joint<A> &joint) {
  const std::set<std::size_t> all = drawsOf(joint);
  for (std::size_t x : all) {
    std::set<std::size_t> others = all;
    others.erase(x);
    if (isForest(joint, others))
      return Hanging{x, std::move(others)};
  }
  for (std::size_t x : all)
    for (std::size_t start : all) {
      if (start == x)
        continue;
      std::set<std::size_t> others = joinedWithout(joint, start, x);
      if (isForest(joint, others))
        return Hanging{x, std::move(others)};
    }
  return std::nullopt;
}

/// \p draws with their ties, also to \p x.
template <class A>
Joint<A> restricted(const Joint<A> &joint, const std::set<std::size_t> &draws, std::size_t x,
                    typename A::Number one) {
  Joint<A> part{{}, {}, std::move(one), false};
  for (std::size_t draw : draws)
    part.functions[draw] = joint.functions.at(draw);
  const auto isIn = [&](std::size_t draw) { return draw == x || draws.count(draw) > 0; };
  for (const Tie<A> &tie : joint.ties)
    if (isIn(tie.x) && isIn(tie.y))
      part.ties.push_back(tie);
  return part;
}

/// The same, for all x of a cell.
template <class A> Piecewise<Conditioned<A>> lifted(const Piecewise<A> &f) {
  using Place = typename Conditioned<A>::Place;
  Piecewise<Conditioned<A>> all{f.isDiscrete, {}};
  for (const Piece<A> &piece : f.pieces) {
    Piece<Conditioned<A>> same;
    if (piece.low)
      same.low = Place::fixed(*piece.low);
    if (piece.high)
      same.high = Place::fixed(*piece.high);
    for (const Term<A> &term : piece.terms)
      same.terms.push_back({Place::fixed(term.rate), term.power, Conditioned<A>::constant(term.factor)});
    all.pieces.push_back(std::move(same));
  }
  return all;
}

/// What is left of \p tie if \p x is \p value.
template <class A>
void fix(Joint<A> &joint, PiecewiseAlgebra<A> &algebra, const Tie<A> &tie, std::size_t x,
         const typename A::Place &value) {
  const bool isFirst = tie.x == x;
  joint.demand(algebra, isFirst ? tie.y : tie.x, isFirst ? tie.b : tie.a,
               (isFirst ? tie.a : tie.b) * value + tie.c, tie.isStrict);
}

/// \p joint, in which x has ties alone, if \p x is somewhere in \p cell.
template <class A>
Joint<Conditioned<A>> conditionedOn(const Joint<A> &joint, std::size_t x, ConditionCell<A> &cell,
                                    Conditioned<A> &conditioned) {
  using Place = typename Conditioned<A>::Place;
  Joint<Conditioned<A>> rest{{}, {}, conditioned.number(Place(1)), false};
  for (const auto &[draw, f] : joint.functions)
    rest.functions[draw] = lifted(f);
  PiecewiseAlgebra<Conditioned<A>> algebra(conditioned);
  for (const Tie<A> &tie : joint.ties) {
    const Tie<Conditioned<A>> same{
        tie.x, tie.y, Place::fixed(tie.a), Place::fixed(tie.b), Place::fixed(tie.c), tie.isStrict};
    if (tie.x == x || tie.y == x)
      fix(rest, algebra, same, x, Place(cell));
    else
      rest.ties.push_back(same);
  }
  return rest;
}

/// \p cell, cut where a comparison turned.
template <class A> std::vector<ConditionCell<A>> parted(ConditionCell<A> cell) {
  using Place = typename A::Place;
  std::vector<Place> cuts = std::move(cell.cuts);
  llvm::sort(cuts);
  std::vector<ConditionCell<A>> parts;
  for (const Place &cut : cuts) {
    if (cell.low && A::isZero(cut - *cell.low))
      continue;
    parts.push_back({cell.isDiscrete, cell.low, cell.isDiscrete ? cut - Place(1) : cut, {}});
    cell.low = cut;
  }
  parts.push_back({cell.isDiscrete, cell.low, cell.high, {}});
  return parts;
}

} // namespace

template <class A>
std::optional<std::size_t> Elimination<A>::nextLeaf(const Joint<A> &joint,
                                                    std::optional<std::size_t> &parent) const {
  const std::set<std::size_t> draws = drawsOf(joint);
  std::optional<std::size_t> best;
  for (std::size_t draw : draws) {
    std::optional<std::size_t> neighbour;
    if (!isLeaf(joint, draws, draw, neighbour))
      continue;
    if (!best || joint.functions.at(draw).pieces.size() < joint.functions.at(*best).pieces.size()) {
      best = draw;
      parent = neighbour;
    }
  }
  return best;
}

template <class A>
bool Elimination<A>::integrateOut(Joint<A> &joint, std::size_t draw, std::optional<std::size_t> parent) {
  Step step{draw, parent, std::move(joint.functions.at(draw)), {}, {}, std::nullopt};
  joint.functions.erase(draw);
  if (!parent) {
    auto all = algebra.integral(step.f);
    if (!all)
      return false;
    joint.factor = joint.factor * *all;
    joint.isImpossible |= step.f.pieces.empty();
    steps.push_back(std::move(step));
    return true;
  }
  std::vector<Tie<A>> others;
  for (const Tie<A> &tie : joint.ties) {
    const bool isFirst = tie.x == draw;
    if (!isFirst && tie.y != draw) {
      others.push_back(tie);
      continue;
    }
    const Place &own = isFirst ? tie.a : tie.b, &other = isFirst ? tie.b : tie.a;
    Line<A> line{-other / own, -tie.c / own};
    const bool isLower = Place(0) < own;
    if (step.f.isDiscrete) {
      if (!isWhole<A>(line.slope))
        return false;
      if (isLower)
        line.offset = tie.isStrict ? A::floor(line.offset) + Place(1) : A::ceiling(line.offset);
      else
        line.offset = tie.isStrict ? A::ceiling(line.offset) - Place(1) : A::floor(line.offset);
    }
    (isLower ? step.lowers : step.uppers).push_back(line);
  }
  joint.ties = std::move(others);
  Piecewise<A> &target = joint.functions.at(*parent);
  auto message = algebra.integral(step.f, step.lowers, step.uppers, target.isDiscrete);
  if (!message || !spend(*message))
    return false;
  target = algebra.product(target, *message);
  steps.push_back(std::move(step));
  return spend(target);
}

template <class A> std::optional<typename A::Number> Elimination<A>::integral(Joint<A> joint) {
  steps.clear();
  while (!joint.functions.empty()) {
    std::optional<std::size_t> parent;
    auto leaf = nextLeaf(joint, parent);
    if (!(leaf ? integrateOut(joint, *leaf, parent) : integrateCircle(joint)))
      return std::nullopt;
    if (joint.isImpossible)
      return arithmetic.number(Place(0));
  }
  return joint.factor;
}

template <class A> bool Elimination<A>::integrateCircle(Joint<A> &joint) {
  if constexpr (isConditioned<A>) {
    return false;
  } else {
    auto found = hanging(joint);
    return found && integrateGiven(joint, found->on, found->draws);
  }
}

template <class A>
bool Elimination<A>::integrateGiven(Joint<A> &joint, std::size_t x, const std::set<std::size_t> &others) {
  if constexpr (isConditioned<A>) {
    return false;
  } else {
    Joint<A> together = restricted(joint, others, x, arithmetic.number(Place(1)));
    const Piecewise<A> before = joint.functions.at(x);
    Piecewise<A> after{before.isDiscrete, {}};
    Conditioned<A> conditioned(arithmetic);
    for (const Piece<A> &piece : before.pieces) {
      std::vector<ConditionCell<A>> cells{{before.isDiscrete, piece.low, piece.high, {}}};
      while (!cells.empty()) {
        ConditionCell<A> cell = std::move(cells.back());
        cells.pop_back();
        Elimination<Conditioned<A>> rest(conditioned, work);
        auto value = rest.integral(conditionedOn(together, x, cell, conditioned));
        if (cell.isOutside || work.isSpent())
          return false;
        if (!cell.cuts.empty()) {
          // In descending order, so that the pieces stand in ascending order in the end.
          llvm::append_range(cells, llvm::reverse(parted(std::move(cell))));
          continue;
        }
        if (!value)
          return false;
        if (rest.isEmpty())
          continue;
        const Piecewise<A> own{before.isDiscrete, {{cell.low, cell.high, piece.terms}}},
            given{before.isDiscrete, {{cell.low, cell.high, std::move(value->terms)}}};
        Piecewise<A> all = algebra.product(own, given);
        if (!spend(all))
          return false;
        llvm::append_range(after.pieces, std::move(all.pieces));
      }
    }
    joint.functions[x] = std::move(after);
    for (std::size_t draw : others)
      joint.functions.erase(draw);
    llvm::erase_if(joint.ties, [&](const Tie<A> &tie) { return others.count(tie.x) || others.count(tie.y); });
    steps.push_back({*others.begin(), x, {}, {}, {}, std::move(together)});
    return true;
  }
}

template <class A> bool Elimination<A>::isEmpty() const {
  return llvm::any_of(steps, [](const Step &step) { return step.f.pieces.empty() && !step.together; });
}

template <class A>
bool Elimination<A>::putTogether(const Joint<A> &together, std::size_t x, std::vector<Place> &point) const {
  PiecewiseAlgebra<A> own(arithmetic);
  Joint<A> there = together;
  there.ties.clear();
  for (const Tie<A> &tie : together.ties)
    if (tie.x == x || tie.y == x)
      fix(there, own, tie, x, point[x]);
    else
      there.ties.push_back(tie);
  Elimination<A> rest(arithmetic, work);
  return rest.integral(std::move(there)) && rest.putInnerPoint(point);
}

template <class A> bool Elimination<A>::putInnerPoint(std::vector<Place> &point) const {
  for (const Step &step : llvm::reverse(steps)) {
    if (step.together) {
      if (!putTogether(*step.together, *step.parent, point))
        return false;
      continue;
    }
    std::optional<Place> low, high;
    if (step.parent) {
      const Place &y = point[*step.parent];
      for (const Line<A> &line : step.lowers)
        if (!low || *low < line.at(y))
          low = line.at(y);
      for (const Line<A> &line : step.uppers)
        if (!high || line.at(y) < *high)
          high = line.at(y);
    }
    bool isFound = false;
    for (const Piece<A> &piece : step.f.pieces) {
      std::optional<Place> from = low, to = high;
      if (piece.low && (!from || *from < *piece.low))
        from = piece.low;
      if (piece.high && (!to || *piece.high < *to))
        to = piece.high;
      if (from && to && (step.f.isDiscrete ? *to < *from : !(*from < *to)))
        continue;
      isFound = true;
      if (step.f.isDiscrete)
        point[step.draw] = from ? *from : to ? *to : Place(0);
      else if (from && to)
        point[step.draw] = (*from + *to) / Place(2);
      else
        point[step.draw] = from ? *from + Place(1) : to ? *to - Place(1) : Place(0);
      break;
    }
    if (!isFound)
      return false;
  }
  return true;
}

template class Elimination<Doubles>;
template class Elimination<Intervals>;
template class Elimination<Conditioned<Doubles>>;
template class Elimination<Conditioned<Intervals>>;

} // namespace plumb::disproof
