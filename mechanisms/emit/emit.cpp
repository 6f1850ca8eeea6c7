// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/emit/emit.h"

#include "mechanisms/emit/header.h"
#include "mechanisms/emit/value_ranges.h"

namespace plumb::emit {

static void checkDiscrete(const ir::Mechanism &mechanism, Problems &problems) {
  for (const auto &variable : mechanism.variables) {
    bool isData = variable->role == ir::Variable::Role::Sample || variable->role == ir::Variable::Role::Query;
    if (isData && variable->sort == ir::Sort::Real)
      problems.add("a mechanism over reals is proved for densities and is not emittable: put `" +
                       variable->name + "` on a grid",
                   variable->range);
  }
}

static void checkAnswers(const ir::Mechanism &mechanism, Problems &problems) {
  const Premises premises(mechanism);
  const ValueRanges ranges(mechanism, &premises);
  for (const auto &variable : mechanism.variables)
    if (variable->role == ir::Variable::Role::Query && !ranges.answerBits(*variable))
      problems.add(
          "the sum `" + variable->name +
              "` may need more than 128 bits, and cutting off an answer may break what the proof knows "
              "of several answers together; bound each record's share with `min`, `max` or the range of "
              "a field",
          variable->definition->range);
}

Emission emit(const report::Certificate &certificate,
              const std::vector<std::pair<std::string, std::string>> &versions, Work work) {
  const ir::Mechanism &mechanism = certificate.mechanism();
  Problems problems;
  checkDiscrete(mechanism, problems);
  checkAnswers(mechanism, problems);
  if (!problems.empty())
    return {{}, problems.sorted()};

  EmittedFile header{mechanism.name + ".h", headerText(certificate, work, problems)};
  if (!problems.empty())
    return {{}, problems.sorted()};
  std::string json = report::certificateJson(certificate, header.name, report::sha256(header.text), versions);
  return {{std::move(header), {mechanism.name + ".cert.json", std::move(json)}}, {}};
}

} // namespace plumb::emit
