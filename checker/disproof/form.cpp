// SPDX-License-Identifier: Apache-2.0
#include "checker/disproof/form.h"

#include <algorithm>

namespace plumb::disproof {

namespace {

/// a + factor * b.
LinearForm combined(const LinearForm &a, const LinearForm &b, const Exact &factor) {
  LinearForm sum;
  sum.constant = a.constant + factor * b.constant;
  auto left = a.terms.begin();
  auto right = b.terms.begin();
  while (left != a.terms.end() || right != b.terms.end()) {
    if (right == b.terms.end() || (left != a.terms.end() && left->draw < right->draw)) {
      sum.terms.push_back(*left++);
    } else if (left == a.terms.end() || right->draw < left->draw) {
      sum.terms.push_back({right->draw, factor * right->coefficient});
      ++right;
    } else {
      Exact coefficient = left->coefficient + factor * right->coefficient;
      if (!coefficient.isZero())
        sum.terms.push_back({left->draw, std::move(coefficient)});
      ++left;
      ++right;
    }
  }
  return sum;
}

Form combination(const Form &a, const Form &b, const Exact &factor) {
  Form form;
  form.linear = combined(a.linear, b.linear, factor);
  form.followsNumber = a.followsNumber || b.followsNumber;
  return form;
}

} // namespace

Form Form::ofDraw(std::size_t draw) {
  Form form;
  form.linear.terms.push_back({draw, 1});
  return form;
}

Form operator+(const Form &a, const Form &b) {
  return combination(a, b, 1);
}

Form operator-(const Form &a, const Form &b) {
  return combination(a, b, -1);
}

Form Form::times(const Exact &factor) const {
  return factor.isZero() ? Form() : combination(Form(), *this, factor);
}

void substitute(Form &form, std::size_t draw, const LinearForm &value, bool isReal) {
  auto term = std::find_if(form.linear.terms.begin(), form.linear.terms.end(),
                           [&](const LinearForm::Term &t) { return t.draw == draw; });
  if (term == form.linear.terms.end())
    return;
  Exact coefficient = term->coefficient;
  form.linear.terms.erase(term);
  form.linear = combined(form.linear, value, coefficient);
  form.followsNumber = form.followsNumber || isReal;
}

} // namespace plumb::disproof
