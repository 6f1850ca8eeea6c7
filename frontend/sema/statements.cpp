// SPDX-License-Identifier: Apache-2.0
#include "frontend/sema/statements.h"

#include "frontend/sema/promotion.h"

#include <algorithm>
#include <cassert>

namespace plumb::sema {

using namespace ir;

/// On a path that has ended nothing is promised to what follows, so the other one counts alone.
StatementAnalysis::Flow StatementAnalysis::join(Flow a, Flow b) {
  if (a.hasEnded)
    return b;
  if (b.hasEnded)
    return a;
  Flow both;
  std::set_intersection(a.assigned.begin(), a.assigned.end(), b.assigned.begin(), b.assigned.end(),
                        std::inserter(both.assigned, both.assigned.end()));
  both.published = a.published ? a.published : b.published;
  return both;
}

void StatementAnalysis::enter(const Flow &next) {
  flow = next;
  elaboration.assigned = next.assigned;
}

Block StatementAnalysis::body(const syntax::Block &written, SourceRange end) {
  Block result = block(written);
  if (elaboration.returnsValue && !flow.hasEnded)
    elaboration.report(DiagnosticKind::MissingReturn, end, {}, "return a value on every path to the end");
  return result;
}

Block StatementAnalysis::block(const syntax::Block &written) {
  Block result;
  bool isReported = false;
  for (const std::unique_ptr<Written> &next : written) {
    if (flow.hasEnded && !isReported) {
      elaboration.report(DiagnosticKind::UnreachableStatement, next->range, {}, "remove it");
      isReported = true;
      flow.published.reset();
    }
    if (Node node = statement(*next))
      result.push_back(std::move(node));
  }
  return result;
}

StatementAnalysis::Node StatementAnalysis::statement(const Written &written) {
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
    return unboundedLoop(written);
  case Written::Kind::Output:
    return output(written);
  case Written::Kind::Return:
    return end(written);
  }
  assert(false && "no such statement");
  return nullptr;
}

void StatementAnalysis::defer(std::function<void()> later) {
  auto run = [&shared = elaboration, assigned = elaboration.assigned, loops = elaboration.loops,
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
    ExpressionPtr value = program().value(Sort::Int, *index, "an index");
    if (!value)
      return std::nullopt;
    indices.push_back(std::move(value));
  }
  return indices;
}

StatementAnalysis::Node StatementAnalysis::assign(const Written &written) {
  const std::string &name = written.target.text;
  Variable *target = elaboration.scope.find(name);
  assert(target && "collected before");
  if (target->role != Variable::Role::Local) {
    elaboration.report({DiagnosticKind::NotAssignable,
                        written.target.range,
                        {name, std::string(describe(target->role))},
                        {{"`" + name + "` was introduced here", target->range}},
                        "assign to a variable with another name"});
    program().value(*written.value);
    return nullptr;
  }
  auto indices = elementIndices(written);
  ExpressionPtr value = program().value(*written.value);
  if (written.indices.empty()) {
    flow.assigned.insert(name);
    elaboration.assigned.insert(name);
  }
  if (!value || !indices || !elaboration.scope.global(name)->hasSort)
    return nullptr;
  bool isConvertible =
      value->sort() == target->sort || (target->sort == Sort::Real && value->sort() == Sort::Int);
  if (!isConvertible) {
    elaboration.report(
        {DiagnosticKind::ConflictingSorts,
         value->range(),
         {name, describe(target->sort), describe(value->sort())},
         {{"first assigned here", target->range}},
         value->sort() == Sort::Real ? "let it start as a real, such as `0.0`" : "use another variable"});
    return nullptr;
  }
  value = program().convert(std::move(value), target->sort, "the value");
  if (!value)
    return nullptr;
  return std::make_unique<Assign>(*target, std::move(*indices), std::move(value), written.range);
}

StatementAnalysis::Node StatementAnalysis::branch(const Written &written) {
  ExpressionPtr condition = program().value(Sort::Bool, *written.condition, "the condition of `if`");
  const Flow before = flow;
  Block thenBlock = block(written.thenBlock);
  Flow afterThen = flow;
  enter(before);
  Block elseBlock = block(written.elseBlock);
  enter(join(std::move(afterThen), flow));
  return std::make_unique<If>(std::move(condition), std::move(thenBlock), std::move(elseBlock),
                              written.range);
}

} // namespace plumb::sema
