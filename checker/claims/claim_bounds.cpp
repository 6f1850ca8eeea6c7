// SPDX-License-Identifier: Apache-2.0
#include "checker/claims/claim_bounds.h"

#include "checker/claims/claim_terms.h"
#include "checker/claims/one_claim.h"
#include "frontend/ir/substitution.h"

#include <algorithm>
#include <llvm/ADT/STLExtras.h>
#include <optional>
#include <utility>

namespace plumb::claims {

namespace {

using runtime::Error;
using runtime::Expected;

std::optional<Error> unmet(const ir::Neighbourhood &neighbourhood, const GivenValues &values) {
  if (auto misfit = values.misfit(neighbourhood))
    return Error{"--let: " + misfit->message};
  for (std::size_t place = 0; place < std::max<std::size_t>(values.placeCount(), 1); ++place) {
    const auto there = values.scalarsAt(neighbourhood, place, false);
    for (const auto &requirement : neighbourhood.requirements)
      if (!there->mayHold(*requirement))
        return Error{"`requires " + ir::print(*requirement) + "` does not hold of these values"};
  }
  return std::nullopt;
}

/// Of each claim that is a question, with a threshold where the answers are to be compared with it.
Expected<std::vector<ClaimBounds>> allBoundsOf(const Setting &setting, const Request &request,
                                               const proof::EngineMaker &makeEngine) {
  std::vector<ClaimBounds> all;
  for (const ir::Claim &claim : setting.program->claims)
    for (const ClaimedQuestion &question : claimedQuestions(claim)) {
      if (!question.threshold && request.distances.empty())
        continue;
      auto bounds = boundsOfClaim(setting, question, request, makeEngine);
      if (!bounds)
        return bounds.error();
      all.push_back(std::move(*bounds));
    }
  return all;
}

Error noQuestion(const Request &request) {
  if (request.distances.empty())
    return Error{"it claims of no answer that it is below or above a threshold; write `claims out = below "
                 "implies f < T`, or --gap for a claim about a value"};
  return Error{
      "it claims of no answer that it is below or above a threshold, or of a value that it lies on one "
      "side of an answer; write `claims out = below implies f < T`"};
}

} // namespace

Expected<std::vector<ClaimBounds>> boundsOf(const ir::Mechanism &mechanism, const Request &request,
                                            const proof::EngineMaker &makeEngine) {
  if (auto problem = unmet(mechanism, request.values))
    return *problem;
  bool isAsked = false;
  for (const ir::Claim &claim : mechanism.claims)
    isAsked |= !claimedQuestions(claim).empty();
  if (!isAsked)
    return noQuestion(request);
  auto eps = request.values.value(*mechanism.guarantee.epsilon, "the guarantee");
  if (!eps)
    return eps.error();
  auto all = allBoundsOf({&mechanism, &request.values, {*eps, *eps}}, request, makeEngine);
  if (all && all->empty())
    return noQuestion(request);
  return all;
}

Expected<std::vector<ClaimBounds>> boundsOf(const ir::Composition &composition, const Request &request,
                                            const proof::EngineMaker &makeEngine) {
  const ir::Neighbourhood &head = composition.head;
  if (auto problem = unmet(head, request.values))
    return *problem;
  if (!composition.guarantee.epsilon)
    return Error{"it guarantees no total; write `guarantees private(..)`"};
  if (composition.sampling)
    return Error{"its parts answer for a sample of the records, and no bound is known for answers about all"};
  const DefinedValues defined(composition, request.values);
  auto eps = defined.value(*composition.guarantee.epsilon, "the guarantee");
  if (!eps)
    return eps.error();
  std::vector<ClaimBounds> all;
  for (const ir::Part &part : composition.parts) {
    const GivenValues inside = request.values.ofPart(part);
    Setting setting{part.mechanism, &inside, *eps, hasNeighboursOf(composition, part)};
    const ir::Substitution arguments = ir::argumentsOf(composition, part);
    if (!composition.definitions.empty())
      setting.enclosed = [&](const ir::Expression &term, const std::string &subject) {
        ir::BoundVariables bound;
        return defined.value(*ir::substituted(term, arguments, bound), subject);
      };
    if (part.times) {
      auto times = request.values.value(*part.times, "how often `" + part.mechanism->name + "` runs");
      if (!times)
        return times.error();
      if (times->sign() < 0 || mpz_sizeinbase(times->numerator(), 2) > 60)
        return Error{"`" + part.mechanism->name + "` cannot run " + times->text() + " times"};
      setting.times = mpz_get_ui(times->numerator());
    }
    auto bounds = allBoundsOf(setting, request, makeEngine);
    if (!bounds)
      return bounds.error();
    for (ClaimBounds &one : *bounds) {
      one.mechanism = head.name;
      one.part = printCall(part);
      // Some of what the part is given is no fraction.
      if (!composition.definitions.empty())
        one.values = request.values.text(head);
      one.times = setting.times ? std::to_string(*setting.times) : "";
      all.push_back(std::move(one));
    }
  }
  if (all.empty())
    return noQuestion(request);
  return all;
}

} // namespace plumb::claims
