// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/law.h"
#include "frontend/ir/same_term.h"
#include "frontend/ir/walk.h"
#include "frontend/sema/statements.h"
#include "frontend/support/similar_word.h"

#include <algorithm>
#include <array>
#include <llvm/Support/Casting.h>

namespace plumb::sema {

using namespace ir;

static SimilarWord similarLaw(const std::string &word) {
  SimilarWord similar(word);
  for (Law law : laws())
    similar.consider(name(law));
  return similar;
}

/// What \p sample draws, with "'" or nothing behind its name.
static std::string targetText(const Elaboration &elaboration, const syntax::Statement &sample,
                              const char *prime) {
  std::string text = sample.target.text + prime;
  for (const syntax::ExpressionPtr &index : sample.indices)
    text += "[" + elaboration.textOf(index->range) + "]";
  return text;
}

/// Does \p name stand in \p expression without indices and without a prime?
static bool readsWhole(const syntax::Expression &expression, const std::string &name) {
  const auto isName = [&](const syntax::Expression &term) {
    return term.kind == syntax::Expression::Kind::Name && term.text == name && !term.primed;
  };
  const bool isElement =
      expression.kind == syntax::Expression::Kind::Index && isName(*expression.operands[0]);
  return isName(expression) ||
         std::any_of(expression.operands.begin() + (isElement ? 1 : 0), expression.operands.end(),
                     [&](const syntax::ExpressionPtr &operand) { return readsWhole(*operand, name); });
}

void StatementAnalysis::reportOtherValues(const Written &sample, Law law, Sort sort) {
  const Sort other = sort == Sort::Int ? Sort::Real : Sort::Int;
  std::string text =
      sample.target.text + (sort == Sort::Int ? ": real" : "") + " ~ " + sample.law.text + "(...)";
  elaboration.report(DiagnosticKind::SortMismatch, sample.target.range,
                     {"`" + sample.target.text + "`", describe(sort), describe(other)},
                     "`" + std::string(name(law)) + "` is a law over the " +
                         (other == Sort::Real ? "reals" : "integers") + ": write `" + text + "`");
  if (other == Sort::Real)
    elaboration.ofRealLaw.insert(sample.target.text);
}

/// `? weight 2`. Nothing without a weight, or after a report.
std::optional<Rational> StatementAnalysis::weight(const Written &sample) {
  if (sample.weight.text.empty())
    return std::nullopt;
  if (sample.weightWord.text != "weight")
    elaboration.report(DiagnosticKind::UnexpectedWord, sample.weightWord.range,
                       {"`weight` or `)`", "`" + sample.weightWord.text + "`"},
                       helpForWord(sample.weightWord.text, std::array{"weight"}));
  std::optional<Rational> weight = parseRational(sample.weight.text);
  if (weight && *weight > 0)
    return weight;
  elaboration.report(DiagnosticKind::SortMismatch, sample.weight.range,
                     {"the weight of an open scale", "0", "a positive number"});
  return std::nullopt;
}

// `scale = 1 / eps`, which could only be a truth and so no scale.
static bool isNamedArgument(const syntax::Expression &argument) {
  return argument.kind == syntax::Expression::Kind::Binary && argument.text == "=" &&
         argument.operands[0]->kind == syntax::Expression::Kind::Name;
}

/// `real(a)` has the order of a.
static const Expression &withoutConversion(const Expression &term) {
  const auto *unary = llvm::dyn_cast<Unary>(&term);
  return unary && unary->op == UnaryOperator::ToReal ? *unary->operand : term;
}

static bool isSameNumber(const Expression &first, const Expression &second) {
  const Expression &a = withoutConversion(first), &b = withoutConversion(second);
  return a.sort() == b.sort() && isSameTerm(a, b);
}

/// Of `a < b ? a : b` that it is the least of both. Nothing of another choice.
static std::optional<bool> isMaximum(const Conditional &choice) {
  const auto *test = llvm::dyn_cast<Binary>(choice.condition.get());
  if (!test)
    return std::nullopt;
  const bool isAtMost = test->op == BinaryOperator::Less || test->op == BinaryOperator::LessEqual;
  const bool isAtLeast = test->op == BinaryOperator::Greater || test->op == BinaryOperator::GreaterEqual;
  if (!isAtMost && !isAtLeast)
    return std::nullopt;
  if (isSameNumber(*test->left, *choice.whenTrue) && isSameNumber(*test->right, *choice.whenFalse))
    return isAtLeast;
  if (isSameNumber(*test->left, *choice.whenFalse) && isSameNumber(*test->right, *choice.whenTrue))
    return isAtMost;
  return std::nullopt;
}

/// More is known of a scale `min(w, n)` than of `w < n ? w : n`, which is the same.
static ExpressionPtr withExtrema(const Expression &term) {
  const auto *choice = llvm::dyn_cast<Conditional>(&term);
  if (const auto largest = choice ? isMaximum(*choice) : std::nullopt)
    return std::make_unique<Extremum>(*largest, withExtrema(*choice->whenTrue),
                                      withExtrema(*choice->whenFalse), term.range());
  return rebuilt(term, term.range(), withExtrema);
}

ExpressionPtr StatementAnalysis::scale(const Written &sample) {
  if (sample.openScale)
    return std::make_unique<Number>(1, Sort::Real, *sample.openScale);
  for (const syntax::ExpressionPtr &argument : sample.lawArguments)
    if (isNamedArgument(*argument)) {
      const std::string name = elaboration.textOf(argument->operands[0]->range);
      const syntax::Expression &given = *argument->operands[1];
      const bool isRate = name == "rate" || name == "lambda" || name == "epsilon" || name == "eps";
      std::string scale = elaboration.textOf(given.range);
      if (isRate)
        scale = given.kind == syntax::Expression::Kind::Name ? "1 / " + scale : "1 / (" + scale + ")";
      elaboration.report(DiagnosticKind::UnexpectedWord, argument->operands[0]->range,
                         {"the scale alone", "`" + name + " =`"},
                         {"write `" + sample.law.text + "(" + scale + ")`" +
                              (isRate ? ", since the scale is 1 divided by the rate" : ""),
                          Repair{argument->range, scale}});
      return nullptr;
    }
  std::vector<ExpressionPtr> arguments;
  for (const syntax::ExpressionPtr &argument : sample.lawArguments)
    arguments.push_back(
        ExpressionAnalysis(elaboration, Place::Scale).value(Sort::Real, *argument, "a scale"));
  if (arguments.size() == 1)
    return arguments.front() ? withExtrema(*arguments.front()) : nullptr;
  if (lawNamed(sample.law.text))
    elaboration.report(DiagnosticKind::WrongArgumentCount, sample.law.range,
                       {sample.law.text, "1 argument", count(arguments.size(), "argument", "arguments")},
                       "the argument is the scale");
  return nullptr;
}

StatementAnalysis::Node StatementAnalysis::sample(const Written &written) {
  std::optional<Law> law = lawNamed(written.law.text);
  if (!law)
    elaboration.report(DiagnosticKind::UnknownLaw, written.law.range, {written.law.text},
                       similarLaw(written.law.text).help("the laws are " + lawList()));
  ExpressionPtr scaleTerm = scale(written);
  NameFacts *facts = elaboration.scope.global(written.target.text);
  bool isSample = facts && facts->variable->role == Variable::Role::Sample;
  if (!isSample) // Its name was taken, and that was reported.
    return nullptr;
  if (law && !row(*law).isOver(facts->variable->sort))
    reportOtherValues(written, *law, facts->variable->sort);
  auto indices = elementIndices(written);
  std::unique_ptr<Sample> node;
  if (law && indices)
    node = std::make_unique<Sample>(*facts->variable, std::move(*indices), *law, std::move(scaleTerm),
                                    nullptr, written.range);
  std::optional<Rational> weightOfDraw = weight(written);
  if (node && written.openScale) {
    node->openScale = {true, *written.openScale};
    node->weight = std::move(weightOfDraw);
  }
  align(written, node.get(), *facts->variable);
  if (written.indices.empty())
    elaboration.assigned.insert(written.target.text);
  return node;
}

void StatementAnalysis::align(const Written &written, Sample *node, const Variable &target) {
  if (node)
    node->clause = written.alignClause;
  if (!written.aligned)
    return;
  checkAlignmentTarget(written);
  defer(*written.aligned, [&shared = elaboration, node, &written, &target] {
    ExpressionAnalysis analysis(shared, Place::Alignment, &target);
    ExpressionPtr aligned = analysis.value(*written.aligned);
    bool isFractional = aligned && target.sort == Sort::Int && aligned->sort() == Sort::Real;
    if (isFractional)
      shared.report(DiagnosticKind::FractionalShift, aligned->range(), {target.name},
                    "shifts of integer noise are integers; or declare `" + target.name + ": real`");
    else
      aligned = analysis.convert(std::move(aligned), target.sort, "an alignment");
    if (node)
      node->aligned = std::move(aligned);
  });
}

void StatementAnalysis::checkAlignmentTarget(const Written &sample) {
  if (!sample.alignTarget)
    return;
  Access access = accessOf(*sample.alignTarget);
  auto same = [](const syntax::Expression *a, const syntax::ExpressionPtr &b) { return sameText(*a, *b); };
  bool matches = access.isName(sample.target.text) && access.base->primed &&
                 std::equal(access.indices.begin(), access.indices.end(), sample.indices.begin(),
                            sample.indices.end(), same);
  if (matches)
    return;
  std::string help = "write `align " + targetText(elaboration, sample, "'") + " = ...`";
  const std::string &name = access.base->text;
  const bool isName = access.base->kind == syntax::Expression::Kind::Name;
  if (isName && !elaboration.scope.find(name) && !isReserved(name)) {
    elaboration.misnamed.insert(name); // Whoever reads it means this sample, too.
    help += ", or call the sample `" + name + "`";
  }
  if (isName && name == sample.target.text && access.indices.empty() && readsWhole(*sample.aligned, name))
    help += ", and `" + targetText(elaboration, sample, "") + "` for `" + name + "` behind it";
  if (isName && name == sample.target.text && sample.indices.empty() && !access.indices.empty()) {
    help = "draw `" + name;
    for (const syntax::Expression *index : access.indices)
      help += "[" + elaboration.textOf(index->range) + "]";
    help += " ~ ...`, noise for each index, or write `align " + name + "' = ...`";
  }
  if (!elaboration.misshapen.contains(sample.target.text))
    elaboration.report(DiagnosticKind::WrongAlignmentTarget, sample.alignTarget->range, {sample.target.text},
                       std::move(help));
  if (isName && name == sample.target.text && access.indices.size() != sample.indices.size())
    elaboration.misshapen.insert(name); // Read like that elsewhere, it is the same mistake.
}

} // namespace plumb::sema
