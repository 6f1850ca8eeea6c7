// SPDX-License-Identifier: Apache-2.0
//===- checker/smt/mixed_sorts.h - Ints beside reals ------------*- C++ -*-===//
///
/// \file
/// Arithmetic of numbers of which some are Ints and some Reals: if one of them is a Real, all are made such.
/// For what is said of answers of several queries together; elsewhere terms have one sort.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_SMT_MIXED_SORTS_H
#define PLUMB_CHECKER_SMT_MIXED_SORTS_H

#include "checker/smt/term.h"

#include <algorithm>
#include <vector>

namespace plumb::smt {

inline Term asReal(TermStore &store, Term number) {
  return number.sort() == Sort::Real ? number : store.toReal(number);
}

inline std::vector<Term> ofOneSort(TermStore &store, std::vector<Term> numbers) {
  if (std::any_of(numbers.begin(), numbers.end(), [](Term each) { return each.sort() == Sort::Real; }))
    for (Term &number : numbers)
      number = asReal(store, number);
  return numbers;
}

inline Term mixedSum(TermStore &store, std::vector<Term> numbers) {
  return store.add(ofOneSort(store, std::move(numbers)));
}

inline Term mixedLessEqual(TermStore &store, Term a, Term b) {
  const std::vector<Term> both = ofOneSort(store, {a, b});
  return store.lessEqual(both[0], both[1]);
}

inline Term mixedEqual(TermStore &store, Term a, Term b) {
  const std::vector<Term> both = ofOneSort(store, {a, b});
  return store.equal(both[0], both[1]);
}

} // namespace plumb::smt

#endif // PLUMB_CHECKER_SMT_MIXED_SORTS_H
