// SPDX-License-Identifier: Apache-2.0
#include "checker/report/explain_sum.h"

#include "checker/report/explain_mathml.h"
#include "checker/report/explain_mathml_parts.h"
#include "frontend/ir/print_expression.h"

#include <llvm/Support/Casting.h>

namespace plumb::report {

namespace {

class SumWriter {
public:
  void add(bool negative, const std::string &term, const std::string &mathml) {
    if (!text.empty())
      text += negative ? " - " : " + ";
    else if (negative)
      text += "-";
    if (negative || !markup.empty())
      markup += parts::symbol(negative ? "\u2212" : "+");
    text += term;
    markup += mathml;
  }

  void add(const Rational &number) {
    std::string digits = toString(abs(number));
    add(number < 0, digits, parts::numeral(digits));
  }

  Line line() const {
    if (text.empty())
      return {{Span::Kind::Formula, "0", parts::numeral("0")}};
    return {{Span::Kind::Formula, text, parts::row(markup)}};
  }

private:
  std::string text, markup;
};

} // namespace

Line sumLine(const std::vector<Summand> &summands, const Rational &constant) {
  SumWriter sum;
  for (const Summand &summand : summands) {
    if (const auto *number = llvm::dyn_cast<ir::Number>(summand.term))
      sum.add(summand.negative ? Rational(-number->value) : number->value);
    else if (llvm::isa<ir::Conditional>(summand.term))
      sum.add(summand.negative, "(" + ir::printPromoted(*summand.term) + ")", mathml(*summand.term));
    else
      sum.add(summand.negative, ir::printPromoted(*summand.term), mathml(*summand.term));
  }
  if (constant != 0)
    sum.add(constant);
  return sum.line();
}

} // namespace plumb::report
