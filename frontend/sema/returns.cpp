// SPDX-License-Identifier: Apache-2.0
#include "frontend/sema/statements.h"

namespace plumb::sema {

using namespace ir;

StatementAnalysis::Node StatementAnalysis::end(const Written &written) {
  ExpressionPtr value;
  if (written.value) {
    value = returnedValue(*written.value);
    if (!elaboration.firstReturn)
      elaboration.firstReturn = written.range;
  } else if (elaboration.returnsValue && !flow.hasEnded) {
    elaboration.report(DiagnosticKind::MissingReturn, written.range, {}, "return a value here, too");
  }
  flow.hasEnded = true;
  if (written.value && !value)
    return nullptr;
  return std::make_unique<Return>(std::move(value), written.range);
}

/// `return (a, b)` is `output (a, b)` and then `stop`: a result is one value or a selection.
void StatementAnalysis::returnTuple(const Written &written, Block &block) {
  if (elaboration.returnsValue)
    elaboration.report(DiagnosticKind::ReturnMismatch, written.value->range, {"a tuple", "a value by itself"},
                       "let every `return` give the same sort");
  if (Node node = output(written))
    block.push_back(std::move(node));
  flow.hasEnded = true;
  block.push_back(std::make_unique<Return>(nullptr, written.range));
}

/// `return done`, `return above(z)`: a name that is none of the program's, nor looks like one.
/// \param isUnlike the name looks like no word of the language, either.
static bool isMeantAsTag(const syntax::Expression &written, Elaboration &elaboration, bool isUnlike) {
  const std::string &name = written.text;
  const bool isName = written.kind == syntax::Expression::Kind::Name && !written.primed;
  const bool isCall = written.kind == syntax::Expression::Kind::Call && !resemblesFunction(name);
  return (isName || isCall) && !isReserved(name) && !elaboration.scope.find(name) &&
         !elaboration.misnamed.contains(name) && !elaboration.record(name) &&
         elaboration.similarName(name).empty() && isUnlike;
}

static std::string describeResult(Sort sort, Sort selected) {
  return describe(sort) + (sort == Sort::Selection ? " of " + std::string(name(selected)) + "s" : "");
}

ExpressionPtr StatementAnalysis::returnedValue(const syntax::Expression &written) {
  bool isSelection = written.kind == syntax::Expression::Kind::Call && written.text == "top_k";
  if (isMeantAsTag(written, elaboration, program().similarWord(written.text).empty())) {
    // What reads the output reads it as if it were published.
    std::vector<ExpressionPtr> values;
    for (const auto &operand : written.operands)
      values.push_back(program().value(*operand));
    publishedTag(written.text, written.range, values);
    elaboration.reportAbout(written.text, DiagnosticKind::UnknownName, written.range, {written.text},
                            "what is returned is a value; a tag is published with `output " + written.text +
                                (values.empty() ? "`" : "(...)`"));
    return nullptr;
  }
  ExpressionPtr value = isSelection ? selection(written) : program().value(written);
  if (!value)
    return nullptr;
  Sort selected = Sort::Int;
  if (isSelection)
    selected = static_cast<const TopK &>(*value).elementSort();
  if (!elaboration.resultSort) {
    elaboration.resultSort = value->sort();
    elaboration.selectionSort = selected;
    return value;
  }
  Sort wanted = *elaboration.resultSort;
  if (wanted == Sort::Real && value->sort() == Sort::Int)
    return program().convert(std::move(value), Sort::Real, "the returned value");
  if (value->sort() == wanted && (!isSelection || selected == elaboration.selectionSort))
    return value;
  elaboration.report(
      DiagnosticKind::ReturnMismatch, written.range,
      {describeResult(value->sort(), selected), describeResult(wanted, elaboration.selectionSort)},
      "let every `return` give the same sort");
  return nullptr;
}

static const Variable *selectable(Elaboration &elaboration, const syntax::Expression &array) {
  bool isName = array.kind == syntax::Expression::Kind::Name && !array.primed;
  NameFacts *facts = isName ? elaboration.scope.global(array.text) : nullptr;
  if (isName && !facts && !elaboration.scope.find(array.text) && !isReserved(array.text)) {
    elaboration.reportAbout(array.text, DiagnosticKind::UnknownName, array.range, {array.text},
                            "fill it before, as in `for i in 0 .. n { " + array.text + "[i] := ... }`");
    return nullptr;
  }
  bool fits = facts && facts->dimensions == 1 && facts->variable->role != Variable::Role::Parameter &&
              facts->variable->sort != Sort::Bool;
  if (facts && reportNoElements(elaboration, *facts, "top_k", array.range))
    return nullptr;
  if (!fits) {
    elaboration.report(DiagnosticKind::NotSelectable, array.range, {},
                       "name an array of noisy values, as in `top_k(k, v)`");
    return nullptr;
  }
  return facts->hasSort ? facts->variable : nullptr;
}

ExpressionPtr StatementAnalysis::selection(const syntax::Expression &call) {
  if (call.operands.size() != 2) {
    elaboration.report(DiagnosticKind::WrongArgumentCount, call.range,
                       {"top_k", "2 arguments", count(call.operands.size(), "argument", "arguments")},
                       "write `top_k(k, v)`: how many, and from which array");
    return nullptr;
  }
  const auto isArray = [&](const syntax::Expression &operand) {
    const NameFacts *facts =
        operand.kind == syntax::Expression::Kind::Name ? elaboration.scope.global(operand.text) : nullptr;
    return facts && facts->dimensions == 1;
  };
  if (isArray(*call.operands[0]) && !isArray(*call.operands[1])) {
    const std::string number = elaboration.textOf(call.operands[1]->range);
    elaboration.report(DiagnosticKind::NotSelectable, call.operands[1]->range, {},
                       "how many comes first: write `top_k(" + (number.empty() ? "k" : number) + ", " +
                           call.operands[0]->text + ")`");
    return nullptr;
  }
  ExpressionPtr number = program().value(Sort::Int, *call.operands[0], "the number of selected elements");
  const Variable *array = selectable(elaboration, *call.operands[1]);
  if (!number || !array)
    return nullptr;
  return std::make_unique<TopK>(std::move(number), *array, false, call.range);
}

} // namespace plumb::sema
