// SPDX-License-Identifier: Apache-2.0
#include "checker/disproof/path_integral.h"

#include "checker/disproof/arithmetic.h"
#include "checker/disproof/closed_form.h"

#include <llvm/ADT/STLExtras.h>

namespace plumb::disproof {

namespace {

/// \p path as far as it is about the draws that \p isIn: the others are free, and in no test. Nothing if a
/// test or a value has draws of both kinds.
std::optional<witness::Path> partOf(const witness::Path &path, llvm::function_ref<bool(std::size_t)> isIn) {
  const auto count = [&](const LinearForm &form) {
    return llvm::count_if(form.terms, [&](const LinearForm::Term &term) { return isIn(term.draw); });
  };
  witness::Path part{path.draws, {}, path.jacobian};
  for (std::size_t i = 0; i < part.draws.size(); ++i) {
    auto &value = part.draws[i].value;
    if (value && static_cast<std::size_t>(count(*value)) != (isIn(i) ? value->terms.size() : 0))
      return std::nullopt;
    if (!isIn(i))
      value.reset();
  }
  for (const witness::Test &test : path.tests) {
    const std::size_t own = count(test.form);
    if (own != 0 && own != test.form.terms.size())
      return std::nullopt;
    if (own != 0)
      part.tests.push_back(test);
  }
  return part;
}

} // namespace

template <class A> bool PathIntegral<A>::start(const witness::Path &path, Joint<A> &joint) {
  for (std::size_t i = 0; i < path.draws.size(); ++i) {
    const witness::Draw &draw = path.draws[i];
    if (!draw.value && hasExponentialDensity(draw.law))
      joint.functions[i] =
          algebra.density(draw.law, arithmetic.place(draw.scale), draw.sort == ir::Sort::Int);
  }
  for (const witness::Test &test : path.tests)
    if (!addTest(joint, test.form, test.isStrict))
      return false;
  return true;
}

template <class A> bool PathIntegral<A>::addTest(Joint<A> &joint, const LinearForm &form, bool isStrict) {
  const Place c = arithmetic.place(form.constant);
  if (form.terms.empty()) {
    joint.isImpossible |= isStrict ? !(Place(0) < c) : c < Place(0);
    return true;
  }
  const std::size_t x = form.terms.front().draw;
  const Place a = arithmetic.place(form.terms.front().coefficient);
  if (form.terms.size() == 1)
    joint.demand(algebra, x, a, c, isStrict);
  else if (form.terms.size() == 2)
    joint.ties.push_back(
        {x, form.terms[1].draw, a, arithmetic.place(form.terms[1].coefficient), c, isStrict});
  return form.terms.size() <= 2;
}

template <class A>
bool PathIntegral<A>::addCoupled(const witness::Draw &draw, std::vector<Joint<A>> &joints) {
  std::vector<Joint<A>> parted;
  LinearForm opposite = *draw.value;
  opposite.constant = -opposite.constant;
  for (LinearForm::Term &term : opposite.terms)
    term.coefficient = -term.coefficient;
  const bool isDiscrete = draw.sort == ir::Sort::Int;
  for (const Piece<A> &piece : algebra.density(draw.law, arithmetic.place(draw.scale), isDiscrete).pieces)
    for (const Joint<A> &before : joints) {
      Joint<A> joint = before;
      // The piece on the right begins with 0, the one on the left ends there or before.
      const bool isRight = piece.low.has_value(),
                 isWhole = ir::row(draw.law).support != ir::Support::AllNumbers;
      if (!addTest(joint, isRight ? *draw.value : opposite, !isRight && !isWhole))
        return false;
      const Term<A> &density = piece.terms.front();
      joint.factor = joint.factor * density.factor *
                     arithmetic.exponential(density.rate * arithmetic.place(draw.value->constant));
      for (const LinearForm::Term &term : draw.value->terms)
        algebra.scale(joint.functions.at(term.draw), density.rate * arithmetic.place(term.coefficient),
                      arithmetic.number(Place(1)));
      parted.push_back(std::move(joint));
    }
  joints = std::move(parted);
  return true;
}

template <class A>
bool PathIntegral<A>::addDensities(const witness::Path &path, std::vector<Joint<A>> &joints) {
  for (const witness::Draw &draw : path.draws) {
    if (!draw.value)
      continue;
    if (draw.value->terms.size() > 1) {
      if (!addCoupled(draw, joints))
        return false;
      continue;
    }
    const Piecewise<A> density =
        algebra.density(draw.law, arithmetic.place(draw.scale), draw.sort == ir::Sort::Int);
    const Place constant = arithmetic.place(draw.value->constant);
    for (Joint<A> &joint : joints) {
      if (draw.value->terms.empty()) {
        joint.factor = joint.factor * algebra.value(density, constant);
        continue;
      }
      const LinearForm::Term &term = draw.value->terms.front();
      Piecewise<A> &f = joint.functions.at(term.draw);
      f = algebra.product(
          f, algebra.composition(density, {arithmetic.place(term.coefficient), constant}, f.isDiscrete));
      if (!Elimination<A>(arithmetic, work).spend(f))
        return false;
    }
  }
  return true;
}

template <class A>
std::optional<typename PathIntegral<A>::Likelihood> PathIntegral<A>::likelihood(const witness::Path &path) {
  if (!llvm::all_of(path.draws, [](const witness::Draw &draw) { return hasExponentialDensity(draw.law); }))
    return withClosedForm(path);
  closedPoint.reset();
  return integrated(path);
}

/// \pre draws of other laws are free, and in no test.
template <class A>
std::optional<typename PathIntegral<A>::Likelihood> PathIntegral<A>::integrated(const witness::Path &path) {
  Likelihood all{true, arithmetic.number(Place(0))};
  std::vector<Joint<A>> joints{{{}, {}, arithmetic.number(arithmetic.place(path.jacobian)), false}};
  if (!start(path, joints.front()) || !addDensities(path, joints))
    return std::nullopt;
  inside.reset();
  for (Joint<A> &joint : joints) {
    if (joint.isImpossible)
      continue;
    Elimination<A> elimination(arithmetic, work);
    auto part = elimination.integral(std::move(joint));
    if (!part)
      return std::nullopt;
    if (elimination.isEmpty())
      continue;
    all.isImpossible = false;
    all.value = all.value + *part;
    inside.emplace(std::move(elimination));
  }
  return all;
}

/// Draws that nothing ties to each other are as likely as the product says.
template <class A>
std::optional<typename PathIntegral<A>::Likelihood>
PathIntegral<A>::withClosedForm(const witness::Path &path) {
  const auto isExponential = [&](std::size_t i) { return hasExponentialDensity(path.draws[i].law); };
  const auto closed = partOf(path, [&](std::size_t i) { return !isExponential(i); });
  std::optional<witness::Path> others = partOf(path, isExponential);
  if (!closed || !others || !work.spend(1 + path.draws.size()))
    return std::nullopt;
  auto form = closedForm(arithmetic, *closed);
  if (!form)
    return std::nullopt;
  // The jacobian is counted once.
  others->jacobian = 1;
  const auto rest = integrated(*others);
  if (!rest)
    return std::nullopt;
  closedPoint = std::move(form->point);
  return Likelihood{form->isImpossible || rest->isImpossible, form->value * rest->value};
}

template <class A>
std::optional<std::vector<typename A::Place>> PathIntegral<A>::innerPoint(const witness::Path &path) const {
  std::vector<Place> point(path.draws.size(), Place(0));
  if (inside && !inside->putInnerPoint(point))
    return std::nullopt;
  for (std::size_t i = 0; i < path.draws.size(); ++i)
    if (path.draws[i].value) {
      point[i] = arithmetic.place(path.draws[i].value->constant);
      for (const LinearForm::Term &term : path.draws[i].value->terms)
        point[i] = point[i] + arithmetic.place(term.coefficient) * point[term.draw];
    }
  for (std::size_t i = 0; closedPoint && i < path.draws.size(); ++i)
    if (!hasExponentialDensity(path.draws[i].law))
      point[i] = (*closedPoint)[i];
  return point;
}

template class PathIntegral<Doubles>;
template class PathIntegral<Intervals>;

} // namespace plumb::disproof
