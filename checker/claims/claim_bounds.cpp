// SPDX-License-Identifier: Apache-2.0
#include "checker/claims/claim_bounds.h"

#include "checker/claims/claimed_question.h"
#include "checker/proof/converse.h"
#include "checker/report/sensitivity_check.h"
#include "frontend/ir/law.h"
#include "plumb/runtime/otp/comparison.h"
#include "plumb/runtime/otp/smallest_delta.h"
#include "plumb/runtime/otp/smallest_epsilon.h"
#include "plumb/runtime/otp/upper_bounds.h"

#include <llvm/Support/ErrorHandling.h>

namespace plumb::claims {

namespace {

using runtime::Error;
using runtime::Expected;
using runtime::otp::Comparison;
using runtime::otp::Epsilon;
using runtime::otp::Interval;
using Number = runtime::Rational;

/// Along the neighbour relation.
struct Movement {
  bool falls = false, rises = false, returns = false;
  Number most;
};

Expected<Movement> movementOf(const ir::Mechanism &mechanism, const ir::Variable &query,
                              const GivenValues &values, const proof::EngineMaker &makeEngine) {
  Movement movement;
  movement.returns = proof::leadBack(mechanism, {&query}, makeEngine);
  const std::string subject = "the most that `" + query.name + "` changes";
  for (const ir::Difference &stated : mechanism.adjacency) {
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
  const proof::Sensitivity derived = report::sensitivityOf(mechanism, makeEngine);
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
    return movement;
  }
  return Error{"nothing is known of how `" + query.name + "` changes"};
}

Comparison comparisonOf(const ClaimedQuestion &question) {
  if (question.isUpward())
    return question.isStrict() ? Comparison::Greater : Comparison::GreaterEqual;
  return question.isStrict() ? Comparison::Less : Comparison::LessEqual;
}

/// Nothing for a law of which the runtime knows no tail.
std::optional<runtime::otp::Side> sideOf(ir::Law law) {
  switch (ir::row(law).tail) {
  case ir::Tail::TwoSided:
    return runtime::otp::Side::TwoSided;
  case ir::Tail::OneSided:
    return runtime::otp::Side::OneSided;
  case ir::Tail::Mirrored:
    return runtime::otp::Side::Mirrored;
  case ir::Tail::Unknown:
    return std::nullopt;
  }
  llvm_unreachable("all tails are handled");
}

/// The least integer n with n * \p step >= \p gap; over reals, where the line itself is true, n * step > gap.
Expected<std::uint64_t> stepsFor(const Number &gap, const Number &step, bool lineIsTrue) {
  const Number quotient = gap / step;
  mpz_t whole;
  mpz_init(whole);
  mpz_cdiv_q(whole, quotient.numerator(), quotient.denominator());
  if (lineIsTrue && mpz_cmp_ui(quotient.denominator(), 1) == 0)
    mpz_add_ui(whole, whole, 1);
  const bool fits = mpz_sizeinbase(whole, 2) <= 60;
  const std::uint64_t steps = fits ? mpz_get_ui(whole) : 0;
  mpz_clear(whole);
  if (!fits)
    return Error{"--gap: " + gap.text() + " is too large"};
  return steps;
}

/// Everything about one claim that does not depend on the distance.
class Claim {
public:
  static Expected<Claim> create(const ir::Mechanism &mechanism, const ClaimedQuestion &question,
                                const Request &request, const proof::EngineMaker &makeEngine) {
    auto movement = movementOf(mechanism, question.asked->variable, request.values, makeEngine);
    if (!movement)
      return movement.error();
    if (movement->most.sign() <= 0)
      return Error{"`" + question.asked->variable.name + "` does not change between neighbours"};
    auto guaranteed = request.values.value(*mechanism.guarantee.epsilon, "the guarantee");
    if (!guaranteed)
      return guaranteed.error();
    auto eps = Epsilon::create(*guaranteed);
    if (!eps)
      return eps.error();
    Claim claim(question, request, *movement, *eps);
    auto draw = decidingDraw(mechanism, question);
    if (const auto side = draw ? sideOf(draw->sample->law) : std::nullopt) {
      auto scale =
          request.values.value(*draw->sample->scale, "the scale of `" + draw->sample->target.name + "`");
      if (!scale)
        return scale.error();
      auto checked = runtime::NoiseScale::create(*scale);
      if (!checked)
        return checked.error();
      claim.law = {*side,
                   draw->sample->target.sort == ir::Sort::Int ? runtime::otp::Values::Integers
                                                              : runtime::otp::Values::Reals,
                   *checked};
      claim.repeats = draw->repeats;
    }
    return claim;
  }

  Expected<std::vector<ClaimRow>> rows() const {
    std::vector<ClaimRow> all;
    for (const Number &distance : request->distances) {
      auto row = rowAt(distance, all.empty() ? nullptr : &all.back());
      if (!row)
        return row.error();
      all.push_back(*row);
    }
    return all;
  }

  std::string movementText() const {
    const std::string &name = question.asked->variable.name;
    const std::string most = " by at most " + movement.most.text();
    return "`" + name + "` " +
           (movement.falls   ? "falls" + most
            : movement.rises ? "rises" + most
                             : "changes" + most + " in either direction") +
           (movement.returns ? ", and other steps lead back" : "");
  }

