// SPDX-License-Identifier: Apache-2.0
#include "frontend/sema/expressions.h"

#include "frontend/ir/aggregate.h"
#include "frontend/ir/occurrence.h"
#include "frontend/ir/print_expression.h"
#include "frontend/ir/walk.h"
#include "frontend/sema/promotion.h"

#include <cassert>
#include <llvm/Support/Casting.h>

namespace plumb::sema {

using namespace ir;

ExpressionPtr ExpressionAnalysis::value(const Written &expression) {
  ExpressionPtr term = valueOrNone(expression);
  if (!term || !mayBeNone(*term))
    return term;
  elaboration.report(DiagnosticKind::MayBeNone, term->range(), {print(*term)},
                     helpForNone(llvm::cast<FieldRead>(*term)));
  return nullptr;
}

/// -5, of a literal with its sign.
static std::optional<Rational> literal(const Expression &expression) {
  const auto *unary = llvm::dyn_cast<Unary>(&expression);
  const bool isNegated = unary && unary->op == UnaryOperator::Negate;
  const auto *number = llvm::dyn_cast<Number>(isNegated ? unary->operand.get() : &expression);
  return number ? std::optional<Rational>(isNegated ? -number->value : number->value) : std::nullopt;
}

/// As far as numbers say.
static bool mayHoldZero(const Field &field) {
  const auto low = field.low ? literal(*field.low) : std::nullopt,
             high = field.high ? literal(*field.high) : std::nullopt;
  return !(low && *low > 0) && !(high && (field.reachesHigh() ? *high < 0 : *high <= 0));
}

std::string ExpressionAnalysis::helpForNone(const FieldRead &read) const {
  const std::string text = print(read);
  const Field &field = read.field;
  if (isOfEachRecord)
    return "each record that counts has a number here: declare `" + field.name +
           "` without `or none`, and leave out by `where` who has none, which another field says";
  const std::string value = field.sort == Sort::Bool ? "true" : mayHoldZero(field) ? "0" : print(*field.low);
  return "compare it, as in `" + text + " = " + value + "` or `" + text + " = none`";
}

ExpressionPtr ExpressionAnalysis::valueOrNone(const Written &expression) {
  switch (expression.kind) {
  case Written::Kind::Number:
    return number(expression);
  case Written::Kind::Boolean:
    return std::make_unique<Boolean>(expression.text == "true", expression.range);
  case Written::Kind::Name:
  case Written::Kind::Index:
    return access(expression);
  case Written::Kind::Member:
    return member(expression);
  case Written::Kind::Call:
    return call(expression);
  case Written::Kind::Unary:
    return unary(expression);
  case Written::Kind::Binary:
    return binary(expression);
  case Written::Kind::Conditional:
    return conditional(expression);
  case Written::Kind::Is:
    return is(expression);
  case Written::Kind::In:
    return membership(expression);
  case Written::Kind::Forall:
    return forall(expression);
  case Written::Kind::ForallRecord:
    return forallRecord(expression);
  case Written::Kind::Aggregate:
    return aggregate(expression);
  case Written::Kind::Tuple:
    elaboration.report(DiagnosticKind::MisplacedTuple, expression.range, {},
                       "publish them with `output (a, b)`, or give each a variable of its own");
    return nullptr;
  }
  assert(false && "no such expression");
  return nullptr;
}

ExpressionPtr ExpressionAnalysis::value(Sort sort, const Written &expression, const char *what) {
  return convert(value(expression), sort, what);
}

/// The variable of \p role that \p term is and nothing else, or null.
static const Variable *readOf(const Expression &term, Variable::Role role) {
  const auto *read = llvm::dyn_cast<Read>(&term);
  return read && read->variable.role == role ? &read->variable : nullptr;
}

ExpressionPtr ExpressionAnalysis::convert(ExpressionPtr term, Sort sort, const char *what) {
  if (!term || term->sort() == sort)
    return term;
  if (sort == Sort::Real && isPromotable(*term))
    return promote(std::move(term));
  if (sort == Sort::Real && term->sort() == Sort::Int)
    reportMixed(*term);
  else {
    const Variable *parameter = readOf(*term, Variable::Role::Parameter);
    elaboration.reportAbout(parameter ? parameter->name : "", DiagnosticKind::SortMismatch, term->range(),
                            {what, describe(term->sort()), describe(sort)}, conversionAdvice(*term, sort));
  }
  return nullptr;
}

std::string ExpressionAnalysis::conversionAdvice(const Expression &term, Sort sort) const {
  if (term.sort() == Sort::Bool && (sort == Sort::Int || sort == Sort::Real))
    return choiceAdvice(term, sort);
  if (sort == Sort::Int && term.sort() == Sort::Real) {
    if (place == Place::AdjacencyBound)
      return "answers that count differ by a whole number, as in `changes by 1`; answers that are real are "
             "declared as `query real`";
    const Variable *parameter = readOf(term, Variable::Role::Parameter);
    const NameFacts *facts = parameter ? elaboration.scope.global(parameter->name) : nullptr;
    return facts && facts->dimensions == 0
               ? "a real never turns into an int; what counts is declared as `" + parameter->name + ": int`"
               : "a real never turns into an int; divide ints with `div`";
  }
  if (sort != Sort::Bool)
    return "";
  const auto *selected = llvm::dyn_cast<ResultRead>(&term);
  if (selected && selected->part == ResultRead::Part::Index)
    return "whether an index is selected is asked by `" + elaboration.textOf(selected->position->range()) +
           " in result.indices`";
  if (const auto *cell = llvm::dyn_cast<CellRead>(&term); cell && cell->tag.name != "value") {
    const std::string read = elaboration.textOf(term.range());
    return "whether `" + cell->tag.name + "` is told is asked by `" + read.substr(0, read.rfind('.')) +
           " is " + cell->tag.name + "`";
  }
  // Behind the last case of a conditional the comparison would belong to that.
  const std::string text =
      term.kind() == Expression::Kind::Conditional ? "" : elaboration.textOf(term.range());
  return "compare it with something, as in `" + (text.empty() ? "..." : text) + " > 0`";
}

// Noise or an answer, as far as this term itself tells.
static bool readsRun(const Expression &term) {
  const auto *read = llvm::dyn_cast<Read>(&term);
  if (read && (read->variable.role == Variable::Role::Sample || read->variable.role == Variable::Role::Query))
    return true;
  bool found = false;
  forEachOperand(term, [&](const Expression &operand) { found = found || readsRun(operand); });
  return found;
}

void ExpressionAnalysis::reportMixed(const Expression &integer, const Expression *counterpart) {
  const Variable *noise = readOf(integer, Variable::Role::Sample);
  if (noise && elaboration.ofRealLaw.contains(noise->name))
    return;
  const Variable *answer = readOf(integer, Variable::Role::Query);
  // What the real is: a parameter that is declared as one is one mistake, whatever it meets.
  const Variable *parameter = counterpart ? readOf(*counterpart, Variable::Role::Parameter) : nullptr;
  const std::string about = parameter ? parameter->name : noise ? noise->name : answer ? answer->name : "";
  std::string text = elaboration.textOf(integer.range());
  text = text.empty() ? "..." : text;
  const std::string what = readOf(integer, Variable::Role::Parameter) ? "an element whose index is not public"
                                                                      : "an int that is not public";
  // Conversion mends what the program computes of public ints, but a scale is never made of noise or data.
  if (place == Place::Scale && readsRun(integer))
    return elaboration.reportAbout(about, DiagnosticKind::MixedSorts, integer.range(), {what},
                                   "a scale is made of what is public, parameters and numbers: not of `" +
                                       text + "`");
  // Its own alignment, where a conversion would leave the draw what it is.
  const NameFacts *facts = noise ? elaboration.scope.global(noise->name) : nullptr;
  if (noise && noise == alignedSample && facts && facts->dimensions == 0)
    return elaboration.reportAbout(
        about, DiagnosticKind::MixedSorts, integer.range(), {what},
        {"noise for a real answer is real: draw it as `" + noise->name + ": real ~ ...`",
         Repair{SourceRange{noise->range.end, noise->range.end}, ": real"}});
  const Variable *local = readOf(integer, Variable::Role::Local);
  if (place == Place::Scale && local)
    return elaboration.reportAbout(about, DiagnosticKind::MixedSorts, integer.range(), {what},
                                   "only parameters and numbers become reals by themselves: write `real(" +
                                       text + ")`, or `real(max(1, " + text +
                                       "))` if it may be 0 or less, as no scale is");
  elaboration.reportAbout(
      about, DiagnosticKind::MixedSorts, integer.range(), {what},
      (local ? "only parameters and numbers become reals by themselves: write `real(" : "write `real(") +
          text + ")` if that is meant" + (noise ? ", or draw it as `" + noise->name + ": real ~ ...`" : "") +
          (parameter && place != Place::Scale ? ", or declare `" + parameter->name + "` as an int" : "") +
          (wholeQuotient.empty() ? "" : "; ints are divided by `" + wholeQuotient + "`"));
}

ExpressionPtr ExpressionAnalysis::number(const Written &expression) {
  std::optional<Rational> value = parseRational(expression.text);
  assert(value && "the lexer lets only numbers through");
  Sort sort = expression.text.find('.') == std::string::npos ? Sort::Int : Sort::Real;
  return std::make_unique<Number>(*value, sort, expression.range);
}

ExpressionPtr ExpressionAnalysis::conditional(const Written &expression) {
  ExpressionPtr condition = value(Sort::Bool, *expression.operands[0], "the condition before `?`");
  ExpressionPtr whenTrue = value(*expression.operands[1]);
  ExpressionPtr whenFalse = value(*expression.operands[2]);
  if (!whenTrue || !whenFalse || !unify(whenTrue, whenFalse) || !condition)
    return nullptr;
  return std::make_unique<Conditional>(std::move(condition), std::move(whenTrue), std::move(whenFalse),
                                       expression.range);
}

/// The first part of \p formula that is made of noise or data: of what depends on these under a quantifier
/// nothing is known when a draw is moved. Null if there is none.
static const Expression *ofTheRun(const Expression &formula) {
  const Expression *found = nullptr;
  ir::anyPart(formula, [&](const Expression &part) {
    const auto *read = llvm::dyn_cast<Read>(&part);
    const bool isFixed = !read || read->variable.role == Variable::Role::Parameter ||
                         read->variable.role == Variable::Role::LoopIndex ||
                         read->variable.role == Variable::Role::Bound;
    if (!isFixed || llvm::isa<Aggregate>(part))
      found = &part;
    return found != nullptr;
  });
  return found;
}

ExpressionPtr ExpressionAnalysis::quantified(const Written &written) {
  const char *what = "what follows a quantifier";
  ExpressionPtr body = value(written);
  // `forall j in 0 .. n: T[j] > 0 ? 1 : 0`
  if (!body || body->kind() != Expression::Kind::Conditional || body->sort() == Sort::Bool)
    return convert(std::move(body), Sort::Bool, what);
  elaboration.report(DiagnosticKind::SortMismatch, body->range(),
                     {what, describe(body->sort()), describe(Sort::Bool)},
                     "a quantifier reaches as far as it can: put it into parentheses where something is "
                     "chosen by it, as in `(forall i in 0 .. n: ...) ? a : b`");
  return nullptr;
}

ExpressionPtr ExpressionAnalysis::forall(const Written &expression) {
  if (!allowsForall(place)) {
    elaboration.report(
        DiagnosticKind::MisplacedForall, expression.range, {std::string(describe(place))},
        "they stand in `requires`, `align`, `invariant` and `claims`, and in what is asked about records");
    return nullptr;
  }
  ExpressionPtr low = value(Sort::Int, *expression.operands[0], "the start of a range");
  ExpressionPtr high = value(Sort::Int, *expression.operands[1], "the end of a range");
  bool isFresh = checkFresh(elaboration, expression.text, expression.wordRange);
  Variable &variable = elaboration.scope.open(Variable::Role::Bound, expression.text, expression.wordRange);
  ExpressionPtr body = quantified(*expression.operands[2]);
  elaboration.scope.close();
  if (!low || !high || !body || !isFresh)
    return nullptr;
  if (place == Place::Alignment)
    for (const Expression *part : {low.get(), high.get(), body.get()})
      if (const Expression *run = ofTheRun(*part)) {
        elaboration.report(DiagnosticKind::QuantifiedRun, run->range(), {ir::print(*run)},
                           "ask about the output, parameters and loop variables, as in `exists r in 0 .. k: "
                           "out[r].winner.1 = i`");
        return nullptr;
      }
  return std::make_unique<Forall>(variable, std::move(low), std::move(high), std::move(body),
                                  expression.range);
}

bool checkFresh(Elaboration &elaboration, const std::string &word, SourceRange range, Help help) {
  if (isReserved(word)) {
    elaboration.report(DiagnosticKind::ReservedName, range, {word}, "choose another name");
    elaboration.misnamed.insert(word);
    return false;
  }
  std::string taken;
  SourceRange introduced;
  if (const Variable *other = elaboration.scope.find(word)) {
    taken = describe(other->role);
    introduced = other->range;
  }
  for (const RecordVariable *record : elaboration.records) {
    const Field *field = record->name.empty() ? record->record->field(word) : nullptr;
    if (record->name != word && !field)
      continue;
    taken = field ? "a field" : "a record";
    introduced = field ? field->range : record->range;
  }
  if (taken.empty())
    return true;
  elaboration.report({DiagnosticKind::DuplicateName,
                      range,
                      {word, taken},
                      {{"`" + word + "` was introduced here", introduced}},
                      help.empty() ? Help("choose another name; nothing may hide it") : std::move(help)});
  return false;
}

} // namespace plumb::sema
