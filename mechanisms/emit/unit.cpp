// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/emit/unit.h"

namespace plumb::emit {

Unit::Unit(const ir::Mechanism &proved, plan::Work chosen)
    : MechanismPlan(proved, chosen), names(proved, problems),
      samplers(named(plan::samplersOf(proved, problems), names)),
      publications(named(plan::publicationsOf(proved, ranges), names)) {}

std::string sizeText(const ir::Variable &array) {
  std::string text;
  for (const auto &extent : array.extents) {
    bool isAtom = array.extents.size() == 1 || extent->kind() == ir::Expression::Kind::Read;
    text += (text.empty() ? "" : " * ") + (isAtom ? ir::print(*extent) : "(" + ir::print(*extent) + ")");
  }
  return text;
}

} // namespace plumb::emit
