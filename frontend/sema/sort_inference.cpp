// SPDX-License-Identifier: Apache-2.0
#include "frontend/sema/sort_inference.h"

#include "frontend/sema/access.h"

#include <algorithm>
#include <cassert>

namespace plumb::sema {

using ir::Sort;
using syntax::Expression;

namespace {

using Known = std::optional<Sort>;

class Inference {
public:
  Inference(Scope &names, const std::set<std::string> &loops) : scope(names), loopIndices(loops) {}

  Known sortOf(const Expression &expression);

private:
  Known name(const Expression &expression);
  Known call(const Expression &expression);
  Known aggregate(const Expression &expression);
  Known binary(const Expression &expression);
  static Known join(Known a, Known b);

  Scope &scope;
  const std::set<std::string> &loopIndices;
  /// By the aggregates around, outermost first.
  std::vector<std::string> bound;
};

} // namespace

// Real absorbs what is not known yet: whatever it turns out to be, the sum is Real.
Known Inference::join(Known a, Known b) {
  if (a == Sort::Real || b == Sort::Real)
    return Sort::Real;
  return a && b ? a : std::nullopt;
}

Known Inference::name(const Expression &expression) {
  NameFacts *facts = scope.global(expression.text);
  if (facts)
    return facts->hasSort ? Known(facts->variable->sort) : std::nullopt;
  bool isIndex = loopIndices.count(expression.text) != 0 ||
                 std::find(bound.begin(), bound.end(), expression.text) != bound.end();
  return isIndex ? Known(Sort::Int) : std::nullopt;
}

/// A number or nothing: a maximum of truth values has no sort.
Known Inference::aggregate(const Expression &expression) {
  if (expression.text == "argmin" || expression.text == "argmax")
    return Sort::Int;
  bound.push_back(expression.operands[0]->text);
  Known sort = sortOf(*expression.operands[3]);
  bound.pop_back();
  return sort == Sort::Bool ? std::nullopt : sort;
}

Known Inference::call(const Expression &expression) {
  if (expression.text == "real")
    return Sort::Real;
  if (expression.text == "abs" && expression.operands.size() == 1)
    return sortOf(*expression.operands[0]);
  if (expression.text == "argmin" || expression.text == "argmax")
    return Sort::Int;
  bool isExtremum = expression.text == "min" || expression.text == "max";
  // Of an array: a name that stands for its elements.
  if (isExtremum && expression.operands.size() == 1)
    return sortOf(*expression.operands[0]);
  if (isExtremum && expression.operands.size() == 2)
    return join(sortOf(*expression.operands[0]), sortOf(*expression.operands[1]));
  return std::nullopt;
}

Known Inference::binary(const Expression &expression) {
  const std::string &op = expression.text;
  if (op == "+" || op == "-" || op == "*") {
    const Known sort = join(sortOf(*expression.operands[0]), sortOf(*expression.operands[1]));
    return sort == Sort::Bool ? Sort::Int : sort; // Of a truth value it is a mistake, and a number is meant.
  }
  if (op == "/")
    return Sort::Real;
  return op == "div" || op == "mod" ? Sort::Int : Sort::Bool;
}

Known Inference::sortOf(const Expression &expression) {
  switch (expression.kind) {
  case Expression::Kind::Number:
    return expression.text.find('.') == std::string::npos ? Sort::Int : Sort::Real;
  case Expression::Kind::Name:
    return name(expression);
  case Expression::Kind::Index: {
    const Expression &base = *accessOf(expression).base;
    return base.kind == Expression::Kind::Name ? name(base) : std::nullopt;
  }
  case Expression::Kind::Member:
  case Expression::Kind::Tuple:
    return std::nullopt;
  case Expression::Kind::Aggregate:
    return aggregate(expression);
  case Expression::Kind::Call:
    return call(expression);
  case Expression::Kind::Unary:
    return expression.text == "not" ? Known(Sort::Bool) : sortOf(*expression.operands[0]);
  case Expression::Kind::Binary:
    return binary(expression);
  case Expression::Kind::Conditional:
    return join(sortOf(*expression.operands[1]), sortOf(*expression.operands[2]));
  case Expression::Kind::Boolean:
  case Expression::Kind::Is:
  case Expression::Kind::In:
  case Expression::Kind::Forall:
  case Expression::Kind::ForallRecord:
    return Sort::Bool;
  }
  assert(false && "no such expression");
  return std::nullopt;
}

Known inferSort(const Expression &expression, Scope &scope, const std::set<std::string> &loopIndices) {
  return Inference(scope, loopIndices).sortOf(expression);
}

} // namespace plumb::sema
