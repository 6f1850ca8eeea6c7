// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/emit/unit.h"

#include "frontend/ir/occurrence.h"
#include "mechanisms/emit/writer.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/Casting.h>

namespace plumb::emit {

Terms::Terms(const ir::Setting &setting) : TermPlan(setting), names(setting, problems) {}

Unit::Unit(const ir::Mechanism &proved, plan::Work chosen)
    : Terms(proved), mechanism(proved), work(chosen), released(proved),
      samplers(named(plan::samplersOf(proved, problems), names)),
      publications(named(plan::publicationsOf(proved, ranges), names)) {}

bool Unit::readsLogarithm(const ir::Expression &term) const {
  return llvm::any_of(logarithms, [&](const ir::Variable *each) { return ir::reads(term, *each); });
}

namespace {

/// factor * budget^power; a null budget for the power 0.
struct Monomial {
  Rational factor;
  const ir::Variable *budget = nullptr;
  int power = 0;
};

} // namespace

/// Nothing if it is none, or if parameters that are fractions stand in it.
static std::optional<Monomial> monomial(const ir::Expression &term) {
  if (const auto *number = llvm::dyn_cast<ir::Number>(&term))
    return Monomial{number->value};
  if (const auto *read = llvm::dyn_cast<ir::Read>(&term))
    return Monomial{1, &read->variable, 1};
  if (const auto *unary = llvm::dyn_cast<ir::Unary>(&term))
    return unary->op == ir::UnaryOperator::ToReal ? monomial(*unary->operand) : std::nullopt;
  const auto *both = llvm::dyn_cast<ir::Binary>(&term);
  if (!both || (both->op != ir::BinaryOperator::Multiply && both->op != ir::BinaryOperator::Divide))
    return std::nullopt;
  const auto left = monomial(*both->left), right = monomial(*both->right);
  if (!left || !right || (left->budget && right->budget))
    return std::nullopt;
  const ir::Variable *budget = left->budget ? left->budget : right->budget;
  if (both->op == ir::BinaryOperator::Multiply)
    return Monomial{left->factor * right->factor, budget, left->power + right->power};
  if (sgn(right->factor) == 0)
    return std::nullopt;
  return Monomial{left->factor / right->factor, budget, left->power - right->power};
}

std::optional<Unit::LogarithmicScale> Unit::logarithmicScale(const ir::Expression &scale) const {
  constexpr int mostTimes = 64; // of the samplers
  const auto value = monomial(scale);
  if (!value || value->power != -1 || logarithms.count(value->budget) == 0 || sgn(value->factor) <= 0)
    return std::nullopt;
  const Rational times = 1 / value->factor;
  if (!isIntegral(times) || times > mostTimes)
    return std::nullopt;
  return LogarithmicScale{value->budget, static_cast<unsigned>(times.get_num().get_ui())};
}

std::string sizeText(const ir::Variable &array, std::size_t skipped) {
  std::vector<std::string> factors;
  for (std::size_t d = skipped; d < array.extents.size(); ++d) {
    const std::string extent = ir::print(*array.extents[d]);
    const bool isAtom =
        array.extents.size() == skipped + 1 || array.extents[d]->kind() == ir::Expression::Kind::Read;
    factors.push_back(isAtom ? extent : "(" + extent + ")");
  }
  return joined(factors, " * ");
}

std::vector<const ir::Variable *> withRole(const ir::Neighbourhood &inputs, ir::Variable::Role role) {
  std::vector<const ir::Variable *> found;
  for (const auto &variable : inputs.variables)
    if (variable->role == role)
      found.push_back(variable.get());
  return found;
}

} // namespace plumb::emit
