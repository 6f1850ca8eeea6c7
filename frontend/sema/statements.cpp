// SPDX-License-Identifier: Apache-2.0
#include "frontend/sema/statements.h"

#include "frontend/sema/promotion.h"

#include <cassert>

namespace plumb::sema {

using namespace ir;

StatementAnalysis::Branch StatementAnalysis::follow(const syntax::Block &written) {
  const Flow before = flow;
  const AssignedNames::Mark mark = elaboration.assigned.mark();
  Branch branch;
  branch.block = block(written);
  branch.assigned = elaboration.assigned.takeBack(mark);
  branch.flow = flow;
  flow = before;
  return branch;
}

/// On a path that has ended nothing is promised to what follows, so the other one counts alone.
void StatementAnalysis::join(Branch &a, Branch &b) {
  bool onlyA = b.flow.hasEnded && !a.flow.hasEnded;
  bool onlyB = a.flow.hasEnded;
  flow = onlyB ? b.flow : a.flow;
  if (!onlyA && !onlyB && !flow.published)
    flow.published = b.flow.published;
  for (const std::string &name : onlyB ? b.assigned : a.assigned)
    if (onlyA || onlyB || b.assigned.count(name))
      elaboration.assigned.insert(name);
}

Block StatementAnalysis::body(const syntax::Block &written, SourceRange end) {
  Block result = block(written);
  if (elaboration.returnsValue && !flow.hasEnded) {
    elaboration.lacksReturn = true;
    std::vector<Note> notes;
    if (elaboration.firstReturn)
      notes.push_back({"a value is returned here", *elaboration.firstReturn});
    elaboration.report(
        {DiagnosticKind::MissingReturn,
         end,
         {},
         std::move(notes),
         elaboration.publications.empty()
             ? "return a value on every path to the end"
             : "return a value on every path to the end, or write `output` for `return`, too"});
  }
  return result;
}

Block StatementAnalysis::block(const syntax::Block &written) {
  Block result;
  bool isReported = false;
  for (const std::unique_ptr<Written> &next : written) {
    if (flow.hasEnded && !isReported) {
      elaboration.report(DiagnosticKind::UnreachableStatement, next->range, {},
                         "remove it, or what ends the mechanism in front of it");
      isReported = true;
      flow.published.reset();
    }
    append(*next, result);
  }
  return result;
}

void StatementAnalysis::append(const Written &written, Block &block) {
  bool isReturn = written.kind == Written::Kind::Return && written.value;
  if (isSum(written))
    sum(written, block);
  else if (isReturn && written.value->kind == syntax::Expression::Kind::Tuple)
    returnTuple(written, block);
  else if (Node node = statement(written, block))
    block.push_back(std::move(node));
}

StatementAnalysis::Node StatementAnalysis::statement(const Written &written, const Block &before) {
  switch (written.kind) {
  case Written::Kind::Sample:
    return sample(written);
  case Written::Kind::Assign:
    return assign(written);
  case Written::Kind::If:
    return branch(written);
  case Written::Kind::For:
    return loop(written);
  case Written::Kind::While:
    return unboundedLoop(written, before);
  case Written::Kind::Output:
    return output(written);
  case Written::Kind::Return:
    return end(written);
  }
  assert(false && "no such statement");
  return nullptr;
}

static void collectAssigned(const syntax::Expression &expression, const AssignedNames &assigned,
                            AssignedNames &mentioned) {
  if (expression.kind == syntax::Expression::Kind::Name && assigned.contains(expression.text))
    mentioned.insert(expression.text);
  for (const syntax::ExpressionPtr &operand : expression.operands)
    collectAssigned(*operand, assigned, mentioned);
}

void StatementAnalysis::defer(const syntax::Expression &expression, std::function<void()> later) {
  AssignedNames assigned;
  collectAssigned(expression, elaboration.assigned, assigned);
  auto run = [&shared = elaboration, assigned = std::move(assigned), loops = elaboration.loops,
              opened = elaboration.scope.opened(), later = std::move(later)] {
    shared.assigned = assigned;
    shared.loops = loops;
    shared.scope.reopen(opened);
    later();
  };
  elaboration.deferred.push_back(std::move(run));
}

std::optional<std::vector<ExpressionPtr>> StatementAnalysis::elementIndices(const Written &written) {
  std::vector<ExpressionPtr> indices;
  for (const syntax::ExpressionPtr &index : written.indices) {
    // A name that the loop would have if it were one over a range.
    if (elaboration.lacksLoop && index->kind == syntax::Expression::Kind::Name &&
        !elaboration.scope.find(index->text))
      return std::nullopt;
    ExpressionPtr value = program().value(Sort::Int, *index, "an index");
    if (!value)
      return std::nullopt;
    indices.push_back(std::move(value));
  }
  return indices;
}

Variable *StatementAnalysis::assignable(const Written &assignment) {
  const std::string &name = assignment.target.text;
  Variable *target = elaboration.scope.find(name);
  assert(target && "collected before");
  if (target->role == Variable::Role::Local)
    return target;
  // The loop whose variable hides another one has been told.
  if (target->role == Variable::Role::LoopIndex && elaboration.scope.global(name))
    return nullptr;
  elaboration.report({DiagnosticKind::NotAssignable,
                      assignment.target.range,
                      {name, std::string(describe(target->role))},
                      {{"`" + name + "` was introduced here", target->range}},
                      "assign to a variable with another name"});
  return nullptr;
}

ExpressionPtr StatementAnalysis::stored(ExpressionPtr value, const Variable &target) {
  if (!value || !elaboration.scope.global(target.name)->hasSort)
    return nullptr;
  bool isConvertible =
      value->sort() == target.sort || (target.sort == Sort::Real && value->sort() == Sort::Int);
  if (isConvertible)
    return program().convert(std::move(value), target.sort, "the value");
  elaboration.report(
      {DiagnosticKind::ConflictingSorts,
       value->range(),
       {target.name, describe(target.sort), describe(value->sort())},
       {{"first assigned here", target.range}},
       value->sort() == Sort::Real ? "let it start as a real, such as `0.0`" : "use another variable"});
  return nullptr;
}

StatementAnalysis::Node StatementAnalysis::assign(const Written &written) {
  Variable *target = assignable(written);
  if (!target) {
    // What is written into `out` may be a tag, which is no value.
    if (!isReserved(written.target.text))
      program().value(*written.value);
    return nullptr;
  }
  auto indices = elementIndices(written);
  ExpressionPtr value = program().value(*written.value);
  if (written.indices.empty())
    elaboration.assigned.insert(written.target.text);
  if (!value && target->range == written.target.range)
    elaboration.scope.global(target->name)->hasSort = false;
  value = stored(std::move(value), *target);
  if (!value || !indices)
    return nullptr;
  return std::make_unique<Assign>(*target, std::move(*indices), std::move(value), written.range);
}

StatementAnalysis::Node StatementAnalysis::branch(const Written &written) {
  ExpressionPtr condition = program().value(Sort::Bool, *written.condition, "the condition of `if`");
  Branch thenBranch = follow(written.thenBlock);
  Branch elseBranch = follow(written.elseBlock);
  join(thenBranch, elseBranch);
  return std::make_unique<If>(std::move(condition), std::move(thenBranch.block), std::move(elseBranch.block),
                              written.range);
}

} // namespace plumb::sema
