// SPDX-License-Identifier: Apache-2.0
#include "checker/refutation/trial.h"

#include "checker/interpreter/neighbours.h"
#include "checker/interpreter/noise.h"
#include "checker/refutation/candidates.h"
#include "checker/refutation/shrink_records.h"

#include <algorithm>

namespace plumb::refutation {

using interpreter::Exact;
using interpreter::Numbers;

std::optional<Trial> withRecords(const Trial &trial, interpreter::RecordPair records) {
  auto answers = interpreter::answersOf(trial.instance, records);
  if (!answers)
    return std::nullopt;
  return Trial{trial.instance, std::move(answers->first), std::move(answers->second),
               trial.tape,     std::move(records),        trial.runs};
}

interpreter::Replay replayOf(const Trial &trial, interpreter::Tracing tracing, std::uint64_t stepLimit) {
  return trial.runs == Runs::Lone
             ? interpreter::loneRun(trial.instance, trial.first, trial.tape, tracing, stepLimit)
             : interpreter::alignedReplay(trial.instance, trial.first, trial.second, trial.tape, tracing,
                                          stepLimit);
}

namespace {

bool areRealNeighbours(const Trial &trial) {
  if (!trial.records || !interpreter::areNeighbours(trial.instance, *trial.records))
    return false;
  auto answers = interpreter::answersOf(trial.instance, *trial.records);
  return answers && answers->first == trial.first && answers->second == trial.second;
}

} // namespace

bool isAdmissible(const Trial &trial) {
  if (trial.instance.recordShape())
    return interpreter::requirementsHold(trial.instance) && areRealNeighbours(trial);
  // A claim is about all answers there are; an alignment that fails, fails at counts as well.
  auto isNegative = [&](const Exact &answer) { return trial.runs != Runs::Lone && answer.sign() < 0; };
  return std::none_of(trial.first.begin(), trial.first.end(), isNegative) &&
         std::none_of(trial.second.begin(), trial.second.end(), isNegative) &&
         interpreter::requirementsHold(trial.instance) &&
         interpreter::areNeighbours(trial.instance, trial.first, trial.second);
}

Judgement judge(const Trial &trial, std::uint64_t stepLimit) {
  interpreter::Replay replay = replayOf(trial, interpreter::Tracing::Off, stepLimit);
  const bool leavesSupport =
      replay.first.failure && replay.first.failure->kind == interpreter::Failure::Kind::DrawOutsideSupport;
  Judgement judgement{{}, replay.tooLong || leavesSupport, replay.steps, {}, std::move(replay.first.output)};
  if (replay.disagreement && !judgement.saysNothing)
    judgement.failure = replay.disagreement->condition;
  for (interpreter::SampleRecord &sample : replay.second)
    judgement.aligned.push_back(std::move(sample.value));
  return judgement;
}

std::optional<interpreter::Condition> failureOf(const Trial &trial, std::uint64_t stepLimit) {
  return judge(trial, stepLimit).failure;
}

namespace {

/// The flat places of the parameters that may change without changing a size.
std::vector<std::size_t> freeParameters(const interpreter::Instance &instance) {
  std::vector<const ir::Variable *> sizes = sizeParameters(instance.mechanism());
  std::vector<std::size_t> places;
  for (const auto &variable : instance.neighbourhood().variables) {
    // A real scalar is an epsilon or a scale; 1 is more telling than something near 0.
    bool keeps = variable->role != ir::Variable::Role::Parameter ||
                 (!variable->isArray() && variable->sort == ir::Sort::Real) ||
                 std::find(sizes.begin(), sizes.end(), variable.get()) != sizes.end();
    const interpreter::Place *place = keeps ? nullptr : &instance.place(*variable);
    for (std::size_t i = 0; place && i < place->size; ++i)
      places.push_back(place->offset + i);
  }
  return places;
}

Exact towardsZero(const Exact &value) {
  return value - (value.sign() < 0 ? -1 : 1);
}

class Minimization {
public:
  Minimization(Trial &smallest, interpreter::Condition wanted, std::uint64_t limit)
      : trial(smallest), condition(wanted), stepLimit(limit), parameters(freeParameters(trial.instance)) {}

