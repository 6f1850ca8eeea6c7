// SPDX-License-Identifier: Apache-2.0
#include "checker/witness/defined.h"

#include "checker/interpreter/neighbours.h"
#include "frontend/ir/occurrence.h"
#include "frontend/ir/operators.h"
#include "frontend/ir/published.h"

#include <algorithm>
#include <cmath>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/Casting.h>
#include <map>

namespace plumb::witness {

using interpreter::Instance;

namespace {

/// Looked up, never walked through.
using Values = std::map<const ir::Variable *, Bounds>;

std::optional<Bounds> finite(const Bounds &bounds) {
  return std::isfinite(bounds.low) && std::isfinite(bounds.high) ? std::optional(bounds) : std::nullopt;
}

std::optional<Bounds> boundsOf(const ir::Expression &term, const Values &values);

std::optional<Bounds> quotient(const Bounds &a, const Bounds &b) {
  return b.low > 0 || b.high < 0 ? finite(a / b) : std::nullopt;
}

std::optional<Bounds> boundsOf(const ir::Binary &term, const Values &values) {
  const auto left = boundsOf(*term.left, values), right = boundsOf(*term.right, values);
  if (!left || !right)
    return std::nullopt;
  if (term.op == ir::BinaryOperator::Add)
    return finite(*left + *right);
  if (term.op == ir::BinaryOperator::Subtract)
    return finite(*left + -*right);
  if (term.op == ir::BinaryOperator::Multiply)
    return finite(*left * *right);
  return term.op == ir::BinaryOperator::Divide ? quotient(*left, *right) : std::nullopt;
}

/// Nothing also where a divisor may be 0: so what has bounds is continuous.
std::optional<Bounds> boundsOf(const ir::Expression &term, const Values &values) {
  if (const auto *number = llvm::dyn_cast<ir::Number>(&term))
    return Bounds(Exact(number->value));
  if (const auto *read = llvm::dyn_cast<ir::Read>(&term)) {
    const auto found = values.find(&read->variable);
    return found == values.end() ? std::nullopt : std::optional(found->second);
  }
  if (const auto *unary = llvm::dyn_cast<ir::Unary>(&term)) {
    const auto operand = boundsOf(*unary->operand, values);
    if (operand && unary->op == ir::UnaryOperator::Negate)
      return -*operand;
    return unary->op == ir::UnaryOperator::ToReal ? operand : std::nullopt;
  }
  const auto *binary = llvm::dyn_cast<ir::Binary>(&term);
  return binary ? boundsOf(*binary, values) : std::nullopt;
}

/// What the name stands for, without its logarithm: exp(q) and t.
std::optional<Bounds> powerOf(const ir::Definition &definition, const Values &values) {
  auto argument = boundsOf(*definition.argument, values);
  if (!argument || definition.function == ir::Definition::Function::Logarithm)
    return argument && argument->low > 0 ? argument : std::nullopt;
  return finite(exponential(*argument));
}

/// The sets where they hold are convex: what holds at both ends holds between.
bool isLinear(const ir::Expression &term, const ir::Variable &in) {
  if (!ir::reads(term, in) || llvm::isa<ir::Read>(&term))
    return true;
  if (const auto *unary = llvm::dyn_cast<ir::Unary>(&term))
    return (unary->op == ir::UnaryOperator::Negate || unary->op == ir::UnaryOperator::ToReal) &&
           isLinear(*unary->operand, in);
  const auto *both = llvm::dyn_cast<ir::Binary>(&term);
  if (!both || !isLinear(*both->left, in) || !isLinear(*both->right, in))
    return false;
  const bool left = ir::reads(*both->left, in), right = ir::reads(*both->right, in);
  return both->op == ir::BinaryOperator::Add || both->op == ir::BinaryOperator::Subtract ||
         (both->op == ir::BinaryOperator::Multiply && !(left && right)) ||
         (both->op == ir::BinaryOperator::Divide && !right);
}

bool isConvex(const ir::Expression &requirement, const ir::Variable &in) {
  if (!ir::reads(requirement, in))
    return true;
  const auto *both = llvm::dyn_cast<ir::Binary>(&requirement);
  if (both && both->op == ir::BinaryOperator::And)
    return isConvex(*both->left, in) && isConvex(*both->right, in);
  return both && ir::isComparison(both->op) && both->op != ir::BinaryOperator::NotEqual &&
         isLinear(*both->left, in) && isLinear(*both->right, in);
}

class Bounding {
public:
  Bounding(const ir::Composition &of, const Instance &at)
      : composition(of), head(at), pinned(givenToParts(of)) {}

  /// \param inside of this parameter; null: all have the values of the head.
  std::optional<Values> valuesWith(const ir::Variable *inside, const Bounds &bounds) const {
    Values values;
    for (const auto &variable : composition.head.variables)
      if (variable->role == ir::Variable::Role::Parameter && !variable->isArray() &&
          ir::isGiven(composition, *variable))
        values[variable.get()] = variable.get() == inside ? bounds : Bounds(valueOf(*variable));
    for (const ir::Definition &definition : composition.definitions) {
      if (&definition == pinned) {
        values[definition.variable] = Bounds(valueOf(*definition.variable));
        continue;
      }
      auto value = powerOf(definition, values);
      if (value && definition.function == ir::Definition::Function::Logarithm)
        value = finite(logarithm(*value));
      if (!value)
        return std::nullopt;
      values[definition.variable] = *value;
    }
    return values;
  }

