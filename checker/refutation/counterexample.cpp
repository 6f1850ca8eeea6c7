// SPDX-License-Identifier: Apache-2.0
#include "checker/refutation/counterexample.h"

#include "checker/refutation/named.h"
#include "checker/refutation/small_inputs.h"
#include "checker/refutation/trial.h"
#include "checker/refutation/tried.h"

#include <algorithm>
#include <array>
#include <llvm/Support/Casting.h>
#include <map>
#include <set>
#include <tuple>

namespace plumb::refutation {

using interpreter::Exact;
using interpreter::Numbers;

namespace {

class Search {
public:
  Search(const ir::Mechanism &of, const CounterexampleLimits &within, Runs which = Runs::Aligned,
         bool areBelowZero = false)
      : mechanism(of), instances(of), limits(within), runs(which), isMirrored(areBelowZero),
        budget(within.replays) {}

  /// Lightest first: parameters, answers and noise weigh \p weight together.
  std::optional<Trial> run() {
    for (unsigned weight = 0; weight <= limits.weight && !budget.isSpent(); ++weight)
      for (unsigned parameters = 0; parameters <= weight; ++parameters)
        for (SmallInstance &small : instances.ofWeight(parameters, budget))
          if (searchInstance(small, weight - parameters))
            return found;
    return std::nullopt;
  }

  /// Beside failures of single pairs, looks for two draws that are moved to one (Tried::movedToOne). It keeps
  /// all pairs, so that only a proof is worth it.
  void examine() { isExamined = true; }

  interpreter::Condition condition() const { return *failure; }

  /// What was replayed without a failure.
  Tried tried() const {
    Tried all{pairs, withoutValue, {}, {}, {}, movedToOne};
    if (example) {
      all.parameters = namedParameters(example->instance);
      all.answers = namedAnswers(example->instance, example->first, example->second);
    }
    for (const interpreter::Instruction &instruction : interpreter::flatten(mechanism).instructions) {
      using Kind = interpreter::Instruction::Kind;
      bool matters =
          instruction.kind == Kind::Sample || instruction.kind == Kind::Output ||
          (instruction.kind == Kind::Return && llvm::cast<ir::Return>(*instruction.statement).value);
      if (matters && !reached.count(instruction.statement))
        all.unreached.push_back(instruction.statement);
    }
    return all;
  }

private:
  static Numbers opposite(Numbers numbers) {
    for (Exact &number : numbers)
      number = -number;
    return numbers;
  }

  bool searchInstance(SmallInstance &small, unsigned weight) {
    for (unsigned answers = 0; answers <= weight && !budget.isSpent(); ++answers) {
      bool hit = small.forEachNeighbours(answers, budget, [&](const Neighbours &neighbours) {
        Trial trial{small.instance(), neighbours.first, neighbours.second, {}, neighbours.records, runs};
        // Then -f' and -f differ as f and f' do.
        if (isMirrored) {
          trial.first = opposite(neighbours.second);
          trial.second = opposite(neighbours.first);
        }
        // The same run beside another neighbour is the same run.
        const bool isKnown =
            runs == Runs::Lone &&
            !lone.insert({trial.instance.parameters(), trial.first, weight - answers}).second;
        if (isKnown)
          return !budget.spend();
        return searchNoise(interpreter::Machine(trial.instance, trial.first, limits.steps), trial,
                           weight - answers) ||
               budget.isSpent();
      });
      if (hit)
        return found.has_value();
    }
    return false;
  }

  /// Goes on with the first run in all ways whose draws weigh \p left together.
  bool searchNoise(interpreter::Machine machine, Trial &trial, unsigned left) {
    std::uint64_t before = machine.remainingSteps();
    interpreter::Machine::Event event = advance(machine);
    if (!budget.spend(workOf(before - machine.remainingSteps()) - 1))
      return true;
    if (event != interpreter::Machine::Event::AwaitsDraw)
      return left == 0 ? replay(trial, limits.steps - machine.remainingSteps()) : !budget.spend();
    const ir::Sample &sample = *machine.request().sample;
    for (const Weighted &candidate : noise(sample.law, sample.target.sort)) {
      if (candidate.weight > left)
        break;
      interpreter::Machine fork = machine;
      budget.spend(workOfCopies(fork.state().size()));
      fork.draw(candidate.value);
      trial.tape.push_back(candidate.value);
      bool hit = searchNoise(std::move(fork), trial, left - candidate.weight);
      if (hit)
        return true;
      trial.tape.pop_back();
    }
    return budget.isSpent();
  }

