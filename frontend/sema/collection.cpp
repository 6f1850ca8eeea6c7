// SPDX-License-Identifier: Apache-2.0
#include "frontend/sema/collection.h"

#include "frontend/sema/array_shape.h"
#include "frontend/sema/counted_while.h"
#include "frontend/sema/sort_inference.h"

#include <algorithm>
#include <llvm/ADT/STLExtras.h>
#include <map>

namespace plumb::sema {

using ir::Sort;
using syntax::Block;
using syntax::Statement;
using Role = ir::Variable::Role;

namespace {

/// Where a statement stands.
struct Surroundings {
  /// The `for` statements around it, outermost first.
  std::vector<const Statement *> loops;
  /// Some run may pass it by, or pass it more than once.
  bool isConditional = false;
};

class Collection {
public:
  explicit Collection(Elaboration &shared) : elaboration(shared) {}
  void run(const Block &body);

private:
  using Visit = llvm::function_ref<void(const Statement &, const Surroundings &)>;
  void walk(const Block &block, Surroundings &around, Visit visit);
  void declareSample(const Statement &sample, const Surroundings &around);
  void declareLocal(const Statement &assign, const Surroundings &around);
  std::vector<std::string> wholeLoops(const Surroundings &around) const;
  bool isFree(const syntax::Word &name);
  void checkDimensions(const Statement &write, const NameFacts &facts);
  void inferSorts();
  bool returnsValue(const syntax::Expression &written);
  void checkFirst(const Statement &first);

