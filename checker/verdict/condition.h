// SPDX-License-Identifier: Apache-2.0
//===- checker/verdict/condition.h - What has to be proved ------*- C++ -*-===//
///
/// \file
/// The conditions that obligations are about: those of the alignment theorem (Theorem 7 of Takagi, Cao and
/// Yoshikawa, with the support condition that one-sided noise needs, and that of a direction for laws that
/// bound no cost in the other), what makes them meaningful, and those
/// of compositions and channels. One table, conditions.def, holds all that is said of each.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_VERDICT_CONDITION_H
#define PLUMB_CHECKER_VERDICT_CONDITION_H

#include "frontend/support/diagnostic.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace plumb::verdict {

/// In the order of messages.
enum class Condition : std::uint8_t {
#define CONDITION(id, shortName, kind, advice, holds, fails) id,
#include "checker/verdict/conditions.def"
#undef CONDITION
};

/// One row of the table.
struct ConditionInfo {
  /// "support"; also in logs, dumps and statistics.
  std::string_view shortName;
  /// The message for an open obligation, and what to do about it, in the terms of the field.
  DiagnosticKind kind;
  std::string_view advice;
  /// With {0}; both empty if each obligation has a sentence of its own.
  std::string_view holds, fails;
};
const ConditionInfo &info(Condition condition);

/// The sentence for a proved and for an unproved obligation about \p subject; lower case, no period.
std::string textWhenProved(Condition condition, std::string_view subject);
std::string textWhenOpen(Condition condition, std::string_view subject);

/// The first condition of which \p kind is the message and that has sentences; null if there is none.
const ConditionInfo *conditionOf(DiagnosticKind kind);

} // namespace plumb::verdict

#endif // PLUMB_CHECKER_VERDICT_CONDITION_H
