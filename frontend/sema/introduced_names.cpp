// SPDX-License-Identifier: Apache-2.0
#include "frontend/sema/introduced_names.h"

#include <cassert>

namespace plumb::sema {

using syntax::Expression;
using syntax::ExpressionPtr;
using syntax::Statement;
using As = Introduced::As;

static void add(IntroducedNames &names, const std::string &name, Introduced introduced) {
  names[name].push_back(introduced);
}

static void collect(const Expression &expression, IntroducedNames &names) {
  if (expression.kind == Expression::Kind::Forall || expression.kind == Expression::Kind::ForallRecord)
    add(names, expression.text, {As::Bound, expression.wordRange});
  if (expression.kind == Expression::Kind::Aggregate && !expression.operands.empty())
    add(names, expression.operands[0]->text, {As::Bound, expression.operands[0]->range});
  for (const ExpressionPtr &operand : expression.operands)
    collect(*operand, names);
}

static void collect(const std::vector<ExpressionPtr> &expressions, IntroducedNames &names) {
  for (const ExpressionPtr &expression : expressions)
    collect(*expression, names);
}

static void collect(const syntax::Block &block, IntroducedNames &names) {
  for (const std::unique_ptr<Statement> &statement : block) {
    const syntax::Word &target = statement->target;
    if (statement->kind == Statement::Kind::Sample)
      add(names, target.text, {As::Sample, target.range});
    if (statement->kind == Statement::Kind::Assign)
      add(names, target.text, {As::Local, target.range});
    if (statement->kind == Statement::Kind::For)
      add(names, target.text, {As::LoopIndex, target.range});
    collect(statement->invariants, names);
    for (const ExpressionPtr *part : {&statement->aligned, &statement->condition, &statement->value})
      if (*part)
        collect(**part, names);
    collect(statement->thenBlock, names);
    collect(statement->elseBlock, names);
  }
}

IntroducedNames introducedBy(const syntax::Mechanism &mechanism) {
  IntroducedNames names;
  collect(mechanism.requirements, names);
  collect(mechanism.claims, names);
  collect(mechanism.body, names);
  return names;
}

IntroducedNames introducedBy(const syntax::Composition &composition) {
  IntroducedNames names = introducedBy(composition.head);
  for (const syntax::Composition::Definition &definition : composition.definitions)
    add(names, definition.name.text, {As::Definition, definition.name.range});
  return names;
}

static void collect(const syntax::Mechanism &head, IntroducedNames &names) {
  for (const syntax::Parameter &parameter : head.parameters)
    add(names, parameter.name.text, {As::Parameter, parameter.name.range, &parameter, head.name.text});
}

IntroducedNames parametersOf(const syntax::Program &program) {
  IntroducedNames names;
  for (const syntax::Mechanism &mechanism : program.mechanisms)
    collect(mechanism, names);
  for (const syntax::Composition &composition : program.compositions)
    collect(composition.head, names);
  return names;
}

std::string_view describe(As as) {
  switch (as) {
  case As::Sample:
    return "noise";
  case As::Local:
    return "a local variable";
  case As::LoopIndex:
    return "the variable of a loop";
  case As::Bound:
    return "a bound variable";
  case As::Definition:
    return "defined by `let`";
  case As::Published:
    return "what a part publishes";
  case As::Parameter:
    return "a parameter";
  }
  assert(false && "introduced in no other way");
  return {};
}

} // namespace plumb::sema