  Elaboration &elaboration;
  std::set<std::string> loopIndices;
  std::vector<const Statement *> assignments;
  bool mayHaveEnded = false;
};

} // namespace

void Collection::walk(const Block &block, Surroundings &around, Visit visit) {
  for (const std::unique_ptr<Statement> &statement : block) {
    visit(*statement, around);
    bool before = around.isConditional;
    const bool isWhile = statement->kind == Statement::Kind::While;
    const bool isLoop = isWhile || statement->kind == Statement::Kind::For;
    // Told where it is analysed; its index, if it had one, is in no loop here.
    elaboration.lacksLoop |= isWhile && !mostRounds(*statement);
    around.isConditional = true;
    if (isLoop)
      around.loops.push_back(statement.get());
    walk(statement->thenBlock, around, visit);
    walk(statement->elseBlock, around, visit);
    if (isLoop)
      around.loops.pop_back();
    around.isConditional = before;
  }
}

/// Empty if some of them does not run over all elements of an array.
std::vector<std::string> Collection::wholeLoops(const Surroundings &around) const {
  std::vector<std::string> indices;
  for (const Statement *loop : around.loops) {
    if (!coversArray(*loop, elaboration.scope))
      return {};
    indices.push_back(loop->target.text);
  }
  return indices;
}

bool Collection::isFree(const syntax::Word &name) {
  if (isReserved(name.text)) {
    const bool isOutput = name.text == "out", isResult = name.text == "result";
    elaboration.report(DiagnosticKind::ReservedName, name.range, {name.text},
                       isOutput   ? "publish with `output ...`, or choose another name"
                       : isResult ? "publish with `return ...`, or choose another name"
                                  : "choose another name");
    elaboration.misnamed.insert(name.text);
    // It is meant as that.
    elaboration.publishesNothing = elaboration.publishesNothing && !isOutput && !isResult;
    return true;
  }
  const NameFacts *other = elaboration.scope.global(name.text);
  if (!other)
    return true;
  if (other->variable->role == Role::Sample)
    elaboration.report({DiagnosticKind::DuplicateSample,
                        name.range,
                        {name.text},
                        {{"drawn here before", other->variable->range}},
                        "give each sample statement a name of its own"});
  else
    elaboration.report({DiagnosticKind::DuplicateName,
                        name.range,
                        {name.text, std::string(describe(other->variable->role))},
                        {{"declared here", other->variable->range}},
                        "choose another name"});
  elaboration.misnamed.insert(name.text);
  return false;
}

void Collection::checkDimensions(const Statement &write, const NameFacts &facts) {
  if (write.indices.size() == facts.dimensions)
    return;
  elaboration.report({DiagnosticKind::WrongIndexCount,
                      write.target.range,
                      {write.target.text, count(facts.dimensions, "index", "indices"),
                       count(write.indices.size(), "index", "indices")},
                      {{"first assigned here", facts.variable->range}},
                      ""});
}

void Collection::declareSample(const Statement &sample, const Surroundings &around) {
  if (isReserved(sample.target.text) && elaboration.scope.global(sample.target.text))
    return;
  if (!isFree(sample.target))
    return;
  Sort sort = sample.declaredReal ? Sort::Real : Sort::Int;
  NameFacts &facts = elaboration.scope.declare(Role::Sample, sample.target.text, sort, sample.target.range);
  facts.dimensions = sample.indices.size();
  facts.loops = wholeLoops(around);
  facts.isDrawnOnce = !around.isConditional && !mayHaveEnded;
  if (facts.dimensions != 0)
    findExtents(elaboration, sample, facts, around.loops);
}

void Collection::declareLocal(const Statement &assign, const Surroundings &around) {
  auto isTarget = [&](const Statement *loop) { return loop->target.text == assign.target.text; };
  if (std::any_of(around.loops.begin(), around.loops.end(), isTarget))
    return; // Assigning the variable of a loop is told where the statement is checked.
  NameFacts *facts = elaboration.scope.global(assign.target.text);
  if (facts && facts->variable->role != Role::Local)
    return; // So is assigning a parameter.
  if (!facts) {
    isFree(assign.target);
    facts = &elaboration.scope.declare(Role::Local, assign.target.text, Sort::Int, assign.target.range);
    facts->dimensions = assign.indices.size();
    facts->hasSort = false;
    facts->loops = wholeLoops(around);
  } else if (facts->loops != wholeLoops(around)) {
    facts->loops.clear();
  }
  checkDimensions(assign, *facts);
  if (!assign.indices.empty() && facts->dimensions == assign.indices.size())
    findExtents(elaboration, assign, *facts, around.loops);
  assignments.push_back(&assign);
}

static void forEachName(const syntax::Expression &expression,
                        llvm::function_ref<void(const std::string &)> visit) {
  if (expression.kind == syntax::Expression::Kind::Name)
    visit(expression.text);
  for (const syntax::ExpressionPtr &operand : expression.operands)
    forEachName(*operand, visit);
}

/// The first assignment in the text whose sort is known settles its target, and what is assigned
/// from that target is looked at again.
void Collection::inferSorts() {
  std::map<std::string, std::vector<std::size_t>> readers;
  std::set<std::size_t> waiting;
  for (std::size_t i = 0; i < assignments.size(); ++i) {
    waiting.insert(i);
    forEachName(*assignments[i]->value, [&](const std::string &name) { readers[name].push_back(i); });
  }
  while (!waiting.empty()) {
    const Statement &assign = *assignments[*waiting.begin()];
    waiting.erase(waiting.begin());
    NameFacts &facts = *elaboration.scope.global(assign.target.text);
    std::optional<Sort> sort;
    if (!facts.hasSort)
      sort = inferSort(*assign.value, elaboration.scope, loopIndices);
    if (!sort)
      continue;
    facts.variable->sort = *sort;
    facts.hasSort = true;
    const std::vector<std::size_t> &next = readers[assign.target.text];
    waiting.insert(next.begin(), next.end());
  }
}

/// Not `return (a, b)`, and not `return done` of a name that is unknown: both are meant as `output` and
/// `stop`.
bool Collection::returnsValue(const syntax::Expression &written) {
  const bool isUnknown = written.kind == syntax::Expression::Kind::Name && !isReserved(written.text) &&
                         !elaboration.scope.find(written.text) && !loopIndices.contains(written.text) &&
                         elaboration.similarName(written.text).empty();
  return !isUnknown && written.kind != syntax::Expression::Kind::Tuple;
}

/// `spent := 0` of what holds a real later: told once, where the sort comes from.
void Collection::checkFirst(const Statement &first) {
  using Written = syntax::Expression::Kind;
  NameFacts &facts = *elaboration.scope.global(first.target.text);
  const Written kind = first.value->kind;
  if (facts.variable->range != first.target.range || !facts.hasSort ||
      (kind != Written::Number && kind != Written::Boolean))
    return;
  const Sort sort = facts.variable->sort;
  std::optional<Sort> later;
  SourceRange place;
  for (const Statement *other : assignments) {
    if (other == &first || other->target.text != first.target.text)
      continue;
    const std::optional<Sort> stored = inferSort(*other->value, elaboration.scope, loopIndices);
    const bool isOther = stored == Sort::Real || (stored == Sort::Int && sort == Sort::Bool);
    if (!isOther || later == Sort::Real || later == stored)
      continue;
    later = stored;
    place = other->range;
  }
  if (!later || sort == Sort::Real)
    return;
  const std::string start = sort == Sort::Int ? first.value->text + ".0" : *later == Sort::Real ? "0.0" : "0";
  elaboration.report({DiagnosticKind::ConflictingSorts,
                      first.value->range,
                      {first.target.text, describe(*later), describe(sort)},
                      {{describe(*later) + " is assigned here", place}},
                      "let it start as " + describe(*later) + ": write `" + start + "`"});
  facts.hasSort = false;
}

void Collection::run(const Block &body) {
  Surroundings around;
  walk(body, around, [&](const Statement &statement, const Surroundings &where) {
    if (statement.kind == Statement::Kind::For)
      loopIndices.insert(statement.target.text);
    if (statement.kind == Statement::Kind::Sample)
      declareSample(statement, where);
    if (statement.kind == Statement::Kind::Return) {
      mayHaveEnded = true;
    }
  });
  walk(body, around, [&](const Statement &statement, const Surroundings &where) {
    if (statement.kind == Statement::Kind::Assign)
      declareLocal(statement, where);
  });
  walk(body, around, [&](const Statement &statement, const Surroundings &) {
    if (statement.kind == Statement::Kind::Return)
      elaboration.returnsValue |= statement.value && returnsValue(*statement.value);
  });
  inferSorts();
  for (const Statement *first : assignments)
    checkFirst(*first);
}

void collectNames(Elaboration &elaboration, const Block &body) {
  Collection(elaboration).run(body);
}

} // namespace plumb::sema
