// SPDX-License-Identifier: Apache-2.0
#include "checker/claims/claim_bounds.h"

#include "checker/claims/claimed_question.h"
#include "checker/composition/change_class.h"
#include "checker/proof/converse.h"
#include "checker/relational/walk.h"
#include "checker/report/sensitivity_check.h"
#include "frontend/ir/law.h"
#include "frontend/ir/occurrence.h"
#include "frontend/ir/same_term.h"
#include "frontend/ir/stated_neighbours.h"
#include "frontend/ir/substitution.h"
#include "plumb/runtime/otp/comparison.h"
#include "plumb/runtime/otp/smallest_delta.h"
#include "plumb/runtime/otp/smallest_epsilon.h"
#include "plumb/runtime/otp/upper_bounds.h"

#include <algorithm>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/Casting.h>
#include <llvm/Support/ErrorHandling.h>
#include <map>
#include <optional>
#include <set>
#include <utility>

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
  /// Steps of that length are known to be there, wherever is asked: what bounds any mechanism needs them.
  bool isAttained = true;
};

using Formulas = std::vector<const ir::Expression *>;

/// What decides which records there are, who their neighbours are, and what they add to \p query.
Formulas decidingFormulas(const ir::Mechanism &mechanism, const ir::Variable &query) {
  Formulas all;
  const auto add = [&](const ir::ExpressionPtr &formula) {
    if (formula)
      all.push_back(formula.get());
  };
  const ir::RecordAdjacency &adjacency = *mechanism.recordAdjacency;
  add(query.definition->where);
  add(query.definition->term);
  add(adjacency.when);
  add(adjacency.along);
  if (adjacency.policy) {
    add(adjacency.policy->formula);
    for (const ir::Attribute &attribute : adjacency.policy->attributes)
      add(attribute.when);
  }
  for (const auto &field : adjacency.record->fields) {
    add(field->low);
    add(field->high);
  }
  for (const ir::RecordPremise &premise : mechanism.premises) {
    add(premise.formula);
    for (const ir::RecordPremise::Index &index : premise.indices) {
      add(index.low);
      add(index.high);
    }
  }
  return all;
}

/// Does it run over all elements of the only dimension of \p query?
bool isWholeRange(const ir::Expression &low, const ir::Expression &high, const ir::Variable &query) {
  const auto *first = llvm::dyn_cast<ir::Number>(&low);
  return first && first->value == 0 && query.extents.size() == 1 &&
         ir::isSameTerm(high, *query.extents.front());
}

/// The names whose ranges are known to be all elements: those of quantifiers and of premises. Nothing if one
/// has another range.
std::optional<std::set<const ir::Variable *>>
wholeRanges(const Formulas &formulas, const ir::Mechanism &mechanism, const ir::Variable &query) {
  std::set<const ir::Variable *> names;
  bool areWhole = true;
  for (const ir::Expression *formula : formulas)
    ir::anyPart(*formula, [&](const ir::Expression &part) {
      if (const auto *all = llvm::dyn_cast<ir::Forall>(&part)) {
        names.insert(&all->variable);
        areWhole &= isWholeRange(*all->low, *all->high, query);
      }
      return false;
    });
  for (const ir::RecordPremise &premise : mechanism.premises)
    for (const ir::RecordPremise::Index &index : premise.indices) {
      names.insert(index.variable);
      areWhole &= isWholeRange(*index.low, *index.high, query);
    }
  return areWhole ? std::optional(std::move(names)) : std::nullopt;
}

