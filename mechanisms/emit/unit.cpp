// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/emit/unit.h"

#include "mechanisms/emit/writer.h"

namespace plumb::emit {

Terms::Terms(const ir::Setting &setting) : TermPlan(setting), names(setting, problems) {}

Unit::Unit(const ir::Mechanism &proved, plan::Work chosen)
    : Terms(proved), mechanism(proved), work(chosen), released(proved),
      samplers(named(plan::samplersOf(proved, problems), names)),
      publications(named(plan::publicationsOf(proved, ranges), names)) {}

std::string sizeText(const ir::Variable &array, std::size_t skipped) {
  std::vector<std::string> factors;
  for (std::size_t d = skipped; d < array.extents.size(); ++d) {
    const std::string extent = ir::print(*array.extents[d]);
    const bool isAtom =
        array.extents.size() == skipped + 1 || array.extents[d]->kind() == ir::Expression::Kind::Read;
    factors.push_back(isAtom ? extent : "(" + extent + ")");
  }
  return joined(factors, " * ");
}

std::vector<const ir::Variable *> withRole(const ir::Neighbourhood &inputs, ir::Variable::Role role) {
  std::vector<const ir::Variable *> found;
  for (const auto &variable : inputs.variables)
    if (variable->role == role)
      found.push_back(variable.get());
  return found;
}

} // namespace plumb::emit
