// SPDX-License-Identifier: Apache-2.0
#include "checker/disproof/path_integral.h"

#include "checker/disproof/arithmetic.h"
#include "checker/disproof/closed_form.h"

#include <llvm/ADT/STLExtras.h>

namespace plumb::disproof {

template <class A> bool PathIntegral<A>::start(const witness::Path &path, State &state) {
  for (std::size_t i = 0; i < path.draws.size(); ++i) {
    const witness::Draw &draw = path.draws[i];
    if (!draw.value)
      state.functions[i] =
          algebra.density(draw.law, arithmetic.place(draw.scale), draw.sort == ir::Sort::Int);
  }
  for (const witness::Test &test : path.tests)
    if (!addTest(path, state, test.form, test.isStrict))
      return false;
  return true;
}

template <class A>
bool PathIntegral<A>::addTest(const witness::Path &, State &state, const LinearForm &form, bool isStrict) {
  const Place c = arithmetic.place(form.constant);
  if (form.terms.empty()) {
    state.isImpossible |= isStrict ? !(Place(0) < c) : c < Place(0);
    return true;
  }
  const std::size_t x = form.terms.front().draw;
  const Place a = arithmetic.place(form.terms.front().coefficient);
  if (form.terms.size() == 2) {
    state.comparisons.push_back(
        {x, form.terms[1].draw, a, arithmetic.place(form.terms[1].coefficient), c, isStrict});
    return true;
  }
  if (form.terms.size() > 2)
    return false;
  Place bound = -c / a;
  Piecewise<A> &f = state.functions.at(x);
  const bool isLower = Place(0) < a;
  if (f.isDiscrete && isLower)
    bound = isStrict ? A::floor(bound) + Place(1) : A::ceiling(bound);
  else if (f.isDiscrete)
    bound = isStrict ? A::ceiling(bound) - Place(1) : A::floor(bound);
  f = isLower ? algebra.restriction(f, bound, std::nullopt) : algebra.restriction(f, std::nullopt, bound);
  return true;
}

template <class A>
bool PathIntegral<A>::addCoupled(const witness::Path &path, const witness::Draw &draw,
                                 std::vector<State> &states) {
  std::vector<State> parted;
  LinearForm opposite = *draw.value;
  opposite.constant = -opposite.constant;
  for (LinearForm::Term &term : opposite.terms)
    term.coefficient = -term.coefficient;
  const bool isDiscrete = draw.sort == ir::Sort::Int;
  for (const Piece<A> &piece : algebra.density(draw.law, arithmetic.place(draw.scale), isDiscrete).pieces)
    for (const State &before : states) {
      State state = before;
      // The piece on the right begins with 0, the one on the left ends there or before.
      const bool isRight = piece.low.has_value(),
                 isWhole = ir::row(draw.law).support != ir::Support::AllNumbers;
      if (!addTest(path, state, isRight ? *draw.value : opposite, !isRight && !isWhole))
        return false;
      const Term<A> &density = piece.terms.front();
      state.factor = state.factor * density.factor *
                     arithmetic.exponential(density.rate * arithmetic.place(draw.value->constant));
      for (const LinearForm::Term &term : draw.value->terms)
        algebra.scale(state.functions.at(term.draw), density.rate * arithmetic.place(term.coefficient),
                      arithmetic.number(Place(1)));
      parted.push_back(std::move(state));
    }
  states = std::move(parted);
  return true;
}

template <class A> bool PathIntegral<A>::addDensities(const witness::Path &path, std::vector<State> &states) {
  for (const witness::Draw &draw : path.draws) {
    if (!draw.value)
      continue;
    if (draw.value->terms.size() > 1) {
      if (!addCoupled(path, draw, states))
        return false;
      continue;
    }
    const Piecewise<A> density =
        algebra.density(draw.law, arithmetic.place(draw.scale), draw.sort == ir::Sort::Int);
    const Place constant = arithmetic.place(draw.value->constant);
    for (State &state : states) {
      if (draw.value->terms.empty()) {
        state.factor = state.factor * algebra.value(density, constant);
        continue;
      }
      const LinearForm::Term &term = draw.value->terms.front();
      Piecewise<A> &f = state.functions.at(term.draw);
      f = algebra.product(
          f, algebra.composition(density, {arithmetic.place(term.coefficient), constant}, f.isDiscrete));
      if (!spend(f))
        return false;
    }
  }
  return true;
}

template <class A>
std::optional<std::size_t> PathIntegral<A>::nextLeaf(const State &state,
                                                     std::optional<std::size_t> &parent) const {
  std::optional<std::size_t> best;
  for (const auto &[draw, f] : state.functions) {
    std::optional<std::size_t> neighbour;
    bool isLeaf = true;
    for (const Comparison &comparison : state.comparisons) {
      if (comparison.x != draw && comparison.y != draw)
        continue;
      std::size_t other = comparison.x == draw ? comparison.y : comparison.x;
      isLeaf &= !neighbour || *neighbour == other;
      neighbour = other;
    }
    // A sum between bounds that are real is no sum of pieces.
    if (!isLeaf || (neighbour && f.isDiscrete && !isDiscrete(state, *neighbour)))
      continue;
    if (!best || f.pieces.size() < state.functions.at(*best).pieces.size()) {
      best = draw;
      parent = neighbour;
    }
  }
  return best;
}

template <class A>
bool PathIntegral<A>::integrateOut(State &state, std::size_t draw, std::optional<std::size_t> parent) {
  Elimination step{draw, parent, std::move(state.functions.at(draw)), {}, {}};
  state.functions.erase(draw);
  if (!parent) {
    auto all = algebra.integral(step.f);
    if (!all)
      return false;
    state.factor = state.factor * *all;
    state.isImpossible |= step.f.pieces.empty();
    eliminations.push_back(std::move(step));
    return true;
  }
  std::vector<Comparison> others;
  for (const Comparison &comparison : state.comparisons) {
    const bool isFirst = comparison.x == draw;
    if (!isFirst && comparison.y != draw) {
      others.push_back(comparison);
      continue;
    }
    const Place &own = isFirst ? comparison.a : comparison.b, &other = isFirst ? comparison.b : comparison.a;
    Line<A> line{-other / own, -comparison.c / own};
    const bool isLower = Place(0) < own;
    if (step.f.isDiscrete) {
      if (!A::isZero(line.slope * line.slope - Place(1)))
        return false;
      if (isLower)
        line.offset = comparison.isStrict ? A::floor(line.offset) + Place(1) : A::ceiling(line.offset);
      else
        line.offset = comparison.isStrict ? A::ceiling(line.offset) - Place(1) : A::floor(line.offset);
    }
    (isLower ? step.lowers : step.uppers).push_back(line);
  }
  state.comparisons = std::move(others);
  Piecewise<A> &target = state.functions.at(*parent);
  auto message = algebra.integral(step.f, step.lowers, step.uppers, target.isDiscrete);
  if (!message || !spend(*message))
    return false;
  target = algebra.product(target, *message);
  eliminations.push_back(std::move(step));
  return spend(target);
}

template <class A> std::optional<typename A::Number> PathIntegral<A>::eliminate(State state) {
  eliminations.clear();
  while (!state.functions.empty()) {
    std::optional<std::size_t> parent;
    auto leaf = nextLeaf(state, parent);
    if (!leaf || !integrateOut(state, *leaf, parent))
      return std::nullopt;
    if (state.isImpossible)
      return arithmetic.number(Place(0));
  }
  return state.factor;
}

template <class A>
std::optional<typename PathIntegral<A>::Likelihood> PathIntegral<A>::likelihood(const witness::Path &path) {
  closedPoint.reset();
  if (!llvm::all_of(path.draws, [](const witness::Draw &draw) { return hasExponentialDensity(draw.law); })) {
    auto form = work.spend(1 + path.draws.size()) ? closedForm(arithmetic, path) : std::nullopt;
    if (!form)
      return std::nullopt;
    closedPoint = std::move(form->point);
    return Likelihood{form->isImpossible, std::move(form->value)};
  }
  Likelihood all{true, arithmetic.number(Place(0))};
  std::vector<State> states{{{}, {}, arithmetic.number(arithmetic.place(path.jacobian)), false}};
  if (!start(path, states.front()) || !addDensities(path, states))
    return std::nullopt;
  std::vector<Elimination> inside;
  for (State &state : states) {
    if (state.isImpossible)
      continue;
    auto part = eliminate(std::move(state));
    if (!part)
      return std::nullopt;
    bool isEmpty = false;
    for (const Elimination &step : eliminations)
      isEmpty |= step.f.pieces.empty();
    if (isEmpty)
      continue;
    all.isImpossible = false;
    all.value = all.value + *part;
    inside = eliminations;
  }
  eliminations = std::move(inside);
  return all;
}

template <class A>
std::optional<std::vector<typename A::Place>> PathIntegral<A>::innerPoint(const witness::Path &path) const {
  if (closedPoint)
    return closedPoint;
  std::vector<Place> point(path.draws.size(), Place(0));
  for (const Elimination &step : llvm::reverse(eliminations)) {
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
      return std::nullopt;
  }
  for (std::size_t i = 0; i < path.draws.size(); ++i)
    if (path.draws[i].value) {
      point[i] = arithmetic.place(path.draws[i].value->constant);
      for (const LinearForm::Term &term : path.draws[i].value->terms)
        point[i] = point[i] + arithmetic.place(term.coefficient) * point[term.draw];
    }
  return point;
}

template class PathIntegral<Doubles>;
template class PathIntegral<Intervals>;

} // namespace plumb::disproof