  interpreter::Machine::Event advance(interpreter::Machine &machine) {
    using Event = interpreter::Machine::Event;
    Event event = machine.step();
    for (; event == Event::Executed; event = machine.step())
      reached.insert(machine.last().statement);
    if (event == Event::AwaitsDraw)
      reached.insert(machine.request().sample);
    return event;
  }

  /// Of a run of so many statements. It keeps the state before each draw.
  bool replay(const Trial &trial, std::uint64_t statements) {
    if (!budget.spend(1 + workOfCopies(trial.tape.size() * trial.instance.stateSize() + statements)))
      return true;
    Judgement judged = judge(trial, limits.steps);
    // The second run is as long as the first; ranges that its alignments go through may be longer.
    budget.spend(workOf(judged.steps - std::min(judged.steps, statements)) - 1);
    failure = judged.failure;
    if (failure == interpreter::Condition::AlignmentDefined && !limits.alignmentsHaveValues) {
      failure.reset();
      withoutValue = judged.saysNothing = true;
    }
    if (failure)
      found = trial;
    else if (!judged.saysNothing)
      note(trial, std::move(judged));
    return failure.has_value();
  }

  void note(const Trial &trial, Judgement judged) {
    ++pairs;
    if (isExamined && !movedToOne)
      compare(trial, std::move(judged));
    if (!example || (example->first == example->second && trial.first != trial.second))
      example = trial;
  }

  /// With the other draws for the same neighbours that were moved to the same noise.
  void compare(const Trial &trial, Judgement judged) {
    std::vector<Moved> &alike =
        moved[{trial.instance.parameters(), trial.first, trial.second, std::move(judged.aligned)}];
    for (const Moved &other : alike)
      if (other.tape != trial.tape && other.output == judged.output)
        movedToOne = {other.tape, trial.tape};
    alike.push_back({trial.tape, std::move(judged.output)});
  }

  const Candidates &noise(ir::Law law, ir::Sort sort) {
    Candidates &list = noiseLists[{law, sort}];
    if (list.empty())
      list = noiseCandidates(law, sort);
    return list;
  }

