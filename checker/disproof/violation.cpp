// SPDX-License-Identifier: Apache-2.0
#include "checker/disproof/violation.h"

#include "checker/refutation/named.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace plumb::disproof {

namespace {

/// As few digits as tell it from \p other, if it differs, but four at least.
std::string decimal(double value, double other) {
  if (std::isinf(value))
    return "infinite";
  std::string text;
  for (int digits = 4; digits <= 15; ++digits) {
    char buffer[40];
    std::snprintf(buffer, sizeof buffer, "%.*g", digits, value);
    text = buffer;
    if ((std::strtod(buffer, nullptr) > other) == (value > other))
      break;
  }
  return text;
}

ToldQuestion told(const Question &question, double loss, double claim) {
  ToldQuestion told;
  told.parameters = refutation::namedParameters(question.instance);
  told.answers = refutation::namedAnswers(question.instance, question.first, question.second);
  if (question.records)
    told.records = refutation::namedRecords(question.instance, *question.records);
  told.word = interpreter::print(question.word);
  told.loss = decimal(loss, claim);
  told.epsilon = interpreter::toString(interpreter::claimedEpsilon(question.instance).value());
  return told;
}

} // namespace

Findings examine(const ir::Mechanism &mechanism, const refutation::Counterexample *start) {
  SearchResult result = search(mechanism, start);
  Findings findings;
  if (!result.question)
    return findings;
  ToldQuestion question = told(*result.question, result.loss, result.claim);
  if (!result.violation) {
    findings.largest = std::move(question);
    return findings;
  }
  Certified &certified = *result.violation;
  constexpr unsigned digits = 6;
  findings.violation = Violation{std::move(question),
                                 certified.first.lowerText(digits),
                                 certified.first.upperText(digits),
                                 certified.second.lowerText(digits),
                                 certified.second.upperText(digits),
                                 certified.witness.rank > 0,
                                 certified.isImpossibleOnSecond,
                                 std::move(certified.witness)};
  return findings;
}

} // namespace plumb::disproof
