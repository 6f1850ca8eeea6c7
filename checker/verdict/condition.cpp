// SPDX-License-Identifier: Apache-2.0
#include "checker/verdict/condition.h"

#include <array>

namespace plumb::verdict {
namespace {

constexpr std::array table = {
#define CONDITION(id, shortName, kind, advice, holds, fails)                                                 \
  ConditionInfo{shortName, DiagnosticKind::kind, advice, holds, fails},
#include "checker/verdict/conditions.def"
#undef CONDITION
};

std::string fill(std::string_view text, std::string_view subject) {
  std::string result(text);
  if (auto at = result.find("{0}"); at != std::string::npos)
    result.replace(at, 3, subject);
  return result;
}

} // namespace

const ConditionInfo &info(Condition condition) {
  return table[static_cast<std::size_t>(condition)];
}

std::string textWhenProved(Condition condition, std::string_view subject) {
  return fill(info(condition).holds, subject);
}

std::string textWhenOpen(Condition condition, std::string_view subject) {
  return fill(info(condition).fails, subject);
}

const ConditionInfo *conditionOf(DiagnosticKind kind) {
  for (const ConditionInfo &row : table)
    if (row.kind == kind && !row.holds.empty())
      return &row;
  return nullptr;
}

} // namespace plumb::verdict