  std::string gapText() const {
    const std::string f = ir::print(*question.asked), t = ir::print(*question.threshold);
    return (question.isUpward() ? f + " - " + t : t + " - " + f) +
           (question.isStrict() || isReal() ? "" : " + 1");
  }

private:
  Claim(const ClaimedQuestion &asked, const Request &given, Movement moved, Epsilon guaranteed)
      : question(asked), request(&given), movement(std::move(moved)), eps(std::move(guaranteed)) {}

  bool isReal() const { return question.asked->sort() == ir::Sort::Real; }

  Expected<ClaimRow> rowAt(const Number &distance, const ClaimRow *before) const {
    const Comparison comparison = comparisonOf(question);
    const Number answer = question.isUpward() ? distance : -distance;
    const Number gap = runtime::otp::gapOf(
        comparison, isReal() ? runtime::otp::Values::Reals : runtime::otp::Values::Integers, answer,
        Number(0));
    const bool lineIsTrue = isReal() && !question.isStrict();
    if (gap.sign() < 0 || (gap.sign() == 0 && !lineIsTrue))
      return Error{"--gap: at a distance of " + distance.text() +
                   " the claimed answer would be wrong; give " +
                   (question.isUpward() ? "answer - threshold" : "threshold - answer") + ", " +
                   (question.isStrict() ? "more than 0" : "at least 0")};
    auto steps = stepsFor(gap, movement.most, lineIsTrue);
    if (!steps)
      return steps.error();
    ClaimRow row{distance, gap, *steps, {}, {}, mostAt(*steps), {}, {}};
    if (law) {
      row.given = runtime::otp::probabilityThat(comparison, answer, Number(0), *law);
      if (repeats && (!before || before->allGiven))
        row.allGiven = before ? *before->allGiven * *row.given : *row.given;
    }
    if (request->beta)
      wish(row);
    return row;
  }

  /// What the wanted alpha and beta need at this many steps.
  void wish(ClaimRow &row) const {
    const auto enough =
        movement.returns ? runtime::otp::smallestEpsilonUnderDp(row.steps, request->alpha, *request->beta)
                         : runtime::otp::smallestEpsilonUnderAdp(row.steps, request->alpha, *request->beta);
    if (enough)
      row.enoughEps = *enough;
    if (const auto delta = runtime::otp::smallestDelta(eps, row.steps, request->alpha, *request->beta))
      row.deltaOfDp = *delta;
  }

  /// If no steps are known to lead from wrong data to these, nothing bounds the answer.
  Interval mostAt(std::uint64_t steps) const {
    if (movement.returns)
      return runtime::otp::dpUpperBound(eps, steps, request->alpha);
    const bool isReached = question.isUpward() ? movement.rises : movement.falls;
    return isReached ? runtime::otp::adpUpperBound(eps, steps, request->alpha) : Interval(1);
  }

  ClaimedQuestion question;
  const Request *request;
  Movement movement;
  Epsilon eps;
  std::optional<runtime::otp::NoiseLaw> law;
  bool repeats = false;
};

Expected<ClaimBounds> boundsOf(const ir::Mechanism &mechanism, const ir::Claim &claim,
                               const ClaimedQuestion &question, const Request &request,
                               const proof::EngineMaker &makeEngine) {
  for (const auto &requirement : mechanism.requirements)
    if (!request.values.mayHold(*requirement))
      return Error{"`requires " + ir::print(*requirement) + "` does not hold of these values"};
  // Outside of loops there is one place, and gaps beside each other are questions apart.
  const ir::Transcript &transcript = question.answer->transcript;
  const auto places = request.values.places(transcript);
  if (!transcript.loops.empty() && places && *places < static_cast<long>(request.distances.size()))
    return Error{"--gap: there are more gaps (" + std::to_string(request.distances.size()) +
                 ") than places of which `" + ir::print(*claim.formula) + "` speaks (" +
                 toString(places->rational()) + " with " + request.values.text(mechanism) + ")"};
  auto known = Claim::create(mechanism, question, request, makeEngine);
  if (!known)
    return known.error();
  auto rows = known->rows();
  if (!rows)
    return rows.error();
  return ClaimBounds{{},
                     mechanism.name,
                     ir::print(*claim.formula),
                     known->movementText(),
                     known->gapText(),
                     request.values.text(mechanism),
                     request.beta.has_value(),
                     std::move(*rows)};
}

} // namespace

Expected<std::vector<ClaimBounds>> boundsOf(const ir::Mechanism &mechanism, const Request &request,
                                            const proof::EngineMaker &makeEngine) {
  if (auto misfit = request.values.misfit(mechanism))
    return Error{"--let: " + misfit->message};
  std::vector<ClaimBounds> all;
  for (const ir::Claim &claim : mechanism.claims)
    if (auto question = claimedQuestion(claim)) {
      auto bounds = boundsOf(mechanism, claim, *question, request, makeEngine);
      if (!bounds)
        return bounds.error();
      all.push_back(std::move(*bounds));
    }
  if (all.empty())
    return Error{
        "it claims of no answer that it is below or above a threshold; write `claims out = below implies "
        "f < T`"};
  return all;
}

} // namespace plumb::claims
