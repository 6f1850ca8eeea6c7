// SPDX-License-Identifier: Apache-2.0
#include "checker/derivation/formula.h"

#include <algorithm>
#include <set>

namespace plumb::derivation {

using kernel::Node;
using kernel::Operator;
using kernel::Sort;
using kernel::Term;
using kernel::Terms;

Literal literalOf(const Terms &terms, Term formula, bool value) {
  for (; terms[formula].op == Operator::Not; value = !value)
    formula = terms[formula].arguments[0];
  return {formula, value};
}

bool isJunction(Operator op) {
  return op == Operator::And || op == Operator::Or || op == Operator::Implies;
}

bool isComposed(const Terms &terms, Term formula) {
  const Node &node = terms[formula];
  return node.sort == Sort::Bool &&
         (isJunction(node.op) || node.op == Operator::Not || node.op == Operator::IfThenElse ||
          (node.op == Operator::Equal && terms[node.arguments[0]].sort == Sort::Bool));
}

std::pair<bool, std::vector<Literal>> junctionOf(const Terms &terms, Term formula, bool value) {
  const Node &node = terms[formula];
  std::vector<Literal> literals;
  for (std::size_t i = 0; i < node.arguments.size(); ++i)
    literals.push_back(
        literalOf(terms, node.arguments[i], value != (node.op == Operator::Implies && i == 0)));
  return {(node.op == Operator::And) == value, literals};
}

bool speaksOfProducts(const Terms &terms, const kernel::Obligation &obligation) {
  std::set<Term> parts(obligation.hypotheses.begin(), obligation.hypotheses.end());
  parts.insert(obligation.goal);
  for (auto at = parts.rbegin(); at != parts.rend(); ++at) {
    const Node &node = terms[*at];
    parts.insert(node.arguments.begin(), node.arguments.end());
    if (node.op == Operator::Multiply &&
        std::count_if(node.arguments.begin(), node.arguments.end(),
                      [&](Term factor) { return terms[factor].op != Operator::Number; }) > 1)
      return true;
  }
  return false;
}

} // namespace plumb::derivation
