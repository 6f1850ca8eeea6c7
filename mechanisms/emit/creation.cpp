// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/emit/creation.h"

#include "frontend/ir/program.h"

#include <llvm/Support/Casting.h>
#include <set>

namespace plumb::emit {

using llvm::dyn_cast;
using Role = ir::Variable::Role;

std::string Creation::body() {
  std::string text = premises(false) + sizes() + premises(true) + stepLimits() + samplers();
  return (hasFlag ? "  bool isDefined = true;\n" : "") + text;
}

std::string Creation::refusal(const std::string &condition, const std::string &message, bool usesIsDefined) {
  hasFlag = hasFlag || usesIsDefined;
  std::string test = usesIsDefined ? "!(" + condition + ") || !isDefined" : "!(" + condition + ")";
  return "  if (" + test + ")\n    return runtime::Error{" + message + "};\n";
}

static bool readsArray(const ir::Expression &expression) {
  bool found = false;
  forEachPart(expression, [&](const ir::Expression &part) {
    const auto *read = dyn_cast<ir::Read>(&part);
    found = found || (read && read->variable.isArray());
  });
  return found;
}

std::string Creation::premises(bool ofArrays) {
  std::string text;
  for (const auto &requirement : unit.mechanism.requirements)
    if (readsArray(*requirement) == ofArrays)
      text += premise(*requirement);
  return text;
}

/// Calls \p visit for each scalar parameter in \p expression, once.
static void forEachParameter(const ir::Expression &expression,
                             llvm::function_ref<void(const ir::Variable &)> visit) {
  std::set<const ir::Variable *> seen;
  forEachPart(expression, [&](const ir::Expression &part) {
    const auto *read = dyn_cast<ir::Read>(&part);
    bool isScalar = read && read->variable.role == Role::Parameter && !read->variable.isArray();
    if (isScalar && seen.insert(&read->variable).second)
      visit(read->variable);
  });
}

static std::string valueText(const ir::Variable &parameter, const std::string &name) {
  switch (parameter.sort) {
  case ir::Sort::Bool:
    return "(" + name + " ? \"true\" : \"false\")";
  case ir::Sort::Real:
    return name + ".text()";
  default:
    return "std::to_string(" + name + ")";
  }
}

/// C++ for " c = 0, n = 3".
std::string Creation::values(const ir::Expression &requirement) {
  std::string text;
  forEachParameter(requirement, [&](const ir::Variable &parameter) {
    text += (text.empty() ? " + \" " : " + \", ") + parameter.name + " = \" + " +
            valueText(parameter, "parameters." + unit.names.of(parameter));
  });
  return text;
}

std::string Creation::premise(const ir::Expression &requirement) {
  ExpressionWriter writer(unit, Stage::Checking);
  std::string condition = writer.write(requirement).text;
  std::string shown = values(requirement);
  std::string message = quoted("requires `" + ir::print(requirement) + "`" + (shown.empty() ? "" : ", but"));
  return refusal(condition,
                 (shown.empty() ? "" : "std::string(") + message + (shown.empty() ? "" : ")") + shown,
                 writer.usesIsDefined());
}

/// The least size that no vector has.
static const char *const sizeLimit = "(std::int64_t{1} << 48)";

std::string Creation::extent(const ir::Variable &array, const ir::Expression &extent) {
  std::optional<Range> range = unit.ranges.of(extent);
  bool isFine = range && range->low >= 0 && fitsWord(*range);
  ExpressionWriter writer(unit, Stage::Checked);
  Code code = writer.write(extent);
  if (isFine && !writer.usesIsDefined())
    return {};
  std::string size = operand(code, Level::Sum);
  std::string condition =
      size + " >= 0" + (range && fitsWord(*range) ? "" : " && " + size + " < " + sizeLimit);
  return refusal(condition,
                 quoted("`" + ir::print(extent) + "`, an extent of `" + array.name + "`, is out of range"),
                 writer.usesIsDefined());
}

/// C++ for the number of elements, without overflow.
std::string Creation::product(const ir::Variable &array) {
  std::string text;
  for (const auto &extent : array.extents) {
    Code code = ExpressionWriter(unit, Stage::Checked).write(*extent);
    if (array.extents.size() == 1)
      return widened(std::move(code), CppType::Word).text;
    text += text.empty() ? "Rational(" + code.text + ")" : " * " + operand(code, Level::Prefix);
  }
  return text;
}

std::string Creation::sizes() {
  std::string text;
  std::set<std::string> seen;
  for (const auto &variable : unit.mechanism.variables) {
    if (!variable->isArray() || unit.storage.isOneElement(*variable))
      continue;
    for (const auto &term : variable->extents)
      if (seen.insert(ir::print(*term)).second)
        text += extent(*variable, *term);
    std::string elements = product(*variable);
    if (variable->extents.size() > 1 && seen.insert(elements).second)
      text += refusal(elements + " < " + sizeLimit, quoted("`" + variable->name + "` has too many elements"),
                      false);
    if (variable->role != Role::Parameter)
      continue;
    std::string size = "parameters." + unit.names.of(*variable) + ".size()";
    std::string condition = variable->extents.size() > 1 ? elements + " == Rational(" + size + ")"
                                                         : "std::cmp_equal(" + size + ", " + elements + ")";
    text += refusal(condition,
                    "std::string(" + quoted("`" + variable->name + "` has ") + ") + std::to_string(" + size +
                        ") + " + quoted(" elements instead of `" + sizeText(*variable) + "`"),
                    false);
  }
  return text;
}

/// C++ for how often \p definition runs: the product of the lengths of its loops.
std::string Creation::executions(const Definition &definition, SourceRange &unbounded) {
  std::string text = "Rational(1)";
  ExpressionWriter writer(unit, Stage::Checked);
  for (const ir::For *loop : definition.loops) {
    for (const ir::Expression *end : {loop->low.get(), loop->high.get()})
      forEachPart(*end, [&](const ir::Expression &part) {
        const auto *read = dyn_cast<ir::Read>(&part);
        if (read && (read->variable.role != Role::Parameter || read->variable.isArray()))
          unbounded = end->range();
      });
    if (unbounded.end != 0)
      return {};
    text += " * std::max<Rational>(0, Rational(" + writer.write(*loop->high).text + ") - " +
            operand(writer.write(*loop->low), Level::Product) + ")";
  }
  hasFlag = hasFlag || writer.usesIsDefined();
  return text;
}

std::string Creation::stepLimits() {
  std::string text;
  for (const StepLimit &limit : unit.ranges.limits()) {
    std::string total, name = limit.definitions.front()->target->name;
    SourceRange unbounded;
    for (const Definition *definition : limit.definitions)
      total += (total.empty() ? "" : " + ") + executions(*definition, unbounded);
    if (unbounded.end != 0) {
      unit.problems.add("`" + name +
                            "` adds up noise in a loop whose length is no term over single parameters, so "
                            "nothing bounds it to 128 bits",
                        unbounded);
      continue;
    }
    text +=
        "  // Sums of this many terms stay within 128 bits.\n" +
        refusal(total + " <= " + std::to_string(assignmentLimit),
                quoted("`" + name + "` would add up more than " + std::to_string(assignmentLimit) + " terms"),
                false);
  }
  return text;
}

std::string Creation::samplers() {
  std::string text, arguments = "std::move(parameters)";
  for (const Sampler &sampler : unit.samplers) {
    ExpressionWriter writer(unit, Stage::Checked);
    std::string scale = writer.write(*sampler.scale, CppType::Rational);
    std::string targets;
    for (const ir::Sample *sample : sampler.samples)
      targets += (targets.empty() ? "`" : ", `") + sample->target.name + "`";
    std::string what = "the scale `" + sampler.scaleText + "` of " + targets;
    text += "  auto " + sampler.name + " = " + samplerType(sampler.law) + "::create(" + scale + ");\n";
    if (writer.usesIsDefined())
      text += refusal("isDefined", quoted(what + " is not defined"), true);
    text += refusal(sampler.name + ".hasValue()",
                    quoted(what + ": ") + " + " + sampler.name + ".error().message", false);
    arguments += ", *std::move(" + sampler.name + ")";
  }
  return text + "  return Mechanism(" + arguments + ");\n";
}

} // namespace plumb::emit
