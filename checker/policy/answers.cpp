// SPDX-License-Identifier: Apache-2.0
#include "checker/policy/answers.h"

namespace plumb::policy {

using smt::Outcome;

Answer together(std::vector<Answer> answers) {
  Answer result{Outcome::Proved, std::nullopt, nullptr};
  for (Answer &answer : answers) {
    if (answer.status == Outcome::Refuted)
      return std::move(answer);
    if (answer.status == Outcome::Unknown)
      result.status = Outcome::Unknown;
  }
  return result;
}

void Secret::deniedToAll() {
  if (fromInformed.status == Outcome::Refuted && fromEverybody.status == Outcome::Unknown)
    fromEverybody = fromInformed;
}

std::optional<Risk> Secret::riskToEverybody() const {
  return isNone()                   ? Risk::None
         : fromEverybody.isProved() ? Risk::AtMostExpEps
         : givenAway.isProved()     ? std::optional(Risk::Infinite)
                                    : std::nullopt;
}

std::optional<Risk> Secret::riskToInformed() const {
  return isNone()                  ? Risk::None
         : fromInformed.isProved() ? Risk::AtMostExpEps
         : givenAway.isProved()    ? std::optional(Risk::Infinite)
                                   : std::nullopt;
}

bool Secret::isDecided() const {
  return fromEverybody.status != Outcome::Unknown && fromInformed.status != Outcome::Unknown &&
         givenAway.status != Outcome::Unknown;
}

Answer AboutProposition::nothingElse() const {
  return together({nothingElseIfTrue, nothingElseIfFalse});
}

std::optional<Risk> AboutProposition::riskOfRest(bool whereTrue) const {
  return !hasRest                                                          ? Risk::None
         : (whereTrue ? nothingElseIfTrue : nothingElseIfFalse).isProved() ? Risk::AtMostExpEps
         : (whereTrue ? allElseIfTrue : allElseIfFalse).isProved()         ? std::optional(Risk::Infinite)
                                                                           : std::nullopt;
}

bool AboutProposition::isDecided() const {
  return isTrue.isDecided() && isFalse.isDecided() && nothingElseIfTrue.status != Outcome::Unknown &&
         nothingElseIfFalse.status != Outcome::Unknown && allElseIfTrue.status != Outcome::Unknown &&
         allElseIfFalse.status != Outcome::Unknown;
}

} // namespace plumb::policy
