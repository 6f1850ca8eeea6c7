// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/operators.h"

#include "frontend/ir/occurrence.h"
#include "frontend/ir/same_term.h"
#include "frontend/ir/walk.h"
#include "frontend/sema/expressions.h"
#include "frontend/sema/promotion.h"

#include <cassert>
#include <llvm/ADT/StringRef.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/ADT/Twine.h>
#include <llvm/Support/Casting.h>

namespace plumb::sema {

using namespace ir;

/// The parameter that \p term reads and nothing else: of a wrong type, it is one mistake wherever it is read.
static std::string parameterOf(const Expression &term) {
  const auto *read = llvm::dyn_cast<Read>(&term);
  return read && read->variable.role == Variable::Role::Parameter ? read->variable.name : std::string();
}

bool ExpressionAnalysis::unify(ExpressionPtr &left, ExpressionPtr &right) {
  if (left->sort() == right->sort())
    return true;
  if (left->sort() == Sort::Bool || right->sort() == Sort::Bool) {
    const Expression &truth = left->sort() == Sort::Bool ? *left : *right;
    const std::string text = elaboration.textOf(truth.range());
    elaboration.report(DiagnosticKind::SortMismatch, right->range(),
                       {"this", describe(right->sort()), describe(left->sort()) + " like its counterpart"},
                       "a bool is a condition by itself: `" + text + "` or `not " + text + "`");
    return false;
  }
  ExpressionPtr &integer = left->sort() == Sort::Int ? left : right;
  if (!isPromotable(*integer)) {
    reportMixed(*integer, left->sort() == Sort::Int ? right.get() : left.get());
    return false;
  }
  integer = promote(std::move(integer));
  return true;
}

/// Both reach as far to the right as they can.
static bool isOpenToTheRight(const Expression &part) {
  return llvm::isa<Forall>(part) || llvm::isa<Conditional>(part);
}

std::string ExpressionAnalysis::choiceAdvice(const Expression &condition, Sort sort) const {
  std::string text = elaboration.textOf(condition.range());
  if (text.empty())
    text = "...";
  else if (ir::anyPart(condition, isOpenToTheRight))
    text = "(" + text + ")";
  return "let it choose between numbers, as in `(" + text +
         (sort == Sort::Int ? " ? 1 : 0)`" : " ? 1.0 : 0.0)`");
}

bool ExpressionAnalysis::isNumeric(const Expression &term, const char *what) {
  if (term.sort() != Sort::Bool)
    return true;
  elaboration.reportAbout(parameterOf(term), DiagnosticKind::SortMismatch, term.range(),
                          {what, "a bool", "a number"}, choiceAdvice(term, Sort::Int));
  return false;
}

ExpressionPtr ExpressionAnalysis::unary(const Written &expression) {
  if (expression.text == "not") {
    // Of an `exists` the reader has made a `forall` between two negations that nobody wrote.
    const bool isWritten = expression.range != expression.operands[0]->range;
    ExpressionPtr operand = isWritten ? value(Sort::Bool, *expression.operands[0], "what follows `not`")
                                      : quantified(*expression.operands[0]);
    if (!operand)
      return nullptr;
    // `not exists` is a `forall`, and that is what is put at single indices; but of a `forall` in a `forall`
    // less is known than of the denial.
    auto *denied = llvm::dyn_cast<Unary>(operand.get());
    if (denied && denied->op == UnaryOperator::Not)
      if (auto *forall = llvm::dyn_cast<Forall>(denied->operand.get());
          forall && !llvm::isa<Forall>(*forall->body))
        return std::make_unique<Forall>(forall->variable, std::move(forall->low), std::move(forall->high),
                                        std::move(forall->body), expression.range);
    return std::make_unique<Unary>(UnaryOperator::Not, Sort::Bool, std::move(operand), expression.range);
  }
  assert(expression.text == "-");
  ExpressionPtr operand = value(*expression.operands[0]);
  if (!operand || !isNumeric(*operand, "what follows `-`"))
    return nullptr;
  Sort sort = operand->sort();
  return std::make_unique<Unary>(UnaryOperator::Negate, sort, std::move(operand), expression.range);
}

static std::optional<BinaryOperator> operatorNamed(const std::string &text) {
  return llvm::StringSwitch<std::optional<BinaryOperator>>(text)
      .Case("+", BinaryOperator::Add)
      .Case("-", BinaryOperator::Subtract)
      .Case("*", BinaryOperator::Multiply)
      .Case("/", BinaryOperator::Divide)
      .Case("div", BinaryOperator::IntegerDivide)
      .Case("mod", BinaryOperator::Modulo)
      .Case("<", BinaryOperator::Less)
      .Case("<=", BinaryOperator::LessEqual)
      .Case(">", BinaryOperator::Greater)
      .Case(">=", BinaryOperator::GreaterEqual)
      .Case("=", BinaryOperator::Equal)
      .Case("!=", BinaryOperator::NotEqual)
      .Case("and", BinaryOperator::And)
      .Case("or", BinaryOperator::Or)
      .Case("implies", BinaryOperator::Implies)
      .Case("iff", BinaryOperator::Iff)
      .Default(std::nullopt);
}

static bool isEquality(BinaryOperator op) {
  return op == BinaryOperator::Equal || op == BinaryOperator::NotEqual;
}

static bool isNone(const syntax::Expression &written) {
  return written.kind == syntax::Expression::Kind::Name && written.text == "none" && !written.primed;
}

ExpressionPtr ExpressionAnalysis::noneTest(const Written &expression) {
  const Written &tested = *expression.operands[isNone(*expression.operands[0]) ? 1 : 0];
  ExpressionPtr operand = valueOrNone(tested);
  if (!operand)
    return nullptr;
  if (!mayBeNone(*operand)) {
    elaboration.report(DiagnosticKind::NeverNone, tested.range, {elaboration.textOf(tested.range)},
                       "only a field that is declared `or none` can be none");
    return nullptr;
  }
  ExpressionPtr test = std::make_unique<NoneTest>(std::move(operand), expression.range);
  if (expression.text == "=")
    return test;
  return std::make_unique<Unary>(UnaryOperator::Not, Sort::Bool, std::move(test), expression.range);
}

/// \p binary as it is written, parentheses included, with another operator.
static std::string withSign(const Elaboration &elaboration, const syntax::Expression &binary,
                            llvm::StringRef sign) {
  const std::string left = elaboration.textOf({binary.range.begin, binary.wordRange.begin});
  const std::string right = elaboration.textOf({binary.wordRange.end, binary.range.end});
  return (llvm::StringRef(left).rtrim() + " " + sign + " " + llvm::StringRef(right).ltrim()).str();
}

/// `abs(r.age - r.age)` where `r'.age` is meant: what relates two records and has the same value for all of
/// them. It has a meaning, and is proved with it.
void ExpressionAnalysis::warnOfOneRecord(BinaryOperator op, const Expression &left, const Expression &right) {
  if (place != Place::RecordPair || (op != BinaryOperator::Subtract && !isComparison(op)) ||
      isPublic(right) || !isSameTerm(left, right))
    return;
  const auto *field = llvm::dyn_cast<FieldRead>(&right);
  const std::string name = field ? field->record.name : "";
  const std::uint32_t behind = right.range().begin + static_cast<std::uint32_t>(name.size());
  Help help;
  if (field && !field->primed)
    help = {"did you mean `" + name + "'" + elaboration.textOf({behind, right.range().end}) + "`?",
            Repair{SourceRange{behind, behind}, "'"}};
  elaboration.sink.report({DiagnosticKind::SameOnBothSides,
                           right.range(),
                           {elaboration.textOf(right.range())},
                           {},
                           std::move(help)});
}

ExpressionPtr ExpressionAnalysis::binary(const Written &expression) {
  std::optional<BinaryOperator> op = operatorNamed(expression.text);
  assert(op && "the grammar has no other operators");
  const Written &leftText = *expression.operands[0];
  const Written &rightText = *expression.operands[1];
  if (isEquality(*op) && (accessOf(leftText).isName("out") || accessOf(rightText).isName("out")))
    return cellComparison(expression);

  if (isEquality(*op) && reportTagAsPart(expression))
    return nullptr;

  if (isEquality(*op) && (isNone(leftText) || isNone(rightText)))
    return noneTest(expression);

  // `seen = many`, where `seen` holds a tag.
  const bool mayAskForTag = *op == BinaryOperator::Equal && leftText.kind == Written::Kind::Name &&
                            rightText.kind == Written::Kind::Name && passedCell(leftText);
  if (mayAskForTag) {
    elaboration.report(
        DiagnosticKind::CellIsNoValue, leftText.range, {"`" + leftText.text + "`, a cell with its tag,"},
        {"write `" + leftText.text + " is " + rightText.text + "`", Repair{expression.wordRange, "is"}});
    return nullptr;
  }

  bool compares = isComparison(*op);
  ExpressionPtr left = compares ? valueOrNone(leftText) : value(leftText);
  ExpressionPtr right = compares ? valueOrNone(rightText) : value(rightText);
  std::string what = "an operand of `" + expression.text + "`";
  auto both = [&](Sort sort) {
    left = convert(std::move(left), sort, what.c_str());
    right = convert(std::move(right), sort, what.c_str());
    return left && right;
  };
  auto numeric = [&](const ExpressionPtr &term) { return term && isNumeric(*term, what.c_str()); };
  auto node = [&](Sort sort) {
    return std::make_unique<Binary>(*op, sort, std::move(left), std::move(right), expression.range);
  };

  if (isConnective(*op))
    return both(Sort::Bool) ? node(Sort::Bool) : nullptr;
  if (*op == BinaryOperator::IntegerDivide)
    for (ExpressionPtr *operand : {&left, &right})
      if (*operand && (*operand)->sort() == Sort::Real) {
        elaboration.reportAbout(parameterOf(**operand), DiagnosticKind::SortMismatch, (*operand)->range(),
                                {what, describe(Sort::Real), describe(Sort::Int)},
                                "`div` divides ints; reals are divided with `/`");
        return nullptr;
      }
  if (*op == BinaryOperator::IntegerDivide || *op == BinaryOperator::Modulo)
    return both(Sort::Int) ? node(Sort::Int) : nullptr;
  if (*op == BinaryOperator::Divide) {
    if (left && right && left->sort() == Sort::Int && right->sort() == Sort::Int)
      wholeQuotient = withSign(elaboration, expression, "div");
    const bool areReal = both(Sort::Real);
    wholeQuotient.clear();
    return areReal ? node(Sort::Real) : nullptr;
  }
  if (!isEquality(*op)) {
    bool leftIsNumeric = numeric(left);
    if (!numeric(right) || !leftIsNumeric)
      return nullptr;
  }
  if (!left || !right || !unify(left, right))
    return nullptr;
  warnOfOneRecord(*op, *left, *right);
  if (compares)
    return comparison(*op, std::move(left), std::move(right), expression.range);
  return node(left->sort());
}

} // namespace plumb::sema
