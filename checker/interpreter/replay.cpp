// SPDX-License-Identifier: Apache-2.0
#include "checker/interpreter/replay.h"

#include "checker/interpreter/alignment_scope.h"
#include "checker/interpreter/claims.h"
#include "checker/interpreter/noise.h"
#include "checker/interpreter/rows.h"

#include <algorithm>
#include <cassert>
#include <llvm/ADT/Twine.h>
#include <llvm/Support/ErrorHandling.h>

namespace plumb::interpreter {

std::string_view name(Condition condition) {
  switch (condition) {
  case Condition::SameSamples:
    return "sameSamples";
  case Condition::SameLaw:
    return "sameLaw";
  case Condition::Support:
    return "support";
  case Condition::Outputs:
    return "outputs";
  case Condition::Defined:
    return "defined";
  case Condition::AlignmentDefined:
    return "alignmentDefined";
  case Condition::Cost:
    return "cost";
  case Condition::Claim:
    return "claim";
  }
  llvm_unreachable("all conditions are handled");
}

namespace {

std::string noise(const ir::Sample &sample, const Exact &scale) {
  return std::string(ir::name(sample.law)) + "(" + toString(scale) + ")";
}

constexpr std::uint64_t stepsOfAnAlignment = 1 << 16;

/// The second run beside a finished first one.
class Lockstep {
public:
  Lockstep(const Instance &of, const Numbers &firstAnswers, const Numbers &secondAnswers, Replay &into,
           Tracing wanted, std::uint64_t stepLimit)
      : instance(of), answers(firstAnswers), replay(into), tracing(wanted), stepsAllowed(stepLimit),
        machine(of, secondAnswers, stepLimit) {}

  void run() {
    if (replay.first.failure) {
      undefined("run 1", *replay.first.failure);
      replay.rows = firstColumn(replay.first.steps);
      return;
    }
    while (!replay.disagreement && !ended)
      step();
    if (!replay.disagreement)
      compareEnds();
    if (!replay.disagreement)
      checkCost();
    replay.secondOutput = machine.output();
    replay.steps += stepsAllowed - machine.remainingSteps();
    if (tracing == Tracing::Steps)
      replay.rows = sideBySide(replay.first.steps, steps);
  }

private:
  void step() {
    switch (machine.step()) {
    case Machine::Event::Finished:
      ended = true;
      return;
    case Machine::Event::Failed:
      return undefined("run 2", *machine.failure());
    case Machine::Event::AwaitsDraw:
      align();
      break;
    case Machine::Event::Executed:
      if (machine.last().kind == Instruction::Kind::Output)
        comparePublication();
      break;
    }
    if (tracing == Tracing::Steps && !replay.disagreement)
      record(machine.effect());
  }

  void record(std::string effect) {
    steps.push_back({&machine.last(), machine.iteration(), std::move(effect)});
  }

  void disagree(Condition condition, SourceRange range, const llvm::Twine &description) {
    replay.disagreement = Disagreement{condition, range, {}};
    if (tracing == Tracing::Steps)
      replay.disagreement->description = description.str();
  }

  void undefined(const char *what, const Failure &failure, Condition condition = Condition::Defined) {
    // The statement that has no meaning is the last line of the trace.
    if (tracing == Tracing::Steps && machine.failure() && machine.last().statement)
      record("undefined");
    std::string how(description(failure.kind));
    replay.tooLong = failure.kind == Failure::Kind::StepLimit;
    disagree(condition, failure.range, llvm::Twine(what) + " " + how);
  }

  void align() {
    const Machine::Request &request = machine.request();
    std::size_t current = replay.second.size();
    SampleRecord record{request.sample, request.instruction, request.iteration, request.scale, {}, {}};
    if (!corresponds(record, current))
      return;
    assert(request.sample->aligned && "no alignment is left open where one is replayed");
    AlignmentScope scope(instance, answers, replay.first, current, machine);
    std::uint64_t stepsLeft = stepsOfAnAlignment;
    Evaluator evaluator(scope, &stepsLeft);
    record.value = evaluator.evaluate(*request.sample->aligned);
    replay.steps += stepsOfAnAlignment - stepsLeft;
    if (evaluator.failure())
      return undefined("the alignment", *evaluator.failure(), Condition::AlignmentDefined);
    const Exact &before = replay.first.samples[current].value;
    bool supported = inSupport(request.sample->law, request.sample->target.sort, record.value);
    std::optional<Exact> cost = costOfShift(request.sample->law, record.value - before);
    if (cost)
      replay.cost = replay.cost + *cost / record.scale;
    replay.second.push_back(record);
    if (supported && cost)
      return machine.draw(record.value);
    if (tracing == Tracing::Steps)
      this->record(record.sample->target.name + " = " + toString(record.value));
    disagree(Condition::Support, record.sample->aligned->range(),
             llvm::Twine("the alignment moves ") + sampleName(record) + " from " + toString(before) + " to " +
                 toString(record.value) +
                 (supported ? ", in the direction in which nothing bounds the privacy loss of "
                            : ", outside the support of ") +
                 noise(*record.sample, record.scale));
  }

