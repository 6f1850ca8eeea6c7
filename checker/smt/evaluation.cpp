// SPDX-License-Identifier: Apache-2.0
#include "checker/smt/evaluation.h"

#include "checker/smt/subterms.h"

#include <cassert>

namespace plumb::smt {

namespace {

using Value = std::optional<Rational>;

Value truth(bool value) {
  return Rational(value ? 1 : 0);
}

/// The Kleene value of a junction: \p zero decides it alone, false (0) for And and true (1) for Or.
Value junction(const std::vector<Value> &operands, int zero) {
  bool open = false;
  for (const Value &operand : operands) {
    if (operand && *operand == zero)
      return Rational(zero);
    open |= !operand;
  }
  return open ? Value() : Rational(1 - zero);
}

Value floorOrRemainder(Operator op, const Rational &dividend, const Rational &divisor) {
  assert(dividend.get_den() == 1 && divisor.get_den() == 1 && divisor > 0);
  Integer result;
  if (op == Operator::Divide)
    mpz_fdiv_q(result.get_mpz_t(), dividend.get_num_mpz_t(), divisor.get_num_mpz_t());
  else
    mpz_fdiv_r(result.get_mpz_t(), dividend.get_num_mpz_t(), divisor.get_num_mpz_t());
  return Rational(result);
}

/// Operators that need all their operands.
Value strict(Operator op, const std::vector<Value> &operands) {
  for (const Value &operand : operands)
    if (!operand)
      return std::nullopt;
  const Rational &first = *operands[0];
  switch (op) {
  case Operator::Not:
    return Rational(1 - first);
  case Operator::Equal:
    return truth(first == *operands[1]);
  case Operator::LessEqual:
    return truth(first <= *operands[1]);
  case Operator::Less:
    return truth(first < *operands[1]);
  case Operator::Add: {
    Rational sum;
    for (const Value &operand : operands)
      sum += *operand;
    return sum;
  }
  case Operator::Multiply:
    return Rational(first * *operands[1]);
  case Operator::Divide:
  case Operator::Modulo:
    return floorOrRemainder(op, first, *operands[1]);
  case Operator::ToReal:
    return first;
  case Operator::True:
  case Operator::False:
  case Operator::Literal:
  case Operator::Apply:
  case Operator::And:
  case Operator::Or:
  case Operator::Implies:
  case Operator::IfThenElse:
    break;
  }
  assert(false && "not a strict operator");
  return std::nullopt;
}

} // namespace

std::optional<Rational> Evaluation::value(Term term) {
  for (Term part : subterms({term}))
    if (!computed.count(part.id())) {
      Value result = compute(part);
      computed.emplace(part.id(), std::move(result));
    }
  return known(term);
}

std::optional<Rational> Evaluation::compute(Term term) {
  std::vector<Value> operands;
  for (Term argument : term.arguments())
    operands.push_back(known(argument));
  switch (term.op()) {
  case Operator::True:
  case Operator::False:
    return truth(term.op() == Operator::True);
  case Operator::Literal:
    return term.number();
  case Operator::Apply:
    return applied(term);
  case Operator::And:
    return junction(operands, 0);
  case Operator::Or:
    return junction(operands, 1);
  case Operator::Implies:
    if (operands[0])
      operands[0] = 1 - *operands[0];
    return junction(operands, 1);
  case Operator::IfThenElse:
    if (!operands[0])
      return std::nullopt;
    return *operands[0] == 1 ? operands[1] : operands[2];
  case Operator::Not:
  case Operator::Equal:
  case Operator::LessEqual:
  case Operator::Less:
  case Operator::Add:
  case Operator::Multiply:
  case Operator::Divide:
  case Operator::Modulo:
  case Operator::ToReal:
    return strict(term.op(), operands);
  }
}

std::optional<Rational> Evaluation::applied(Term application) {
  std::vector<Rational> arguments;
  for (Term argument : application.arguments()) {
    Value argumentValue = known(argument);
    if (!argumentValue)
      return std::nullopt; // at which point the function is read is unknown
    arguments.push_back(*argumentValue);
  }
  Value result = interpretation(application);
  if (!result)
    return std::nullopt;
  const std::string &name = application.symbol().name;
  if (application.sort() == Sort::Bool && *result != 0 && *result != 1)
    report("the model gives '" + name + "' a value that is no truth value");
  if (application.sort() == Sort::Int && result->get_den() != 1)
    report("the model gives '" + name + "' a fraction as an integer value");
  auto [entry, isNew] = graph.try_emplace({&application.symbol(), std::move(arguments)}, *result);
  if (!isNew && entry->second != *result)
    report("the model gives '" + name + "' two values at the same arguments");
  return firstFault.empty() ? result : std::nullopt;
}

void Evaluation::report(std::string text) {
  if (firstFault.empty())
    firstFault = std::move(text);
}

} // namespace plumb::smt
