// SPDX-License-Identifier: Apache-2.0
#include "frontend/sema/channel_terms.h"

#include "frontend/ir/open_channel.h"
#include "frontend/support/similar_word.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace plumb::sema {

using ir::ChannelTerm;
using ir::ChannelTermPtr;
using Kind = ChannelTerm::Kind;
using Syntax = syntax::Expression::Kind;

static ChannelTermPtr make(Kind kind, const syntax::Expression &written) {
  auto term = std::make_unique<ChannelTerm>();
  term->kind = kind;
  term->range = written.range;
  return term;
}

ChannelTermPtr ChannelTerms::number(const Expression &written) {
  return read(written, Role::Number);
}

ChannelTermPtr ChannelTerms::exponent(const Expression &written) {
  const auto before = inside;
  ChannelTermPtr term = read(written, Role::Exponent);
  if (!term)
    inside = before; // What a mistake makes an exponent is none.
  return term;
}

static bool isHole(const syntax::Expression &written) {
  return written.kind == Syntax::Name && written.text == "?";
}

/// A parameter of its own, whose value is looked for.
ChannelTermPtr ChannelTerms::hole(const Expression &written, Role role) {
  ChannelTermPtr term = make(Kind::Parameter, written);
  term->index = channel.parameters.size();
  channel.parameters.push_back(ir::openParameter(role == Role::Exponent, written.range));
  return term;
}

ChannelTermPtr ChannelTerms::openExponent(const Expression &written) {
  return isHole(written) ? hole(written, Role::Exponent) : exponent(written);
}

ChannelTermPtr ChannelTerms::openNumber(const Expression &written) {
  if (isHole(written))
    return hole(written, Role::Number);
  const bool isOpenCall =
      written.kind == Syntax::Call && written.operands.size() == 1 && isHole(*written.operands[0]);
  if (!isOpenCall || written.text != "exp")
    return number(written);
  ChannelTermPtr term = make(Kind::Exponential, written);
  term->operands.push_back(hole(*written.operands[0], Role::Exponent));
  return term;
}

ChannelTermPtr ChannelTerms::read(const Expression &written, Role role) {
  switch (written.kind) {
  case Syntax::Number: {
    ChannelTermPtr term = make(Kind::Number, written);
    term->number = *parseRational(written.text);
    return term;
  }
  case Syntax::Name:
    return name(written, role);
  case Syntax::Call:
    return call(written, role);
  case Syntax::Unary:
  case Syntax::Binary:
    return arithmetic(written, role);
  case Syntax::Boolean:
  case Syntax::Index:
  case Syntax::Member:
  case Syntax::Aggregate:
  case Syntax::Tuple:
  case Syntax::Conditional:
  case Syntax::Is:
  case Syntax::In:
  case Syntax::Forall:
  case Syntax::ForallRecord:
    return refuse(written, role);
  }
}

ChannelTermPtr ChannelTerms::refuse(const Expression &written, Role role) {
  if (role == Role::Exponent)
    sink.report(DiagnosticKind::NotAnExponent, written.range, {"this"},
                "write it like `eps / 2`, `2 * eps + ln(3)` or `ln(1 / p)`");
  else
    sink.report(DiagnosticKind::NotInChannel, written.range, {"this"},
                "numbers of a channel are made of + - * /, `exp`, numbers and parameters");
  return nullptr;
}

ChannelTermPtr ChannelTerms::name(const Expression &written, Role role) {
  const auto named = [&](const auto &declared) { return declared.name == written.text; };
  const auto definition = std::find_if(channel.definitions.begin(), channel.definitions.end(), named);
  const auto parameter = std::find_if(channel.parameters.begin(), channel.parameters.end(), named);
  if (written.primed)
    return refuse(written, role);
  if (isHole(written)) {
    sink.report(DiagnosticKind::NotInChannel, written.range, {"`?` inside of a term"},
                "leave a whole number open by `let x = ?`, an exponent by `exp(?)`, a budget by `ldp(?)`");
    return nullptr;
  }
  if (definition != channel.definitions.end()) {
    if (role == Role::Exponent)
      return refuse(written, role);
    if (!definition->value)
      return nullptr; // Its mistake was told.
    ChannelTermPtr term = make(Kind::Definition, written);
    term->index = static_cast<std::size_t>(definition - channel.definitions.begin());
    return term;
  }
  if (parameter == channel.parameters.end()) {
    SimilarWord similar(written.text);
    for (const auto &declared : channel.parameters)
      similar.consider(declared.name);
    for (const auto &defined : channel.definitions)
      similar.consider(defined.name);
    sink.report({DiagnosticKind::UnknownName,
                 written.range,
                 {written.text},
                 {},
                 similar.help("declare it as a parameter, or define it above with `let`"),
                 written.text});
    return nullptr;
  }
  ChannelTermPtr term = make(Kind::Parameter, written);
  term->index = static_cast<std::size_t>(parameter - channel.parameters.begin());
  if (role == Role::Exponent && parameter->sort != ir::Sort::Real) {
    sink.report({DiagnosticKind::NotAnExponent,
                 written.range,
                 {"`" + written.text + "`, an int,"},
                 {},
                 "what is an exponent or a budget is declared as `" + written.text + ": real`",
                 written.text});
    return nullptr;
  }
  (role == Role::Exponent ? inside : outside).emplace(term->index, written.range);
  return term;
}

