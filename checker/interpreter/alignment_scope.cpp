// SPDX-License-Identifier: Apache-2.0
#include "checker/interpreter/alignment_scope.h"

#include <algorithm>

namespace plumb::interpreter {

namespace {

/// Do the two samples belong to the same iteration of every loop that is around both?
bool inOneIteration(const SampleRecord &a, const SampleRecord &b) {
  std::size_t depth = std::min(a.iteration.size(), b.iteration.size());
  for (std::size_t l = 0; l < depth && a.instruction->enclosing[l] == b.instruction->enclosing[l]; ++l)
    if (a.iteration[l] != b.iteration[l])
      return false;
  return true;
}

} // namespace

const Exact *AlignmentScope::element(const ir::Variable &variable, bool primed,
                                     llvm::ArrayRef<std::int64_t> indices) const {
  if (primed)
    return second.element(variable, false, indices);
  const Place &place = instance.place(variable);
  auto at = place.find(indices);
  if (!at)
    return nullptr;
  if (place.home == Place::Home::Parameters)
    return &instance.parameters()[*at];
  if (place.home == Place::Home::Answers)
    return &answers[*at];
  if (variable.role == ir::Variable::Role::Sample)
    return sampleElement(variable, *at);
  return &first.samples[current].before[*at];
}

const Exact *AlignmentScope::sampleElement(const ir::Variable &variable, std::size_t at) const {
  if (!variable.isArray())
    return scalarSample(variable);
  const SampleRecord &own = first.samples[current];
  if (&own.sample->target == &variable) {
    Machine ahead = second;
    Evaluator evaluator(ahead);
    auto target = instance.place(variable).find(evaluator.subscripts(own.sample->indices));
    if (target == at)
      return &own.value;
  }
  return &first.state[at];
}

const Exact *AlignmentScope::scalarSample(const ir::Variable &variable) const {
  const SampleRecord &own = first.samples[current];
  if (&own.sample->target == &variable)
    return &own.value;
  for (std::size_t i = current; i-- > 0;)
    if (&first.samples[i].sample->target == &variable && inOneIteration(first.samples[i], own))
      return &first.samples[i].value;
  for (std::size_t i = current + 1; i < first.samples.size(); ++i)
    if (&first.samples[i].sample->target == &variable && inOneIteration(first.samples[i], own))
      return &first.samples[i].value;
  return &own.before[instance.place(variable).offset];
}

} // namespace plumb::interpreter
