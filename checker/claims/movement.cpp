// SPDX-License-Identifier: Apache-2.0
#include "checker/claims/movement.h"

#include "checker/claims/alike_elements.h"
#include "checker/claims/returning_steps.h"
#include "checker/report/sensitivity_check.h"
#include "frontend/ir/occurrence.h"

#include <algorithm>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/Casting.h>
#include <optional>
#include <string>
#include <utility>

namespace plumb::claims {

namespace {

using runtime::Error;
using runtime::Expected;

/// Are the values that decide whether \p pair is one those that are given?
bool isAtValues(const proof::RecordWitness &pair, const ir::Neighbourhood &neighbourhood,
                const ir::Variable &query, const GivenValues &values) {
  return llvm::none_of(decidingFormulas(neighbourhood, query), [&](const ir::Expression *formula) {
    return ir::anyPart(*formula, [&](const ir::Expression &part) {
      const auto *read = llvm::dyn_cast<ir::Read>(&part);
      if (!read || read->variable.role != ir::Variable::Role::Parameter)
        return false;
      const auto given = values.all().find(read->variable.name);
      const auto there = pair.parameters.find(read->variable.name);
      return read->variable.isArray() || given == values.all().end() || there == pair.parameters.end() ||
             there->second.size() != 1 || given->second.rational() != there->second.front();
    });
  });
}

/// Says in \p movement what is known of steps by pairs like the one of \p bound, side by side with as many
/// other records as one likes. One of the two adds nothing or they add numbers of both signs: else the other
/// records would have to make up for what these add to an answer that is asked about.
void addSteps(Movement &movement, const proof::DifferenceBound &bound, const ir::Neighbourhood &neighbourhood,
              const ir::Variable &query, const GivenValues &values) {
  const auto shares =
      bound.attained ? report::farthestShares(neighbourhood, *bound.attained, query) : std::nullopt;
  const interpreter::Exact zero;
  movement.isBelowZero = shares && (shares->first < zero || shares->second < zero);
  movement.isAboveZero = shares && (shares->first > zero || shares->second > zero);
  const bool isAroundZero = shares && std::min(shares->first, shares->second) <= zero &&
                            zero <= std::max(shares->first, shares->second);
  movement.isAttained = isAroundZero &&
                        exactOf(movement.most) == (shares->first - shares->second).absolute() &&
                        isAtValues(*bound.attained, neighbourhood, query, values) &&
                        (!query.isArray() || treatsElementsAlike(neighbourhood, query));
}

} // namespace

Expected<Movement> movementOf(const ir::Neighbourhood &neighbourhood, const ir::Variable &query,
                              const GivenValues &values, const proof::EngineMaker &makeEngine) {
  Movement movement;
  movement.returns = stepsLeadBack(neighbourhood, query, values, makeEngine);
  const std::string subject = "the most that `" + query.name + "` changes";
  for (const ir::Difference &stated : neighbourhood.adjacency) {
    if (stated.query != &query)
      continue;
    movement.falls = stated.direction == ir::Difference::Direction::Decreasing;
    movement.rises = stated.direction == ir::Difference::Direction::Increasing;
    auto bound = values.value(*stated.bound, subject);
    if (!bound)
      return bound.error();
    movement.most = *bound;
    return movement;
  }
  // One record may take all of the way at once, and the records behind it none: where several steps lead is
  // derived of sums alone.
  if (query.definition && query.definition->isExtremum())
    return Error{"`" + query.name +
                 "` is the largest or smallest of records, and no bound is known for these"};
  const proof::Sensitivity derived = report::sensitivityOf(neighbourhood, makeEngine);
  for (const proof::QuerySensitivity &one : derived.queries) {
    if (one.query != &query)
      continue;
    if (one.largest.kind != proof::DifferenceBound::Kind::Finite)
      return Error{subject + " has no bound that is known"};
    auto bound = values.value(*one.largest.most, subject);
    if (!bound)
      return bound.error();
    movement.falls = one.decreasing.status == smt::Outcome::Proved;
    movement.rises = one.increasing.status == smt::Outcome::Proved;
    movement.most = *bound;
    addSteps(movement, one.largest, neighbourhood, query, values);
    return movement;
  }
  return Error{"nothing is known of how `" + query.name + "` changes"};
}

} // namespace plumb::claims
