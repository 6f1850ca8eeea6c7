// SPDX-License-Identifier: Apache-2.0
#include "frontend/sema/array_shape.h"

#include "frontend/ir/same_term.h"
#include "frontend/sema/expressions.h"

#include <algorithm>
#include <set>

namespace plumb::sema {

using syntax::Expression;
using syntax::Statement;
using Loops = std::vector<const Statement *>;

/// A sum of products of literals and scalar Int parameters, and what div, mod, min, max, abs make of it.
static bool isExtentTerm(const Expression &term, Scope &scope) {
  auto allOperands = [&] {
    return std::all_of(term.operands.begin(), term.operands.end(),
                       [&](const syntax::ExpressionPtr &operand) { return isExtentTerm(*operand, scope); });
  };
  switch (term.kind) {
  case Expression::Kind::Number:
    return term.text.find('.') == std::string::npos;
  case Expression::Kind::Name: {
    NameFacts *facts = term.primed ? nullptr : scope.global(term.text);
    return facts && facts->variable->role == ir::Variable::Role::Parameter && facts->dimensions == 0 &&
           facts->variable->sort == ir::Sort::Int;
  }
  case Expression::Kind::Unary:
    return term.text == "-" && allOperands();
  case Expression::Kind::Binary: {
    static const std::set<std::string> integerOperators = {"+", "-", "*", "div", "mod"};
    return integerOperators.count(term.text) && allOperands();
  }
  case Expression::Kind::Call:
    return (term.text == "min" || term.text == "max" || term.text == "abs") && allOperands();
  case Expression::Kind::Boolean:
  case Expression::Kind::Index:
  case Expression::Kind::Member:
  case Expression::Kind::Aggregate:
  case Expression::Kind::Tuple:
  case Expression::Kind::Conditional:
  case Expression::Kind::Is:
  case Expression::Kind::In:
  case Expression::Kind::Forall:
  case Expression::Kind::ForallRecord:
    return false;
  }
}

static const Statement *loopOf(const Expression &index, const Loops &loops) {
  if (index.kind != Expression::Kind::Name || index.primed)
    return nullptr;
  for (auto loop = loops.rbegin(); loop != loops.rend(); ++loop)
    if ((*loop)->target.text == index.text)
      return *loop;
  return nullptr;
}

bool coversArray(const Statement &loop, Scope &scope) {
  if (loop.kind == Statement::Kind::While)
    return false;
  bool startsAtZero = loop.low->kind == Expression::Kind::Number && loop.low->text == "0";
  return startsAtZero && isExtentTerm(*loop.high, scope);
}

/// A name or a function that nothing introduces, which is told where it is read.
static bool hasUnknownWord(Elaboration &elaboration, const Expression &term) {
  const bool isUnknown = term.kind == Expression::Kind::Call   ? !isFunction(term.text)
                         : term.kind == Expression::Kind::Name ? !elaboration.scope.global(term.text) &&
                                                                     !elaboration.introduced.count(term.text)
                                                               : false;
  return isUnknown || std::any_of(term.operands.begin(), term.operands.end(),
                                  [&](const auto &operand) { return hasUnknownWord(elaboration, *operand); });
}

/// How an element of \p array is written that \p index names, a variable: no element may be that of no loop.
static std::string writeWhereFound(const std::string &array, const std::string &index, const Loops &loops) {
  std::string counter = "i";
  while (counter == index || std::any_of(loops.begin(), loops.end(),
                                         [&](const Statement *loop) { return loop->target.text == counter; }))
    ++counter[0];
  return "write the element that `" + index + "` names in a loop over all of them, `for " + counter +
         " in 0 .. n { if " + counter + " = " + index + " { " + array + "[" + counter +
         "] := .. } }`, where n is a term over scalar parameters";
}

/// The loop of each index, or nothing after a report.
static std::optional<Loops> loopsOfIndices(Elaboration &elaboration, const Statement &write,
                                           const Loops &loops) {
  Loops result;
  for (const syntax::ExpressionPtr &index : write.indices) {
    const Statement *loop = loopOf(*index, loops);
    bool isRepeated = std::find(result.begin(), result.end(), loop) != result.end();
    if (!loop || isRepeated || !coversArray(*loop, elaboration.scope)) {
      elaboration.misshapen.insert(write.target.text);
      if (elaboration.lacksLoop || (loop && hasUnknownWord(elaboration, *loop->high)))
        return std::nullopt;
      // A range that does not fit is one mistake, however many arrays its loop writes.
      const std::string range = loop && !isRepeated ? std::to_string(loop->range.begin) : std::string();
      const bool isFound = !loop && write.kind == Statement::Kind::Assign && write.indices.size() == 1 &&
                           index->kind == Expression::Kind::Name && !index->primed;
      elaboration.reportAbout(
          range, DiagnosticKind::NotALoopElement, index->range, {write.target.text},
          isFound ? writeWhereFound(write.target.text, index->text, loops)
                  : "write `" + write.target.text +
                        "[i]` inside `for i in 0 .. n`, where n is a term over scalar parameters");
      return std::nullopt;
    }
    result.push_back(loop);
  }
  return result;
}

static bool isOnePerIteration(Elaboration &elaboration, const Statement &sample, const Loops &loops) {
  bool matches = sample.indices.size() == loops.size();
  for (std::size_t i = 0; matches && i < loops.size(); ++i)
    matches = loopOf(*sample.indices[i], loops) == loops[i];
  if (matches)
    return true;
  std::string wanted = sample.target.text;
  const bool hasNameless = std::any_of(
      loops.begin(), loops.end(), [](const Statement *loop) { return loop->kind == Statement::Kind::While; });
  for (const Statement *loop : loops)
    if (!hasNameless)
      wanted += "[" + loop->target.text + "]";
  elaboration.misshapen.insert(sample.target.text);
  if (elaboration.lacksLoop)
    return false;
  elaboration.report(DiagnosticKind::SampleNotPerIteration, sample.target.range, {sample.target.text},
                     "one sample is drawn in each iteration: write `" + wanted + "`" +
                         (hasNameless
                              ? "; for an array, let `for i in 0 .. n` count, in place of the body of `while`"
                              : ""));
  return false;
}

void findExtents(Elaboration &elaboration, const Statement &write, NameFacts &facts, const Loops &loops) {
  if (write.kind == Statement::Kind::Sample && !isOnePerIteration(elaboration, write, loops))
    return;
  std::optional<Loops> own = loopsOfIndices(elaboration, write, loops);
  if (!own)
    return;
  std::vector<ir::ExpressionPtr> extents;
  for (const Statement *loop : *own) {
    ExpressionAnalysis analysis(elaboration, Place::Extent);
    extents.push_back(analysis.value(ir::Sort::Int, *loop->high, "the end of a range"));
    if (!extents.back())
      return;
  }
  std::vector<ir::ExpressionPtr> &known = facts.variable->extents;
  if (known.empty()) {
    known = std::move(extents);
    return;
  }
  for (std::size_t i = 0; i < extents.size(); ++i)
    if (!isSameTerm(*known[i], *extents[i]))
      elaboration.report({DiagnosticKind::ExtentConflict,
                          write.indices[i]->range,
                          {write.target.text, print(*known[i]), print(*extents[i])},
                          {{"first written here", facts.variable->range}},
                          "let both loops run over the same range"});
}

} // namespace plumb::sema
