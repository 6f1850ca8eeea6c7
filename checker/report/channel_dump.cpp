// SPDX-License-Identifier: Apache-2.0
#include "checker/report/channel_dump.h"

#include "checker/channel/print_certificate.h"
#include "checker/smt/smtlib.h"

#include <algorithm>
#include <set>

namespace plumb::report {

using channel::Certificate;
using channel::Evidence;
using channel::Fact;
using channel::Monomial;
using channel::Polynomial;

namespace {

/// One script about polynomials as linear terms over their monomials.
class MonomialScript {
public:
  MonomialScript(const Evidence &subject, const channel::Result &result)
      : evidence(subject), names(result.variables()) {
    for (const ir::Channel::Parameter &parameter : result.channel().parameters)
      isInteger.push_back(parameter.sort == ir::Sort::Int);
  }

  std::string text() {
    std::string body;
    if (evidence.isProved())
      for (const Certificate::Summand &summand : evidence.certificate.summands)
        body += hypothesis(summand);
    else
      for (const Fact &fact : evidence.obligation.facts)
        body += "(assert " + comparison(fact) + ")\n";
    body += "(assert (not " + comparison(evidence.obligation.goal) + "))\n";
    std::string declarations;
    for (const std::string &monomial : used)
      declarations += "(declare-fun " + monomial + " () Real)\n";
    return "; " + evidence.obligation.name + ": " + evidence.obligation.text + "\n(set-logic QF_LRA)\n" +
           declarations + body + "(set-info :status " + (evidence.isProved() ? "unsat" : "unknown") +
           ")\n(check-sat)\n";
  }

private:
  static std::string number(const Rational &value) {
    const Rational size = abs(value);
    std::string text = size.get_num().get_str() + ".0";
    if (!isIntegral(size))
      text = "(/ " + text + " " + size.get_den().get_str() + ".0)";
    return sgn(value) < 0 ? "(- " + text + ")" : text;
  }

  std::string term(const Polynomial &polynomial) {
    std::string sum = "(+ 0.0 0.0";
    for (const auto &[monomial, coefficient] : polynomial.terms()) {
      sum += " ";
      sum +=
          isOne(monomial) ? number(coefficient) : "(* " + number(coefficient) + " " + symbol(monomial) + ")";
    }
    return sum + ")";
  }

  static bool isOne(const Monomial &monomial) {
    return std::all_of(monomial.begin(), monomial.end(), [](auto exponent) { return exponent == 0; });
  }

  std::string symbol(const Monomial &monomial) {
    Polynomial product = Polynomial::constant(monomial.size(), 1);
    for (std::size_t i = 0; i < monomial.size(); ++i)
      product = product * Polynomial::power(monomial.size(), i, monomial[i]);
    return *used.insert(smt::smtLibSymbol(print(product, names))).first;
  }

  std::string comparison(const Fact &fact) {
    return std::string(fact.isStrict ? "(> " : "(>= ") + term(fact.polynomial) + " 0.0)";
  }

  /// The summand as it stands in the identity, and multiplied out.
  std::string hypothesis(const Certificate::Summand &summand) {
    const Certificate alone{evidence.certificate.bounds, {summand}};
    Polynomial product = summand.multiplier;
    for (std::size_t v = 0; v < alone.bounds.size(); ++v)
      if (alone.bounds[v])
        product = product.shifted(v, -alone.bounds[v]->value);
    for (std::size_t fact : summand.facts)
      product = product * evidence.obligation.facts[fact].polynomial;
    // Where the goal is strict, so is some summand.
    const bool isStrict = proves(alone, evidence.obligation.facts, {product, true}, isInteger);
    return "; " + print(alone, evidence.obligation.facts, names) + "\n(assert " +
           comparison({product, isStrict}) + ")\n";
  }

  const Evidence &evidence;
  const std::vector<std::string> &names;
  std::vector<bool> isInteger;
  std::set<std::string> used;
};

} // namespace

std::vector<Script> scripts(const channel::Result &result) {
  std::vector<Script> all;
  for (const Evidence &evidence : result.evidence())
    all.push_back({evidence.obligation.name + ".smt2", MonomialScript(evidence, result).text()});
  return all;
}

} // namespace plumb::report
