// SPDX-License-Identifier: Apache-2.0
#include "checker/relational/summands.h"

namespace plumb::relational {

using smt::Operator;
using smt::Term;

namespace {

void add(smt::TermStore &store, Term sum, Term under, const Rational &factor, std::vector<Summand> &all) {
  const std::vector<Term> &parts = sum.arguments();
  if (sum.op() == Operator::IfThenElse) {
    add(store, parts[1], store.conjunction({under, parts[0]}), factor, all);
    add(store, parts[2], store.conjunction({under, store.negate(parts[0])}), factor, all);
  } else if (sum.op() == Operator::Add) {
    for (Term part : parts)
      add(store, part, under, factor, all);
  } else if (sum.op() == Operator::Multiply && parts[0].op() == Operator::Literal) {
    add(store, parts[1], under, factor * parts[0].number(), all);
  } else if (sum.op() != Operator::Literal || sum.number() != 0) {
    all.push_back({under, factor == 1 ? sum : store.multiply(store.literal(factor, sum.sort()), sum)});
  }
}

} // namespace

std::vector<Summand> summandsOf(smt::TermStore &store, Term sum) {
  std::vector<Summand> all;
  add(store, sum, store.boolean(true), 1, all);
  return all;
}

} // namespace plumb::relational
