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

std::optional<Error> GivenValues::misfit(const ir::Mechanism &mechanism) const {
  for (const auto &variable : mechanism.variables) {
    const auto known = values.find(variable->name);
    if (variable->role != ir::Variable::Role::Parameter || variable->isArray() || known == values.end())
      continue;
    const Rational value = known->second.rational();
    const bool isOfSort =
        variable->sort == ir::Sort::Real ||
        (isIntegral(value) && (variable->sort == ir::Sort::Int || value == 0 || value == 1));
    if (!isOfSort)
      return Error{"`" + variable->name + "` cannot be " + toString(value) + "; " +
                   (variable->sort == ir::Sort::Int ? "give an integer" : "give 1 for true or 0 for false")};
  }
  return std::nullopt;
}

std::optional<interpreter::Exact> GivenValues::places(const ir::Transcript &transcript) const {
  interpreter::Exact all = 1;
  for (const ir::For *loop : transcript.loops) {
    missing.clear();
    interpreter::Evaluator evaluator(*this);
    const interpreter::Exact length = evaluator.evaluate(*loop->high) - evaluator.evaluate(*loop->low);
    if (!missing.empty() || evaluator.failure())
      return std::nullopt;
    all = length < 0 ? 0 : all * length;
  }
  return all;
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
