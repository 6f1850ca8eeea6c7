// SPDX-License-Identifier: Apache-2.0
#include "checker/channel/identity.h"

#include "checker/channel/print_certificate.h"

#include <algorithm>
#include <map>

namespace plumb::channel {

namespace {

/// Polynomials as linear terms over their monomials.
class LinearTerms {
public:
  LinearTerms(smt::TermStore &terms, const std::vector<std::string> &variableNames)
      : store(terms), names(variableNames) {}

  smt::Term formula(const Fact &fact) {
    const smt::Term value = term(fact.polynomial), zero = store.real(0);
    return fact.isStrict ? store.less(zero, value) : store.lessEqual(zero, value);
  }

private:
  smt::Term term(const Polynomial &polynomial) {
    std::vector<smt::Term> sum = {store.real(0)};
    for (const auto &[monomial, coefficient] : polynomial.terms()) {
      const bool isOne = std::all_of(monomial.begin(), monomial.end(), [](auto power) { return power == 0; });
      const smt::Term factor = store.real(coefficient);
      sum.push_back(isOne ? factor : store.multiply(factor, unknown(monomial)));
    }
    return store.add(sum);
  }

  smt::Term unknown(const Monomial &monomial) {
    const auto [known, isNew] = unknowns.try_emplace(monomial);
    if (isNew) {
      Polynomial product = Polynomial::constant(monomial.size(), 1);
      for (std::size_t i = 0; i < monomial.size(); ++i)
        product = product * Polynomial::power(monomial.size(), i, monomial[i]);
      known->second = store.freshVariable(print(product, names), smt::Sort::Real);
    }
    return known->second;
  }

  smt::TermStore &store;
  const std::vector<std::string> &names;
  std::map<Monomial, smt::Term> unknowns;
};

} // namespace

PolynomialIdentity::PolynomialIdentity(Obligation obligation, std::optional<Certificate> found,
                                       std::shared_ptr<const Variables> ofChannel)
    : asked(std::move(obligation)), certificate(std::move(found)), variables(std::move(ofChannel)) {}

std::string PolynomialIdentity::goal() const {
  return print(asked.goal, variables->names);
}

std::string PolynomialIdentity::sum() const {
  return certificate ? print(*certificate, asked.facts, variables->names) : std::string();
}

smt::Obligation PolynomialIdentity::question(smt::TermStore &store) const {
  LinearTerms linear(store, variables->names);
  smt::Obligation question{asked.name, {}, linear.formula(asked.goal)};
  if (!certificate) {
    for (const Fact &fact : asked.facts)
      question.hypotheses.push_back(linear.formula(fact));
    return question;
  }
  for (const Certificate::Summand &summand : certificate->summands) {
    const Certificate alone{certificate->bounds, {summand}};
    Polynomial product = summand.multiplier;
    for (std::size_t v = 0; v < alone.bounds.size(); ++v)
      if (alone.bounds[v])
        product = product.shifted(v, -alone.bounds[v]->value);
    for (std::size_t fact : summand.facts)
      product = product * asked.facts[fact].polynomial;
    // Where the goal is strict, so is some summand.
    const bool isStrict = proves(alone, asked.facts, {product, true}, variables->isInteger);
    question.hypotheses.push_back(linear.formula({product, isStrict}));
    question.notes.push_back(print(alone, asked.facts, variables->names));
  }
  return question;
}

verdict::Evidence evidenceOf(Obligation obligation, std::string_view engine, Certificate certificate,
                             std::shared_ptr<const Variables> variables) {
  using verdict::Condition;
  const bool isProved = !engine.empty();
  verdict::Evidence evidence{obligation.name,
                             obligation.guard.topic == Topic::Coverage ? Condition::Cases
                                                                       : Condition::Inequality,
                             obligation.text,
                             obligation.range,
                             isProved ? smt::Outcome::Proved : smt::Outcome::Unknown,
                             std::string(engine)};
  evidence.sentence = (isProved ? "" : "not proved: ") + obligation.text;
  evidence.claim = obligation.notion;
  evidence.identity = std::make_shared<PolynomialIdentity>(
      std::move(obligation), isProved ? std::optional(std::move(certificate)) : std::nullopt,
      std::move(variables));
  return evidence;
}

} // namespace plumb::channel
