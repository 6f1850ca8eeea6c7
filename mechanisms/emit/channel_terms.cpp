// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/emit/channel_terms.h"

#include "mechanisms/emit/identifiers.h"

#include <algorithm>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/ErrorHandling.h>

namespace plumb::emit {

using ir::ChannelTerm;
using Kind = ChannelTerm::Kind;

std::string channelIdentifier(const std::string &name) {
  static const std::set<std::string> words = {
      "Client",  "Collector", "Input",  "Law",         "Map",     "Output", "Report", "Secrets",
      "checked", "estimate",  "every",  "image",       "lawOf",   "local",  "price",  "maps",
      "own",     "power",     "powers", "programHash", "secrets", "x"};
  return words.count(name) != 0 ? name + "_" : identifier(name);
}

/// 2^31: what is below is written as an int.
static bool isSmall(const Integer &value) {
  return abs(value) < Integer(1) << 31;
}

Code ChannelTerms::literal(const Rational &value) const {
  if (!isSmall(value.get_num()) || !isSmall(value.get_den()))
    return {"Number(Rational::parse(" + quoted(toString(value)) + ").value())", Level::Postfix,
            ValueType::Rational};
  if (isIntegral(value))
    return {toString(value), sgn(value) < 0 ? Level::Prefix : Level::Postfix, ValueType::Literal};
  return {"Number(" + value.get_num().get_str() + ") / " + value.get_den().get_str(), Level::Product,
          ValueType::Rational};
}

/// \p code as a Number: a quotient of two ints would be an int.
static Code asNumber(Code code) {
  if (code.type == ValueType::Rational)
    return code;
  return {"Number(" + code.text + ")", Level::Postfix, ValueType::Rational};
}

Code ChannelTerms::infix(const ChannelTerm &term) {
  const bool isSum = term.kind == Kind::Add || term.kind == Kind::Subtract;
  const char *sign = term.kind == Kind::Add        ? " + "
                     : term.kind == Kind::Subtract ? " - "
                     : term.kind == Kind::Multiply ? " * "
                                                   : " / ";
  Code left = numberOrInt(*term.operands[0]);
  const Code right = numberOrInt(*term.operands[1]);
  if (left.type == ValueType::Literal && right.type == ValueType::Literal)
    left = asNumber(left);
  const Level own = isSum ? Level::Sum : Level::Product;
  return {operand(left, own) + sign + operand(right, isSum ? Level::Product : Level::Prefix), own,
          ValueType::Rational};
}

Code ChannelTerms::number(const ChannelTerm &term) {
  return asNumber(numberOrInt(term));
}

Code ChannelTerms::numberOrInt(const ChannelTerm &term) {
  switch (term.kind) {
  case Kind::Number:
    return literal(term.number);
  case Kind::Parameter:
    usedParameters.insert(term.index);
    return {channelIdentifier(channel.parameters[term.index].name), Level::Postfix, ValueType::Rational};
  case Kind::Definition:
    usedDefinitions.insert(term.index);
    return {channelIdentifier(channel.definitions[term.index].name), Level::Postfix, ValueType::Rational};
  case Kind::Negate: {
    const Code inner = number(*term.operands[0]);
    return {"-" + operand(inner, Level::Prefix), Level::Prefix, ValueType::Rational};
  }
  case Kind::Exponential:
    return power(exponent(*term.operands[0], 1));
  case Kind::Logarithm:
    problems.add("a logarithm outside of `exp` is no fraction of powers of e, and cannot be drawn exactly",
                 term.range);
    return {"0", Level::Postfix, ValueType::Literal};
  case Kind::Add:
  case Kind::Subtract:
  case Kind::Multiply:
  case Kind::Divide:
    return infix(term);
  }
  llvm_unreachable("all terms are handled");
}

std::optional<Rational> ChannelTerms::constant(const ChannelTerm &term) const {
  if (term.kind == Kind::Number)
    return term.number;
  if (term.operands.empty() || term.kind == Kind::Exponential || term.kind == Kind::Logarithm)
    return std::nullopt;
  const auto left = constant(*term.operands.front()), right = constant(*term.operands.back());
  if (!left || !right || (term.kind == Kind::Divide && sgn(*right) == 0))
    return std::nullopt;
  return term.kind == Kind::Negate     ? Rational(-*left)
         : term.kind == Kind::Add      ? Rational(*left + *right)
         : term.kind == Kind::Subtract ? Rational(*left - *right)
         : term.kind == Kind::Multiply ? Rational(*left * *right)
                                       : Rational(*left / *right);
}

ChannelTerms::Exponent ChannelTerms::exponent(const ChannelTerm &term, const Rational &by) {
  Exponent sum;
  const auto add = [&](Exponent part) {
    for (const auto &[parameter, multiple] : part.multiples)
      sum.multiples[parameter] += multiple;
    sum.constant += part.constant;
    sum.logarithms.insert(sum.logarithms.end(), part.logarithms.begin(), part.logarithms.end());
  };
  if (const auto value = constant(term)) {
    sum.constant = *value * by;
    return sum;
  }
  const auto factor = [&](std::size_t i) {
    return term.operands.size() == 2 ? constant(*term.operands[i]) : std::nullopt;
  };
  if (term.kind == Kind::Parameter) {
    sum.multiples[term.index] = by;
  } else if (term.kind == Kind::Logarithm) {
    sum.logarithms.push_back({by, term.operands[0].get()});
  } else if (term.kind == Kind::Negate) {
    add(exponent(*term.operands[0], -by));
  } else if (term.kind == Kind::Add || term.kind == Kind::Subtract) {
    add(exponent(*term.operands[0], by));
    add(exponent(*term.operands[1], term.kind == Kind::Add ? by : Rational(-by)));
  } else if (term.kind == Kind::Multiply && factor(0)) {
    add(exponent(*term.operands[1], by * *factor(0)));
  } else if (term.kind == Kind::Multiply && factor(1)) {
    add(exponent(*term.operands[0], by * *factor(1)));
  } else if (term.kind == Kind::Divide && factor(1) && sgn(*factor(1)) != 0) {
    add(exponent(*term.operands[0], by / *factor(1)));
  } else {
    problems.add("`" + ir::print(channel, term) +
                     "` is no sum of multiples of parameters and logarithms, and its power of e cannot be "
                     "drawn exactly",
                 term.range);
  }
  return sum;
}

/// \p factor * \p rational, the latter being C++ for a Rational.
std::string ChannelTerms::multiple(const Rational &factor, const std::string &rational) const {
  if (!isSmall(factor.get_num()) || !isSmall(factor.get_den()))
    return rational + " * Rational::parse(" + quoted(toString(factor)) + ").value()";
  std::string text = factor.get_num() == -1 ? "-" + rational : rational;
  if (abs(factor.get_num()) != 1)
    text += " * " + factor.get_num().get_str();
  return factor.get_den() == 1 ? text : text + " / " + factor.get_den().get_str();
}

std::string ChannelTerms::linear(const Exponent &sum) const {
  std::string text;
  for (const auto &[number, factor] : sum.multiples) {
    if (sgn(factor) == 0)
      continue;
    const ir::Channel::Parameter &parameter = channel.parameters[number];
    std::string name = "parameters." + channelIdentifier(parameter.name);
    if (parameter.sort != ir::Sort::Real)
      name = "Rational(" + name + ")";
    text += (text.empty() ? "" : " + ") + multiple(factor, name);
  }
  if (sgn(sum.constant) != 0)
    text += (text.empty() ? "" : " + ") + multiple(sum.constant, "Rational(1)");
  return text;
}

Code ChannelTerms::wholePower(const Rational &multiple, const ChannelTerm &argument) {
  if (!isIntegral(multiple) || abs(multiple) > 64) {
    problems.add("a power with the exponent " + toString(multiple) +
                     " is no fraction of powers of e, and cannot be drawn exactly",
                 argument.range);
    return {"0", Level::Postfix, ValueType::Literal};
  }
  const Code base = number(argument);
  if (multiple == 1)
    return base;
  return {"power(" + base.text + ", " + toString(multiple) + ")", Level::Postfix, ValueType::Rational};
}

Code ChannelTerms::power(const Exponent &sum) {
  Code product{"Number(1)", Level::Postfix, ValueType::Rational};
  bool isEmpty = true;
  if (const std::string argument = linear(sum); !argument.empty()) {
    if (std::find(announced.begin(), announced.end(), argument) == announced.end())
      announced.push_back(argument);
    product.text = "powers->exp(" + argument + ")";
    isEmpty = false;
  }
  for (const Exponent::Logarithm &logarithm : sum.logarithms) {
    const Code factor = wholePower(logarithm.multiple, *logarithm.argument);
    product = isEmpty ? factor
                      : Code{operand(product, Level::Product) + " * " + operand(factor, Level::Prefix),
                             Level::Product, ValueType::Rational};
    isEmpty = false;
  }
  return product;
}

/// "logarithm1": a name that nothing of the channel has.
std::string ChannelTerms::freshLogarithm() {
  const auto isTaken = [&](const std::string &name) {
    const auto isIt = [&](const auto &each) { return each.name == name; };
    return llvm::any_of(channel.parameters, isIt) || llvm::any_of(channel.definitions, isIt);
  };
  std::string name;
  do
    name = "logarithm" + std::to_string(++logarithmCount);
  while (isTaken(name));
  return name;
}

std::string ChannelTerms::raisePrice(const ChannelTerm &budget) {
  const Exponent sum = exponent(budget, 1);
  std::string total = linear(sum), text;
  for (const Exponent::Logarithm &each : sum.logarithms) {
    const std::string name = freshLogarithm();
    text += "const auto " + name + " = powers->logarithm(" + number(*each.argument).text + ");\nif (!" +
            name + ")\n  return " + name + ".error();\n";
    const std::string end = name + (sgn(each.multiple) < 0 ? "->below" : "->above");
    total += (total.empty() ? "" : " + ") + multiple(each.multiple, end);
  }
  return text + "price = std::max<Rational>(price, " + (total.empty() ? "Rational()" : total) + ");\n";
}

bool ChannelTerms::standsInExponents(const ChannelTerm &term) const {
  if (term.kind == Kind::Logarithm)
    return true;
  if (term.kind == Kind::Parameter)
    return channel.parameters[term.index].isExponent;
  return term.kind != Kind::Exponential &&
         std::any_of(term.operands.begin(), term.operands.end(),
                     [&](const ir::ChannelTermPtr &part) { return standsInExponents(*part); });
}

using Comparison = ir::Channel::Requirement::Comparison;

std::string ChannelTerms::failing(const ir::Channel::Requirement &requirement) {
  if (standsInExponents(*requirement.left) || standsInExponents(*requirement.right))
    return failingExponents(requirement);
  if (const std::string plain = failingPlainly(requirement); !plain.empty())
    return plain;
  const char *relation = requirement.comparison == Comparison::Less        ? "isBelow"
                         : requirement.comparison == Comparison::LessEqual ? "isAtMost"
                                                                           : "isEqual";
  const std::string left = number(*requirement.left).text, right = number(*requirement.right).text;
  return "!powers->" + std::string(relation) + "(" + left + ", " + right + ")";
}

/// `k < 1` for `1 <= k`: a parameter beside a whole number needs no fractions. Empty for anything else.
std::string ChannelTerms::failingPlainly(const ir::Channel::Requirement &requirement) const {
  const auto isWhole = [](const ChannelTerm &term) {
    return term.kind == Kind::Number && isIntegral(term.number) && isSmall(term.number.get_num());
  };
  const ChannelTerm &left = *requirement.left, &right = *requirement.right;
  const bool isTurned = isWhole(left) && right.kind == Kind::Parameter;
  if (!isTurned && !(isWhole(right) && left.kind == Kind::Parameter))
    return {};
  const ChannelTerm &parameter = isTurned ? right : left, &bound = isTurned ? left : right;
  const char *sign = requirement.comparison == Comparison::Equal       ? " != "
                     : requirement.comparison == Comparison::LessEqual ? (isTurned ? " < " : " > ")
                                                                       : (isTurned ? " <= " : " >= ");
  return "parameters." + channelIdentifier(channel.parameters[parameter.index].name) + sign +
         toString(bound.number);
}

bool ChannelTerms::mentionsPower(const ChannelTerm &term) const {
  return term.kind == Kind::Exponential ||
         std::any_of(term.operands.begin(), term.operands.end(),
                     [&](const ir::ChannelTermPtr &part) { return mentionsPower(*part); });
}

/// left <= right as rationals or, with logarithms, as e^(m x) a <= b for an m that makes all powers of the
/// arguments whole: x collects the rational parts, a and b the factors.
std::string ChannelTerms::failingExponents(const ir::Channel::Requirement &requirement) {
  const bool isStrict = requirement.comparison == Comparison::Less;
  const bool isEqual = requirement.comparison == Comparison::Equal;
  const Exponent left = exponent(*requirement.left, 1), right = exponent(*requirement.right, 1);
  if (left.logarithms.empty() && right.logarithms.empty()) {
    const std::string one = linear(left), other = linear(right);
    if (one.empty())
      return (other.empty() ? "Rational(0)" : other) + (isEqual ? " != " : isStrict ? " <= " : " < ") + "0";
    return one + (isEqual ? " != " : isStrict ? " >= " : " > ") + (other.empty() ? "0" : other);
  }
  Integer common = 1;
  for (const Exponent *side : {&left, &right})
    for (const Exponent::Logarithm &logarithm : side->logarithms)
      common = lcm(common, logarithm.multiple.get_den());
  Exponent difference = exponent(*requirement.left, Rational(common));
  const Exponent subtracted = exponent(*requirement.right, Rational(common));
  for (const auto &[parameter, multiple] : subtracted.multiples)
    difference.multiples[parameter] -= multiple;
  difference.constant -= subtracted.constant;

  std::string undefined;
  const auto product = [&](const std::vector<Exponent::Logarithm> &logarithms) {
    std::optional<Code> all;
    for (const Exponent::Logarithm &logarithm : logarithms) {
      if (mentionsPower(*logarithm.argument))
        problems.add("a logarithm of powers of e is not compared exactly; compare the powers themselves",
                     logarithm.argument->range);
      const std::optional<Rational> known = constant(*logarithm.argument);
      if (!known || sgn(*known) <= 0)
        undefined += "!powers->isBelow(Number(0), " + number(*logarithm.argument).text + ") || ";
      const Code factor = wholePower(logarithm.multiple, *logarithm.argument);
      all = all ? Code{operand(*all, Level::Product) + " * " + operand(factor, Level::Prefix), Level::Product,
                       ValueType::Rational}
                : factor;
    }
    return all ? all->text : std::string("Number(1)");
  };
  const std::string one = product(difference.logarithms), other = product(subtracted.logarithms);
  const std::string exponentText = linear(difference);
  return undefined + "!" +
         (isEqual    ? "isPowerEqual"
          : isStrict ? "isPowerBelow"
                     : "isPowerAtMost") +
         "(" + (exponentText.empty() ? "Rational(0)" : exponentText) + ", " + one + ", " + other + ")";
}

} // namespace plumb::emit