/// Do these formulas treat all elements of arrays alike? Bound names stand for subscripts, alone, and nothing
/// else does; a place of a field is read at one name, or at all elements.
bool treatsElementsAlike(const Formulas &formulas, const ir::Mechanism &mechanism,
                         const ir::Variable &query) {
  const auto whole = wholeRanges(formulas, mechanism, query);
  if (!whole)
    return false;
  const auto isName = [](const ir::Expression &part) {
    const auto *read = llvm::dyn_cast<ir::Read>(&part);
    return read && read->variable.role == ir::Variable::Role::Bound;
  };
  std::size_t names = 0, subscripts = 0;
  bool areNames = true;
  for (const ir::Expression *formula : formulas) {
    std::map<std::pair<const ir::Field *, std::size_t>, const ir::Variable *> nameAt;
    ir::anyPart(*formula, [&](const ir::Expression &part) {
      names += isName(part);
      if (const auto *read = llvm::dyn_cast<ir::FieldRead>(&part))
        for (std::size_t place = 0; place < read->indices.size(); ++place) {
          ++subscripts;
          const auto *name = llvm::dyn_cast<ir::Read>(read->indices[place].get());
          areNames &= name && isName(*name);
          if (name && !whole->count(&name->variable))
            areNames &=
                nameAt.try_emplace({&read->field, place}, &name->variable).first->second == &name->variable;
        }
      return false;
    });
  }
  return areNames && names == subscripts;
}

/// Is the pair one at the values that are given, as far as they decide, and as good for each element?
bool isAttainedAt(const proof::DifferenceBound &bound, const ir::Mechanism &mechanism,
                  const ir::Variable &query, const GivenValues &values) {
  if (!bound.attained)
    return false;
  const Formulas formulas = decidingFormulas(mechanism, query);
  if (query.isArray() && !treatsElementsAlike(formulas, mechanism, query))
    return false;
  return llvm::none_of(formulas, [&](const ir::Expression *formula) {
    return ir::anyPart(*formula, [&](const ir::Expression &part) {
      const auto *read = llvm::dyn_cast<ir::Read>(&part);
      if (!read || read->variable.role != ir::Variable::Role::Parameter)
        return false;
      const auto given = values.all().find(read->variable.name);
      const auto there = bound.attained->parameters.find(read->variable.name);
      return read->variable.isArray() || given == values.all().end() ||
             there == bound.attained->parameters.end() || there->second.size() != 1 ||
             given->second.rational() != there->second.front();
    });
  });
}

/// Where a claim is asked about: in a mechanism by itself, or in a part of a composition.
struct Setting {
  const ir::Mechanism *program;
  /// Of its parameters.
  const GivenValues *values;
  /// That of the guarantee, and whether it is about just the neighbours of the program.
  Number eps;
  bool hasNeighbours = true;
  /// Of a composition: how often the part runs.
  std::optional<std::uint64_t> times = {};
};

