// SPDX-License-Identifier: Apache-2.0
#include "checker/derivation/translation.h"

#include "checker/smt/subterms.h"

#include <utility>
#include <vector>

namespace plumb::derivation {

namespace {

kernel::Sort sortOf(smt::Sort sort) {
  switch (sort) {
  case smt::Sort::Bool:
    return kernel::Sort::Bool;
  case smt::Sort::Int:
    return kernel::Sort::Int;
  case smt::Sort::Real:
    return kernel::Sort::Real;
  }
}

/// The names of relational::Products. Arrays of programs have indices that are Ints, and names without a
/// point.
bool isProduct(const smt::Symbol &symbol) {
  const std::vector<smt::Sort> two(2, symbol.range);
  return symbol.domain == two && ((symbol.name == "times" && symbol.range == smt::Sort::Real) ||
                                  (symbol.name == "times.int" && symbol.range == smt::Sort::Int));
}

} // namespace

kernel::Term Translation::translate(smt::Term term) {
  if (const auto known = built.find(term); known != built.end())
    return known->second;
  for (smt::Term part : smt::subterms({term}))
    if (!built.count(part))
      built.emplace(part, build(part));
  return built.at(term);
}

kernel::Term Translation::build(smt::Term term) {
  std::vector<kernel::Term> arguments;
  for (smt::Term argument : term.arguments())
    arguments.push_back(built.at(argument));
  switch (term.op()) {
  case smt::Operator::True:
  case smt::Operator::False:
    return terms.boolean(term.op() == smt::Operator::True);
  case smt::Operator::Literal:
    return terms.make(kernel::Operator::Number, {}, 0, term.number(), sortOf(term.sort()));
  case smt::Operator::Apply: {
    if (isProduct(term.symbol()))
      return terms.multiply(std::move(arguments));
    std::vector<kernel::Sort> domain;
    for (smt::Sort sort : term.symbol().domain)
      domain.push_back(sortOf(sort));
    const kernel::Symbol symbol = terms.symbol(term.symbol().name, domain, sortOf(term.symbol().range));
    symbols.emplace(symbol, &term.symbol());
    return terms.apply(symbol, std::move(arguments));
  }
  case smt::Operator::Not:
    return terms.make(kernel::Operator::Not, std::move(arguments));
  case smt::Operator::And:
    return terms.make(kernel::Operator::And, std::move(arguments));
  case smt::Operator::Or:
    return terms.make(kernel::Operator::Or, std::move(arguments));
  case smt::Operator::Implies:
    return terms.make(kernel::Operator::Implies, std::move(arguments));
  case smt::Operator::Equal:
    return terms.make(kernel::Operator::Equal, std::move(arguments));
  case smt::Operator::LessEqual:
    return terms.make(kernel::Operator::LessEqual, std::move(arguments));
  case smt::Operator::Less:
    return terms.make(kernel::Operator::Less, std::move(arguments));
  case smt::Operator::Add:
    return terms.make(kernel::Operator::Add, std::move(arguments));
  case smt::Operator::Multiply:
    return terms.make(kernel::Operator::Multiply, std::move(arguments));
  case smt::Operator::Divide:
    return terms.make(kernel::Operator::Divide, std::move(arguments));
  case smt::Operator::Modulo:
    return terms.make(kernel::Operator::Modulo, std::move(arguments));
  case smt::Operator::IfThenElse:
    return terms.make(kernel::Operator::IfThenElse, std::move(arguments));
  case smt::Operator::ToReal:
    return terms.make(kernel::Operator::ToReal, std::move(arguments));
  }
}

} // namespace plumb::derivation