Help helpForExponential(const std::string &function, Help otherwise) {
  if (function == "log")
    return "the natural logarithm is written `ln(...)`";
  return helpForWord(function, std::array{"exp", "ln"}, std::move(otherwise));
}

ChannelTermPtr ChannelTerms::call(const Expression &written, Role role) {
  const bool isExponential = written.text == "exp", isLogarithm = written.text == "ln";
  if (!isExponential && !isLogarithm) {
    sink.report(
        DiagnosticKind::UnknownFunction, written.wordRange, {written.text},
        helpForExponential(written.text, "the functions of a channel are `exp`, and `ln` in an exponent"));
    return nullptr;
  }
  if (written.operands.size() != 1) {
    sink.report(DiagnosticKind::WrongArgumentCount, written.range,
                {written.text, "1 argument", std::to_string(written.operands.size()) + " arguments"});
    return nullptr;
  }
  if (isExponential == (role == Role::Exponent))
    return refuse(written, role);
  ChannelTermPtr term = make(isExponential ? Kind::Exponential : Kind::Logarithm, written);
  term->operands.push_back(isExponential ? exponent(*written.operands[0]) : number(*written.operands[0]));
  return term->operands[0] ? std::move(term) : nullptr;
}

bool ChannelTerms::isConstant(const ChannelTerm &term) const {
  return term.kind == Kind::Number ||
         (term.kind != Kind::Parameter && term.kind != Kind::Definition && term.kind != Kind::Logarithm &&
          std::all_of(term.operands.begin(), term.operands.end(),
                      [&](const ChannelTermPtr &operand) { return isConstant(*operand); }));
}

ChannelTermPtr ChannelTerms::arithmetic(const Expression &written, Role role) {
  static const std::map<std::string, Kind> kinds = {
      {"+", Kind::Add}, {"-", Kind::Subtract}, {"*", Kind::Multiply}, {"/", Kind::Divide}};
  const bool isUnary = written.kind == Syntax::Unary;
  const auto known = kinds.find(written.text);
  if (known == kinds.end() || (isUnary && written.text != "-"))
    return refuse(written, role);
  ChannelTermPtr term = make(isUnary ? Kind::Negate : known->second, written);
  const bool isScaled =
      role == Role::Exponent && (term->kind == Kind::Multiply || term->kind == Kind::Divide);
  for (const syntax::ExpressionPtr &operand : written.operands)
    term->operands.push_back(read(*operand, isScaled && isMultiple(*operand) ? Role::Number : role));
  if (std::any_of(term->operands.begin(), term->operands.end(), [](const auto &read) { return !read; }))
    return nullptr;
  if (role == Role::Number)
    return term;
  const auto isFactor = [&](std::size_t i) {
    return isConstant(*term->operands[i]) || isMultiple(*written.operands[i]);
  };
  const bool isProduct = term->kind == Kind::Multiply, isQuotient = term->kind == Kind::Divide;
  if (isQuotient && !isFactor(1))
    return refuse(written, role);
  if (isProduct && !isFactor(0) && !isFactor(1))
    return refuse(written, role);
  return term;
}

/// Of whole numbers alone, at least one of which is a parameter.
bool ChannelTerms::isMultiple(const Expression &written) const {
  if (multiples == Multiples::Numbers)
    return false;
  if (written.kind == Syntax::Name)
    return std::any_of(channel.parameters.begin(), channel.parameters.end(), [&](const auto &parameter) {
      return parameter.name == written.text && parameter.sort == ir::Sort::Int;
    });
  if (written.kind != Syntax::Unary && written.kind != Syntax::Binary)
    return false;
  bool isAny = false;
  for (const syntax::ExpressionPtr &operand : written.operands) {
    if (!isMultiple(*operand) && operand->kind != Syntax::Number)
      return false;
    isAny = isAny || isMultiple(*operand);
  }
  return isAny;
}