Expected<Movement> movementOf(const Setting &setting, const ir::Variable &query,
                              const proof::EngineMaker &makeEngine) {
  const ir::Mechanism &mechanism = *setting.program;
  const GivenValues &values = *setting.values;
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
    movement.isAttained = isAttainedAt(one.largest, mechanism, query, values);
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

/// \p base ^ \p exponent, by squaring. \pre \p base lies between 0 and 1 but for rounding.
Interval power(Interval base, std::uint64_t exponent) {
  Interval result(1);
  for (; exponent > 0; exponent /= 2, base = base * base)
    if (exponent % 2 == 1)
      result = result * base;
  return result;
}

/// Everything about one claim that does not depend on the distance.
class Claim {
public:
  static Expected<Claim> create(const Setting &setting, const ClaimedQuestion &question,
                                const Request &request, const proof::EngineMaker &makeEngine) {
    auto movement = setting.hasNeighbours ? movementOf(setting, question.asked->variable, makeEngine)
                                          : Expected<Movement>(Movement());
    if (!movement)
      return movement.error();
    if (setting.hasNeighbours && movement->most.sign() <= 0)
      return Error{"`" + question.asked->variable.name + "` does not change between neighbours"};
    auto eps = Epsilon::create(setting.eps);
    if (!eps)
      return eps.error();
    Claim claim(setting, question, request, *movement, *eps);
    auto draw = decidingDraw(*setting.program, question);
    if (const auto side = draw ? sideOf(draw->sample->law) : std::nullopt) {
      auto scale =
          setting.values->value(*draw->sample->scale, "the scale of `" + draw->sample->target.name + "`");
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
    auto distances = distancesAsked();
    if (!distances)
      return distances.error();
    for (const Number &distance : *distances) {
      auto row = rowAt(distance, all.empty() ? nullptr : &all.back());
      if (!row)
        return row.error();
      all.push_back(*row);
    }
    return all;
  }

  std::string movementText() const {
    const std::string &name = question.asked->variable.name;
    if (!setting.hasNeighbours)
      return "how far neighbours of the whole move `" + name + "` is not derived";
    const std::string most = " by at most " + movement.most.text();
    const std::string known = movement.isAttained ? "" : ", and whether by as much is not derived";
    return "`" + name + "` " +
           (movement.falls   ? "falls" + most
            : movement.rises ? "rises" + most
                             : "changes" + most + " in either direction") +
           (movement.returns ? ", and other steps lead back" : "") + known;
  }

  std::string gapText() const {
    const std::string f = ir::print(*question.asked),
                      t = question.threshold ? ir::print(*question.threshold) : "threshold";
    return (question.isUpward() ? f + " - " + t : t + " - " + f) +
           (question.isStrict() || isReal() ? "" : " + 1");
  }

private:
  Claim(Setting where, const ClaimedQuestion &asked, const Request &given, Movement moved, Epsilon guaranteed)
      : setting(std::move(where)), question(asked), request(&given), movement(std::move(moved)),
        eps(std::move(guaranteed)) {}

  /// As they are asked for, or those of the answers at each place.
  Expected<std::vector<Number>> distancesAsked() const {
    if (!request->distances.empty())
      return request->distances;
    std::vector<Number> distances;
    if (question.indices->size() > 1)
      return Error{"--answers: places of `" + question.asked->variable.name +
                   "` have several subscripts; write --gap"};
    if (setting.values->columns().empty())
      return Error{"--answers: it has no column for `" + question.asked->variable.name + "`"};
    for (std::size_t place = setting.values->firstPlace(*question.transcript);
         place < setting.values->placeCount(); ++place) {
      const GivenValues there = setting.values->at(place);
      auto answer = there.value(*question.asked, "--answers: the gap");
      if (!answer)
        return answer.error();
      auto threshold = there.value(*question.threshold, "--answers: the gap");
      if (!threshold)
        return threshold.error();
      distances.push_back(question.isUpward() ? *answer - *threshold : *threshold - *answer);
    }
    return distances;
  }

  bool isReal() const { return question.asked->sort() == ir::Sort::Real; }

  Expected<ClaimRow> rowAt(const Number &distance, const ClaimRow *before) const {
    const Comparison comparison = comparisonOf(question);
    const Number answer = question.isUpward() ? distance : -distance;
    const Number gap = runtime::otp::gapOf(
        comparison, isReal() ? runtime::otp::Values::Reals : runtime::otp::Values::Integers, answer,
        Number(0));
    const bool lineIsTrue = isReal() && !question.isStrict();
    const bool isTrue = gap.sign() > 0 || (gap.sign() == 0 && lineIsTrue);
    if (!isTrue && !request->distances.empty())
      return Error{"--gap: at a distance of " + distance.text() +
                   " the claimed answer would be wrong; give " +
                   (question.isUpward() ? "answer - threshold" : "threshold - answer") + ", " +
                   (question.isStrict() ? "more than 0" : "at least 0")};
    ClaimRow row{distance, gap, {}, {}, {}, {}, {}, {}, {}};
    if (setting.hasNeighbours && movement.isAttained && !isNeverWrong()) {
      // Of answers that are given some may lie on the other side, where the claim is never made.
      auto steps = isTrue ? stepsFor(gap, movement.most, lineIsTrue) : Expected<std::uint64_t>(0);
      if (!steps)
        return steps.error();
      row.steps = *steps;
      row.most = mostAt(*steps);
    }
    if (law) {
      row.given = runtime::otp::probabilityThat(comparison, answer, Number(0), *law);
      if (repeats && (!before || before->allGiven))
        row.allGiven = before ? *before->allGiven * *row.given : *row.given;
      // Each run has to come to this place, which is known where it answers at all those before.
      if (const auto whole = question.transcript->loops.empty() ? row.given : row.allGiven;
          setting.times && whole && everyRunComes())
        row.someGiven = Interval(1) - power(Interval(1) - *whole, *setting.times);
    }
    if (request->beta && row.steps)
      wish(row);
    return row;
  }

  /// Does every run come to the first place? No run ends before, and what a guard asks there is decided by
  /// parameters.
  bool everyRunComes() const {
    const ir::Block &body = setting.program->body;
    bool comes = true;
    relational::forEachStatement(body, [&](const ir::Statement &statement, unsigned) {
      comes &= !llvm::isa<ir::Return>(statement) || &statement == body.back().get();
    });
    for (const ir::For *loop : question.transcript->loops)
      comes &= !loop->guard || (loop == body.back().get() && isSameAtFirst(*loop->guard));
    return comes;
  }

  static bool isOfParameters(const ir::Expression &term) {
    return !ir::anyPart(term, [](const ir::Expression &part) {
      const auto *read = llvm::dyn_cast<ir::Read>(&part);
      return read && read->variable.role != ir::Variable::Role::Parameter;
    });
  }

  /// Is \p guard, of the last statement of the program, the same in every run that comes to it? Every local
  /// in it is then assigned outside of branches, and what parameters say.
  bool isSameAtFirst(const ir::Expression &guard) const {
    llvm::ArrayRef<std::unique_ptr<ir::Statement>> before(setting.program->body);
    before = before.drop_back();
    return !ir::anyPart(guard, [&](const ir::Expression &part) {
      const auto *read = llvm::dyn_cast<ir::Read>(&part);
      if (!read || read->variable.role == ir::Variable::Role::Parameter)
        return false;
      bool isSame = read->variable.role == ir::Variable::Role::Local && read->indices.empty();
      for (const auto &statement : before) {
        const auto *assign = llvm::dyn_cast<ir::Assign>(statement.get());
        if (assign && &assign->target == &read->variable)
          isSame &= isOfParameters(*assign->value);
        else if (!assign && !llvm::isa<ir::Sample>(*statement))
          isSame = false;
      }
      return !isSame;
    });
  }

  /// Is a threshold known below which no number of records is? Then no data are wrong.
  bool isNeverWrong() const {
    const auto &definition = question.asked->variable.definition;
    if (!definition || definition->aggregate != ir::SchemaQuery::Aggregate::Count || !question.isUpward() ||
        !question.threshold)
      return false;
    const auto known = setting.values->value(*question.threshold, "the threshold");
    return known && (question.isStrict() ? known->sign() < 0 : known->sign() <= 0);
  }

  /// What the wanted alpha and beta need at this many steps.
  void wish(ClaimRow &row) const {
    const auto enough =
        movement.returns ? runtime::otp::smallestEpsilonUnderDp(*row.steps, request->alpha, *request->beta)
                         : runtime::otp::smallestEpsilonUnderAdp(*row.steps, request->alpha, *request->beta);
    if (enough)
      row.enoughEps = *enough;
    if (const auto delta = runtime::otp::smallestDelta(eps, *row.steps, request->alpha, *request->beta))
      row.deltaOfDp = *delta;
  }

  /// If no steps are known to lead from wrong data to these, nothing bounds the answer.
  Interval mostAt(std::uint64_t steps) const {
    if (movement.returns || steps == 0)
      return runtime::otp::dpUpperBound(eps, steps, request->alpha);
    const bool isReached = question.isUpward() ? movement.rises : movement.falls;
    return isReached ? runtime::otp::adpUpperBound(eps, steps, request->alpha) : Interval(1);
  }

  Setting setting;
  ClaimedQuestion question;
  const Request *request;
  Movement movement;
  Epsilon eps;
  std::optional<runtime::otp::NoiseLaw> law;
  bool repeats = false;
};

std::optional<Error> unmet(const ir::Neighbourhood &neighbourhood, const GivenValues &values) {
  if (auto misfit = values.misfit(neighbourhood))
    return Error{(values.columns().empty() ? "--let: " : "--let or --answers: ") + misfit->message};
  for (std::size_t place = 0; place < std::max<std::size_t>(values.placeCount(), 1); ++place) {
    const auto there = values.scalarsAt(neighbourhood, place, false);
    for (const auto &requirement : neighbourhood.requirements)
      if (!there->mayHold(*requirement))
        return Error{"`requires " + ir::print(*requirement) + "` does not hold of these values"};
  }
  return std::nullopt;
}

Expected<ClaimBounds> boundsOf(const Setting &setting, const ir::Claim &claim,
                               const ClaimedQuestion &question, const Request &request,
                               const proof::EngineMaker &makeEngine) {
  // Outside of loops there is one place, and gaps beside each other are questions apart.
  const ir::Transcript &transcript = *question.transcript;
  const auto places = setting.values->places(transcript);
  const bool areGaps = !request.distances.empty();
  if (!areGaps && !transcript.loops.empty())
    if (auto run = setting.values->scalarsAt(*setting.program, 0, true); !run)
      return run.error();
  const std::size_t lines = setting.values->placeCount(), first = setting.values->firstPlace(transcript);
  // Lines are elements of arrays, from 0 on.
  const std::size_t asked = areGaps ? request.distances.size() : lines - std::min(lines, first);
  if (!transcript.loops.empty() && places && *places < static_cast<long>(asked))
    return Error{(areGaps ? "--gap: there are more gaps (" : "--answers: there are more lines (") +
                 std::to_string(asked) + ") than places of which `" + ir::print(*claim.formula) +
                 "` speaks (" + toString(places->rational()) + " with " +
                 setting.values->text(*setting.program) + ")"};
  auto known = Claim::create(setting, question, request, makeEngine);
  if (!known)
    return known.error();
  auto rows = known->rows();
  if (!rows)
    return rows.error();
  return ClaimBounds{{},
                     setting.program->name,
                     ir::print(*claim.formula),
                     {},
                     {},
                     known->movementText(),
                     known->gapText(),
                     setting.values->text(*setting.program),
                     request.beta.has_value(),
                     std::move(*rows)};
}

/// Of each claim that is a question, with a threshold where the answers are to be compared with it.
Expected<std::vector<ClaimBounds>> allBoundsOf(const Setting &setting, const Request &request,
                                               const proof::EngineMaker &makeEngine) {
  std::vector<ClaimBounds> all;
  for (const ir::Claim &claim : setting.program->claims)
    if (auto question = claimedQuestion(claim);
        question && (question->threshold || !request.distances.empty())) {
      auto bounds = boundsOf(setting, claim, *question, request, makeEngine);
      if (!bounds)
        return bounds.error();
      all.push_back(std::move(*bounds));
    }
  return all;
}

/// Are those of \p part neighbours of the whole, and under no further premises? A bound for any mechanism
/// needs steps that exist.
bool hasNeighboursOf(const ir::Composition &composition, const ir::Part &part) {
  const ir::Substitution given = ir::argumentsOf(composition, part);
  ir::BoundVariables bound;
  std::vector<ir::RecordPremise> own;
  for (const ir::RecordPremise &premise : part.mechanism->premises)
    own.push_back(ir::substituted(premise, given, bound));
  if (!llvm::all_of(composition.head.premises, [&](const ir::RecordPremise &premise) {
        return llvm::any_of(own, [&](const auto &one) { return ir::isSamePremise(one, premise); });
      }))
    return false;
  if (!ir::statesNeighbours(composition))
    return true;
  const composition::ChangeClass stated = composition::statedBy(composition),
                                 allowed = composition::allowedBy(composition, part);
  return part.mechanism->premises.empty() &&
         ir::isSameAdjacency(*stated.neighbourhood->recordAdjacency, *allowed.neighbourhood->recordAdjacency);
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
    isAsked |= claimedQuestion(claim).has_value();
  if (!isAsked)
    return noQuestion(request);
  auto eps = request.values.value(*mechanism.guarantee.epsilon, "the guarantee");
  if (!eps)
    return eps.error();
  auto all = allBoundsOf({&mechanism, &request.values, *eps}, request, makeEngine);
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
  auto eps = request.values.value(*composition.guarantee.epsilon, "the guarantee");
  if (!eps)
    return eps.error();
  std::vector<ClaimBounds> all;
  for (const ir::Part &part : composition.parts) {
    const GivenValues inside = request.values.ofPart(part);
    Setting setting{part.mechanism, &inside, *eps, hasNeighboursOf(composition, part)};
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
      one.times = setting.times ? std::to_string(*setting.times) : "";
      all.push_back(std::move(one));
    }
  }
  if (all.empty())
    return noQuestion(request);
  return all;
}

} // namespace plumb::claims
