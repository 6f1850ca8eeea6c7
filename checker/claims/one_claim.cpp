// SPDX-License-Identifier: Apache-2.0
#include "checker/claims/one_claim.h"

#include "checker/claims/coming_runs.h"
#include "checker/claims/movement.h"
#include "frontend/ir/law.h"
#include "plumb/runtime/otp/comparison.h"
#include "plumb/runtime/otp/smallest_delta.h"
#include "plumb/runtime/otp/smallest_epsilon.h"
#include "plumb/runtime/otp/upper_bounds.h"

#include <algorithm>
#include <llvm/Support/ErrorHandling.h>
#include <string>
#include <utility>

namespace plumb::claims {

namespace {

using runtime::Error;
using runtime::Expected;
using runtime::otp::Comparison;
using runtime::otp::Epsilon;
using runtime::otp::Interval;
using Number = runtime::Rational;

/// \pre \p op is one of the four.
Comparison comparisonOf(ir::BinaryOperator op) {
  using Op = ir::BinaryOperator;
  return op == Op::Less        ? Comparison::Less
         : op == Op::LessEqual ? Comparison::LessEqual
         : op == Op::Greater   ? Comparison::Greater
                               : Comparison::GreaterEqual;
}

/// Of a and b instead of b and a, or of -a and -b.
Comparison turned(Comparison comparison) {
  switch (comparison) {
  case Comparison::Less:
    return Comparison::Greater;
  case Comparison::LessEqual:
    return Comparison::GreaterEqual;
  case Comparison::Greater:
    return Comparison::Less;
  case Comparison::GreaterEqual:
    return Comparison::LessEqual;
  }
  llvm_unreachable("all comparisons are handled");
}

Number numberOf(const interpreter::Exact &value) {
  return *Number::parse(toString(value.rational()));
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
    return Error{"a gap of " + gap.text() + " is too large"};
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
    auto movement = setting.hasNeighbours
                        ? movementOf(*setting.program, question.asked->variable, *setting.values, makeEngine)
                        : Expected<Movement>(Movement());
    if (!movement)
      return movement.error();
    if (setting.hasNeighbours && movement->most.sign() <= 0)
      return Error{"`" + question.asked->variable.name + "` does not change between neighbours"};
    auto least = Epsilon::create(setting.eps.low), eps = Epsilon::create(setting.eps.high);
    if (!least || !eps)
      return eps ? least.error() : eps.error();
    Claim claim(setting, question, request, *movement, {*least, *eps});
    auto draw = decidingDraw(*setting.program, question);
    if (const auto side = draw ? sideOf(draw->sample->law) : std::nullopt) {
      const std::string &name = draw->sample->target.name;
      auto scale = claim.fixed(*draw->sample->scale, "the scale of `" + name + "`");
      if (!scale)
        return scale.error();
      auto narrow = runtime::NoiseScale::create(scale->low), wide = runtime::NoiseScale::create(scale->high);
      if (!narrow || !wide)
        return narrow ? wide.error() : narrow.error();
      auto shift = claim.fixed(draw->shift, "what is added to `" + name + "`");
      if (!shift)
        return shift.error();
      const auto values = draw->sample->target.sort == ir::Sort::Int ? runtime::otp::Values::Integers
                                                                     : runtime::otp::Values::Reals;
      const Comparison comparison = comparisonOf(draw->comparison);
      claim.deciding = {{{*side, values, *narrow}, {*side, values, *wide}},
                        {shift->low, shift->high},
                        numberOf(draw->weight),
                        draw->weight.sign() < 0 ? turned(comparison) : comparison,
                        draw->isOneOfSeveral};
      claim.repeats = draw->repeats;
    }
    return claim;
  }

