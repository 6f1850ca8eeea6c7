// SPDX-License-Identifier: Apache-2.0
#include "checker/smt/term.h"

#include <cassert>
#include <unordered_set>

namespace plumb::smt {

namespace {

bool isTrue(Term term) {
  return term.op() == Operator::True;
}
bool isFalse(Term term) {
  return term.op() == Operator::False;
}

/// The distinct operands of an And or Or, nested ones of the same operator opened, in order.
std::vector<Term> flattened(Operator op, const std::vector<Term> &terms) {
  std::vector<Term> flat;
  std::unordered_set<Term, TermHash> seen;
  auto append = [&](Term term) {
    if (seen.insert(term).second)
      flat.push_back(term);
  };
  for (Term term : terms) {
    assert(term.sort() == Sort::Bool && "a connective joins formulas");
    if (term.op() != op) {
      append(term);
      continue;
    }
    // One level is enough: no And made here has an And as operand.
    for (Term operand : term.arguments())
      append(operand);
  }
  return flat;
}

} // namespace

Term TermStore::negate(Term a) {
  assert(a.sort() == Sort::Bool && "only a formula is negated");
  if (isTrue(a) || isFalse(a))
    return boolean(isFalse(a));
  if (a.op() == Operator::Not)
    return a.arguments()[0];
  return intern(Operator::Not, Sort::Bool, {a});
}

// The unit of And is true and its zero false; of Or the other way round.
Term TermStore::junction(Operator op, const std::vector<Term> &terms) {
  const Term unit = boolean(op == Operator::And);
  const Term zero = boolean(op == Operator::Or);
  std::vector<Term> operands = flattened(op, terms);
  std::erase(operands, unit);
  for (Term operand : operands)
    if (operand == zero)
      return zero;
  if (operands.empty())
    return unit;
  if (operands.size() == 1)
    return operands[0];
  return intern(op, Sort::Bool, std::move(operands));
}

Term TermStore::conjunction(std::vector<Term> terms) {
  return junction(Operator::And, terms);
}

Term TermStore::disjunction(std::vector<Term> terms) {
  return junction(Operator::Or, terms);
}

Term TermStore::implies(Term a, Term b) {
  assert(a.sort() == Sort::Bool && b.sort() == Sort::Bool && "an implication joins formulas");
  if (isFalse(a) || isTrue(b) || a == b)
    return boolean(true);
  if (isTrue(a))
    return b;
  if (isFalse(b))
    return negate(a);
  return intern(Operator::Implies, Sort::Bool, {a, b});
}

Term TermStore::ite(Term condition, Term whenTrue, Term whenFalse) {
  assert(condition.sort() == Sort::Bool && "a condition is a formula");
  assert(whenTrue.sort() == whenFalse.sort() && "both branches have one sort");
  if (isTrue(condition) || whenTrue == whenFalse)
    return whenTrue;
  if (isFalse(condition))
    return whenFalse;
  // (c ? true : b) = (c or b) and its three siblings.
  if (isTrue(whenTrue))
    return disjunction({condition, whenFalse});
  if (isFalse(whenTrue))
    return conjunction({negate(condition), whenFalse});
  if (isTrue(whenFalse))
    return disjunction({negate(condition), whenTrue});
  if (isFalse(whenFalse))
    return conjunction({condition, whenTrue});
  return intern(Operator::IfThenElse, whenTrue.sort(), {condition, whenTrue, whenFalse});
}

Term TermStore::equal(Term a, Term b) {
  assert(a.sort() == b.sort() && "an equation has one sort on both sides");
  if (a == b)
    return boolean(true);
  if (a.op() == Operator::Literal && b.op() == Operator::Literal)
    return boolean(false); // of one sort, and not the same node
  if (isTrue(a) || isTrue(b))
    return isTrue(a) ? b : a;
  if (isFalse(a) || isFalse(b))
    return negate(isFalse(a) ? b : a);
  // One spelling of both orders, so that a = b and b = a are the same node.
  return a.id() < b.id() ? intern(Operator::Equal, Sort::Bool, {a, b})
                         : intern(Operator::Equal, Sort::Bool, {b, a});
}

} // namespace plumb::smt
