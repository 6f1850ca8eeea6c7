// SPDX-License-Identifier: Apache-2.0
//
// Numbers that a composition defines, `let E = exp(eps)` and `let c = ln(1 + E)`. To the parts they are real
// numbers like others. What has to be known of them is that exp is positive and increasing, so that
// exp(q) > 1 says q > 0, and the other way round; that one is greater than 1 is an inequality of polynomials
// (powers.h). Sums of budgets are compared as powers of e: exp(ln(t)) = t.

#include "checker/composition/composer.h"
#include "checker/relational/rational_text.h"
#include "frontend/ir/channel_composition.h"
#include "frontend/ir/print_expression.h"

namespace plumb::composition {

using smt::Term;

void Composer::definitions() {
  for (const ir::Definition &definition : composition.definitions) {
    isDefined(definition.variable->name, *definition.argument);
    if (definition.function == ir::Definition::Function::Exponential)
      defineExponential(definition);
    else
      defineLogarithm(definition);
  }
}

void Composer::defineExponential(const ir::Definition &definition) {
  Term value = symbols.parameter(*definition.variable, {});
  ofDefinitions.push_back(store.less(store.real(0), value));
  const std::string text = "`" + definition.variable->name + "` is ";
  PowerTerm power = powers.power(*definition.argument);
  if (isShownMore(definition, text + "more than 1", power, true))
    ofDefinitions.push_back(store.less(store.real(1), value));
  else if (isShownMore(definition, text + "at least 1", power, false))
    ofDefinitions.push_back(store.lessEqual(store.real(1), value));
}

/// Of a number that is positive; and the logarithm is, if the number is more than 1.
void Composer::defineLogarithm(const ir::Definition &definition) {
  const std::string argument = "`" + ir::printPromoted(*definition.argument) + "`";
  PowerTerm number = powers.number(*definition.argument);
  if (!showPowers("defined." + definition.variable->name, Condition::Part, argument + " is positive",
                  definition.range, number ? ir::copied(*number) : nullptr, constantTerm(0), true)) {
    Evidence &step =
        inquiry.recordAs("defined." + definition.variable->name, Condition::Part, {}, definition.range);
    step.engine = "products";
    step.sentence = argument + ", of which `" + definition.variable->name +
                    "` is the logarithm, is not proved to be positive";
    step.advice = "say it with `requires`; powers of e are those of sums of multiples of parameters";
    return;
  }
  Term value = symbols.parameter(*definition.variable, {});
  const std::string text = "`" + definition.variable->name + "` is ", since = ", since " + argument + " is ";
  if (isShownMore(definition, text + "positive" + since + "more than 1", number, true))
    ofDefinitions.push_back(store.less(store.real(0), value));
  else if (isShownMore(definition, text + "not negative" + since + "at least 1", number, false))
    ofDefinitions.push_back(store.lessEqual(store.real(0), value));
}

/// Than 1.
bool Composer::isShownMore(const ir::Definition &definition, const std::string &sentence,
                           const PowerTerm &value, bool isStrict) {
  return value && showPowers("let." + definition.variable->name, Condition::Part, sentence, definition.range,
                             ir::copied(*value), constantTerm(1), isStrict);
}

/// e to the power of \p sum, as far as that is a sum of multiples of parameters and defined names; null if it
/// is none. Divisors are not 0: that each budget has a value is an obligation.
PowerTerm Composer::powerOf(const relational::RationalFunction &sum) const {
  const relational::RationalFunction simple = relational::reduced(sum);
  if (!simple.denominator.isConstant() || simple.denominator.isZero())
    return nullptr;
  const Rational divisor = simple.denominator.terms().begin()->second;
  const SourceRange range = composition.head.nameRange;
  ir::ExpressionPtr exponent = std::make_unique<ir::Number>(0, ir::Sort::Real, range);
  for (const auto &[monomial, coefficient] : simple.numerator.terms()) {
    if (monomial.size() > 1)
      return nullptr;
    ir::ExpressionPtr multiple =
        std::make_unique<ir::Number>(Rational(coefficient / divisor), ir::Sort::Real, range);
    if (!monomial.empty())
      multiple =
          std::make_unique<ir::Binary>(ir::BinaryOperator::Multiply, ir::Sort::Real, std::move(multiple),
                                       relational::parameterOf(monomial.front(), composition.head), range);
    exponent = std::make_unique<ir::Binary>(ir::BinaryOperator::Add, ir::Sort::Real, std::move(exponent),
                                            std::move(multiple), range);
  }
  return powers.power(*exponent);
}

/// Records what is shown, and nothing else.
bool Composer::showPowers(const std::string &name, Condition condition, const std::string &sentence,
                          SourceRange range, PowerTerm greater, PowerTerm smaller, bool isStrict) {
  const std::vector<Powers::Shown> shown = powers.show(std::move(greater), std::move(smaller), isStrict);
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const bool isLast = i + 1 == shown.size();
    Evidence &step = inquiry.recordAs(isLast ? name : name + ".divisor", condition, {}, range);
    step.status = smt::Outcome::Proved;
    step.engine = shown[i].engine;
    step.identity = shown[i].identity;
    step.subject = step.sentence = isLast ? sentence : sentence + ": a divisor in it is positive";
  }
  return !shown.empty();
}

} // namespace plumb::composition