  void run() {
    constexpr int rounds = 8;
    changed = true;
    for (int round = 0; round < rounds && changed; ++round) {
      changed = false;
      for (std::size_t i = 0; i < trial.tape.size(); ++i)
        shrinkDraw(i);
      if (trial.records)
        shrinkRecords();
      for (std::size_t i = 0; !trial.records && i < trial.first.size(); ++i)
        shrinkAnswers(i);
      for (std::size_t at : parameters)
        shrinkParameter(at);
    }
  }

private:
  bool accept(Trial &&smaller) {
    if (!isAdmissible(smaller) || failureOf(smaller, stepLimit) != condition)
      return false;
    trial = std::move(smaller);
    changed = true;
    return true;
  }

  bool tryDraw(std::size_t i, const Exact &value) {
    Trial smaller = trial;
    smaller.tape[i] = value;
    return accept(std::move(smaller));
  }

  void shrinkDraw(std::size_t i) {
    if (!trial.tape[i].isZero() && !tryDraw(i, 0) && trial.tape[i].absolute() > 1)
      tryDraw(i, towardsZero(trial.tape[i]));
  }

  bool tryAnswers(std::size_t i, const Exact &first, const Exact &second) {
    Trial smaller = trial;
    smaller.first[i] = first;
    smaller.second[i] = second;
    return accept(std::move(smaller));
  }

  void shrinkAnswers(std::size_t i) {
    const Exact first = trial.first[i], second = trial.second[i], common = std::min(first, second);
    if (first.isZero() && second.isZero())
      return;
    if (tryAnswers(i, 0, 0) || (first != second && tryAnswers(i, first, first)))
      return;
    const Exact step = common - towardsZero(common);
    if (!common.isZero() && !tryAnswers(i, first - common, second - common))
      tryAnswers(i, first - step, second - step);
  }

  /// Ends: every step that is taken makes the records simpler.
  void shrinkRecords() {
    for (bool isSimpler = true; isSimpler;) {
      isSimpler = false;
      for (interpreter::RecordPair &simpler : simplerPairs(trial.instance, *trial.records)) {
        auto smaller = withRecords(trial, std::move(simpler));
        isSimpler = smaller && accept(std::move(*smaller));
        if (isSimpler)
          break;
      }
    }
  }

  void shrinkParameter(std::size_t at) {
    const Exact value = trial.instance.parameters()[at];
    if (value.isZero())
      return;
    for (const Exact &closer : {Exact(0), towardsZero(value)}) {
      Numbers values = trial.instance.parameters();
      values[at] = closer;
      Trial smaller = trial;
      smaller.instance = trial.instance.with(std::move(values));
      if (closer.absolute() < value.absolute() && accept(std::move(smaller)))
        return;
    }
  }

  Trial &trial;
  interpreter::Condition condition;
  std::uint64_t stepLimit;
  std::vector<std::size_t> parameters;
  bool changed = true;
};

/// Replaces all marked numbers at once, in several ways, and looks whether the failure stays.
class Irrelevance {
public:
  Irrelevance(const Trial &failing, interpreter::Condition wanted, std::uint64_t limit)
      : trial(failing), condition(wanted), stepLimit(limit) {
    marked.parameters.resize(trial.instance.parameters().size());
    marked.answers.resize(trial.first.size());
    marked.tape.resize(trial.tape.size());
  }

  Irrelevant run() {
    for (std::size_t i = 0; i < marked.tape.size(); ++i)
      mark(marked.tape, i);
    // Where the datasets differ, the difference matters, or it would have been made zero.
    for (std::size_t i = 0; i < marked.answers.size(); ++i)
      if (!trial.records && trial.first[i] == trial.second[i])
        mark(marked.answers, i);
    if (trial.records)
      markFields();
    for (std::size_t at : freeParameters(trial.instance))
      mark(marked.parameters, at);
    return std::move(marked);
  }

private:
  void markFields() {
    const interpreter::RecordShape &shape = *trial.instance.recordShape();
    marked.fields.resize(shape.size());
    for (std::size_t at : commonElements(*trial.records))
      if (hasChoice(shape.fieldAt(at)))
        mark(marked.fields, at);
  }