  /// Is the sample that run 2 waits at the one that run 1 executed as number \p current?
  bool corresponds(const SampleRecord &record, std::size_t current) {
    SourceRange range = record.sample->range();
    std::string here = tracing == Tracing::Steps ? sampleName(record) : std::string();
    const std::vector<SampleRecord> &first = replay.first.samples;
    if (current == first.size()) {
      disagree(Condition::SameSamples, range, "run 2 draws " + llvm::Twine(here) + ", which run 1 does not");
    } else if (record.sample->law != first[current].sample->law || record.scale != first[current].scale ||
               record.sample->target.sort != first[current].sample->target.sort) {
      disagree(Condition::SameLaw, range,
               llvm::Twine(here) + " has the law " + noise(*first[current].sample, first[current].scale) +
                   " in run 1 and " + noise(*record.sample, record.scale) + " in run 2");
    } else if (record.sample != first[current].sample || record.iteration != first[current].iteration) {
      disagree(Condition::SameSamples, range,
               "run 1 draws " + llvm::Twine(sampleName(first[current])) + " where run 2 draws " + here);
    }
    if (replay.disagreement && tracing == Tracing::Steps)
      this->record("draws from " + noise(*record.sample, record.scale));
    return !replay.disagreement;
  }

  void comparePublication() {
    const Cell &cell = machine.lastCell();
    const Cell *wanted = replay.first.output.cell(*cell.transcript, cell.indices);
    if (wanted && *wanted == cell)
      return;
    if (tracing == Tracing::Steps)
      record(machine.effect());
    disagree(Condition::Outputs, machine.last().statement->range(),
             llvm::Twine(cellName(cell)) + " is " + (wanted ? print(*wanted) : "unreached") +
                 " in run 1 and " + print(cell) + " in run 2");
  }

  void compareEnds() {
    const Execution &first = replay.first;
    if (replay.second.size() < first.samples.size())
      return disagree(Condition::SameSamples, {},
                      "run 1 draws " + llvm::Twine(sampleName(first.samples[replay.second.size()])) +
                          ", which run 2 does not");
    Output output = machine.output();
    for (const Cell &cell : first.output.cells) {
      const Cell *other = output.cell(*cell.transcript, cell.indices);
      if (!other || *other != cell)
        return disagree(Condition::Outputs, {},
                        llvm::Twine(cellName(cell)) + " is " + print(cell) + " in run 1 and " +
                            (other ? print(*other) : "unreached") + " in run 2");
    }
    if (output.cells.size() > first.output.cells.size())
      return disagree(Condition::Outputs, {}, "run 2 has an iteration that run 1 does not have");
    if (output.result != first.output.result)
      disagree(Condition::Outputs, {},
               "run 1 returns " + llvm::Twine(print(first.output.result)) + " and run 2 returns " +
                   print(output.result));
  }

  void checkCost() {
    // Nothing is claimed.
    if (instance.mechanism().guarantee.hole.isOpen)
      return;
    std::optional<Failure> failure;
    auto epsilon = claimedEpsilon(instance, &failure);
    replay.epsilon = epsilon.value_or(Exact());
    replay.tooLong |= failure && failure->kind == Failure::Kind::StepLimit;
    if (!epsilon)
      return disagree(Condition::Defined, instance.mechanism().guarantee.range,
                      "the guarantee is undefined for these parameters");
    if (replay.cost > *epsilon)
      disagree(Condition::Cost, {},
               "the shifts cost " + llvm::Twine(toString(replay.cost)) + ", more than the claimed " +
                   toString(*epsilon));
  }

  const Instance &instance;
  const Numbers &answers;
  Replay &replay;
  Tracing tracing;
  std::uint64_t stepsAllowed;
  Machine machine;
  bool ended = false;
  std::vector<Step> steps;
};

} // namespace

Replay alignedReplay(const Instance &instance, const Numbers &answers, const Numbers &answersPrimed,
                     const Numbers &tape, Tracing tracing, std::uint64_t stepLimit) {
  Tape draws(tape);
  return alignedReplay(instance, answers, answersPrimed,
                       execute(instance, answers, draws, tracing, stepLimit), tracing, stepLimit);
}

Replay alignedReplay(const Instance &instance, const Numbers &answers, const Numbers &answersPrimed,
                     Execution first, Tracing tracing, std::uint64_t stepLimit) {
  Replay replay;
  replay.first = std::move(first);
  replay.second.reserve(replay.first.samples.size());
  Lockstep(instance, answers, answersPrimed, replay, tracing, stepLimit).run();
  return replay;
}

Replay loneRun(const Instance &instance, const Numbers &answers, const Numbers &tape, Tracing tracing,
               std::uint64_t stepLimit) {
  Tape draws(tape);
  Replay replay;
  replay.first = execute(instance, answers, draws, tracing, stepLimit);
  replay.rows = firstColumn(replay.first.steps);
  const auto undefined = [&](const Failure &failure, const std::string &what) {
    replay.tooLong = failure.kind == Failure::Kind::StepLimit;
    replay.disagreement =
        Disagreement{Condition::Defined, failure.range, what + std::string(description(failure.kind))};
    return std::move(replay);
  };
  if (replay.first.failure)
    return undefined(*replay.first.failure, "the run ");
  std::optional<Failure> failure;
  replay.epsilon = claimedEpsilon(instance, &failure).value_or(Exact());
  if (failure)
    return undefined(*failure, "what is guaranteed ");
  if (auto broken = brokenClaim(instance, answers, replay.first.output)) {
    replay.tooLong = broken->isTooLong;
    replay.disagreement =
        Disagreement{Condition::Claim, broken->claim->range, std::move(broken->description)};
  }
  return replay;
}

} // namespace plumb::interpreter
