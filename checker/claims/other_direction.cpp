// SPDX-License-Identifier: Apache-2.0
#include "checker/claims/other_direction.h"

#include "checker/claims/defined_values.h"
#include "checker/proof/converse.h"
#include "frontend/ir/print_expression.h"
#include "frontend/ir/stated_neighbours.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/Casting.h>

namespace plumb::claims {

using runtime::Error;
using runtime::Expected;
using runtime::otp::Ends;
using runtime::otp::Interval;

static bool isOwnConverse(const ir::Neighbourhood &neighbourhood, const proof::EngineMaker &makeEngine) {
  const auto unconfirmed = [](const proof::RecordWitness &) { return false; };
  return proof::isOwnConverse(neighbourhood, makeEngine, unconfirmed).status == smt::Outcome::Proved;
}

static bool isOwnConverse(const ir::Composition &composition, const proof::EngineMaker &makeEngine) {
  using Kind = ir::RecordAdjacency::Kind;
  if (ir::statesNeighbours(composition))
    return isOwnConverse(composition.head, makeEngine);
  const auto &adjacency = composition.head.recordAdjacency;
  if (adjacency && adjacency->kind != Kind::Replace)
    return adjacency->kind == Kind::AddOrRemove;
  // Neighbours are the pairs that parts protect or give the same answers: so are they exchanged, if no part
  // has a direction.
  return llvm::all_of(composition.parts,
                      [&](const ir::Part &part) { return isOwnConverse(*part.mechanism, makeEngine); });
}

static OtherDirection said(const std::string &name, const ir::Expression &epsilon) {
  OtherDirection other;
  other.name = name;
  other.epsilon = ir::printPromoted(epsilon);
  const bool isOne = llvm::isa<ir::Read, ir::Number>(epsilon);
  other.factor = "exp(-" + (isOne ? other.epsilon : "(" + other.epsilon + ")") + ")";
  other.delta = "1 - " + other.factor;
  return other;
}

/// Of a guarantee below 0 none is better than 0.
static void put(OtherDirection &other, const Ends &epsilon) {
  const runtime::Rational zero;
  const Interval least = -Interval::hull(std::max(epsilon.low, zero), std::max(epsilon.high, zero));
  other.factorAt = exp(least);
  other.deltaAt = -expMinusOne(least);
}

/// Its numbers, where values are given or none is needed.
static Expected<OtherDirection> at(OtherDirection other, const ir::Neighbourhood &head,
                                   const GivenValues &values, const Expected<Ends> &epsilon) {
  if (auto misfit = values.misfit(head))
    return Error{"--let: " + misfit->message};
  for (const auto &requirement : head.requirements)
    if (!values.mayHold(*requirement))
      return Error{"`requires " + ir::print(*requirement) + "` does not hold of these values"};
  if (!epsilon && !values.all().empty())
    return epsilon.error();
  other.values = values.text(head);
  if (epsilon)
    put(other, *epsilon);
  return other;
}

Expected<OtherDirection> otherDirectionOf(const ir::Mechanism &mechanism, const GivenValues &values,
                                          const proof::EngineMaker &makeEngine) {
  OtherDirection other = said(mechanism.name, *mechanism.guarantee.epsilon);
  other.isOwnConverse = isOwnConverse(mechanism, makeEngine);
  const auto epsilon = values.value(*mechanism.guarantee.epsilon, "the guarantee");
  return at(std::move(other), mechanism, values,
            epsilon ? Expected<Ends>(Ends::of(*epsilon)) : Expected<Ends>(epsilon.error()));
}

Expected<OtherDirection> otherDirectionOf(const ir::Composition &composition, const GivenValues &values,
                                          const proof::EngineMaker &makeEngine) {
  if (!composition.guarantee.epsilon)
    return Error{"it guarantees no total; write `guarantees private(..)`"};
  OtherDirection other = said(composition.head.name, *composition.guarantee.epsilon);
  other.isOwnConverse = isOwnConverse(composition, makeEngine);
  const DefinedValues defined(composition, values);
  return at(std::move(other), composition.head, values,
            defined.value(*composition.guarantee.epsilon, "the guarantee"));
}

} // namespace plumb::claims
