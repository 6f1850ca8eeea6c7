// SPDX-License-Identifier: Apache-2.0
#include "checker/claims/claim_bounds.h"

#include "checker/claims/claim_terms.h"
#include "checker/claims/one_claim.h"
#include "frontend/ir/substitution.h"

#include <algorithm>
#include <cstdint>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/STLFunctionalExtras.h>
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

/// What there is, and why there is no more; if there is nothing, the first reason is all that is said.
class Collected {
public:
  void add(ClaimBounds one) { all.bounds.push_back(std::move(one)); }
  void miss(const std::string &what, Error why) {
    std::string text = what + ": " + why.message;
    if (!llvm::is_contained(all.without, text))
      all.without.push_back(std::move(text));
    first = first ? first : std::move(why);
  }
  Expected<AllClaimBounds> take(const Error &otherwise) {
    if (all.bounds.empty())
      return first ? *first : otherwise;
    return std::move(all);
  }

private:
  AllClaimBounds all;
  std::optional<Error> first;
};

/// Of each claim that is a question, with a threshold where the answers are to be compared with it.
/// \param where in front of the claim: "", or "m(eps / 2): ".
void collect(Collected &all, const std::string &where, const Setting &setting, const Request &request,
             const proof::EngineMaker &makeEngine, llvm::function_ref<void(ClaimBounds &)> complete) {
  for (const ir::Claim &claim : setting.program->claims)
    for (const ClaimedQuestion &question : claimedQuestions(claim)) {
      if (!question.threshold && request.distances.empty())
        continue;
      auto bounds = boundsOfClaim(setting, question, request, makeEngine);
      if (!bounds) {
        all.miss(where + question.text, bounds.error());
        continue;
      }
      complete(*bounds);
      all.add(*std::move(bounds));
    }
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

Expected<AllClaimBounds> boundsOf(const ir::Mechanism &mechanism, const Request &request,
                                  const proof::EngineMaker &makeEngine) {
  if (auto problem = unmet(mechanism, request.values))
    return *problem;
  bool isAsked = false;
  for (const ir::Claim &claim : mechanism.claims)
    isAsked |= !claimedQuestions(claim).empty();
  if (!isAsked)
    return noQuestion(request);
  const GivenValues values = request.values.withConstants(mechanism);
  auto eps = values.value(*mechanism.guarantee.epsilon, "the guarantee");
  if (!eps)
    return eps.error();
  Collected all;
  collect(all, "", {&mechanism, &values, {*eps, *eps}}, request, makeEngine, [](ClaimBounds &) {});
  return all.take(noQuestion(request));
}

/// How often \p part runs; nothing: once, or so it says.
static Expected<std::optional<std::uint64_t>> timesOf(const ir::Part &part, const GivenValues &values) {
  if (!part.times)
    return std::optional<std::uint64_t>();
  auto times = values.value(*part.times, "how often `" + part.mechanism->name + "` runs");
  if (!times)
    return times.error();
  if (times->sign() < 0 || mpz_sizeinbase(times->numerator(), 2) > 60)
    return Error{"`" + part.mechanism->name + "` cannot run " + times->text() + " times"};
  return std::optional<std::uint64_t>(mpz_get_ui(times->numerator()));
}

Expected<AllClaimBounds> boundsOf(const ir::Composition &composition, const Request &request,
                                  const proof::EngineMaker &makeEngine) {
  const ir::Neighbourhood &head = composition.head;
  if (auto problem = unmet(head, request.values))
    return *problem;
  if (!composition.guarantee.epsilon)
    return Error{"it guarantees no total; write `guarantees private(..)`"};
  if (composition.sampling)
    return Error{"its parts answer for a sample of the records, and no bound is known for answers about all"};
  const GivenValues values = request.values.withConstants(head);
  const DefinedValues defined(composition, values);
  auto eps = defined.value(*composition.guarantee.epsilon, "the guarantee");
  if (!eps)
    return eps.error();
  Collected all;
  for (const ir::Part &part : composition.parts) {
    const GivenValues inside = values.ofPart(head, part);
    Setting setting{part.mechanism, &inside, *eps, hasNeighboursOf(composition, part)};
    const ir::Substitution arguments = ir::argumentsOf(composition, part);
    if (!composition.definitions.empty())
      setting.enclosed = [&](const ir::Expression &term, const std::string &subject) {
        ir::BoundVariables bound;
        return defined.value(*ir::substituted(term, arguments, bound), subject);
      };
    const std::string call = printCall(part);
    auto times = timesOf(part, values);
    if (!times) {
      all.miss(call, times.error());
      continue;
    }
    setting.times = *times;
    collect(all, call + ": ", setting, request, makeEngine, [&](ClaimBounds &one) {
      one.mechanism = head.name;
      one.part = call;
      one.valuesOfWhole = values.text(head);
      one.times = setting.times ? std::to_string(*setting.times) : "";
    });
  }
  return all.take(noQuestion(request));
}

} // namespace plumb::claims
