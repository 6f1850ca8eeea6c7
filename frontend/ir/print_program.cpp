// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/law.h"
#include "frontend/ir/open_part.h"
#include "frontend/ir/print_expression.h"
#include "frontend/ir/program.h"

#include <cassert>
#include <llvm/Support/Casting.h>
#include <llvm/Support/ErrorHandling.h>

namespace plumb::ir {

using llvm::cast;

std::string printAlignment(const Sample &sample) {
  if (!sample.aligned)
    return "align ?";
  return "align " + sample.target.name + "'" + printIndices(sample.indices) + " = " +
         printPromoted(*sample.aligned);
}

static std::string scaleText(const Sample &sample) {
  if (!sample.openScale.isOpen)
    return printPromoted(*sample.scale);
  return sample.weight ? "? weight " + toString(*sample.weight) : "?";
}

std::string printLaw(const Sample &sample) {
  std::string target = sample.target.name + printIndices(sample.indices);
  std::string type = sample.target.sort == Sort::Real ? ": real" : "";
  return target + type + " ~ " + std::string(name(sample.law)) + "(" + scaleText(sample) + ")";
}

static std::string outputText(const Output &output) {
  if (output.tag.name == "value" && output.values.size() == 1)
    return "output " + print(*output.values.front());
  std::string values;
  for (const ExpressionPtr &value : output.values)
    values += (values.empty() ? "" : ", ") + print(*value);
  bool isTuple = output.tag.name == "value" && !values.empty();
  return "output " + (isTuple ? "" : output.tag.name) + (values.empty() ? "" : "(" + values + ")");
}

std::string printHead(const Statement &statement) {
  switch (statement.kind()) {
  case Statement::Kind::Sample:
    return printLaw(cast<Sample>(statement)) + " " + printAlignment(cast<Sample>(statement));
  case Statement::Kind::Assign: {
    const auto &assign = cast<Assign>(statement);
    return assign.target.name + printIndices(assign.indices) + " := " + print(*assign.value);
  }
  case Statement::Kind::If:
    return "if " + print(*cast<If>(statement).condition);
  case Statement::Kind::For: {
    const auto &loop = cast<For>(statement);
    return "for " + loop.index.name + " in " + printBound(*loop.low) + " .. " + printBound(*loop.high) +
           (loop.guard ? " while " + print(*loop.guard) : "");
  }
  case Statement::Kind::Output:
    return outputText(cast<Output>(statement));
  case Statement::Kind::Return: {
    const auto &result = cast<Return>(statement);
    return result.value ? "return " + print(*result.value) : "stop";
  }
  }
  assert(false && "no such statement");
  return {};
}

static std::string blockText(const Block &block, const std::string &indent);

/// From `if` on; a lone `if` behind `else` stands on its line.
static std::string ifText(const If &first, const std::string &indent) {
  std::string text;
  for (const If *branch = &first;;) {
    text += printHead(*branch) + " {\n" + blockText(branch->thenBlock, indent + "  ") + indent + "}";
    const Block &rest = branch->elseBlock;
    if (rest.empty())
      return text + "\n";
    text += " else ";
    branch = rest.size() == 1 ? llvm::dyn_cast<If>(rest.front().get()) : nullptr;
    if (!branch)
      return text + "{\n" + blockText(rest, indent + "  ") + indent + "}\n";
  }
}

static std::string statementText(const Statement &statement, const std::string &indent) {
  std::string head = indent + printHead(statement);
  if (const auto *branch = llvm::dyn_cast<If>(&statement))
    return indent + ifText(*branch, indent);
  if (const auto *loop = llvm::dyn_cast<For>(&statement)) {
    std::string opening = loop->invariants.empty() ? " {\n" : "\n";
    for (const ExpressionPtr &invariant : loop->invariants)
      opening += indent + "  invariant " + print(*invariant) + "\n";
    if (!loop->invariants.empty())
      opening += indent + "{\n";
    return head + opening + blockText(loop->body, indent + "  ") + indent + "}\n";
  }
  return head + "\n";
}

static std::string blockText(const Block &block, const std::string &indent) {
  std::string text;
  for (const std::unique_ptr<Statement> &statement : block)
    text += statementText(*statement, indent);
  return text;
}

static std::string parameterText(const Variable &variable) {
  std::string type(name(variable.sort));
  if (variable.role == Variable::Role::Query)
    type = variable.sort == Sort::Real ? "query real" : "query";
  return variable.name + ": " + type + printIndices(variable.extents);
}

/// Written between the parentheses of the head.
static bool isParameter(const Variable &variable) {
  if (variable.fileSize || variable.definition)
    return false;
  return variable.role == Variable::Role::Parameter || variable.role == Variable::Role::Query;
}

std::string_view name(Difference::Direction direction) {
  switch (direction) {
  case Difference::Direction::Decreasing:
    return "decreasing";
  case Difference::Direction::Increasing:
    return "increasing";
  case Difference::Direction::Changes:
    return "changes";
  }
  llvm_unreachable("all directions are handled");
}

std::string print(const Difference &difference) {
  return (difference.onlyOne ? "one " : "") + difference.query->name + " " +
         (difference.openDirection.isOpen ? "?" : std::string(name(difference.direction))) + " by " +
         (difference.openBound.isOpen ? "?" : printPromoted(*difference.bound));
}

std::string print(const Guarantee &guarantee) {
  return "private(" + (guarantee.hole.isOpen ? "?" : printPromoted(*guarantee.epsilon)) + ")";
}

std::string print(const Mechanism &mechanism) {
  std::string parameters;
  for (const std::unique_ptr<Variable> &variable : mechanism.variables)
    if (isParameter(*variable))
      parameters += (parameters.empty() ? "" : ", ") + parameterText(*variable);
  std::string text = "mechanism " + mechanism.name + "(" + parameters + ")\n";
  // A size of the file says by itself that it is not negative.
  for (std::size_t i = mechanism.fileSizeCount(); i < mechanism.requirements.size(); ++i)
    text += "  requires " + printRequirement(*mechanism.requirements[i]) + "\n";
  for (const RecordPremise &premise : mechanism.premises)
    text += "  requires " + print(premise) + "\n";
  if (mechanism.recordAdjacency)
    text += "  adjacency " + print(*mechanism.recordAdjacency) + "\n";
  for (const Difference &difference : mechanism.adjacency)
    text += "  adjacency " + print(difference) + "\n";
  text += "  guarantees " + print(mechanism.guarantee) + "\n";
  for (const Claim &claim : mechanism.claims)
    text += "  claims " + print(*claim.formula) + "\n";
  return text + "{\n" + blockText(mechanism.body, "  ") + "}\n";
}

/// One line for each declaration of the file.
static std::string declarationsText(const Program &program) {
  std::string text;
  for (const std::unique_ptr<Variable> &size : program.sizes)
    text += "size " + size->name + "\n";
  for (const std::unique_ptr<Record> &record : program.records)
    text += print(*record);
  for (const std::unique_ptr<Policy> &policy : program.policies)
    text += print(*policy);
  for (const std::unique_ptr<SchemaQuery> &query : program.queries)
    text += print(*query);
  return text;
}

std::string print(const Program &program, const Mechanism &mechanism) {
  return declarationsText(program) + print(mechanism);
}

std::string print(const Program &program) {
  std::string text = declarationsText(program);
  for (const std::unique_ptr<Mechanism> &mechanism : program.mechanisms)
    text += (text.empty() ? "" : "\n") + print(*mechanism);
  for (const std::unique_ptr<Composition> &composition : program.compositions)
    text += "\n" + print(*composition);
  for (const std::unique_ptr<Channel> &channel : program.channels)
    text += (text.empty() ? "" : "\n") + print(*channel);
  return text;
}

} // namespace plumb::ir
