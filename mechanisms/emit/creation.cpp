// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/emit/creation.h"

#include "frontend/ir/occurrence.h"
#include "frontend/ir/print_expression.h"
#include "frontend/ir/program.h"
#include "frontend/ir/same_term.h"

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/Casting.h>
#include <llvm/Support/ErrorHandling.h>

namespace plumb::emit {

using llvm::dyn_cast;
using Role = ir::Variable::Role;

std::string parameterMembers(Terms &terms, llvm::function_ref<bool(const ir::Variable &)> isLeftOut) {
  Writer members;
  for (const ir::Variable *parameter : withRole(terms.inputs, Role::Parameter)) {
    if (isLeftOut(*parameter))
      continue;
    const std::string name = terms.names.of(*parameter), start = parameter->sort == ir::Sort::Real ? ""
                                                                 : parameter->sort == ir::Sort::Bool
                                                                     ? " = false"
                                                                     : " = 0";
    const std::string type =
        parameter->sort == ir::Sort::Real
            ? (terms.logarithms.count(parameter) != 0 ? "runtime::Logarithm" : "runtime::Exact")
            : std::string(emit::name(terms.typeOf(*parameter, terms.ranges)));
    if (!parameter->isArray()) {
      members.line(type + " " + name + start + ";");
      continue;
    }
    terms.includes.add("<vector>");
    members.line("/// " + sizeText(*parameter) + " of them" +
                 (parameter->extents.size() > 1 ? ", in row-major order" : ""));
    members.line("std::vector<" + type + "> " + name + ";");
  }
  return members.text();
}

void ParameterChecks::inputs() {
  premises(false);
  sizes();
  premises(true);
}

bool isEndlessAnswer(const Terms &terms, const ir::Variable &variable) {
  return variable.role == Role::Query && terms.stream && terms.stream->openEnd;
}

std::string endlessMembers(Terms &terms) {
  const ir::Variable *end = terms.stream->openEnd;
  return parameterMembers(terms, [&](const ir::Variable &variable) { return &variable == end; });
}

std::string endlessValues(Terms &terms) {
  terms.includes.add("<cstdint>");
  terms.includes.add("<limits>");
  std::vector<std::string> values;
  for (const ir::Variable *parameter : withRole(terms.inputs, Role::Parameter))
    values.push_back(parameter == terms.stream->openEnd ? "std::numeric_limits<std::int64_t>::max()"
                                                        : terms.names.of(*parameter));
  return joined(values);
}

std::string ParameterChecks::text() const {
  Writer all;
  if (hasFlag)
    all.line("bool isDefined = true;");
  return all.line(lines.text()).text();
}

std::string Creation::body() {
  inputs();
  stepLimits();
  budget();
  samplers();
  return text();
}

void ParameterChecks::refuse(const std::string &fails, const std::vector<std::string> &parts,
                             bool usesIsDefined) {
  constexpr std::size_t longest = 80;
  hasFlag = hasFlag || usesIsDefined;
  const std::string error = "return runtime::Error{";
  std::string message = joined(parts, " + ");
  if (message.size() > longest)
    message = joined(parts, " +\n" + std::string(error.size(), ' '));
  lines.under("if (" + fails + (usesIsDefined ? " || !isDefined" : "") + ")", error + message + "};");
}

static bool readsArray(const ir::Expression &expression) {
  bool found = false;
  plan::forEachPart(expression, [&](const ir::Expression &part) {
    const auto *read = dyn_cast<ir::Read>(&part);
    found = found || (read && read->variable.isArray());
  });
  return found;
}

/// Of a logarithm it is proved of the argument that the composition passes, and `Logarithm` is above 0.
bool ParameterChecks::isAboutLogarithm(const ir::Expression &requirement) const {
  return llvm::any_of(unit.logarithms,
                      [&](const ir::Variable *each) { return ir::reads(requirement, *each); });
}

void ParameterChecks::premises(bool ofArrays) {
  for (const auto &requirement : unit.inputs.requirements)
    if (readsArray(*requirement) == ofArrays && !isAboutLogarithm(*requirement))
      premise(*requirement);
}

/// Calls \p visit for each scalar parameter in \p expression, once.
static void forEachParameter(const ir::Expression &expression,
                             llvm::function_ref<void(const ir::Variable &)> visit) {
  std::set<const ir::Variable *> seen;
  plan::forEachPart(expression, [&](const ir::Expression &part) {
    const auto *read = dyn_cast<ir::Read>(&part);
    bool isScalar = read && read->variable.role == Role::Parameter && !read->variable.isArray();
    if (isScalar && seen.insert(&read->variable).second)
      visit(read->variable);
  });
}

static std::string valueText(const ir::Variable &parameter, const std::string &name) {
  switch (parameter.sort) {
  case ir::Sort::Bool:
    return "std::string(" + name + " ? \"true\" : \"false\")";
  case ir::Sort::Real:
    return name + ".text()";
  case ir::Sort::Int:
    return "std::to_string(" + name + ")";
  case ir::Sort::Selection:
    break;
  }
  llvm_unreachable("no parameter is a selection");
}

/// "requires `k <= n`, but k = 3, n = 2".
void ParameterChecks::premise(const ir::Expression &requirement) {
  ExpressionWriter writer(unit, Stage::Checking);
  Code fails = writer.negation(requirement);
  std::string words = "requires `" + ir::print(requirement) + "`";
  std::vector<std::string> parts;
  forEachParameter(requirement, [&](const ir::Variable &parameter) {
    words += (parts.empty() ? ", but " : ", ") + parameter.name + " = ";
    parts.push_back(quoted(words));
    parts.push_back(valueText(parameter, "parameters." + unit.names.of(parameter)));
    words.clear();
  });
  if (parts.empty())
    parts.push_back(quoted(words));
  refuse(operand(fails, Level::Or), parts, writer.usesIsDefined());
}

/// More elements than any machine has, and far from where products of sizes wrap.
static const char *const sizeLimit = "(std::int64_t{1} << 48)";

void ParameterChecks::extent(const ir::Variable &array, const ir::Expression &extent) {
  std::optional<plan::Range> range = unit.ranges.of(extent);
  bool isWord = range && fitsWord(*range);
  ExpressionWriter writer(unit, Stage::Checked);
  std::string size = operand(writer.write(extent), Level::Sum);
  if (isWord && range->low >= 0 && !writer.usesIsDefined())
    return;
  std::string fails = size + " < 0" + (isWord ? "" : " || " + size + " >= " + sizeLimit);
  refuse(fails, {quoted("`" + ir::print(extent) + "`, an extent of `" + array.name + "`, is out of range")},
         writer.usesIsDefined());
}

/// C++ for the number of elements of an array of several dimensions, without overflow and without its first
/// \p skipped dimensions.
std::string ParameterChecks::product(const ir::Variable &array, std::size_t skipped) {
  std::string text;
  for (std::size_t d = skipped; d < array.extents.size(); ++d) {
    Code code = ExpressionWriter(unit, Stage::Checked).write(*array.extents[d]);
    text += text.empty() ? "Rational(" + code.text + ")" : " * " + operand(code, Level::Prefix);
  }
  return text;
}

void ParameterChecks::sizes() {
  std::vector<llvm::ArrayRef<ir::ExpressionPtr>> seen;
  const auto isNew = [&](llvm::ArrayRef<ir::ExpressionPtr> extents) {
    const auto isSame = [&](llvm::ArrayRef<ir::ExpressionPtr> other) {
      return std::equal(extents.begin(), extents.end(), other.begin(), other.end(),
                        [](const auto &one, const auto &another) { return ir::isSameTerm(*one, *another); });
    };
    if (llvm::any_of(seen, isSame))
      return false;
    seen.push_back(extents);
    return true;
  };
  for (const auto &variable : unit.inputs.variables) {
    if (!variable->isArray() || notGiven.contains(variable.get()) || unit.storage.isOneElement(*variable))
      continue;
    for (const auto &term : variable->extents)
      if (isNew(term))
        extent(*variable, *term);
    // Of a stream without an end no more than a row is ever there; `run` counts what it is given.
    const std::size_t skipped = isEndlessAnswer(unit, *variable) ? 1 : 0;
    bool isFlat = variable->extents.size() <= skipped + 1;
    if (!isFlat && isNew(llvm::ArrayRef(variable->extents).drop_front(skipped)))
      refuse(product(*variable, skipped) + " >= " + sizeLimit,
             {quoted("`" + variable->name + "` has too many elements")});
    if (variable->role == Role::Parameter)
      lengthCheck(*variable);
  }
}

void ParameterChecks::lengthCheck(const ir::Variable &array) {
  std::string size = "parameters." + unit.names.of(array) + ".size()";
  std::string wanted = product(array);
  if (array.extents.size() == 1)
    wanted = operand(ExpressionWriter(unit, Stage::Checked).write(*array.extents.front()), Level::Sum);
  refuse("Wide{" + size + "} != " + wanted,
         {quoted("`" + array.name + "` has "), "std::to_string(" + size + ")",
          quoted(" elements instead of `" + sizeText(array) + "`")});
}

/// C++ for how often \p definition runs: the product of the lengths of its loops. Sets \p unbounded to
/// the end of a range that is no term over scalar parameters.
std::string Creation::executions(const plan::Definition &definition, SourceRange &unbounded) {
  std::string text;
  ExpressionWriter writer(unit, Stage::Checked);
  for (const ir::For *loop : definition.loops) {
    for (const ir::Expression *end : {loop->low.get(), loop->high.get()})
      plan::forEachPart(*end, [&](const ir::Expression &part) {
        const auto *read = dyn_cast<ir::Read>(&part);
        if (read && (read->variable.role != Role::Parameter || read->variable.isArray()))
          unbounded = end->range();
      });
    if (unbounded.end != 0)
      return {};
    const auto *start = dyn_cast<ir::Number>(loop->low.get());
    const bool isZero = start && start->value == 0;
    Code low = writer.write(*loop->low);
    text += (text.empty() ? "std::max<Rational>(Rational(), " : " * std::max<Rational>(Rational(), ") +
            operand(widened(writer.write(*loop->high), ValueType::Rational), Level::Sum) +
            (isZero ? "" : " - " + operand(low, Level::Product)) + ")";
  }
  hasFlag = hasFlag || writer.usesIsDefined();
  return text.empty() ? "Rational(1)" : text;
}

void Creation::stepLimits() {
  const std::string limitText = std::to_string(plan::assignmentLimit);
  for (const plan::StepLimit &limit : unit.ranges.limits()) {
    std::string total, name = limit.definitions.front()->target->name;
    SourceRange unbounded;
    for (const plan::Definition *definition : limit.definitions)
      total += (total.empty() ? "" : " + ") + executions(*definition, unbounded);
    if (unbounded.end != 0) {
      unit.problems.add("`" + name +
                            "` adds up noise in a loop whose length is no term over single parameters, so "
                            "nothing bounds it to 128 bits",
                        unbounded);
      continue;
    }
    lines.line("// Sums of this many terms stay within 128 bits.");
    refuse(total + " > " + limitText,
           {quoted("`" + name + "` would add up more than " + limitText + " terms")});
  }
}

/// What is proved, at these parameters. No guarantee is better than none at all lost.
void ParameterChecks::price(const ir::Expression &epsilon) {
  ExpressionWriter writer(unit, Stage::Checked);
  lines.line("Rational price = std::max<Rational>(Rational(), " + writer.write(epsilon, ValueType::Rational) +
             ");");
  if (writer.usesIsDefined())
    refuse("false", {quoted("the guarantee `" + ir::printPromoted(epsilon) + "` is not defined")}, true);
}

void ParameterChecks::priceOf(const std::string &function) {
  lines.line("auto raised = " + function + "(parameters);");
  lines.under("if (!raised)", "return raised.error();");
  lines.line("Rational price = *std::move(raised);");
}

/// Does \p term not fall where a logarithm in it grows, in a form that tells so?
static bool isRising(const Unit &unit, const ir::Expression &term) {
  if (!unit.readsLogarithm(term) || llvm::isa<ir::Read>(term))
    return true;
  if (const auto *unary = dyn_cast<ir::Unary>(&term))
    return unary->op == ir::UnaryOperator::ToReal && isRising(unit, *unary->operand);
  const auto *both = dyn_cast<ir::Binary>(&term);
  if (!both)
    return false;
  const auto isPositive = [](const ir::Expression &factor) {
    const auto *cast = dyn_cast<ir::Unary>(&factor);
    const auto *number =
        dyn_cast<ir::Number>(cast && cast->op == ir::UnaryOperator::ToReal ? cast->operand.get() : &factor);
    return number && sgn(number->value) > 0;
  };
  if (both->op == ir::BinaryOperator::Add)
    return isRising(unit, *both->left) && isRising(unit, *both->right);
  if (both->op == ir::BinaryOperator::Multiply)
    return (isPositive(*both->left) && isRising(unit, *both->right)) ||
           (isPositive(*both->right) && isRising(unit, *both->left));
  return both->op == ir::BinaryOperator::Divide && isPositive(*both->right) && isRising(unit, *both->left);
}

/// The price of the guarantee, where logarithms are rounded up.
void Creation::budget() {
  const ir::Expression &epsilon = *created.mechanism.guarantee.epsilon;
  if (!isRising(created, epsilon))
    created.problems.add("the guarantee `" + ir::printPromoted(epsilon) + "` of `" + created.mechanism.name +
                             "` is no sum of positive multiples of what is a logarithm here, and cannot be "
                             "rounded up",
                         epsilon.range());
  created.isRoundedUp = true;
  price(epsilon);
  created.isRoundedUp = false;
}

void Creation::logarithmic(const Sampler &sampler, const std::string &what) {
  const auto scale = created.logarithmicScale(*sampler.scale);
  if (!scale)
    return created.problems.add(what +
                                    " is drawn exactly only as 1 / c or 1 / (n * c) for a whole number n up "
                                    "to 64, where c is a logarithm of powers of e",
                                sampler.scale->range());
  lines.line("auto " + sampler.name + " = " + logarithmicSamplerType(sampler.law).name +
             "::create(parameters." + created.names.of(*scale->budget) + ", " + std::to_string(scale->times) +
             ");");
}

void Creation::samplers() {
  std::string arguments = "std::move(parameters), std::move(price)";
  for (const Sampler &sampler : created.samplers) {
    ExpressionWriter writer(unit, Stage::Checked);
    const std::string what = "the scale `" + sampler.scaleText + "` of " + samplesOf(sampler);
    if (created.readsLogarithm(*sampler.scale))
      logarithmic(sampler, what);
    else
      lines.line("auto " + sampler.name + " = " + samplerType(sampler.law, created.work).name + "::create(" +
                 writer.write(*sampler.scale, ValueType::Rational) + ");");
    if (writer.usesIsDefined())
      refuse("!isDefined", {quoted(what + " is not defined")});
    hasFlag = hasFlag || writer.usesIsDefined();
    refuse("!" + sampler.name, {quoted(what + ": "), sampler.name + ".error().message"});
    arguments += ", *std::move(" + sampler.name + ")";
  }
  lines.line("return Mechanism(" + arguments + ");");
}

} // namespace plumb::emit
