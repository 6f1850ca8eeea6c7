// SPDX-License-Identifier: Apache-2.0
#include "checker/smt/subterms.h"

#include <algorithm>
#include <cassert>
#include <unordered_set>

namespace plumb::smt {

std::vector<Term> subterms(const std::vector<Term> &roots) {
  std::unordered_set<Term, TermHash> seen;
  std::vector<Term> pending = roots;
  std::vector<Term> found;
  while (!pending.empty()) {
    Term term = pending.back();
    pending.pop_back();
    if (!seen.insert(term).second)
      continue;
    found.push_back(term);
    pending.insert(pending.end(), term.arguments().begin(), term.arguments().end());
  }
  std::sort(found.begin(), found.end(), [](Term a, Term b) { return a.id() < b.id(); });
  return found;
}

std::vector<Term> applications(const std::vector<Term> &roots) {
  std::vector<Term> found = subterms(roots);
  std::erase_if(found, [](Term term) { return term.op() != Operator::Apply; });
  return found;
}

std::vector<Term> applications(Term term) {
  return applications(std::vector<Term>{term});
}

bool isNonlinear(Term term) {
  for (Term part : subterms({term}))
    if (part.op() == Operator::Multiply && part.arguments()[0].op() != Operator::Literal)
      return true;
  return false;
}

Term TermStore::substitute(Term term, const std::unordered_map<Term, Term, TermHash> &map) {
  std::unordered_map<Term, Term, TermHash> image;
  for (Term part : subterms({term})) {
    auto replacement = map.find(part);
    if (replacement != map.end()) {
      assert(replacement->second.sort() == part.sort() && "a term is replaced by one of its own sort");
      image.emplace(part, replacement->second);
      continue;
    }
    std::vector<Term> arguments;
    for (Term argument : part.arguments())
      arguments.push_back(image.at(argument));
    image.emplace(part, arguments == part.arguments() ? part : rebuild(part, std::move(arguments)));
  }
  return image.at(term);
}

Term TermStore::rebuild(Term pattern, std::vector<Term> arguments) {
  switch (pattern.op()) {
  case Operator::True:
  case Operator::False:
  case Operator::Literal:
    return pattern;
  case Operator::Apply:
    return apply(pattern.symbol(), std::move(arguments));
  case Operator::Not:
    return negate(arguments[0]);
  case Operator::And:
    return conjunction(std::move(arguments));
  case Operator::Or:
    return disjunction(std::move(arguments));
  case Operator::Implies:
    return implies(arguments[0], arguments[1]);
  case Operator::Equal:
    return equal(arguments[0], arguments[1]);
  case Operator::LessEqual:
    return lessEqual(arguments[0], arguments[1]);
  case Operator::Less:
    return less(arguments[0], arguments[1]);
  case Operator::Add:
    return add(std::move(arguments));
  case Operator::Multiply:
    return multiply(arguments[0], arguments[1]);
  case Operator::Divide:
  case Operator::Modulo: {
    const Integer divisor = pattern.arguments()[1].number().get_num();
    return pattern.op() == Operator::Divide ? divide(arguments[0], divisor) : modulo(arguments[0], divisor);
  }
  case Operator::IfThenElse:
    return ite(arguments[0], arguments[1], arguments[2]);
  case Operator::ToReal:
    return toReal(arguments[0]);
  }
  assert(false && "not an operator");
  return {};
}

} // namespace plumb::smt
