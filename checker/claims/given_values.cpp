// SPDX-License-Identifier: Apache-2.0
#include "checker/claims/given_values.h"

namespace plumb::claims {

using runtime::Error;
using runtime::Expected;

bool GivenValues::add(const std::string &name, const Rational &value) {
  return values.emplace(name, interpreter::Exact(value)).second;
}

const interpreter::Exact *GivenValues::element(const ir::Variable &variable, bool,
                                               llvm::ArrayRef<std::int64_t> indices) const {
  const auto known = indices.empty() ? values.find(variable.name) : values.end();
  if (known == values.end())
    missing.insert(variable.name);
  return known == values.end() ? nullptr : &known->second;
}

Expected<runtime::Rational> GivenValues::value(const ir::Expression &expression,
                                               const std::string &subject) const {
  missing.clear();
  interpreter::Evaluator evaluator(*this);
  const interpreter::Exact exact = evaluator.evaluate(expression);
  if (!missing.empty())
    return Error{subject + " depends on `" + *missing.begin() + "`; give its value with --let " +
                 *missing.begin() + "=.."};
  if (evaluator.failure())
    return Error{subject + " has no value for these parameters"};
  return *runtime::Rational::parse(toString(exact.rational()));
}

bool GivenValues::mayHold(const ir::Expression &requirement) const {
  missing.clear();
  interpreter::Evaluator evaluator(*this);
  const bool holds = evaluator.holds(requirement);
  if (const auto &failure = evaluator.failure())
    return !missing.empty() || failure->kind == interpreter::Failure::Kind::StepLimit;
  return holds || !missing.empty();
}

std::string GivenValues::text(const ir::Mechanism &mechanism) const {
  std::string words;
  for (const auto &variable : mechanism.variables)
    if (auto known = values.find(variable->name); known != values.end() && !variable->isArray())
      words += (words.empty() ? "" : ", ") + variable->name + " = " + toString(known->second.rational());
  return words;
}

} // namespace plumb::claims
