// SPDX-License-Identifier: Apache-2.0
#include "checker/noise/distribution.h"

#include <algorithm>
#include <cassert>
#include <llvm/Support/ErrorHandling.h>

namespace plumb::noise {

using ir::Rate;
using smt::Term;

// Each is defined in the file of its law; the linker misses a law without one.
#define LAW(id, ...) template <> const Distribution &distributionOf<ir::Law::id>();
#include "frontend/ir/laws.def"
#undef LAW

Enclosure Distribution::density(const Rational &) const {
  llvm_unreachable("a law over the reals has a density");
}

Enclosure Distribution::mass(const Integer &, const Rational &) const {
  llvm_unreachable("a law over the integers has masses");
}

const Distribution &distribution(ir::Law law) {
  switch (law) {
#define LAW(id, ...)                                                                                         \
  case ir::Law::id:                                                                                          \
    return distributionOf<ir::Law::id>();
#include "frontend/ir/laws.def"
#undef LAW
  }
  llvm_unreachable("a law without a distribution");
}

Term inSupport(smt::TermStore &store, ir::Law law, Term draw) {
  Term zero = store.literal(0, draw.sort());
  switch (ir::row(law).support) {
  case ir::Support::AllNumbers:
    return store.boolean(true);
  case ir::Support::NonNegative:
    return store.lessEqual(zero, draw);
  case ir::Support::NonPositive:
    return store.lessEqual(draw, zero);
  }
  llvm_unreachable("all supports are handled");
}

bool hasForbiddenDirection(ir::Law law) {
  return !ir::row(law).up.isBounded() || !ir::row(law).down.isBounded();
}

Term mayBeMoved(smt::TermStore &store, ir::Law law, Term shift) {
  Term zero = store.literal(0, shift.sort());
  const ir::LawRow &row = ir::row(law);
  return store.conjunction({row.up.isBounded() ? store.boolean(true) : store.lessEqual(shift, zero),
                            row.down.isBounded() ? store.boolean(true) : store.lessEqual(zero, shift)});
}

Term movedBy(smt::TermStore &store, ir::Law law, Term shift) {
  const ir::LawRow &row = ir::row(law);
  assert((row.up.isBounded() || row.down.isBounded()) && "nothing can be aligned with such a law");
  const Rational up = (row.up.isBounded() ? row.up : row.down).value();
  const Rational down = (row.down.isBounded() ? row.down : row.up).value();
  if (shift.sort() == smt::Sort::Int && !(isIntegral(up) && isIntegral(down)))
    shift = store.toReal(shift);
  const auto times = [&](const Rational &rate, Term amount) {
    return rate == 1 ? amount : store.multiply(store.literal(rate, shift.sort()), amount);
  };
  if (up == down)
    return times(up, store.absolute(shift));
  return store.ite(store.lessEqual(store.literal(0, shift.sort()), shift), times(up, shift),
                   times(down, store.minus(shift)));
}

Rational largestRate(ir::Law law) {
  const ir::LawRow &row = ir::row(law);
  return std::max(row.up.isBounded() ? row.up.value() : Rational(0),
                  row.down.isBounded() ? row.down.value() : Rational(0));
}

} // namespace plumb::noise
