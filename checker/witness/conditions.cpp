// SPDX-License-Identifier: Apache-2.0
#include "checker/witness/conditions.h"

#include "checker/witness/linear_form.h"

#include <algorithm>
#include <llvm/ADT/STLExtras.h>

namespace plumb::witness {

LinearForm Conditions::other() {
  ended = ended.value_or(End::Other);
  return {};
}

LinearForm Conditions::unknown(std::string why) {
  if (!ended) {
    ended = End::Unknown;
    obstacle = std::move(why);
  }
  return {};
}

void Conditions::spend(std::uint64_t steps) {
  if (steps > statements)
    unknown("too many statements");
  statements -= std::min(statements, steps);
}

// ---- what is published

bool Conditions::isReal(std::size_t symbol) const {
  return result.symbols[symbol].sort == ir::Sort::Real;
}

bool Conditions::isWindow(std::size_t symbol) const {
  return result.symbols[symbol].window.has_value();
}

bool Conditions::hasReal(const LinearForm &form) const {
  return llvm::any_of(form.terms, [&](const LinearForm::Term &term) { return isReal(term.draw); });
}

bool Conditions::hasDraw(const LinearForm &form) const {
  return llvm::any_of(form.terms, [&](const LinearForm::Term &term) { return !isWindow(term.draw); });
}

void Conditions::require(std::vector<LinearForm> forms, const std::vector<Exact> &numbers,
                         std::size_t first) {
  for (std::size_t i = 0; i < forms.size() && !ended; ++i) {
    const LinearForm difference = plus(forms[i], constantForm(numbers[i]), -1);
    if (hasReal(difference))
      lieInWindow(difference, numbers[i], first + i, forms);
    else if (windows && windows->count(first + i) && !isOnLattice(difference, radiusOf(first + i)))
      unknown("an exact number close to a window");
    else
      vanish(difference, forms);
  }
}

bool Conditions::isOnLattice(const LinearForm &form, const Exact &radius) {
  Rational denominator(form.constant.rational().get_den());
  for (const LinearForm::Term &term : form.terms)
    denominator *= Rational(term.coefficient.rational().get_den());
  return radius.rational() * denominator < 1;
}

void Conditions::vanish(const LinearForm &difference, std::vector<LinearForm> &pending) {
  if (difference.terms.empty()) {
    if (!difference.constant.isZero())
      other();
    return;
  }
  for (const LinearForm::Term &term : llvm::reverse(difference.terms)) {
    // c x + rest = 0
    const LinearForm rest = plus(difference, {0, {{term.draw, 1}}}, -term.coefficient);
    LinearForm value = scaled(rest, Exact(-1) / term.coefficient);
    const bool isWhole =
        value.constant.isIntegral() &&
        llvm::all_of(value.terms, [](const LinearForm::Term &part) { return part.coefficient.isIntegral(); });
    if (isWhole)
      return solve(term.draw, std::move(value), pending);
    if (rest.terms.empty()) {
      other();
      return;
    }
  }
  unknown("a sum of integers that is not solved for one of them");
}

void Conditions::lieInWindow(const LinearForm &difference, const Exact &number, std::size_t component,
                             std::vector<LinearForm> &pending) {
  if (windows && !windows->count(component)) {
    // Real noise meets a number with probability 0.
    other();
    return;
  }
  result.published.insert(component);
  const Exact radius = radiusOf(component);
  for (const LinearForm::Term &term : llvm::reverse(difference.terms)) {
    if (!isReal(term.draw) || isWindow(term.draw))
      continue;
    Symbol window;
    window.window = component;
    window.center = number;
    result.symbols.push_back(std::move(window));
    result.solved.insert(component);
    // The form is the number in the window.
    const LinearForm form = plus(difference, constantForm(number), 1);
    const LinearForm rest = plus(form, {0, {{term.draw, 1}}}, -term.coefficient);
    const LinearForm published{0, {{result.symbols.size() - 1, 1}}};
    result.jacobian = result.jacobian / term.coefficient.absolute();
    return solve(term.draw, scaled(plus(published, rest, -1), Exact(1) / term.coefficient), pending);
  }
  demand(plus(constantForm(radius), difference, 1), false);
  demand(plus(constantForm(radius), difference, -1), false);
}

void Conditions::solve(std::size_t draw, LinearForm value, std::vector<LinearForm> &pending) {
  for (std::vector<LinearForm> *forms : {&state, &pending})
    for (LinearForm &form : *forms)
      form = replaced(form, draw, value);
  for (Symbol &symbol : result.symbols)
    if (symbol.value)
      symbol.value = replaced(*symbol.value, draw, value);
  result.symbols[draw].value = std::move(value);
  std::vector<Test> tests = std::move(result.tests);
  result.tests.clear();
  for (Test &test : tests)
    demand(replaced(test.form, draw, *result.symbols[draw].value), test.isStrict);
}

// ---- comparisons

std::size_t Conditions::choose(std::size_t count) {
  if (next == outcomes.row.size())
    outcomes.row.push_back({0, count});
  return outcomes.row[next++].taken;
}

std::optional<bool> Conditions::known(const LinearForm &form, bool isStrict) const {
  if (!hasDraw(form)) {
    Exact spread = 0;
    for (const LinearForm::Term &term : form.terms)
      spread = spread + term.coefficient.absolute() * radiusOf(*result.symbols[term.draw].window);
    Exact middle = form.constant;
    for (const LinearForm::Term &term : form.terms)
      middle = middle + term.coefficient * result.symbols[term.draw].center;
    auto isHeld = [&](const Exact &value) { return isStrict ? value.sign() > 0 : value.sign() >= 0; };
    if (isHeld(middle - spread))
      return true;
    if (!isHeld(middle + spread))
      return false;
    return std::nullopt;
  }
  const LinearForm opposite = scaled(form, -1);
  for (const Test &test : result.tests) {
    if (test.form == form && (test.isStrict || !isStrict))
      return true;
    if (test.form == opposite && (test.isStrict || isStrict))
      return false;
  }
  return std::nullopt;
}

void Conditions::demand(const LinearForm &form, bool isStrict) {
  spend(result.tests.size() / partsOfAStep);
  auto answer = known(form, isStrict);
  if (!answer)
    result.tests.push_back({form, isStrict});
  else if (!*answer)
    other();
}

bool Conditions::isAbove(const LinearForm &form, bool isStrict) {
  spend(result.tests.size() / partsOfAStep);
  if (ended)
    return false;
  if (auto answer = known(form, isStrict))
    return *answer;
  const bool isHeld = choose(2) == 0;
  if (isHeld)
    result.tests.push_back({form, isStrict});
  else
    result.tests.push_back({scaled(form, -1), !isStrict});
  return isHeld;
}

bool Conditions::isZero(const LinearForm &form) {
  if (ended || form.terms.empty())
    return form.constant.isZero();
  // A set of probability zero is left out.
  if (hasReal(form))
    return false;
  const std::size_t outcome = choose(3);
  if (outcome > 0) {
    demand(scaled(form, outcome == 1 ? 1 : -1), true);
    return false;
  }
  demand(form, false);
  demand(scaled(form, -1), false);
  return true;
}

std::size_t Conditions::largest(const std::vector<LinearForm> &values) {
  std::size_t best = 0;
  if (llvm::any_of(values, [](const LinearForm &value) { return !value.terms.empty(); })) {
    best = choose(values.size());
    for (std::size_t i = 0; i < values.size() && !ended; ++i)
      if (i != best)
        demand(plus(values[best], values[i], -1), i < best);
    return best;
  }
  for (std::size_t i = 1; i < values.size(); ++i)
    if (values[best].constant < values[i].constant)
      best = i;
  return best;
}

} // namespace plumb::witness
