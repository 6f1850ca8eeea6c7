// SPDX-License-Identifier: Apache-2.0
#include "checker/smt/z3_translation.h"

#include "checker/smt/subterms.h"

#include <algorithm>
#include <cassert>
#include <stdexcept>

namespace plumb::smt {

namespace {

bool isBuilt(const z3::expr &expression) {
  return static_cast<Z3_ast>(expression) != nullptr;
}

z3::expr literal(z3::context &context, Term term) {
  const std::string text = term.number().get_str();
  return term.sort() == Sort::Int ? context.int_val(text.c_str()) : context.real_val(text.c_str());
}

} // namespace

z3::expr Z3Translation::translate(Term term) {
  if (term.id() < built.size() && isBuilt(built[term.id()]))
    return built[term.id()];
  for (Term part : subterms({term})) {
    if (part.id() >= built.size()) {
      built.resize(part.id() + 1, z3::expr(context));
      depths.resize(part.id() + 1);
    }
    if (isBuilt(built[part.id()]))
      continue;
    depths[part.id()] = depthOf(part);
    if (depths[part.id()] > maximalDepth)
      throw std::length_error("a formula is nested more than " + std::to_string(maximalDepth) +
                              " levels deep");
    built[part.id()] = build(part);
  }
  return built[term.id()];
}

unsigned Z3Translation::depthOf(Term term) const {
  unsigned depth = 0;
  for (Term argument : term.arguments())
    depth = std::max(depth, depths[argument.id()]);
  return depth + 1;
}

z3::expr Z3Translation::build(Term term) {
  z3::expr_vector arguments(context);
  for (Term argument : term.arguments())
    arguments.push_back(built[argument.id()]);
  switch (term.op()) {
  case Operator::True:
  case Operator::False:
    return context.bool_val(term.op() == Operator::True);
  case Operator::Literal:
    return literal(context, term);
  case Operator::Apply:
    return declaration(term.symbol())(arguments);
  case Operator::Not:
    return !arguments[0];
  case Operator::And:
    return z3::mk_and(arguments);
  case Operator::Or:
    return z3::mk_or(arguments);
  case Operator::Implies:
    return z3::implies(arguments[0], arguments[1]);
  case Operator::Equal:
    return arguments[0] == arguments[1];
  case Operator::LessEqual:
    return arguments[0] <= arguments[1];
  case Operator::Less:
    return arguments[0] < arguments[1];
  case Operator::Add:
    return z3::sum(arguments);
  case Operator::Multiply:
    return arguments[0] * arguments[1];
  case Operator::Divide:
    return arguments[0] / arguments[1];
  case Operator::Modulo:
    return z3::mod(arguments[0], arguments[1]);
  case Operator::IfThenElse:
    return z3::ite(arguments[0], arguments[1], arguments[2]);
  case Operator::ToReal:
    return z3::to_real(arguments[0]);
  }
  assert(false && "not an operator");
  return z3::expr(context);
}

z3::func_decl Z3Translation::declaration(const Symbol &symbol) {
  auto known = declarations.find(&symbol);
  if (known != declarations.end())
    return known->second;
  z3::sort_vector domain(context);
  for (Sort sort : symbol.domain)
    domain.push_back(sortOf(sort));
  // Z3 orders what it rewrites by the names of symbols. Numbers keep the names of a program out of this. They
  // go down, so that what was declared last comes first: some proofs need much more work the other way round.
  constexpr std::size_t mostSymbols = 1 << 28;
  assert(declarations.size() < mostSymbols && "no two symbols have one number");
  const z3::symbol number = context.int_symbol(static_cast<int>(mostSymbols - declarations.size()));
  z3::func_decl made = context.function(number, domain, sortOf(symbol.range));
  declarations.emplace(&symbol, made);
  return made;
}

z3::sort Z3Translation::sortOf(Sort sort) {
  switch (sort) {
  case Sort::Bool:
    return context.bool_sort();
  case Sort::Int:
    return context.int_sort();
  case Sort::Real:
    return context.real_sort();
  }
  assert(false && "not a sort");
  return context.bool_sort();
}

std::uint32_t resourceUnitsUsed(const z3::solver &solver) {
  const z3::stats statistics = solver.statistics();
  for (unsigned i = 0; i < statistics.size(); ++i)
    if (statistics.key(i) == "rlimit count")
      return statistics.uint_value(i);
  return 0;
}

} // namespace plumb::smt
