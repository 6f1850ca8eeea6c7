// SPDX-License-Identifier: Apache-2.0
#include "checker/claims/movement.h"

#include "checker/claims/alike_elements.h"
#include "checker/claims/returning_steps.h"
#include "checker/proof/moved_pairs.h"
#include "checker/report/sensitivity_check.h"
#include "frontend/ir/occurrence.h"

#include <algorithm>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/Casting.h>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace plumb::claims {

namespace {

using runtime::Error;
using runtime::Expected;

/// The values of parameters that decide whether \p pair is one.
struct DecidingValues {
  std::map<std::string, Rational> values;
  /// There are no others, such as elements of arrays.
  bool areAll = true;
};

DecidingValues decidingValues(const proof::RecordWitness &pair, const ir::Neighbourhood &neighbourhood,
                              const ir::Variable &query) {
  DecidingValues deciding;
  for (const ir::Expression *formula : decidingFormulas(neighbourhood, query))
    ir::anyPart(*formula, [&](const ir::Expression &part) {
      const auto *read = llvm::dyn_cast<ir::Read>(&part);
      if (!read || read->variable.role != ir::Variable::Role::Parameter)
        return false;
      const auto there = pair.parameters.find(read->variable.name);
      if (read->variable.isArray() || there == pair.parameters.end() || there->second.size() != 1)
        deciding.areAll = false;
      else
        deciding.values.emplace(there->first, there->second.front());
      return false;
    });
  return deciding;
}

/// Says in \p movement what is known of steps by pairs like the one of \p bound, side by side with as many
/// other records as one likes. One of the two adds nothing or they add numbers of both signs: else the other
/// records would have to make up for what these add to an answer that is asked about.
void addSteps(GeneralMovement &movement, const proof::DifferenceBound &bound,
              const ir::Neighbourhood &neighbourhood, const ir::Variable &query,
              const proof::EngineMaker &makeEngine) {
  const auto shares =
      bound.attained ? report::farthestShares(neighbourhood, *bound.attained, query) : std::nullopt;
  const interpreter::Exact zero;
  const auto signOf = [&](const interpreter::Exact &share) {
    return share < zero ? -1 : share > zero ? 1 : 0;
  };
  movement.isEverywhere = false;
  if (!shares)
    return;
  const std::pair signs{signOf(shares->first), signOf(shares->second)};
  movement.isBelowZero = std::min(signs.first, signs.second) < 0;
  movement.isAboveZero = std::max(signs.first, signs.second) > 0;
  if (signs.first * signs.second > 0)
    return;
  const auto [values, areAll] = decidingValues(*bound.attained, neighbourhood, query);
  const auto isProved = [&](proof::Lengths lengths, const std::map<std::string, Rational> &leasts) {
    return proof::moveEverywhere(neighbourhood, query, *bound.attained, signs, {*bound.most, lengths}, leasts,
                                 makeEngine);
  };
  const auto isProvedFrom = [&](const std::map<std::string, Rational> &leasts) {
    return isProved(proof::Lengths::Largest, leasts);
  };
  movement.isEverywhere = isProvedFrom({});
  if (!movement.isEverywhere) {
    for (const auto &variable : neighbourhood.variables)
      if (const auto value = values.find(variable->name);
          value != values.end() && variable->sort != ir::Sort::Bool)
        movement.leasts.insert(*value);
    movement.isEverywhere = !movement.leasts.empty() && isProvedFrom(movement.leasts);
  }
  movement.hasEachLength = movement.isEverywhere && signs.first != signs.second &&
                           (signs.first == 0 || signs.second == 0) &&
                           isProved(proof::Lengths::Each, movement.leasts);
  if (areAll && (!query.isArray() || treatsElementsAlike(neighbourhood, query)))
    movement.steps = {(shares->first - shares->second).absolute(), values};
}

bool isExtremum(const ir::Variable &query) {
  return query.definition && query.definition->isExtremum();
}

std::string subjectOf(const ir::Variable &query) {
  return "the most that `" + query.name + "` changes";
}

} // namespace

