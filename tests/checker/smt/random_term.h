// SPDX-License-Identifier: Apache-2.0
//===- tests/checker/smt/random_term.h - Terms of known value ---*- C++ -*-===//

#ifndef PLUMB_TESTS_CHECKER_SMT_RANDOM_TERM_H
#define PLUMB_TESTS_CHECKER_SMT_RANDOM_TERM_H

#include "checker/smt/term.h"

#include <random>
#include <vector>

namespace plumb::smt {

/// A term together with what it is worth, worked out from how it was put together: independent of
/// simplification and of Evaluation.
struct ValuedTerm {
  Term term;
  Rational value;
};

/// Random terms under one random assignment. The same seed gives the same terms.
class RandomTerms {
public:
  RandomTerms(TermStore &termStore, unsigned seed, bool withProducts = true);

  /// At most \p depth operators deep.
  ValuedTerm make(Sort sort, unsigned depth);

  /// The assignment as formulas: one equation for each variable and each application made so far.
  std::vector<Term> facts() const;
  /// The value that the assignment gives to a variable or application.
  Rational valueOf(Term application) const;

private:
  ValuedTerm leaf(Sort sort);
  ValuedTerm formula(unsigned depth);
  ValuedTerm number(Sort sort, unsigned depth);
  ValuedTerm integer(unsigned depth);
  ValuedTerm call(const ValuedTerm &argument);
  ValuedTerm apply(const Symbol &symbol, std::vector<Term> arguments, Rational value);
  Rational constant(Sort sort);
  unsigned below(unsigned bound) { return static_cast<unsigned>(generator() % bound); }

  TermStore &store;
  std::mt19937 generator;
  bool products;
  std::vector<ValuedTerm> applied;
  const Symbol *function;
};

} // namespace plumb::smt

#endif // PLUMB_TESTS_CHECKER_SMT_RANDOM_TERM_H
