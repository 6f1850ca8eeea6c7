// SPDX-License-Identifier: Apache-2.0
#include "checker/witness/linear_form.h"

namespace plumb::witness {

LinearForm plus(const LinearForm &a, const LinearForm &b, const Exact &factor) {
  LinearForm sum{a.constant + b.constant * factor, {}};
  auto left = a.terms.begin();
  auto right = b.terms.begin();
  while (left != a.terms.end() || right != b.terms.end()) {
    if (right == b.terms.end() || (left != a.terms.end() && left->draw < right->draw)) {
      sum.terms.push_back(*left++);
      continue;
    }
    Exact coefficient = right->coefficient * factor;
    const std::size_t draw = right->draw;
    if (left != a.terms.end() && left->draw == draw)
      coefficient = coefficient + (left++)->coefficient;
    ++right;
    if (!coefficient.isZero())
      sum.terms.push_back({draw, coefficient});
  }
  return sum;
}

LinearForm scaled(const LinearForm &form, const Exact &factor) {
  return plus({}, form, factor);
}

LinearForm constantForm(Exact value) {
  return {std::move(value), {}};
}

Exact coefficientOf(const LinearForm &form, std::size_t symbol) {
  for (const LinearForm::Term &term : form.terms)
    if (term.draw == symbol)
      return term.coefficient;
  return 0;
}

LinearForm replaced(const LinearForm &form, std::size_t symbol, const LinearForm &value) {
  const Exact coefficient = coefficientOf(form, symbol);
  if (coefficient.isZero())
    return form;
  return plus(plus(form, {0, {{symbol, 1}}}, -coefficient), value, coefficient);
}

} // namespace plumb::witness
