// SPDX-License-Identifier: Apache-2.0
#include "checker/verdict/evidence.h"

#include <cassert>
#include <cctype>

namespace plumb::verdict {

using smt::Outcome;

std::string Evidence::text() const {
  if (condition == Condition::Premises && !isProved() && sentence.empty())
    return reason;
  std::string text = !sentence.empty() ? sentence
                     : isProved()      ? textWhenProved(condition, subject)
                                       : textWhenOpen(condition, subject);
  if (!reason.empty())
    text += status == Outcome::Unknown ? " (no answer: " + reason + ")" : ": " + reason;
  return text;
}

Diagnostic Evidence::finding() const {
  assert(!isProved() && condition != Condition::Termination);
  constexpr std::string_view withoutAnswer = "nothing is known to be wrong: give the solver more room "
                                             "with --resource-limit, or state a simpler alignment";
  const ConditionInfo &kind = info(condition);
  const bool isSilent = status == Outcome::Unknown && !kind.holds.empty();
  return {kind.kind,
          range,
          {text()},
          {},
          !advice.empty() ? advice : Help(std::string(isSilent ? withoutAnswer : kind.advice))};
}

std::string_view text(Outcome outcome) {
  switch (outcome) {
  case Outcome::Proved:
    return "proved";
  case Outcome::Refuted:
    return "failed";
  case Outcome::Unknown:
    break;
  }
  return "unknown";
}

std::string asName(const std::string &subject) {
  std::string name;
  for (char c : subject)
    if (std::isalnum(static_cast<unsigned char>(c)))
      name += c;
    else if (!name.empty() && name.back() != '_')
      name += '_';
  while (!name.empty() && name.back() == '_')
    name.pop_back();
  return name.substr(0, 40);
}

} // namespace plumb::verdict