  const ir::Mechanism &mechanism;
  SmallInstances instances;
  const CounterexampleLimits &limits;
  Runs runs;
  /// Answers are at most 0.
  bool isMirrored;
  Budget budget;
  std::map<std::pair<ir::Law, ir::Sort>, Candidates> noiseLists;
  std::optional<Trial> found;
  std::optional<interpreter::Condition> failure;
  std::uint64_t pairs = 0;
  bool withoutValue = false;
  /// See Tried::parameters.
  std::optional<Trial> example;
  std::set<const ir::Statement *> reached;
  /// Parameters, answers and weight of the noise.
  std::set<std::tuple<Numbers, Numbers, unsigned>> lone;
  struct Moved {
    Numbers tape;
    interpreter::Output output;
  };
  /// What was moved, by parameters, answers on D and on D', and what it was moved to.
  std::map<std::tuple<Numbers, Numbers, Numbers, Numbers>, std::vector<Moved>> moved;
  std::optional<std::array<Numbers, 2>> movedToOne;
  bool isExamined = false;
};

std::optional<interpreter::RecordValue> again(const interpreter::Instance &from,
                                              const interpreter::RecordValue &record,
                                              const interpreter::Instance &to) {
  return to.recordShape()->unnamed(from.recordShape()->named(record));
}

/// The records of \p trial, by name, for another instance.
std::optional<interpreter::RecordPair> again(const Trial &trial, const interpreter::Instance &to) {
  interpreter::RecordPair pair;
  if (trial.records->first && !(pair.first = again(trial.instance, *trial.records->first, to)))
    return std::nullopt;
  if (trial.records->second && !(pair.second = again(trial.instance, *trial.records->second, to)))
    return std::nullopt;
  for (const interpreter::OtherRecords &other : trial.records->others) {
    auto record = again(trial.instance, other.record, to);
    if (!record)
      return std::nullopt;
    pair.others.push_back({std::move(*record), other.copies});
  }
  return pair;
}

/// By name and from scratch, so that a slip of the search cannot confirm itself.
bool confirm(const Trial &trial, interpreter::Condition condition, std::uint64_t stepLimit) {
  const ir::Mechanism &mechanism = trial.instance.mechanism();
  interpreter::Inputs first = trial.instance.named(trial.first), second = trial.instance.named(trial.second);
  auto instance = interpreter::Instance::create(mechanism, first);
  auto twin = interpreter::Instance::create(mechanism, second);
  if (!instance || !twin || instance->parameters() != twin->parameters())
    return false;
  auto answers = instance->answers(first), answersPrimed = twin->answers(second);
  if (!answers || !answersPrimed)
    return false;
  Trial replica{*instance, *answers, *answersPrimed, trial.tape, std::nullopt, trial.runs};
  if (trial.records && !(replica.records = again(trial, *instance)))
    return false;
  return isAdmissible(replica) && failureOf(replica, stepLimit) == condition;
}

std::vector<NamedDraw> namedDraws(const interpreter::Replay &replay, const std::vector<bool> &any) {
  std::vector<NamedDraw> draws;
  for (std::size_t i = 0; i < replay.first.samples.size(); ++i) {
    const interpreter::SampleRecord &record = replay.first.samples[i];
    NamedDraw draw{interpreter::sampleName(record), record.value, std::nullopt, i < any.size() && any[i]};
    if (i < replay.second.size())
      draw.second = replay.second[i].value;
    draws.push_back(std::move(draw));
  }
  return draws;
}

Counterexample describe(const Trial &trial, interpreter::Condition condition, std::uint64_t stepLimit) {
  Irrelevant irrelevant = findIrrelevant(trial, condition, stepLimit);
  interpreter::Replay replay = replayOf(trial, interpreter::Tracing::Steps, stepLimit);
  Counterexample example;
  example.condition = condition;
  example.range = replay.disagreement->range;
  example.description = replay.disagreement->description;
  example.parameters = namedParameters(trial.instance);
  for (std::size_t i = 0; i < example.parameters.size(); ++i)
    example.parameters[i].any = irrelevant.parameters[i];
  example.answers = namedAnswers(trial.instance, trial.first, trial.second);
  for (std::size_t i = 0; i < example.answers.size(); ++i)
    example.answers[i].any = irrelevant.answers[i];
  if (trial.records)
    example.records = namedRecords(trial.instance, *trial.records);
  for (std::size_t i = 0; i < irrelevant.fields.size(); ++i)
    example.records->changed[i].any = irrelevant.fields[i];
  example.noise = namedDraws(replay, irrelevant.tape);
  example.steps = std::move(replay.rows);
  example.firstOutput = std::move(replay.first.output);
  example.secondOutput = std::move(replay.secondOutput);
  example.cost = replay.cost;
  example.epsilon = replay.epsilon;
  example.confirmed = confirm(trial, condition, stepLimit);
  return example;
}

} // namespace

std::optional<Trial> findFailure(const ir::Mechanism &mechanism, const CounterexampleLimits &limits) {
  return Search(mechanism, limits).run();
}

static std::optional<Counterexample> smallest(Search &search, const CounterexampleLimits &limits) {
  auto trial = search.run();
  if (!trial)
    return std::nullopt;
  minimize(*trial, search.condition(), limits.steps);
  return describe(*trial, search.condition(), limits.steps);
}

std::optional<Counterexample> findCounterexample(const ir::Mechanism &mechanism,
                                                 const CounterexampleLimits &limits, Tried *tried) {
  Search search(mechanism, limits);
  if (tried)
    search.examine();
  auto example = smallest(search, limits);
  if (tried)
    *tried = search.tried();
  return example;
}

std::optional<Counterexample> findBadRun(const ir::Mechanism &mechanism, const CounterexampleLimits &limits) {
  Search search(mechanism, limits, Runs::Lone);
  auto example = smallest(search, limits);
  // Answers of records are what their definitions say.
  if (example || mechanism.recordAdjacency)
    return example;
  Search below(mechanism, limits, Runs::Lone, true);
  return smallest(below, limits);
}

} // namespace plumb::refutation