  static bool hasChoice(const interpreter::FieldShape &field) {
    return field.field->orNone || !field.low || *field.low < field.greatest();
  }

  void mark(std::vector<bool> &marks, std::size_t i) {
    marks[i] = true;
    for (std::size_t pattern = 0; pattern < patterns; ++pattern)
      if (!staysWith(pattern)) {
        marks[i] = false;
        return;
      }
  }

  /// Values of both signs and sizes, another one at each place.
  static Exact replacement(std::size_t pattern, std::size_t place) {
    static constexpr std::int64_t values[] = {0, 1, -1, 7, -7, 2, 40, -3};
    return values[(pattern * 3 + place * (pattern + 1)) % std::size(values)];
  }

  /// The same for a number of a record. Over the patterns each field gets one below zero and one far
  /// above, and none if it can be that.
  static interpreter::FieldValue fieldReplacement(std::size_t pattern, std::size_t place,
                                                  const interpreter::FieldShape &field) {
    static constexpr std::int64_t values[] = {0, 1, -1, 7, -7, 2, -3, 40};
    if (pattern == 2 && field.field->orNone)
      return interpreter::FieldValue::none();
    return fieldValueNear(field, values[(pattern * 3 + place) % std::size(values)]);
  }

  /// On the other side of 0 where the law has nothing: a replacement must be a possible draw.
  Exact supported(std::size_t at, const Exact &value) const {
    const ir::Sample *sample = samples[at];
    bool isPossible = !sample || interpreter::inSupport(sample->law, sample->target.sort, value);
    return isPossible ? value : -value;
  }

  bool staysWith(std::size_t pattern) {
    if (samples.empty() && !trial.tape.empty())
      findSamples();
    Trial other = trial;
    for (std::size_t i = 0; i < marked.tape.size(); ++i)
      if (marked.tape[i])
        other.tape[i] = supported(i, replacement(pattern, i));
    for (std::size_t i = 0; i < marked.answers.size(); ++i)
      if (marked.answers[i]) {
        other.first[i] = replacement(pattern, i).absolute();
        other.second[i] = other.first[i];
      }
    Numbers values = trial.instance.parameters();
    for (std::size_t i = 0; i < values.size(); ++i)
      if (marked.parameters[i])
        values[i] = replacement(pattern, i);
    other.instance = trial.instance.with(std::move(values));
    if (other.records && !replaceFields(pattern, other))
      return false;
    return isAdmissible(other) && failureOf(other, stepLimit) == condition;
  }

  /// False if the answers of the new records are undefined.
  bool replaceFields(std::size_t pattern, Trial &other) const {
    interpreter::RecordPair records = *trial.records;
    const interpreter::RecordShape &shape = *trial.instance.recordShape();
    for (std::size_t at = 0; at < marked.fields.size(); ++at)
      if (marked.fields[at])
        setCommon(records, at, fieldReplacement(pattern, at, shape.fieldAt(at)));
    auto replaced = withRecords(other, std::move(records));
    if (replaced)
      other = std::move(*replaced);
    return replaced.has_value();
  }

  void findSamples() {
    interpreter::Tape draws(trial.tape);
    interpreter::Execution first =
        interpreter::execute(trial.instance, trial.first, draws, interpreter::Tracing::Off, stepLimit);
    samples.resize(trial.tape.size());
    for (std::size_t i = 0; i < samples.size() && i < first.samples.size(); ++i)
      samples[i] = first.samples[i].sample;
  }

  static constexpr std::size_t patterns = 5;
  const Trial &trial;
  interpreter::Condition condition;
  std::uint64_t stepLimit;
  Irrelevant marked;
  /// The statement that draws each number of the tape; null where the run ends before.
  std::vector<const ir::Sample *> samples;
};

} // namespace

void minimize(Trial &trial, interpreter::Condition condition, std::uint64_t stepLimit) {
  Minimization(trial, condition, stepLimit).run();
}

Irrelevant findIrrelevant(const Trial &trial, interpreter::Condition condition, std::uint64_t stepLimit) {
  return Irrelevance(trial, condition, stepLimit).run();
}

} // namespace plumb::refutation
