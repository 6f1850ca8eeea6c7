// SPDX-License-Identifier: Apache-2.0
#include "checker/alignment/condition.h"

#include <array>

namespace plumb::alignment {
namespace {

struct Texts {
  std::string_view shortName, holds, fails;
};

constexpr std::array texts = {
#define CONDITION(id, shortName, holds, fails) Texts{shortName, holds, fails},
#include "checker/alignment/conditions.def"
#undef CONDITION
};

std::string fill(std::string_view text, std::string_view subject) {
  std::string result(text);
  if (auto at = result.find("{0}"); at != std::string::npos)
    result.replace(at, 3, subject);
  return result;
}

} // namespace

std::string_view shortName(Condition condition) {
  return texts[static_cast<std::size_t>(condition)].shortName;
}

std::string textWhenProved(Condition condition, std::string_view subject) {
  return fill(texts[static_cast<std::size_t>(condition)].holds, subject);
}

std::string textWhenOpen(Condition condition, std::string_view subject) {
  return fill(texts[static_cast<std::size_t>(condition)].fails, subject);
}

} // namespace plumb::alignment
