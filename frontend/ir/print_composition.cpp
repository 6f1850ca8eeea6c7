// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/occurrence.h"
#include "frontend/ir/print_expression.h"
#include "frontend/ir/program.h"
#include "frontend/ir/published.h"
#include "frontend/ir/stated_neighbours.h"
#include "frontend/ir/walk.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/Casting.h>

namespace plumb::ir {

std::vector<const Variable *> publishedBy(const Composition &composition, const Part &part) {
  std::vector<const Variable *> all;
  for (const std::unique_ptr<Variable> &variable : composition.head.variables)
    if (variable->role == Variable::Role::Parameter && !variable->fileSize &&
        part.range.begin <= variable->range.begin && variable->range.end <= part.range.end)
      all.push_back(variable.get());
  return all;
}

const Variable *valueOf(const Composition &composition, const Part &part) {
  const std::vector<const Variable *> all = publishedBy(composition, part);
  return all.empty() || all.front()->cellPart || all.front()->isArray() ? nullptr : all.front();
}

std::string publishedName(const Composition &composition, const Part &part) {
  const std::vector<const Variable *> all = publishedBy(composition, part);
  if (all.empty())
    return "";
  return all.front()->cellPart ? all.front()->cellPart->cell : all.front()->name;
}

bool isReadBy(const Part &part, const Variable &variable) {
  return (part.times && reads(*part.times, variable)) ||
         llvm::any_of(part.arguments, [&](const Argument &each) {
           return each.value ? reads(*each.value, variable) : each.whole == &variable;
         });
}

bool isPublished(const Composition &composition, const Variable &variable) {
  return llvm::any_of(composition.parts, [&](const Part &part) {
    return llvm::is_contained(publishedBy(composition, part), &variable);
  });
}

bool isDefined(const Composition &composition, const Variable &variable) {
  return llvm::any_of(composition.definitions,
                      [&](const Definition &definition) { return definition.variable == &variable; });
}

bool isGiven(const Composition &composition, const Variable &variable) {
  return !isPublished(composition, variable) && !isDefined(composition, variable);
}

std::string print(const Definition &definition) {
  const char *function = definition.function == Definition::Function::Logarithm ? "ln" : "exp";
  return std::string(function) + "(" + printPromoted(*definition.argument) + ")";
}

std::string printTimes(const Part &part) {
  if (!part.times)
    return {};
  std::string text = print(*part.times);
  return llvm::isa<Number>(part.times.get()) || llvm::isa<Read>(part.times.get()) ? text : "(" + text + ")";
}

std::string printCall(const Part &part) {
  std::string arguments;
  for (const Argument &argument : part.arguments)
    arguments += (arguments.empty() ? "" : ", ") +
                 (argument.value ? printPromoted(*argument.value) : argument.whole->name);
  return part.mechanism->name + "(" + arguments + ")";
}

std::string print(const Part &part) {
  return printCall(part) + (part.times ? " " + printTimes(part) + " times" : "");
}

std::string print(const Composition &composition, const std::vector<std::string> &behindParts) {
  const Neighbourhood &head = composition.head;
  std::string parameters;
  for (const std::unique_ptr<Variable> &variable : head.variables) {
    if (variable->fileSize || variable->role == Variable::Role::Bound || !isGiven(composition, *variable))
      continue;
    std::string type(name(variable->sort));
    if (variable->role == Variable::Role::Query)
      type = variable->sort == Sort::Real ? "query real" : "query";
    parameters +=
        (parameters.empty() ? "" : ", ") + variable->name + ": " + type + printIndices(variable->extents);
  }
  std::string text = "compose " + head.name + "(" + parameters + ")\n";
  for (std::size_t i = head.fileSizeCount(); i < head.requirements.size(); ++i)
    text += "  requires " + print(*head.requirements[i]) + "\n";
  const bool isStated = statesNeighbours(composition);
  for (std::size_t i = 0; isStated && i < head.premises.size(); ++i)
    text += "  requires " + print(head.premises[i]) + "\n";
  for (const Definition &definition : composition.definitions)
    text += "  let " + definition.variable->name + " = " + print(definition) + "\n";
  if (isStated)
    text += "  adjacency " + print(*head.recordAdjacency) + "\n";
  if (composition.sampling)
    text += "  sample each with " + printPromoted(*composition.sampling->probability) + "\n";
  if (composition.guarantee.epsilon)
    text += "  guarantees private(" + printPromoted(*composition.guarantee.epsilon) + ")\n";
  text += "{\n";
  for (std::size_t i = 0; i < composition.parts.size(); ++i) {
    const std::string name = publishedName(composition, composition.parts[i]);
    text += "  " + (name.empty() ? "" : name + " := ") + print(composition.parts[i]);
    text += (behindParts.empty() ? "" : behindParts[i]) + "\n";
  }
  return text + "}\n";
}

} // namespace plumb::ir