const proof::QuerySensitivity *Movements::derivedOf(const ir::Variable &query) {
  if (!neighbourhood.recordAdjacency)
    return nullptr;
  if (!derived)
    derived = report::sensitivityOf(neighbourhood, engine);
  for (const proof::QuerySensitivity &one : derived->queries)
    if (one.query == &query)
      return &one;
  return nullptr;
}

GeneralMovement Movements::directionsOf(const ir::Variable &query, const GivenValues &values) {
  GeneralMovement movement;
  const Return back = returnOf(neighbourhood, query, values, engine);
  movement.returns = back != Return::NotKnown;
  movement.returnsAtOnce = back == Return::AtOnce;
  for (const ir::Difference &stated : neighbourhood.adjacency) {
    if (stated.query != &query)
      continue;
    movement.falls = stated.direction == ir::Difference::Direction::Decreasing;
    movement.rises = stated.direction == ir::Difference::Direction::Increasing;
    // Belongs to the neighbourhood.
    movement.most = {std::shared_ptr<const ir::Expression>(), stated.bound.get()};
    return movement;
  }
  // One record may take all of the way at once, and the records behind it none: where several steps lead is
  // derived of sums alone.
  if (isExtremum(query))
    return movement;
  if (const proof::QuerySensitivity *one = derivedOf(query)) {
    movement.falls = one->decreasing.status == smt::Outcome::Proved;
    movement.rises = one->increasing.status == smt::Outcome::Proved;
    if (one->largest.kind == proof::DifferenceBound::Kind::Finite)
      movement.most = one->largest.most;
  }
  return movement;
}

GeneralMovement Movements::of(const ir::Variable &query, const GivenValues &values) {
  GeneralMovement movement = directionsOf(query, values);
  if (!movement.most || !neighbourhood.adjacency.empty())
    return movement;
  if (const proof::QuerySensitivity *one = derivedOf(query))
    addSteps(movement, one->largest, neighbourhood, query, engine);
  return movement;
}

static std::optional<Rational> given(const GivenValues &values, const std::string &name) {
  const auto found = values.all().find(name);
  return found == values.all().end() ? std::nullopt : std::optional(found->second.rational());
}

static bool reachLeasts(const GeneralMovement &movement, const GivenValues &values) {
  return movement.isEverywhere && llvm::all_of(movement.leasts, [&](const auto &least) {
           const auto value = given(values, least.first);
           return value && *value >= least.second;
         });
}

/// Are steps of the length \p most there?
static bool areThere(const GeneralMovement &movement, const runtime::Rational &most,
                     const GivenValues &values) {
  if (reachLeasts(movement, values))
    return true;
  return movement.steps && exactOf(most) == movement.steps->length &&
         llvm::all_of(movement.steps->values, [&](const auto &each) {
           const auto value = given(values, each.first);
           return value && *value == each.second;
         });
}

Expected<Movement> movementOf(const ir::Neighbourhood &neighbourhood, const ir::Variable &query,
                              const GivenValues &values, const proof::EngineMaker &makeEngine) {
  if (isExtremum(query))
    return Error{"`" + query.name +
                 "` is the largest or smallest of records, and no bound is known for these"};
  const GeneralMovement known = Movements(neighbourhood, makeEngine).of(query, values);
  if (!known.most)
    return Error{subjectOf(query) + " has no bound that is known"};
  auto most = values.value(*known.most, subjectOf(query));
  if (!most)
    return most.error();
  return Movement{known.falls,
                  known.rises,
                  known.returns,
                  known.returnsAtOnce,
                  *most,
                  areThere(known, *most, values),
                  known.isBelowZero,
                  known.isAboveZero,
                  known.hasEachLength && reachLeasts(known, values)};
}

} // namespace plumb::claims
