// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/plan/mechanism_plan.h"

#include "mechanisms/plan/open_end.h"

#include <algorithm>
#include <llvm/Support/ErrorHandling.h>

namespace plumb::plan {

using Role = ir::Variable::Role;

TermPlan::TermPlan(const ir::Setting &setting)
    : inputs(setting.neighbourhood()), premises(inputs), ranges(setting, &premises),
      rawRanges(setting, nullptr), storage(setting) {
  if (setting.hasMechanism())
    stream = streamOf(setting.mechanism(), storage);
  if (stream)
    stream->openEnd = openEndOf(setting.mechanism(), *stream, storage, ranges);
}

ValueType TermPlan::typeOf(const ir::Variable &variable, const ValueRanges &known) const {
  if (variable.sort == ir::Sort::Bool)
    return ValueType::Bool;
  if (variable.sort == ir::Sort::Real)
    return ValueType::Rational;
  switch (variable.role) {
  case Role::Parameter:
    return ValueType::Word;
  case Role::Query:
    return typeFor(known.of(variable));
  case Role::Sample:
    return ValueType::Wide;
  case Role::Bound:
    return typeFor(known.stored(variable));
  case Role::Local:
  case Role::LoopIndex: {
    const ValueType type = typeFor(known.stored(variable));
    return storage.isSelected(variable) ? std::max(type, ValueType::Wide) : type;
  }
  }
  llvm_unreachable("all roles are handled");
}

void refuse(const ir::Mechanism &mechanism, Problems &problems) {
  const Premises premises(mechanism);
  const ValueRanges ranges(mechanism, &premises);
  for (const auto &variable : mechanism.variables) {
    const bool isQuery = variable->role == Role::Query;
    if ((isQuery || variable->role == Role::Sample) && variable->sort == ir::Sort::Real)
      problems.add("a mechanism over reals is proved for densities and is not emittable: put `" +
                       variable->name + "` on a grid",
                   variable->range);
    else if (isQuery && variable->definition && variable->definition->isExtremum())
      problems.add("`" + variable->name +
                       "` is the largest or smallest of records: it is proved, and nothing is emitted that "
                       "counts or takes it; emitted are counts and sums",
                   variable->definition->range);
    else if (isQuery && !ranges.answerBits(*variable))
      problems.add(
          "the sum `" + variable->name +
              "` may need more than 128 bits, and cutting off an answer may break what the proof knows "
              "of several answers together; bound each record's share with `min`, `max` or the range of "
              "a field",
          variable->definition->range);
  }
}

} // namespace plumb::plan
