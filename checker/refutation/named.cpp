// SPDX-License-Identifier: Apache-2.0
#include "checker/refutation/named.h"

#include <llvm/ADT/STLExtras.h>

namespace plumb::refutation {

namespace {

/// "f[1][0]": the element of \p variable with linear index \p linear.
std::string elementName(const ir::Variable &variable, const run::Place &place, std::size_t linear) {
  std::string subscripts;
  for (std::size_t d = place.extents.size(); d-- > 0;) {
    auto extent = static_cast<std::size_t>(place.extents[d]);
    subscripts = "[" + std::to_string(linear % extent) + "]" + subscripts;
    linear /= extent;
  }
  return variable.name + subscripts;
}

void forEachElement(const run::Instance &instance, ir::Variable::Role role,
                    llvm::function_ref<void(std::string, ir::Sort, std::size_t)> visit) {
  for (const auto &variable : instance.mechanism().variables) {
    if (variable->role != role)
      continue;
    const run::Place &place = instance.place(*variable);
    for (std::size_t i = 0; i < place.size; ++i)
      visit(elementName(*variable, place, i), variable->sort, place.offset + i);
  }
}

} // namespace

std::vector<NamedNumber> namedParameters(const run::Instance &instance) {
  std::vector<NamedNumber> named;
  forEachElement(instance, ir::Variable::Role::Parameter,
                 [&](std::string name, ir::Sort sort, std::size_t at) {
                   named.push_back({std::move(name), instance.parameters()[at], sort});
                 });
  return named;
}

std::vector<NamedAnswers> namedAnswers(const run::Instance &instance, const run::Numbers &first,
                                       const run::Numbers &second) {
  std::vector<NamedAnswers> named;
  forEachElement(instance, ir::Variable::Role::Query, [&](std::string name, ir::Sort sort, std::size_t at) {
    named.push_back({std::move(name), first[at], second[at], sort});
  });
  return named;
}

} // namespace plumb::refutation
