// SPDX-License-Identifier: Apache-2.0
#include "checker/channel/print_certificate.h"

namespace plumb::channel {

std::vector<std::string> variableNames(const Algebra &algebra) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < algebra.variableCount(); ++i) {
    const ir::Channel::Parameter &parameter = algebra.subject().parameters[i];
    const Integer &root = algebra.rootOf(i);
    names.push_back(!parameter.isExponent ? parameter.name
                    : root == 1           ? "exp(" + parameter.name + ")"
                                          : "exp(" + parameter.name + " / " + root.get_str() + ")");
  }
  return names;
}

/// Empty for 1.
static std::string powers(const Monomial &monomial, const std::vector<std::string> &names) {
  std::string text;
  for (std::size_t i = 0; i < monomial.size(); ++i)
    if (monomial[i] > 0)
      text += (text.empty() ? "" : " * ") + names[i] +
              (monomial[i] > 1 ? "^" + std::to_string(monomial[i]) : std::string());
  return text;
}

/// " + text" or " - text", or at the beginning the same without blanks.
static void append(std::string &sum, bool isNegative, const std::string &text) {
  sum += sum.empty() ? (isNegative ? "-" : "") : (isNegative ? " - " : " + ");
  sum += text;
}

/// factor * rest, where a factor of 1 and an empty rest are left out.
static std::string product(const Rational &factor, const std::string &rest) {
  return rest.empty() ? toString(factor) : factor == 1 ? rest : toString(factor) + " * " + rest;
}

std::string print(const Polynomial &polynomial, const std::vector<std::string> &names) {
  std::string sum;
  for (auto term = polynomial.terms().rbegin(); term != polynomial.terms().rend(); ++term)
    append(sum, sgn(term->second) < 0, product(abs(term->second), powers(term->first, names)));
  return sum.empty() ? "0" : sum;
}

std::string print(const Fact &fact, const std::vector<std::string> &names) {
  return print(fact.polynomial, names) + (fact.isStrict ? " > 0" : " >= 0");
}

std::string print(const Certificate &certificate, const std::vector<Fact> &facts,
                  const std::vector<std::string> &names) {
  std::vector<std::string> surpluses = names;
  for (std::size_t i = 0; i < names.size(); ++i)
    if (const auto &bound = certificate.bounds[i]; bound && sgn(bound->value) != 0)
      surpluses[i] = "(" + names[i] + (sgn(bound->value) < 0 ? " + " : " - ") +
                     toString(Rational(abs(bound->value))) + ")";
  std::string sum;
  for (const Certificate::Summand &summand : certificate.summands)
    for (auto term = summand.multiplier.terms().rbegin(); term != summand.multiplier.terms().rend(); ++term) {
      std::string factors = powers(term->first, surpluses);
      for (std::size_t number : summand.facts)
        factors += (factors.empty() ? "(" : " * (") + print(facts[number].polynomial, names) + ")";
      append(sum, false, product(term->second, factors));
    }
  return sum.empty() ? "0" : sum;
}

} // namespace plumb::channel
