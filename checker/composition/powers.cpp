// SPDX-License-Identifier: Apache-2.0
#include "checker/composition/powers.h"

#include "checker/channel/identity.h"
#include "checker/channel/print_certificate.h"
#include "frontend/ir/operators.h"

#include <algorithm>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/Casting.h>

namespace plumb::composition {

using TermKind = ir::ChannelTerm::Kind;

namespace {

PowerTerm made(TermKind kind, PowerTerm first, PowerTerm second) {
  if (!first || !second)
    return nullptr;
  auto term = std::make_unique<ir::ChannelTerm>();
  term->kind = kind;
  term->operands.push_back(std::move(first));
  term->operands.push_back(std::move(second));
  return term;
}

PowerTerm made(TermKind kind, PowerTerm operand) {
  if (!operand)
    return nullptr;
  auto term = std::make_unique<ir::ChannelTerm>();
  term->kind = kind;
  term->operands.push_back(std::move(operand));
  return term;
}

PowerTerm made(TermKind kind, std::size_t index) {
  auto term = std::make_unique<ir::ChannelTerm>();
  term->kind = kind;
  term->index = index;
  return term;
}

PowerTerm constant(const Rational &value) {
  auto term = std::make_unique<ir::ChannelTerm>();
  term->kind = TermKind::Number;
  term->number = value;
  return term;
}

/// Marks the parameters in powers of e.
void findExponents(const ir::ChannelTerm &term, bool isInside, ir::Channel &numbers) {
  if (term.kind == TermKind::Parameter && isInside && numbers.parameters[term.index].sort == ir::Sort::Real)
    numbers.parameters[term.index].isExponent = true;
  const bool isBelow = term.kind == TermKind::Exponential || (isInside && term.kind != TermKind::Logarithm);
  for (const PowerTerm &operand : term.operands)
    findExponents(*operand, isBelow, numbers);
}

/// Has the algebra a meaning for all of it?
bool isSupported(const ir::Channel &numbers) {
  try {
    channel::Algebra algebra(numbers);
    return true;
  } catch (const channel::Unsupported &) {
    return false;
  } catch (const channel::TooLarge &) {
    return false;
  }
}

} // namespace

PowerTerm constantTerm(long value) {
  return constant(Rational(value));
}

PowerTerm sumTerm(PowerTerm a, PowerTerm b) {
  return made(TermKind::Add, std::move(a), std::move(b));
}

PowerTerm differenceTerm(PowerTerm a, PowerTerm b) {
  return made(TermKind::Subtract, std::move(a), std::move(b));
}

PowerTerm productTerm(PowerTerm a, PowerTerm b) {
  return made(TermKind::Multiply, std::move(a), std::move(b));
}

Powers::Powers(const ir::Composition &subject, channel::EngineMaker makeEngine)
    : composition(subject), engine(std::move(makeEngine)) {
  for (const auto &variable : composition.head.variables)
    if (variable->role == ir::Variable::Role::Parameter && !variable->isArray() &&
        variable->sort != ir::Sort::Bool && !ir::isDefined(composition, *variable))
      parameters.push_back(variable.get());
}

PowerTerm Powers::number(const ir::Expression &expression) const {
  return term(expression, Role::Number);
}

PowerTerm Powers::power(const ir::Expression &exponent) const {
  return made(TermKind::Exponential, term(exponent, Role::Exponent));
}

PowerTerm Powers::term(const ir::Expression &expression, Role role) const {
  if (const auto *literal = llvm::dyn_cast<ir::Number>(&expression))
    return constant(literal->value);
  if (const auto *read = llvm::dyn_cast<ir::Read>(&expression))
    return read->indices.empty() && !read->primed ? name(read->variable, role) : nullptr;
  if (const auto *unary = llvm::dyn_cast<ir::Unary>(&expression)) {
    if (unary->op == ir::UnaryOperator::ToReal)
      return term(*unary->operand, role);
    return unary->op == ir::UnaryOperator::Negate ? made(TermKind::Negate, term(*unary->operand, role))
                                                  : nullptr;
  }
  const auto *both = llvm::dyn_cast<ir::Binary>(&expression);
  return both ? binary(*both, role) : nullptr;
}

/// Of a defined name its meaning: E is a number, and ln(t) an exponent.
PowerTerm Powers::name(const ir::Variable &variable, Role role) const {
  for (std::size_t i = 0; i < composition.definitions.size(); ++i) {
    const ir::Definition &definition = composition.definitions[i];
    if (definition.variable != &variable)
      continue;
    const bool isLogarithm = definition.function == ir::Definition::Function::Logarithm;
    if (isLogarithm != (role == Role::Exponent))
      return nullptr;
    PowerTerm meaning = made(TermKind::Definition, i);
    return isLogarithm ? made(TermKind::Logarithm, std::move(meaning)) : std::move(meaning);
  }
  const auto found = llvm::find(parameters, &variable);
  return found == parameters.end()
             ? nullptr
             : made(TermKind::Parameter, static_cast<std::size_t>(found - parameters.begin()));
}

PowerTerm Powers::binary(const ir::Binary &expression, Role role) const {
  const auto of = [&](TermKind kind) {
    return made(kind, term(*expression.left, role), term(*expression.right, role));
  };
  switch (expression.op) {
  case ir::BinaryOperator::Add:
    return of(TermKind::Add);
  case ir::BinaryOperator::Subtract:
    return of(TermKind::Subtract);
  case ir::BinaryOperator::Multiply:
    return of(TermKind::Multiply);
  case ir::BinaryOperator::Divide:
    return of(TermKind::Divide);
  case ir::BinaryOperator::IntegerDivide:
  case ir::BinaryOperator::Modulo:
  case ir::BinaryOperator::Less:
  case ir::BinaryOperator::LessEqual:
  case ir::BinaryOperator::Greater:
  case ir::BinaryOperator::GreaterEqual:
  case ir::BinaryOperator::Equal:
  case ir::BinaryOperator::NotEqual:
  case ir::BinaryOperator::And:
  case ir::BinaryOperator::Or:
  case ir::BinaryOperator::Implies:
  case ir::BinaryOperator::Iff:
    return nullptr;
  }
}

/// What the algebra cannot say is left out: less is known then.
void Powers::require(ir::Channel &numbers, const ir::Expression &requirement) const {
  using Comparison = ir::Channel::Requirement::Comparison;
  const auto *both = llvm::dyn_cast<ir::Binary>(&requirement);
  if (both && both->op == ir::BinaryOperator::And) {
    require(numbers, *both->left);
    return require(numbers, *both->right);
  }
  if (!both || !ir::isComparison(both->op) || both->op == ir::BinaryOperator::NotEqual)
    return;
  PowerTerm left = term(*both->left, Role::Number), right = term(*both->right, Role::Number);
  if (!left || !right)
    return;
  const bool isStrict = both->op == ir::BinaryOperator::Less || both->op == ir::BinaryOperator::Greater;
  const bool isTurned =
      both->op == ir::BinaryOperator::Greater || both->op == ir::BinaryOperator::GreaterEqual;
  if (isTurned)
    std::swap(left, right);
  std::vector<ir::Channel::Requirement> before = std::move(numbers.requirements);
  numbers.requirements.clear();
  numbers.requirements.push_back({std::move(left), std::move(right),
                                  both->op == ir::BinaryOperator::Equal ? Comparison::Equal
                                  : isStrict                            ? Comparison::Less
                                                                        : Comparison::LessEqual,
                                  isTurned, requirement.range()});
  if (isSupported(numbers))
    before.push_back(std::move(numbers.requirements.front()));
  numbers.requirements = std::move(before);
}

ir::Channel Powers::definitions() const {
  ir::Channel numbers;
  for (const ir::Variable *parameter : parameters)
    numbers.parameters.push_back({parameter->name, parameter->sort, false, parameter->range, false});
  for (const ir::Definition &definition : composition.definitions) {
    const bool isLogarithm = definition.function == ir::Definition::Function::Logarithm;
    PowerTerm value = isLogarithm ? number(*definition.argument) : power(*definition.argument);
    // One that has no meaning here keeps its number; only what reads it has none either.
    numbers.definitions.push_back(
        {definition.variable->name, value ? std::move(value) : made(TermKind::Logarithm, constant(1))});
  }
  return numbers;
}

/// With \p greater and \p smaller behind them.
ir::Channel Powers::numbersWith(PowerTerm greater, PowerTerm smaller) const {
  ir::Channel numbers = definitions();
  numbers.definitions.push_back({"", std::move(greater)});
  numbers.definitions.push_back({"", std::move(smaller)});
  for (const ir::Channel::Definition &definition : numbers.definitions)
    findExponents(*definition.value, false, numbers);
  return numbers;
}

std::vector<Powers::Shown> Powers::show(PowerTerm greater, PowerTerm smaller, bool isStrict) {
  if (!greater || !smaller)
    return {};
  ir::Channel numbers = numbersWith(std::move(greater), std::move(smaller));
  if (!isSupported(numbers))
    return {};
  for (const ir::ExpressionPtr &requirement : composition.head.requirements)
    require(numbers, *requirement);
  try {
    channel::Algebra algebra(numbers);
    const std::size_t count = composition.definitions.size();
    const channel::Fraction more = algebra.number(*numbers.definitions[count].value);
    const channel::Fraction less = algebra.number(*numbers.definitions[count + 1].value);
    std::vector<channel::Fact> goals;
    std::set<channel::Polynomial> divisors = more.divisors;
    divisors.insert(less.divisors.begin(), less.divisors.end());
    for (const channel::Polynomial &divisor : divisors)
      goals.push_back({divisor, true});
    goals.push_back({more.signOfDifference(less), isStrict});
    std::vector<bool> isInteger;
    for (const ir::Channel::Parameter &parameter : numbers.parameters)
      isInteger.push_back(parameter.sort == ir::Sort::Int);
    const auto variables = std::make_shared<const channel::Variables>(
        channel::Variables{channel::variableNames(algebra), isInteger});
    channel::Prover prover(isInteger, engine);
    std::vector<Shown> shown;
    for (const channel::Fact &goal : goals) {
      channel::Prover::Answer answer = prover.prove(algebra.facts(), goal);
      if (!answer.isProved())
        return {};
      channel::Obligation obligation{{}, {}, algebra.facts(), goal, {}, {}};
      shown.push_back({answer.engine, std::make_shared<channel::PolynomialIdentity>(
                                          std::move(obligation), std::move(answer.certificate), variables)});
    }
    return shown;
  } catch (const channel::Unsupported &) {
    return {};
  } catch (const channel::TooLarge &) {
    return {};
  }
}

} // namespace plumb::composition