  const Exact &valueOf(const ir::Variable &variable) const {
    return head.parameters()[head.place(variable).offset];
  }

  /// Has the name that parts are given its value somewhere from \p low to \p high?
  bool isMet(const ir::Variable &variable, const Exact &low, const Exact &high) const {
    const auto power = [&](const Bounds &bounds) {
      const auto values = valuesWith(&variable, bounds);
      return values ? powerOf(*pinned, *values) : std::nullopt;
    };
    const auto all = power({Bounds(low).low, Bounds(high).high});
    const auto first = power(Bounds(low)), last = power(Bounds(high));
    if (!all || !first || !last)
      return false;
    const Bounds given(valueOf(*pinned->variable));
    const Bounds wanted =
        pinned->function == ir::Definition::Function::Logarithm ? exponential(given) : given;
    return (first->high < wanted.low && last->low > wanted.high) ||
           (last->high < wanted.low && first->low > wanted.high);
  }

  std::optional<Defined> defined(const Values &values) const {
    Defined bounds;
    const auto claimed = boundsOf(*composition.guarantee.epsilon, values);
    if (!claimed)
      return std::nullopt;
    bounds.claimed = *claimed;
    if (!composition.sampling)
      return bounds;
    const auto probability = boundsOf(*composition.sampling->probability, values);
    if (!probability || probability->low < 0 || probability->high > 1)
      return std::nullopt;
    bounds.probability = *probability;
    return bounds;
  }

  const ir::Definition *given() const { return pinned; }

private:
  const ir::Composition &composition;
  const Instance &head;
  const ir::Definition *pinned;
};

/// Does it decide something besides requirements, definitions, the sample and the guarantee?
bool decidesMore(const ir::Composition &composition, const ir::Variable &variable) {
  const auto isRead = [&](const ir::ExpressionPtr &term) { return term && ir::reads(*term, variable); };
  const auto &records = composition.head.recordAdjacency;
  return isGivenToParts(composition, variable) ||
         (records && (isRead(records->when) || isRead(records->along))) ||
         llvm::any_of(composition.head.adjacency,
                      [&](const ir::Difference &stated) { return isRead(stated.bound); }) ||
         llvm::any_of(composition.head.premises, [&](const ir::RecordPremise &premise) {
           return isRead(premise.formula) || llvm::any_of(premise.indices, [&](const auto &index) {
                    return isRead(index.low) || isRead(index.high);
                  });
         });
}

} // namespace

bool isGivenToParts(const ir::Composition &composition, const ir::Variable &variable) {
  return llvm::any_of(composition.parts, [&](const ir::Part &part) {
    return (part.times && ir::reads(*part.times, variable)) ||
           llvm::any_of(part.arguments, [&](const ir::Argument &argument) {
             return argument.whole == &variable || (argument.value && ir::reads(*argument.value, variable));
           });
  });
}

const ir::Definition *givenToParts(const ir::Composition &composition) {
  const ir::Definition *found = nullptr;
  for (const ir::Definition &definition : composition.definitions)
    if (isGivenToParts(composition, *definition.variable)) {
      if (found)
        return nullptr;
      found = &definition;
    }
  return found;
}

std::optional<Defined> definedAt(const ir::Composition &composition, const Instance &head,
                                 const std::optional<Between> &between) {
  const Bounding bounding(composition, head);
  const bool isAnyGiven = llvm::any_of(composition.definitions, [&](const ir::Definition &definition) {
    return isGivenToParts(composition, *definition.variable);
  });
  if (isAnyGiven != (bounding.given() != nullptr) || isAnyGiven != between.has_value())
    return std::nullopt;
  if (!between) {
    const auto values = bounding.valuesWith(nullptr, {});
    return values && interpreter::requirementsHold(head) ? bounding.defined(*values) : std::nullopt;
  }
  const auto found = llvm::find_if(composition.head.variables, [&](const auto &variable) {
    return variable->name == between->parameter && ir::isGiven(composition, *variable) &&
           variable->role == ir::Variable::Role::Parameter && variable->sort == ir::Sort::Real &&
           !variable->isArray();
  });
  if (found == composition.head.variables.end() || !(between->low < between->high) ||
      decidesMore(composition, **found))
    return std::nullopt;
  const ir::Variable &variable = **found;
  for (const Exact &end : {between->low, between->high}) {
    interpreter::Inputs inputs = head.named(interpreter::Numbers(head.answerCount()));
    inputs[variable.name] = {end};
    const auto at = Instance::create(ir::Setting::alone(composition.head), inputs);
    if (!at || !interpreter::requirementsHold(*at))
      return std::nullopt;
  }
  const bool areConvex = llvm::all_of(composition.head.requirements, [&](const auto &requirement) {
    return isConvex(*requirement, variable);
  });
  const auto values = bounding.valuesWith(&variable, {Bounds(between->low).low, Bounds(between->high).high});
  return areConvex && values && bounding.isMet(variable, between->low, between->high)
             ? bounding.defined(*values)
             : std::nullopt;
}

} // namespace plumb::witness
