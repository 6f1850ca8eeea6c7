// SPDX-License-Identifier: Apache-2.0
#include "checker/disproof/defined_values.h"

#include "checker/witness/defined.h"
#include "frontend/ir/published.h"

#include <cmath>
#include <limits>
#include <llvm/Support/Casting.h>
#include <map>

namespace plumb::disproof {

using interpreter::Exact;
using interpreter::Instance;

namespace {

constexpr double undefined = std::numeric_limits<double>::quiet_NaN();

/// Looked up, never walked through.
using Values = std::map<const ir::Variable *, double>;

double valueOf(const ir::Expression &term, const Values &values) {
  if (const auto *number = llvm::dyn_cast<ir::Number>(&term))
    return number->value.get_d();
  if (const auto *read = llvm::dyn_cast<ir::Read>(&term)) {
    const auto found = values.find(&read->variable);
    return found == values.end() ? undefined : found->second;
  }
  if (const auto *unary = llvm::dyn_cast<ir::Unary>(&term)) {
    const double operand = valueOf(*unary->operand, values);
    return unary->op == ir::UnaryOperator::Negate   ? -operand
           : unary->op == ir::UnaryOperator::ToReal ? operand
                                                    : undefined;
  }
  const auto *both = llvm::dyn_cast<ir::Binary>(&term);
  if (!both)
    return undefined;
  const double left = valueOf(*both->left, values), right = valueOf(*both->right, values);
  return both->op == ir::BinaryOperator::Add        ? left + right
         : both->op == ir::BinaryOperator::Subtract ? left - right
         : both->op == ir::BinaryOperator::Multiply ? left * right
         : both->op == ir::BinaryOperator::Divide   ? left / right
                                                    : undefined;
}

double valueOf(const ir::Definition &definition, const Values &values) {
  const double argument = valueOf(*definition.argument, values);
  return definition.function == ir::Definition::Function::Logarithm ? std::log(argument) : std::exp(argument);
}

class Solving {
public:
  Solving(const ir::Composition &of, const Instance &at)
      : composition(of), start(at), pinned(witness::givenToParts(of)) {}

  std::optional<DefinedValues> run() {
    if (!pinned) {
      for (const ir::Definition &definition : composition.definitions)
        if (witness::isGivenToParts(composition, *definition.variable))
          return std::nullopt;
      return at(nullptr, 0);
    }
    for (const auto &variable : composition.head.variables)
      if (variable->role == ir::Variable::Role::Parameter && variable->sort == ir::Sort::Real &&
          !variable->isArray() && ir::isGiven(composition, *variable) &&
          !witness::isGivenToParts(composition, *variable))
        if (const auto root = solve(*variable))
          return at(variable.get(), *root);
    return std::nullopt;
  }

private:
  double exactValue(const ir::Variable &variable) const {
    return start.parameters()[start.place(variable).offset].rational().get_d();
  }

  /// The definitions follow from the parameters, also the one that parts are given.
  Values valuesWith(const ir::Variable *variable, double value) const {
    Values values;
    for (const auto &parameter : composition.head.variables)
      if (parameter->role == ir::Variable::Role::Parameter && !parameter->isArray() &&
          ir::isGiven(composition, *parameter))
        values[parameter.get()] = parameter.get() == variable ? value : exactValue(*parameter);
    for (const ir::Definition &definition : composition.definitions)
      values[definition.variable] = valueOf(definition, values);
    return values;
  }

  double excess(const ir::Variable &variable, double value) const {
    return valuesWith(&variable, value).at(pinned->variable) - exactValue(*pinned->variable);
  }

  /// Between two powers of 2 where it is passed.
  std::optional<double> solve(const ir::Variable &variable) const {
    constexpr int least = -7, most = 5;
    constexpr unsigned halvings = 60;
    for (int power = least; power < most; ++power) {
      double low = std::ldexp(1, power), high = 2 * low;
      const double first = excess(variable, low), last = excess(variable, high);
      if (!(first * last <= 0))
        continue;
      for (unsigned i = 0; i < halvings; ++i) {
        const double middle = (low + high) / 2;
        (excess(variable, middle) * first > 0 ? low : high) = middle;
      }
      return low;
    }
    return std::nullopt;
  }

  std::optional<DefinedValues> at(const ir::Variable *variable, double root) const {
    constexpr std::int64_t parts = 1'000'000;
    std::optional<witness::Between> between;
    interpreter::Inputs inputs = start.named(interpreter::Numbers(start.answerCount()));
    for (const ir::Definition &definition : composition.definitions)
      if (&definition != pinned)
        inputs[definition.variable->name] = {1};
    if (variable) {
      const auto below = static_cast<std::int64_t>(std::floor(root * static_cast<double>(parts))) - 1;
      between = {variable->name, Exact(below) / Exact(parts), Exact(below + 3) / Exact(parts)};
      inputs[variable->name] = {between->low};
    }
    auto instance = Instance::create(ir::Setting::alone(composition.head), inputs);
    if (!instance)
      return std::nullopt;
    const Values values = valuesWith(variable, root);
    const double claimed = valueOf(*composition.guarantee.epsilon, values);
    const double probability = composition.sampling ? valueOf(*composition.sampling->probability, values) : 1;
    if (!std::isfinite(claimed) || !(probability >= 0 && probability <= 1))
      return std::nullopt;
    return DefinedValues{std::move(*instance), std::move(between), claimed, probability};
  }

  const ir::Composition &composition;
  const Instance &start;
  const ir::Definition *pinned;
};

} // namespace

std::optional<DefinedValues> definedValues(const ir::Composition &composition, const Instance &instance) {
  return Solving(composition, instance).run();
}

} // namespace plumb::disproof
