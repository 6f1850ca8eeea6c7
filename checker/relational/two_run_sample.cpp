// SPDX-License-Identifier: Apache-2.0
#include "checker/noise/distribution.h"
#include "checker/relational/record_amounts.h"
#include "checker/relational/two_run.h"
#include "checker/relational/walk.h"

#include <algorithm>
#include <cassert>

namespace plumb::relational {

using smt::Term;

namespace {

/// A real number that the program assigns may be compared with what has been spent.
bool keepsBudget(Context context) {
  const auto &variables = context.symbols.neighbourhood().variables;
  return std::any_of(variables.begin(), variables.end(), [](const auto &variable) {
    return variable->role == ir::Variable::Role::Local && variable->sort == ir::Sort::Real &&
           !variable->isArray();
  });
}

/// moved <= u implies that it costs no more than u: for each amount u that one draw is likely to be moved by.
/// A sum of products is compared with others term by term then.
void boundCharge(Context context, State &state, const ir::Sample &sample, Term moved,
                 const RationalFunction &scale) {
  auto &store = context.store;
  const Term each = chargeFor(context, store.real(1), scale), charge = chargeFor(context, moved, scale);
  for (const MovementBound &unit : likelyAmounts(context))
    for (int multiple : {1, 2}) {
      const Rational most = noise::largestRate(sample.law) * multiple;
      const Term amount = context.products.term(Polynomial::constant(most) * unit.value, smt::Sort::Real);
      // May be assumed: a product with a factor that is not negative grows with the other.
      state.know(store.implies(store.conjunction(
                                   {store.lessEqual(store.real(0), each), store.lessEqual(moved, amount)}),
                               store.lessEqual(charge, chargeFor(context, amount, scale))),
                 Reason::of(Reason::Kind::Movement, sample));
    }
}

/// Positive numbers that premises about all elements of arrays name, such as 2 in `s[i] >= 2`; 1 aside, which
/// products are compared with anyway.
std::vector<Rational> namedOfElements(Context context) {
  std::vector<Rational> named;
  for (const auto &premise : context.symbols.neighbourhood().requirements)
    if (llvm::isa<ir::Forall>(premise.get()))
      forEachExpression(*premise, [&](const ir::Expression &part) {
        const auto *number = llvm::dyn_cast<ir::Number>(&part);
        if (number && number->value > 0 && number->value != 1 &&
            std::find(named.begin(), named.end(), number->value) == named.end())
          named.push_back(number->value);
      });
  return named;
}

/// For each factor of a scale that is an element of which a premise says that it is at least a number: what
/// is moved by 1 costs no more than with that number in its place.
void boundChargeByElements(Context context, State &state, const ir::Sample &sample,
                           const RationalFunction &scale) {
  auto &store = context.store;
  const Term each = chargeFor(context, store.real(1), scale);
  for (Term factor : scale.numerator.commonFactor())
    for (const Rational &number : namedOfElements(context)) {
      RationalFunction least{scale.numerator.dividedBy({factor}) * Polynomial::constant(number),
                             scale.denominator};
      const Term atLeast = store.lessEqual(store.literal(number, factor.sort()), factor);
      // May be assumed: the factor is positive then, and a quotient falls where its divisor grows.
      state.know(store.implies(store.conjunction({store.lessEqual(store.real(0), each), atLeast}),
                               store.lessEqual(each, chargeFor(context, store.real(1), least))),
                 Reason::of(Reason::Kind::Movement, sample));
    }
}

/// Noise for a sum that is clipped at c has a scale in proportion to c. For each factor of a scale: moved <=
/// factor implies that it costs no more than the rest of the scale says.
void boundChargeByFactors(Context context, State &state, const ir::Sample &sample, Term moved,
                          const RationalFunction &scale) {
  auto &store = context.store;
  const Term zero = store.real(0);
  const Term each = chargeFor(context, store.real(1), scale), charge = chargeFor(context, moved, scale);
  Monomial factors = scale.numerator.commonFactor();
  factors.erase(std::unique(factors.begin(), factors.end()), factors.end());
  for (Term factor : factors) {
    const RationalFunction rest{scale.numerator.dividedBy({factor}), scale.denominator};
    // May be assumed: moved / (factor * rest) grows with moved, and factor / factor is 1.
    state.know(store.implies(store.conjunction({store.lessEqual(zero, each), store.less(zero, factor),
                                                store.lessEqual(moved, factor)}),
                             store.lessEqual(charge, chargeFor(context, store.real(1), rest))),
               Reason::of(Reason::Kind::Movement, sample));
  }
}

} // namespace

/// The theorem's conditions at one sample: the same law with the same positive scale in both runs, the
/// aligned draw in the support and moved where its law bounds the cost, and that cost on the account of its
/// scale.
void TwoRun::sample(const ir::Sample &sample, State state, const Continuation &next) {
  auto &store = context.store;
  const ir::Variable &target = sample.target;
  Evaluator evaluator(context, state);
  std::vector<Term> indices;
  for (const auto &index : sample.indices)
    indices.push_back(evaluator.program(*index, Side::First));
  Term scale = evaluator.program(*sample.scale, Side::First);
  Term scaleSecond = pairs() ? evaluator.program(*sample.scale, Side::Second) : scale;
  proveDefined(state, evaluator, sample);
  // Before there is a draw: the scale may read the one before it.
  const RationalFunction scaleHere = scaleAt(sample, state, scale);

  Term draw = context.symbols.hasNamedDraws(target) ? context.symbols.draw(target, indices)
                                                    : store.freshVariable(target.name, sortOf(target.sort));
  if (!context.symbols.hasNamedDraws(target))
    context.symbols.vocabulary().add(draw, Reading::of(target));
  samples.emplace(draw.id(), &sample);
  // May be assumed: a draw of the first run lies in the support of its law, but for a set of measure 0.
  state.know(noise::inSupport(store, sample.law, draw), Reason::of(Reason::Kind::Law, sample));
  write(state, Side::First, target, indices, draw);
  state.sites.push_back(&sample);
  // Of stated differences it is asked below, as there each data set is its own neighbour.
  if (mode == Mode::Meaning || (!pairs() && context.symbols.neighbourhood().recordAdjacency))
    prove(state, Condition::SameLaw, target.name, sample.scale->range(), positive(scaleHere));
  if (!pairs())
    return next(std::move(state));

  assert(sample.aligned && "the prover is given no alignment that is left open");
  Term aligned = evaluator.relational(*sample.aligned);
  Term shift =
      context.products.term(context.products.expand(aligned) - context.products.expand(draw), draw.sort());
  foundShifts.push_back({&sample, draw, shift, evaluator.readUndrawn(), state.drawn});
  context.symbols.vocabulary().add(NamedDifference{shift, draw, &target, indices, true});
  state.drawn.insert(draw.id());
  write(state, Side::Second, target, indices, aligned);

  prove(state, Condition::SameLaw, target.name, sample.scale->range(),
        store.conjunction({store.equal(scale, scaleSecond), positive(scaleHere)}));
  prove(state, Condition::Support, target.name, sample.aligned->range(),
        noise::inSupport(store, sample.law, aligned));
  if (noise::hasForbiddenDirection(sample.law))
    prove(state, Condition::Direction, target.name, sample.aligned->range(),
          noise::mayBeMoved(store, sample.law, shift));
  Term moved = noise::movedBy(store, sample.law, shift);
  boundMovement(state, sample, shift, moved);
  moved = moved.sort() == smt::Sort::Int ? store.toReal(moved) : moved;
  const std::optional<std::size_t> position = context.scales.of(sample);
  // Of a scale of 0, which is refused, nothing is divided.
  if ((!position && !scaleHere.numerator.isZero()) || keepsBudget(context))
    boundCharge(context, state, sample, moved, scaleHere);
  if (position)
    state.moved[*position] = store.add(state.moved[*position], moved);
  else if (!(moved == store.real(0))) { // What is not moved costs nothing, whatever its scale.
    boundChargeByFactors(context, state, sample, moved, scaleHere);
    boundChargeByElements(context, state, sample, scaleHere);
    state.otherCost = store.add(state.otherCost, chargeFor(context, moved, scaleHere));
  }
  next(std::move(state));
}

/// -u <= shift <= u implies moved <= c u, for the largest rate c of the law: so that sums of many need no
/// case for each sign.
void TwoRun::boundMovement(State &state, const ir::Sample &sample, Term shift, Term moved) {
  auto &store = context.store;
  const Rational rate = noise::largestRate(sample.law);
  for (const MovementBound &unit : likelyAmounts(context)) {
    Polynomial amount = unit.value;
    for (int multiple : {1, 2}) {
      Term bound = context.products.term(Polynomial::constant(multiple) * amount, smt::Sort::Real);
      Term charged = context.products.term(Polynomial::constant(rate * multiple) * amount, smt::Sort::Real);
      auto real = [&](Term term) { return term.sort() == smt::Sort::Int ? store.toReal(term) : term; };
      // May be assumed: true of every shift, by the definition of `moved`; |shift| <= u implies c|shift| <= c
      // u.
      state.know(store.implies(store.conjunction({store.lessEqual(store.minus(bound), real(shift)),
                                                  store.lessEqual(real(shift), bound)}),
                               store.lessEqual(real(moved), charged)),
                 Reason::of(Reason::Kind::Movement, sample));
    }
  }
}

/// The scale as a function of parameters, or of whatever it reads in the first run.
RationalFunction TwoRun::scaleAt(const ir::Sample &sample, State &state, Term scale) {
  if (auto position = context.scales.of(sample))
    return context.scales.all()[*position].value;
  Evaluator evaluator(context, state);
  auto value = rationalFunctionOfValues(
      *sample.scale, context.symbols, context.products, context.store,
      [&](const ir::Expression &part) { return evaluator.program(part, Side::First); });
  return value.value_or(RationalFunction{context.products.expand(scale), Polynomial::constant(1)});
}

/// N / D > 0: both are positive, which needs no division.
Term TwoRun::positive(const RationalFunction &scale) {
  auto &store = context.store;
  Term zero = store.real(0);
  return store.conjunction({store.less(zero, context.products.term(scale.numerator, smt::Sort::Real)),
                            store.less(zero, context.products.term(scale.denominator, smt::Sort::Real))});
}

} // namespace plumb::relational
