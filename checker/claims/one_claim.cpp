// SPDX-License-Identifier: Apache-2.0
#include "checker/claims/one_claim.h"

#include "checker/claims/claim_terms.h"
#include "checker/claims/coming_runs.h"

#include <algorithm>
#include <string>
#include <utility>

namespace plumb::claims {

namespace {

using runtime::Error;
using runtime::Expected;
namespace otp = runtime::otp;
using Number = runtime::Rational;

/// Everything about one claim that does not depend on the distance.
class Claim {
public:
  static Expected<Claim> create(const Setting &setting, const ClaimedQuestion &question,
                                const Request &request, const proof::EngineMaker &makeEngine) {
    Claim claim(setting, question, request);
    otp::Claim known;
    known.comparison = comparisonOf(question.comparison);
    known.values = valuesOf(question.asked->sort());
    known.eps = setting.eps;
    known.isInLoop = !question.transcript->loops.empty();
    if (setting.hasNeighbours) {
      auto movement = movementOf(*setting.program, question.asked->variable, *setting.values, makeEngine);
      if (!movement)
        return movement.error();
      if (movement->most.sign() <= 0)
        return Error{"`" + question.asked->variable.name + "` does not change between neighbours"};
      known.movement = *std::move(movement);
    }
    if (const auto draw = decidingDraw(*setting.program, question)) {
      auto noise = claim.noiseOf(*draw);
      if (!noise)
        return noise.error();
      known.noise = *std::move(noise);
      claim.isBehindBranch = draw->isBehindBranch;
    }
    // Each run has to come to the first place, and to its draw.
    if (setting.times && !claim.isBehindBranch &&
        everyRunComes(*setting.program, *question.transcript, *setting.values))
      known.times = setting.times;
    if (setting.eps.low.sign() <= 0)
      return Error{"the guarantee is " + setting.eps.low.text() + " there; bounds are for positive ones"};
    claim.movement = known.movement;
    auto answer = otp::ClaimedAnswer::create(std::move(known));
    if (!answer)
      return answer.error();
    claim.answer = *std::move(answer);
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

  bool isOfRunsAtDraw() const { return isBehindBranch; }
  /// Do several distances have one gap?
  bool isRounded() const {
    return isGapRounded(question) ||
           (question.asked->sort() != ir::Sort::Real &&
            !std::all_of(request->distances.begin(), request->distances.end(), isWhole));
  }
  std::string movesText() const { return moves() + (isBehindBranch ? "; " + std::string(ofRunsAtDraw) : ""); }

private:
  std::string moves() const {
    return movement ? movementText(question, *movement, movement->most.text())
                    : "how far neighbours of the whole move `" + question.asked->variable.name +
                          "` is not derived";
  }

  Claim(Setting where, const ClaimedQuestion &asked, const Request &given)
      : setting(std::move(where)), question(asked), request(&given) {}

  /// Nothing for a law of which the runtime knows no tail.
  Expected<std::optional<otp::DecidingNoise>> noiseOf(const DecidingDraw &draw) const {
    const auto side = sideOf(draw.sample->law);
    if (!side)
      return std::optional<otp::DecidingNoise>();
    const std::string &name = draw.sample->target.name;
    auto scale = fixed(*draw.sample->scale, "the scale of `" + name + "`");
    if (!scale)
      return scale.error();
    auto shift = fixed(draw.shift, "what is added to `" + name + "`");
    if (!shift)
      return shift.error();
    return std::optional(otp::DecidingNoise{
        *side, valuesOf(draw.sample->target.sort), *std::move(scale), *std::move(shift),
        numberOf(draw.weight), comparisonOf(draw.comparison), draw.isOneOfSeveral, draw.repeats});
  }

  /// The threshold, where it is known, and how far the answer is from it.
  struct Asked {
    Number distance;
    std::optional<Number> threshold;
  };

  static bool isWhole(const Number &number) { return mpz_cmp_ui(number.denominator(), 1) == 0; }

  Number answerAt(const Number &distance, const Number &threshold) const {
    return question.isUpward() ? threshold + distance : threshold - distance;
  }

  bool isOfSomeAnswer(const Number &distance, const Number &threshold) const {
    return question.asked->sort() == ir::Sort::Real || isWhole(answerAt(distance, threshold));
  }

  /// What is wrong if no data have an answer at \p distance from \p threshold, which is null if it is not
  /// known.
  std::optional<Error> impossible(const Number &distance, const Number *threshold) const {
    const ir::Variable &query = question.asked->variable;
    if (!threshold) {
      const bool areWhole =
          query.sort != ir::Sort::Real && question.threshold && claims::isWhole(*question.threshold);
      if (!areWhole || isWhole(distance))
        return std::nullopt;
      return Error{"--gap: `" + query.name + "` and its threshold are whole numbers, which are never " +
                   distance.text() + " apart; give a whole number"};
    }
    const auto misfit = setting.values->misfit(query, {exactOf(answerAt(distance, *threshold))});
    if (!misfit)
      return std::nullopt;
    return Error{"--gap: " + distance.text() + " from the threshold, " + threshold->text() + ", " + *misfit};
  }

  /// The distances of the request, or those of the answers at each place.
  Expected<std::vector<Asked>> allAsked() const {
    std::vector<Asked> all;
    if (!request->distances.empty()) {
      const auto threshold = question.threshold
                                 ? valueOf(*question.threshold, *setting.values, "the threshold")
                                 : Expected<Number>(Error{"the reader has it in mind"});
      for (const Number &distance : request->distances) {
        if (threshold && !isOfSomeAnswer(distance, *threshold))
          return Error{"--gap: no whole number is " + distance.text() + " from the threshold, " +
                       threshold->text()};
        if (auto problem = impossible(distance, threshold ? &*threshold : nullptr))
          return *problem;
        all.push_back({distance, threshold ? std::optional(*threshold) : std::nullopt});
      }
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

  /// What scalar parameters come to.
  Expected<Ends> fixed(const ir::Expression &term, const std::string &subject) const {
    auto value = setting.values->value(term, subject);
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
    if (!answer->isTrueAt(asked.distance) && !request->distances.empty())
      return Error{"--gap: at a distance of " + asked.distance.text() +
                   " the claimed answer would be wrong; give " +
                   (question.isUpward() ? "answer - threshold" : "threshold - answer") + ", " +
                   (question.isStrict() ? "more than 0" : "at least 0")};
    return answer->behind(before, asked.distance, asked.threshold, request->wish);
  }

  Setting setting;
  ClaimedQuestion question;
  const Request *request;
  std::optional<Movement> movement;
  bool isBehindBranch = false;
  std::optional<otp::ClaimedAnswer> answer;
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
                     setting.program->name,
                     known->movesText(),
                     gapText(question, known->isRounded()),
                     setting.values->text(*setting.program),
                     {},
                     request.wish.beta.has_value(),
                     known->isRounded(),
                     known->isOfRunsAtDraw(),
                     std::move(*rows)};
}

} // namespace plumb::claims