  Expected<std::vector<ClaimRow>> rows() const {
    std::vector<ClaimRow> all;
    auto asked = allAsked();
    if (!asked)
      return asked.error();
    for (const Asked &one : *asked) {
      auto row = rowAt(one, all.empty() ? nullptr : &all.back());
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

  /// Of the distance from the nearest answer for which the claim is false.
  std::string gapText() const {
    const WeightedSum answer{0, {{question.asked, 1}}};
    const int sign = question.isUpward() ? 1 : -1;
    if (question.threshold) {
      const bool rounds = !isReal() && !isWhole(*question.threshold);
      const WeightedSum threshold = scaled(*question.threshold, -sign);
      WeightedSum gap = question.isUpward() ? plus(answer, threshold, 1) : plus(threshold, answer, -1);
      gap.constant = gap.constant + (isNextTo() ? 1 : 0);
      return textOf(gap) + (!rounds ? "" : isNextTo() ? ", rounded down" : ", rounded up");
    }
    const std::string f = ir::print(*question.asked);
    return (question.isUpward() ? f + " - threshold" : "threshold - " + f) +
           (isReal() || question.bound->isWhole ? "" : ", rounded up");
  }

private:
  /// What is between two ends, of which each is on its side.
  template <class Value> struct Pair { Value low, high; };

  Claim(Setting where, const ClaimedQuestion &asked, const Request &given, Movement moved,
        Pair<Epsilon> guaranteed)
      : setting(std::move(where)), question(asked), request(&given), movement(std::move(moved)),
        eps(std::move(guaranteed)) {}

  /// The threshold, where it is known, and how far the answer is from it.
  struct Asked {
    Number distance;
    std::optional<Number> threshold;
  };

  /// The distances of the request, or those of the answers at each place.
  Expected<std::vector<Asked>> allAsked() const {
    std::vector<Asked> all;
    if (!request->distances.empty()) {
      const auto threshold = question.threshold
                                 ? valueOf(*question.threshold, *setting.values, "the threshold")
                                 : Expected<Number>(Error{"the reader has it in mind"});
      for (const Number &distance : request->distances)
        all.push_back({distance, threshold ? std::optional(*threshold) : std::nullopt});
      return all;
    }
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
      auto threshold = valueOf(*question.threshold, there, "--answers: the gap");
      if (!threshold)
        return threshold.error();
      all.push_back({question.isUpward() ? *answer - *threshold : *threshold - *answer, *threshold});
    }
    return all;
  }

  bool isReal() const { return question.asked->sort() == ir::Sort::Real; }
  /// Is the threshold itself no number for which the claim is false, but the next one?
  bool isNextTo() const { return !isReal() && !question.isStrict(); }

  /// What scalar parameters come to.
  Expected<Ends> fixed(const ir::Expression &term, const std::string &subject) const {
    auto value = setting.values->value(term, subject);
    // A parameter may stand in a column, where each line says the same.
    if (const auto run = setting.values->scalarsAt(*setting.program, 0, true); !value && run)
      value = run->value(term, subject);
    return value              ? Expected<Ends>(Ends{*value, *value})
           : setting.enclosed ? setting.enclosed(term, subject)
                              : value.error();
  }
  Expected<Ends> fixed(const WeightedSum &sum, const std::string &subject) const {
    const Number constant = numberOf(sum.constant);
    Ends ends{constant, constant};
    for (const WeightedSum::Part &part : sum.parts) {
      auto value = fixed(*part.term, subject);
      if (!value)
        return value;
      const Number weight = numberOf(part.weight);
      const bool rises = weight.sign() > 0;
      ends.low += weight * (rises ? value->low : value->high);
      ends.high += weight * (rises ? value->high : value->low);
    }
    return ends;
  }

  /// The threshold at one place.
  static Expected<Number> valueOf(const WeightedSum &sum, const GivenValues &values,
                                  const std::string &subject) {
    Number all = numberOf(sum.constant);
    for (const WeightedSum::Part &part : sum.parts) {
      auto value = values.value(*part.term, subject);
      if (!value)
        return value;
      all += numberOf(part.weight) * *value;
    }
    return all;
  }

  Expected<ClaimRow> rowAt(const Asked &asked, const ClaimRow *before) const {
    const Number &distance = asked.distance;
    const Comparison comparison = comparisonOf(question.comparison);
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
    if (setting.hasNeighbours && movement.isAttained && maybeWrongAt(asked.threshold)) {
      if (auto failure = addSteps(row, isTrue, lineIsTrue))
        return *failure;
    }
    if (deciding) {
      row.given = deciding->probabilityAt(answer);
      if (repeats && (!before || before->allGiven))
        row.allGiven = before ? *before->allGiven * *row.given : *row.given;
      // Each run has to come to this place, which is known where it answers at all those before.
      if (const auto whole = question.transcript->loops.empty() ? row.given : row.allGiven;
          setting.times && whole && everyRunComes(*setting.program, *question.transcript, *setting.values))
        row.someGiven = Interval(1) - power(Interval(1) - *whole, *setting.times);
    }
    if (request->beta && row.steps)
      wish(row);
    return row;
  }

  /// Are data known for which the claim is wrong of a threshold there? Those without records have the answer
  /// 0; others have answers on sides of it that are known.
  bool maybeWrongAt(const std::optional<Number> &threshold) const {
    if (!threshold || (question.isUpward() ? movement.isBelowZero : movement.isAboveZero))
      return true;
    const int sign = question.isUpward() ? threshold->sign() : -threshold->sign();
    return question.isStrict() ? sign >= 0 : sign > 0;
  }

  /// What the wanted alpha and beta need at this many steps.
  void wish(ClaimRow &row) const {
    const auto enough =
        movement.returns ? runtime::otp::smallestEpsilonUnderDp(*row.steps, request->alpha, *request->beta)
                         : runtime::otp::smallestEpsilonUnderAdp(*row.steps, request->alpha, *request->beta);
    if (enough)
      row.enoughEps = *enough;
    // The larger eps is, the less delta is needed.
    const auto deltaFor = [&](const Epsilon &one) {
      return runtime::otp::smallestDelta(one, *row.steps, request->alpha, *request->beta);
    };
    const auto most = deltaFor(eps.low), least = deltaFor(eps.high);
    if (most && least)
      row.deltaOfDp = Interval::hull(*least, *most);
  }

  /// Of answers that are given some may lie on the other side, where the claim is never made. If no steps are
  /// known to lead from wrong data to these, nothing bounds the answer.
  std::optional<Error> addSteps(ClaimRow &row, bool isTrue, bool lineIsTrue) const {
    const bool isReached = question.isUpward() ? movement.rises : movement.falls;
    if (isTrue && !isReached && !movement.returns) {
      row.most = Interval(1);
      return std::nullopt;
    }
    auto steps = isTrue ? stepsFor(row.gap, movement.most, lineIsTrue) : Expected<std::uint64_t>(0);
    if (!steps)
      return steps.error();
    row.steps = *steps;
    // It rises with eps.
    row.most = between(eps, [&](const Epsilon &one) {
      return movement.returns || *steps == 0 ? runtime::otp::dpUpperBound(one, *steps, request->alpha)
                                             : runtime::otp::adpUpperBound(one, *steps, request->alpha);
    });
    return std::nullopt;
  }

  /// The values of a monotone \p function.
  template <class Value, class Function> static Interval between(const Pair<Value> &ends, Function function) {
    return Interval::hull(function(ends.low), function(ends.high));
  }

  /// The draw that decides, with numbers.
  struct Deciding {
    Pair<runtime::otp::NoiseLaw> law;
    Pair<Number> shift;
    Number weight;
    Comparison comparison;
    bool isOneOfSeveral;

    /// That of (\p distance + shift) / weight + noise against 0. It only rises, or only falls, with the
    /// scale, and so with the shift.
    Interval probabilityAt(const Number &distance) const {
      const Interval known = between(law, [&](const runtime::otp::NoiseLaw &of) {
        return between(shift, [&](const Number &by) {
          return runtime::otp::probabilityThat(comparison, (distance + by) / weight, Number(0), of);
        });
      });
      return isOneOfSeveral ? Interval::hull(known, Interval(1)) : known;
    }
  };

  Setting setting;
  ClaimedQuestion question;
  const Request *request;
  Movement movement;
  Pair<Epsilon> eps;
  std::optional<Deciding> deciding;
  bool repeats = false;
};

} // namespace

Expected<ClaimBounds> boundsOfClaim(const Setting &setting, const ClaimedQuestion &question,
                                    const Request &request, const proof::EngineMaker &makeEngine) {
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
                 std::to_string(asked) + ") than places of which `" + question.text + "` speaks (" +
                 toString(places->rational()) + " with " + setting.values->text(*setting.program) + ")"};
  auto known = Claim::create(setting, question, request, makeEngine);
  if (!known)
    return known.error();
  auto rows = known->rows();
  if (!rows)
    return rows.error();
  return ClaimBounds{{},
                     setting.program->name,
                     question.text,
                     {},
                     {},
                     known->movementText(),
                     known->gapText(),
                     setting.values->text(*setting.program),
                     request.beta.has_value(),
                     std::move(*rows)};
}

} // namespace plumb::claims
