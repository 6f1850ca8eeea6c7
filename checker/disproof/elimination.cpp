// SPDX-License-Identifier: Apache-2.0
#include "checker/disproof/elimination.h"

#include "checker/disproof/arithmetic.h"
#include "checker/disproof/conditioned.h"

#include <llvm/ADT/STLExtras.h>
#include <set>
#include <type_traits>

namespace plumb::disproof {

namespace {

template <class A> constexpr bool isConditioned = false;
template <class A> constexpr bool isConditioned<Conditioned<A>> = true;

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
  }
  // A sum between bounds that are real is no sum of pieces.
  return !parent || !joint.functions.at(draw).isDiscrete || joint.functions.at(*parent).isDiscrete;
}

template <class A> std::set<std::size_t> drawsOf(const Joint<A> &joint) {
  std::set<std::size_t> draws;
  for (const auto &[draw, f] : joint.functions)
    draws.insert(draw);
  return draws;
}

/// The first draw without which leaves can be taken until nothing is left.
template <class A> std::optional<std::size_t> cutOf(const Joint<A> &joint) {
  const std::set<std::size_t> all = drawsOf(joint);
  for (std::size_t x : all) {
    std::set<std::size_t> left = all;
    left.erase(x);
    for (bool isTaken = true; isTaken;) {
      isTaken = false;
      for (std::size_t draw : left) {
        std::optional<std::size_t> parent;
        if (!isLeaf(joint, left, draw, parent))
          continue;
        left.erase(draw);
        isTaken = true;
        break;
      }
    }
    if (left.empty())
      return x;
  }
  return std::nullopt;
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

/// \p joint if \p x is somewhere in \p cell.
template <class A>
Joint<Conditioned<A>> conditionedOn(const Joint<A> &joint, std::size_t x, ConditionCell<A> &cell,
                                    Conditioned<A> &conditioned) {
  using Place = typename Conditioned<A>::Place;
  Joint<Conditioned<A>> rest{{}, {}, conditioned.number(Place(1)), false};
  for (const auto &[draw, f] : joint.functions)
    if (draw != x)
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
  Step step{draw, parent, std::move(joint.functions.at(draw)), {}, {}, {}};
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
      if (!A::isZero(line.slope * line.slope - Place(1)))
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
    if (!leaf)
      return throughCircle(std::move(joint));
    if (!integrateOut(joint, *leaf, parent))
      return std::nullopt;
    if (joint.isImpossible)
      return arithmetic.number(Place(0));
  }
  return joint.factor;
}

template <class A> std::optional<typename A::Number> Elimination<A>::throughCircle(Joint<A> joint) {
  if constexpr (isConditioned<A>) {
    return std::nullopt;
  } else {
    auto x = cutOf(joint);
    return x ? given(joint, *x) : std::nullopt;
  }
}

template <class A>
std::optional<typename A::Number> Elimination<A>::given(const Joint<A> &joint, std::size_t x) {
  if constexpr (isConditioned<A>) {
    return std::nullopt;
  } else {
    const Piecewise<A> &f = joint.functions.at(x);
    Number sum = arithmetic.number(Place(0));
    Conditioned<A> conditioned(arithmetic);
    std::optional<Place> inside;
    for (const Piece<A> &piece : f.pieces) {
      std::vector<ConditionCell<A>> cells{{f.isDiscrete, piece.low, piece.high, {}}};
      while (!cells.empty()) {
        ConditionCell<A> cell = std::move(cells.back());
        cells.pop_back();
        Elimination<Conditioned<A>> rest(conditioned, work);
        auto value = rest.integral(conditionedOn(joint, x, cell, conditioned));
        if (cell.isOutside || work.isSpent())
          return std::nullopt;
        if (!cell.cuts.empty()) {
          llvm::append_range(cells, parted(std::move(cell)));
          continue;
        }
        if (!value)
          return std::nullopt;
        if (rest.isEmpty())
          continue;
        if (!inside)
          inside = cell.inner();
        const Piecewise<A> own{f.isDiscrete, {{cell.low, cell.high, piece.terms}}},
            others{f.isDiscrete, {{cell.low, cell.high, std::move(value->terms)}}};
        const Piecewise<A> all = algebra.product(own, others);
        auto part = spend(all) ? algebra.integral(all) : std::nullopt;
        if (!part)
          return std::nullopt;
        sum = sum + *part;
      }
    }
    Step step{x, std::nullopt, {f.isDiscrete, {}}, {}, {}, inside};
    if (inside) {
      Joint<A> there{joint.functions, {}, arithmetic.number(Place(1)), false};
      there.functions.erase(x);
      for (const Tie<A> &tie : joint.ties)
        if (tie.x == x || tie.y == x)
          fix(there, algebra, tie, x, *inside);
        else
          there.ties.push_back(tie);
      Elimination<A> rest(arithmetic, work);
      if (!rest.integral(std::move(there)))
        return std::nullopt;
      llvm::append_range(steps, std::move(rest.steps));
    }
    steps.push_back(std::move(step));
    return joint.factor * sum;
  }
}

template <class A> bool Elimination<A>::isEmpty() const {
  return llvm::any_of(steps, [](const Step &step) { return step.f.pieces.empty() && !step.at; });
}

template <class A> bool Elimination<A>::putInnerPoint(std::vector<Place> &point) const {
  for (const Step &step : llvm::reverse(steps)) {
    if (step.at) {
      point[step.draw] = *step.at;
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
