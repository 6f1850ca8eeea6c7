// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/emit/replay_terms.h"

#include "frontend/ir/occurrence.h"
#include "frontend/ir/operators.h"
#include "frontend/ir/program.h"
#include "mechanisms/emit/code.h"

#include <algorithm>
#include <cassert>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/Casting.h>
#include <llvm/Support/ErrorHandling.h>

namespace plumb::emit {

using llvm::cast;
using llvm::dyn_cast;
using Kind = ir::Expression::Kind;
using Operator = ir::BinaryOperator;
using Role = ir::Variable::Role;

static std::vector<ReplaySample> samplesIn(const ir::Mechanism &mechanism) {
  std::vector<ReplaySample> samples;
  plan::forEachStatement(mechanism, [&](const ir::Statement &statement, const plan::Nest &loops) {
    if (const auto *sample = dyn_cast<ir::Sample>(&statement))
      samples.push_back({sample, loops});
  });
  return samples;
}

ReplayUnit::ReplayUnit(const ir::Setting &of) : setting(of), names(of.neighbourhood()) {
  if (!of.hasMechanism())
    return;
  released.emplace(of.mechanism());
  samples = samplesIn(of.mechanism());
}

std::size_t ReplayUnit::sampleOf(const ir::Variable &variable) const {
  auto found = std::find_if(samples.begin(), samples.end(), [&](const ReplaySample &candidate) {
    return &candidate.sample->target == &variable;
  });
  assert(found != samples.end() && "every sample variable is drawn somewhere");
  return static_cast<std::size_t>(found - samples.begin());
}

std::size_t ReplayUnit::transcript(const ir::Transcript &transcript) const {
  auto found = std::find_if(mechanism().transcripts.begin(), mechanism().transcripts.end(),
                            [&](const auto &candidate) { return candidate.get() == &transcript; });
  return static_cast<std::size_t>(found - mechanism().transcripts.begin());
}

std::size_t ReplayUnit::valueCount(const ir::Transcript &transcript) const {
  std::size_t most = 0;
  plan::forEachStatement(mechanism(), [&](const ir::Statement &statement, const plan::Nest &) {
    const auto *output = dyn_cast<ir::Output>(&statement);
    if (output && &output->transcript == &transcript)
      most = std::max(most, output->values.size());
  });
  return most;
}

std::size_t ReplayUnit::tag(const ir::Tag &tag) const {
  auto found = std::find_if(mechanism().tags.begin(), mechanism().tags.end(),
                            [&](const auto &candidate) { return candidate.get() == &tag; });
  return static_cast<std::size_t>(found - mechanism().tags.begin());
}

std::string ReplayUnit::point(std::string kind, std::string text) {
  points.push_back({std::move(kind), std::move(text)});
  return std::to_string(points.size() - 1);
}

std::string replayType(ir::Sort sort) {
  return sort == ir::Sort::Bool ? "bool" : sort == ir::Sort::Real ? "Rational" : "Int";
}

std::string replayType(const ir::Variable &variable) {
  if (!variable.isArray())
    return replayType(variable.sort);
  return "Array<" + (variable.sort == ir::Sort::Bool ? "Bit" : replayType(variable.sort)) + ">";
}

bool ReplayUnit::isEnclosed(const ir::Variable &variable) const {
  return logarithms.count(&variable) != 0 || defined.count(&variable) != 0;
}

bool ReplayUnit::readsEnclosed(const ir::Expression &expression) const {
  const auto isRead = [&](const ir::Variable *variable) { return ir::reads(expression, *variable); };
  return llvm::any_of(logarithms, isRead) || llvm::any_of(defined, isRead);
}

std::string ReplayUnit::typeOf(const ir::Variable &variable) const {
  return isEnclosed(variable) ? "Enclosure" : replayType(variable);
}

std::string ReplayUnit::typeOf(const ir::Expression &expression) const {
  return expression.sort() == ir::Sort::Real && readsEnclosed(expression) ? "Enclosure"
                                                                          : replayType(expression.sort());
}

std::vector<const ir::Variable *> ReplayUnit::parameters() const {
  std::vector<const ir::Variable *> scalars, arrays;
  for (const auto &variable : inputs().variables)
    if (variable->role == Role::Parameter && defined.count(variable.get()) == 0)
      (variable->isArray() ? arrays : scalars).push_back(variable.get());
  scalars.insert(scalars.end(), arrays.begin(), arrays.end());
  return scalars;
}

std::string ReplayTerms::write(const ir::Expression &expression) {
  switch (expression.kind()) {
  case Kind::Number:
    return number(cast<ir::Number>(expression));
  case Kind::Boolean:
    return cast<ir::Boolean>(expression).value ? "true" : "false";
  case Kind::Read:
    return read(cast<ir::Read>(expression));
  case Kind::Unary:
    return unary(cast<ir::Unary>(expression));
  case Kind::Binary:
    return binary(cast<ir::Binary>(expression));
  case Kind::Conditional: {
    const auto &choice = cast<ir::Conditional>(expression);
    const std::string condition = write(*choice.condition), whenTrue = write(*choice.whenTrue);
    return "(" + condition + " ? " + whenTrue + " : " + write(*choice.whenFalse) + ")";
  }
  case Kind::Extremum: {
    const auto &extremum = cast<ir::Extremum>(expression);
    const std::string left = write(*extremum.left);
    return std::string(extremum.isMaximum ? "greatest" : "least") + "<" + unit.typeOf(expression) + ">(" +
           left + ", " + write(*extremum.right) + ")";
  }
  case Kind::Forall:
    return forall(cast<ir::Forall>(expression));
  case Kind::Aggregate:
    return aggregate(cast<ir::Aggregate>(expression));
  case Kind::CellTest:
    return cellTest(cast<ir::CellTest>(expression));
  case Kind::CellRead:
    return cellRead(cast<ir::CellRead>(expression));
  case Kind::ResultRead:
    return resultRead(cast<ir::ResultRead>(expression));
  case Kind::Membership:
    return "first.published.isChosen(" + write(*cast<ir::Membership>(expression).element) + ")";
#define EXPRESSION_OF_RETURN(kind) case Kind::kind:
#define EXPRESSION_OF_INVARIANT(kind) case Kind::kind:
#define EXPRESSION_OF_RECORD(kind) case Kind::kind:
#include "frontend/ir/expression_kinds.def"
    break;
  }
  llvm_unreachable("no value of a run or an alignment");
}

std::string ReplayTerms::number(const ir::Number &number) {
  if (number.sort() == ir::Sort::Real)
    return "rational(" + quoted(toString(number.value)) + ")";
  std::string digits = toString(number.value);
  // An `int` of C++ has ten digits at least.
  return digits.size() < 10 ? "Int(" + digits + ")" : "integer(" + quoted(digits) + ")";
}

std::string ReplayTerms::list(const std::vector<ir::ExpressionPtr> &terms) {
  std::string text;
  for (const auto &term : terms)
    text += (text.empty() ? "" : ", ") + write(*term);
  return "{" + text + "}";
}

std::string ReplayTerms::member(const std::string &object, const ir::Variable &variable,
                                const std::vector<ir::ExpressionPtr> &indices) {
  std::string name = object + "." + unit.names.of(variable);
  if (!variable.isArray())
    return name;
  std::string element = "at(" + name + ", " + list(indices) + ")";
  return variable.sort == ir::Sort::Bool ? "bool(" + element + ")" : element;
}

std::string ReplayTerms::place(const ir::Variable &variable, const std::vector<ir::ExpressionPtr> &indices) {
  std::string name = "s." + unit.names.of(variable);
  return variable.isArray() ? "at(" + name + ", " + list(indices) + ")" : name;
}

std::string ReplayTerms::read(const ir::Read &read) {
  if (unit.defined.count(&read.variable) != 0)
    return unit.names.of(read.variable) + "(p)";
  if (read.variable.role == Role::Parameter)
    return member("p", read.variable, read.indices);
  if (read.variable.role == Role::Bound)
    return "b_" + unit.names.of(read.variable);
  if (aligned)
    return alignmentRead(read);
  assert(inProgram && "terms over parameters read nothing else");
  if (read.variable.role == Role::Query)
    return member("a", read.variable, read.indices);
  return member("s", read.variable, read.indices);
}

/// See AlignmentScope of checker/interpreter for what the names mean.
std::string ReplayTerms::alignmentRead(const ir::Read &read) {
  if (read.variable.role == Role::Query)
    return member(read.primed ? "second.answers" : "first.answers", read.variable, read.indices);
  if (read.primed)
    return member("second.state", read.variable, read.indices);
  if (read.variable.role == Role::Sample)
    return sampleRead(read);
  return member("own.before", read.variable, read.indices);
}

/// The number of loops around both.
static std::size_t commonLoops(const plan::Nest &a, const plan::Nest &b) {
  auto [end, other] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  return static_cast<std::size_t>(end - a.begin());
}

std::string ReplayTerms::sampleRead(const ir::Read &read) {
  bool isOwn = &aligned->sample->target == &read.variable;
  std::string name = unit.names.of(read.variable);
  if (read.variable.isArray()) {
    if (!isOwn)
      return member("first.end", read.variable, read.indices);
    std::string subscripts;
    for (const auto &index : aligned->sample->indices)
      subscripts += (subscripts.empty() ? "second.state." : ", second.state.") +
                    unit.names.of(cast<ir::Read>(*index).variable);
    return "sampledElement(first.end." + name + ", " + list(read.indices) + ", {" + subscripts +
           "}, own.value)";
  }
  if (isOwn)
    return "own.value";
  std::size_t other = unit.sampleOf(read.variable);
  return "first.sampled(current, " + std::to_string(other) + ", " +
         std::to_string(commonLoops(unit.samples[other].loops, aligned->loops)) + ", own.before." + name +
         ")";
}

std::string ReplayTerms::unary(const ir::Unary &unary) {
  std::string operand = write(*unary.operand);
  switch (unary.op) {
  case ir::UnaryOperator::Negate:
    return "(-" + operand + ")";
  case ir::UnaryOperator::Not:
    return "(!" + operand + ")";
  case ir::UnaryOperator::Absolute:
    return "absolute<" + unit.typeOf(unary) + ">(" + operand + ")";
  case ir::UnaryOperator::ToReal:
    return "real(" + operand + ")";
  }
  llvm_unreachable("all unary operators are handled");
}

static const char *spelling(Operator op) {
  switch (op) {
  case Operator::Add:
    return " + ";
  case Operator::Subtract:
    return " - ";
  case Operator::Multiply:
    return " * ";
  case Operator::Less:
    return " < ";
  case Operator::LessEqual:
    return " <= ";
  case Operator::Greater:
    return " > ";
  case Operator::GreaterEqual:
    return " >= ";
  case Operator::Equal:
  case Operator::Iff:
    return " == ";
  case Operator::NotEqual:
    return " != ";
  case Operator::And:
    return " && ";
  case Operator::Or:
  case Operator::Implies:
    return " || ";
  case Operator::Divide:
  case Operator::IntegerDivide:
  case Operator::Modulo:
    break;
  }
  llvm_unreachable("no operator of C++");
}

std::string ReplayTerms::binary(const ir::Binary &binary) {
  std::string left = write(*binary.left), right = write(*binary.right);
  switch (binary.op) {
  case Operator::Divide:
    return "over(" + left + ", " + right + ")";
  case Operator::IntegerDivide:
    return "quotient(" + left + ", " + right + ")";
  case Operator::Modulo:
    return "replay::remainder(" + left + ", " + right + ")";
  case Operator::Implies:
    return "(!" + left + " || " + right + ")";
  case Operator::Add:
  case Operator::Subtract:
  case Operator::Multiply:
  case Operator::Less:
  case Operator::LessEqual:
  case Operator::Greater:
  case Operator::GreaterEqual:
  case Operator::Equal:
  case Operator::NotEqual:
  case Operator::And:
  case Operator::Or:
  case Operator::Iff:
    break;
  }
  // Where a program compares numbers, ties matter.
  if (inProgram && isWatched && ir::isComparison(binary.op) && binary.left->sort() != ir::Sort::Bool)
    return "(run.compare(" + unit.point("Comparison", print(binary)) + ", " + left + ", " + right + ")" +
           spelling(binary.op) + "0)";
  return "(" + left + spelling(binary.op) + right + ")";
}

std::string ReplayTerms::gap(const ir::Expression &condition) {
  if (const auto *binary = dyn_cast<ir::Binary>(&condition))
    return gapOf(*binary);
  const auto *unary = dyn_cast<ir::Unary>(&condition);
  if (unary && unary->op == ir::UnaryOperator::Not)
    return "opposite(" + gap(*unary->operand) + ")";
  if (const auto *forall = dyn_cast<ir::Forall>(&condition)) {
    std::string name = "b_" + unit.names.of(forall->variable);
    return "everywhere(" + write(*forall->low) + ", " + write(*forall->high) + ", [&](Int " + name +
           ") { return " + gap(*forall->body) + "; })";
  }
  return "known(" + write(condition) + ")";
}

std::string ReplayTerms::gapOf(const ir::Binary &binary) {
  const auto isBoth = [&](const char *function) {
    return function + ("(" + gap(*binary.left)) + ", " + gap(*binary.right) + ")";
  };
  if (ir::isComparison(binary.op) && binary.left->sort() == ir::Sort::Bool)
    return "known(" + write(binary) + ")";
  const auto comparison = [&](const char *function, const ir::Expression &left, const ir::Expression &right) {
    const std::string first = write(left);
    return function + ("(" + first) + ", " + write(right) + ")";
  };
  switch (binary.op) {
  case Operator::And:
    return isBoth("both");
  case Operator::Or:
    return isBoth("either");
  case Operator::Implies:
    return "either(opposite(" + gap(*binary.left) + "), " + gap(*binary.right) + ")";
  case Operator::Less:
    return comparison("below", *binary.left, *binary.right);
  case Operator::Greater:
    return comparison("below", *binary.right, *binary.left);
  case Operator::LessEqual:
    return "opposite(" + comparison("below", *binary.right, *binary.left) + ")";
  case Operator::GreaterEqual:
    return "opposite(" + comparison("below", *binary.left, *binary.right) + ")";
  case Operator::Equal:
    return comparison("equal", *binary.left, *binary.right);
  case Operator::NotEqual:
    return "opposite(" + comparison("equal", *binary.left, *binary.right) + ")";
  case Operator::Iff:
  case Operator::Add:
  case Operator::Subtract:
  case Operator::Multiply:
  case Operator::Divide:
  case Operator::IntegerDivide:
  case Operator::Modulo:
    return "known(" + write(binary) + ")";
  }
  llvm_unreachable("all operators are handled");
}

std::string ReplayTerms::forall(const ir::Forall &forall) {
  std::string name = "b_" + unit.names.of(forall.variable);
  const std::string low = write(*forall.low), high = write(*forall.high);
  return "forEvery(" + low + ", " + high + ", [&](Int " + name + ") { return " + write(*forall.body) + "; })";
}

std::string ReplayTerms::aggregate(const ir::Aggregate &aggregate) {
  std::string type = unit.typeOf(*aggregate.body);
  std::string head = "[&]([[maybe_unused]] Int b_" + unit.names.of(aggregate.variable) + ") { return ";
  std::string filter = aggregate.filter ? write(*aggregate.filter) : "true";
  const std::string low = write(*aggregate.low), high = write(*aggregate.high);
  return std::string("extremal<") + (aggregate.isMaximum() ? "true, " : "false, ") + type + ">(" + low +
         ", " + high + ", " + head + filter + "; }, " + head + type + "(" + write(*aggregate.body) + "); })" +
         (aggregate.givesIndex() ? ".index" : ".value");
}

std::string ReplayTerms::cellTest(const ir::CellTest &test) {
  std::string place = std::to_string(unit.transcript(test.transcript)) + ", " + list(test.indices);
  if (test.tag.name == "unreached")
    return "(first.published.cell(" + place + ") == nullptr)";
  return "first.published.holds(" + place + ", " + std::to_string(unit.tag(test.tag)) + ")";
}

std::string ReplayTerms::cellRead(const ir::CellRead &read) {
  std::string value = "first.published.value(" + std::to_string(unit.transcript(read.transcript)) + ", " +
                      list(read.indices) + ", " + std::to_string(unit.tag(read.tag)) + ", " +
                      std::to_string(read.component) + ")";
  return read.sort() == ir::Sort::Bool ? "(" + value + " != 0)" : value;
}

std::string ReplayTerms::resultRead(const ir::ResultRead &read) {
  if (read.part == ir::ResultRead::Part::Whole)
    return read.sort() == ir::Sort::Bool ? "(first.published.result != 0)" : "first.published.result";
  std::string list = read.part == ir::ResultRead::Part::Index ? "indices" : "values";
  return "first.published.chosen(first.published." + list + ", " + write(*read.position) + ")";
}

} // namespace plumb::emit
