// SPDX-License-Identifier: Apache-2.0
#include "frontend/sema/expressions.h"

namespace plumb::sema {

using namespace ir;

ExpressionPtr ExpressionAnalysis::wholeResult(const Written &expression) {
  Access access = accessOf(expression);
  if (!mayReadOutput(*access.base))
    return nullptr;
  if (!access.indices.empty()) {
    elaboration.report(DiagnosticKind::NotAnArray, expression.range, {"`result`"},
                       "of a selection read `result.indices[j]` or `result.values[j]`");
    return nullptr;
  }
  if (!elaboration.returnsValue && (elaboration.lacksSelection || elaboration.publishesNothing))
    return nullptr;
  if (!elaboration.returnsValue) {
    const std::string reading =
        elaboration.publications.empty() ? "" : readingOf(elaboration.publications.front());
    elaboration.report(DiagnosticKind::NoSuchResult, expression.range,
                       {reading.ends_with(".1`") ? "a single value" : "a value"},
                       reading.empty() ? "what it publishes piece by piece is `out`"
                                       : "what it publishes piece by piece is `out`: read " + reading);
    return nullptr;
  }
  if (!elaboration.resultSort)
    return nullptr;
  if (*elaboration.resultSort == Sort::Selection) {
    elaboration.report(DiagnosticKind::NoSuchResult, expression.range, {"a single value"},
                       "of a selection read `result.indices[j]` or `result.values[j]`");
    return nullptr;
  }
  return std::make_unique<ResultRead>(ResultRead::Part::Whole, nullptr, *elaboration.resultSort,
                                      expression.range);
}

bool ExpressionAnalysis::returnsSelection(SourceRange range) {
  if (elaboration.returnsValue && !elaboration.resultSort)
    return false;
  if (elaboration.returnsValue && *elaboration.resultSort == Sort::Selection)
    return true;
  if (elaboration.lacksSelection || elaboration.publishesNothing)
    return false;
  elaboration.report(DiagnosticKind::NoSuchResult, range, {"a selection"},
                     "`indices` and `values` are the parts of what `top_k` returns");
  return false;
}

ExpressionPtr ExpressionAnalysis::resultElement(const Access &access, SourceRange range) {
  const Written &part = *access.base;
  Access owner = accessOf(*part.operands[0]);
  bool isIndices = part.text == "indices";
  if (!owner.isName("result") || !owner.indices.empty() || (!isIndices && part.text != "values"))
    // Either no part at all, which member() reports, or a value with an index behind it.
    return value(part) ? (elaboration.report(DiagnosticKind::NotAnArray, part.range, {"this"}), nullptr)
                       : nullptr;
  if (!mayReadOutput(*owner.base))
    return nullptr;
  auto subscripts = indices(access.indices);
  if (access.indices.size() != 1) {
    elaboration.report(DiagnosticKind::WrongIndexCount, range,
                       {"result." + part.text, "1 index", count(access.indices.size(), "index", "indices")});
    return nullptr;
  }
  if (!returnsSelection(range) || !subscripts)
    return nullptr;
  return std::make_unique<ResultRead>(isIndices ? ResultRead::Part::Index : ResultRead::Part::Value,
                                      std::move(subscripts->front()),
                                      isIndices ? Sort::Int : elaboration.selectionSort, range);
}

ExpressionPtr ExpressionAnalysis::membership(const Written &expression) {
  const Written &set = *expression.operands[1];
  bool isIndices = set.kind == Written::Kind::Member && set.text == "indices" &&
                   accessOf(*set.operands[0]).isName("result");
  ExpressionPtr element = value(Sort::Int, *expression.operands[0], "what stands before `in`");
  if (!isIndices) {
    elaboration.report(DiagnosticKind::NotAnArray, set.range, {"this"},
                       "to the right of `in` stands `result.indices`");
    return nullptr;
  }
  if (!mayReadOutput(*accessOf(*set.operands[0]).base) || !returnsSelection(set.range) || !element)
    return nullptr;
  return std::make_unique<Membership>(std::move(element), expression.range);
}

} // namespace plumb::sema
