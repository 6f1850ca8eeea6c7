// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/annotations.h"
#include "frontend/ir/announcement.h"
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
  const bool isAnnounced = ir::isAnnounced(output.tag);
  const std::string word = isAnnounced ? "announce " : "output ";
  const bool isUntagged = isAnnounced || output.tag.name == "value";
  if (isUntagged && output.values.size() == 1)
    return word + print(*output.values.front());
  std::string values;
  for (const ExpressionPtr &value : output.values)
    values += (values.empty() ? "" : ", ") + print(*value);
  bool isTuple = isUntagged && !values.empty();
  return word + (isTuple ? "" : output.tag.name) + (values.empty() ? "" : "(" + values + ")");
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

namespace {

/// The statements of one mechanism, line by line.
class Statements {
public:
  /// \p added is put to the loops, in the order of the text; null for a text without annotations.
  explicit Statements(const Annotations *added = nullptr) : annotations(added) {}

  std::string block(const Block &block, const std::string &indent) {
    std::string text;
    for (const std::unique_ptr<Statement> &statement : block)
      text += this->statement(*statement, indent);
    return text;
  }

private:
  std::string statement(const Statement &statement, const std::string &indent) {
    if (const auto *first = llvm::dyn_cast<If>(&statement))
      return indent + branch(*first, indent);
    if (const auto *repeated = llvm::dyn_cast<For>(&statement))
      return loop(*repeated, indent);
    return indent + printHead(statement) + "\n";
  }

  /// From `if` on; a lone `if` behind `else` stands on its line.
  std::string branch(const If &first, const std::string &indent) {
    std::string text;
    for (const If *branch = &first;;) {
      text += printHead(*branch) + " {\n" + block(branch->thenBlock, indent + "  ") + indent + "}";
      const Block &rest = branch->elseBlock;
      if (rest.empty())
        return text + "\n";
      text += " else ";
      branch = rest.size() == 1 ? llvm::dyn_cast<If>(rest.front().get()) : nullptr;
      if (!branch)
        return text + "{\n" + block(rest, indent + "  ") + indent + "}\n";
    }
  }

  std::string loop(const For &loop, const std::string &indent) {
    std::string head = indent + printHead(loop), lines;
    if (annotations && loops < annotations->ofLoops.size())
      for (const std::string &line : annotations->ofLoops[loops])
        lines += indent + "  " + line + "\n";
    ++loops;
    for (const ExpressionPtr &invariant : loop.invariants)
      lines += indent + "  invariant " + print(*invariant) + "\n";
    head += lines.empty() && !annotations ? " {\n" : "\n" + lines + indent + "{\n";
    return head + block(loop.body, indent + "  ") + indent + "}\n";
  }

  const Annotations *annotations;
  std::size_t loops = 0;
};

} // namespace

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

static std::string mechanismText(const Mechanism &mechanism, const Annotations *annotations) {
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
  if (annotations)
    for (const std::string &line : annotations->ofGuarantee)
      text += "  " + line + "\n";
  for (const Claim &claim : mechanism.claims)
    text += "  claims " + print(*claim.formula) + "\n";
  return text + "{\n" + Statements(annotations).block(mechanism.body, "  ") + "}\n";
}

std::string print(const Mechanism &mechanism) {
  return mechanismText(mechanism, nullptr);
}

std::string print(const Mechanism &mechanism, const Annotations &annotations) {
  return mechanismText(mechanism, &annotations);
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
  for (const std::unique_ptr<ChannelComposition> &composition : program.channelCompositions)
    text += "\n" + print(*composition);
  return text;
}

} // namespace plumb::ir