ChannelTerms::Stated ChannelTerms::notion(const syntax::ChannelNotion &written) {
  using Notion = ir::Channel::Notion;
  const std::string &name = written.name.text;
  Stated stated{{}, {}, false};
  stated.notion.kind = name == "ldp"     ? Notion::Kind::Ldp
                       : name == "uldp"  ? Notion::Kind::Uldp
                       : name == "osldp" ? Notion::Kind::Osldp
                                         : Notion::Kind::KeepsTypes;
  stated.notion.range = written.range;
  const bool hasBudget = stated.notion.kind != Notion::Kind::KeepsTypes;
  const bool mayHaveOutputs =
      stated.notion.kind == Notion::Kind::Uldp || stated.notion.kind == Notion::Kind::KeepsTypes;
  const std::size_t count = written.arguments.size(),
                    wanted = (hasBudget ? 1 : 0) + (stated.notion.kind == Notion::Kind::Ldp ? 0 : 1);
  if (count != wanted && !(mayHaveOutputs && count == wanted + 1)) {
    sink.report(
        DiagnosticKind::WrongArgumentCount, written.range,
        {name, wanted == 1 ? "1 argument" : "2 arguments", std::to_string(count)},
        !hasBudget ? "give the protected inputs, and the protected outputs if they are others"
        : wanted == 1 && count == 2
            ? "the argument is the budget; who is protected is said by `uldp(S, eps)` and `osldp(S, eps)`"
        : wanted == 1 ? "the argument is the budget"
                      : "give the sensitive inputs, for `uldp` the protected outputs if they "
                        "are others, and the budget");
    return stated;
  }
  const std::size_t sets = count - (hasBudget ? 1 : 0);
  for (std::size_t i = 0; i < sets; ++i)
    stated.sets.push_back(&written.arguments[i]);
  stated.isRight = true;
  if (!hasBudget) {
    stated.notion.budget = std::make_unique<ChannelTerm>();
    stated.notion.budget->kind = Kind::Number;
    stated.notion.budget->range = written.range;
    return stated;
  }
  if (!written.arguments.back().further.empty())
    sink.report(DiagnosticKind::NotInChannel, written.arguments.back().first->range, {"a class as a budget"});
  stated.notion.budget = openExponent(*written.arguments.back().first);
  return stated;
}

bool ChannelTerms::mentionsExponent(const Expression &written) const {
  if (written.kind == Syntax::Call)
    return written.text == "ln";
  if (written.kind == Syntax::Name)
    for (const auto &[parameter, range] : inside)
      if (channel.parameters[parameter].name == written.text)
        return true;
  return std::any_of(written.operands.begin(), written.operands.end(),
                     [&](const syntax::ExpressionPtr &operand) { return mentionsExponent(*operand); });
}

void ChannelTerms::findExponents(const Expression &written, bool isInside) {
  for (std::size_t i = 0; i < channel.parameters.size(); ++i)
    if (isInside && written.kind == Syntax::Name && channel.parameters[i].name == written.text &&
        channel.parameters[i].sort == ir::Sort::Real)
      inside.emplace(i, written.range);
  const bool isCall = written.kind == Syntax::Call;
  for (const syntax::ExpressionPtr &operand : written.operands)
    findExponents(*operand, isCall ? written.text == "exp" : isInside);
}

void ChannelTerms::requirement(const Expression &written) {
  if (written.kind == Syntax::Binary && written.text == "and") {
    requirement(*written.operands[0]);
    return requirement(*written.operands[1]);
  }
  comparisons.push_back(&written);
}

void ChannelTerms::settleExponents() {
  using Requirement = ir::Channel::Requirement;
  for (const Expression *written : comparisons)
    findExponents(*written, false);
  for (const Expression *written : comparisons) {
    const std::string &sign = written->text;
    const bool known = written->kind == Syntax::Binary &&
                       (sign == "<" || sign == "<=" || sign == ">" || sign == ">=" || sign == "=");
    if (!known) {
      sink.report(DiagnosticKind::NotInChannel, written->range, {"this requirement"},
                  "write comparisons of numbers with < <= = >= >");
      continue;
    }
    const Role role = mentionsExponent(*written) ? Role::Exponent : Role::Number;
    ChannelTermPtr left = read(*written->operands[0], role), right = read(*written->operands[1], role);
    if (!left || !right)
      continue;
    const bool isTurned = sign.front() == '>';
    if (isTurned)
      std::swap(left, right);
    const auto comparison = sign == "="        ? Requirement::Comparison::Equal
                            : sign.size() == 2 ? Requirement::Comparison::LessEqual
                                               : Requirement::Comparison::Less;
    channel.requirements.push_back({std::move(left), std::move(right), comparison, isTurned, written->range});
  }
  for (const auto &[parameter, range] : inside) {
    channel.parameters[parameter].isExponent = true;
    if (const auto other = outside.find(parameter); other != outside.end())
      sink.report({DiagnosticKind::ExponentElsewhere,
                   other->second,
                   {channel.parameters[parameter].name},
                   {{"in an exponent here", range}},
                   "use `exp(" + channel.parameters[parameter].name + ")`, or another parameter"});
  }
}

} // namespace plumb::sema
