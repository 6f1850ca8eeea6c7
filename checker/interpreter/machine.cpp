// SPDX-License-Identifier: Apache-2.0
#include "checker/interpreter/machine.h"

#include "checker/interpreter/noise.h"

#include <cassert>
#include <llvm/Support/Casting.h>
#include <llvm/Support/ErrorHandling.h>

namespace plumb::interpreter {

using llvm::cast;

Machine::Machine(const Instance &of, const Numbers &onDataset, std::uint64_t stepLimit)
    : instance(&of), answers(&onDataset), stepsLeft(stepLimit), variables(of.stateSize()),
      ends(of.flow().loops) {
  assert(answers->size() == of.answerCount() && "the answers belong to this instance");
  for (const auto &transcript : of.mechanism().transcripts)
    if (transcript->loops.empty())
      published.push_back({transcript.get(), {}, nullptr, {}});
}

Machine::Event Machine::advance() {
  Event event = step();
  while (event == Event::Executed)
    event = step();
  return event;
}

Machine::Event Machine::step() {
  const std::vector<Instruction> &instructions = instance->flow().instructions;
  assert(!awaiting && "the waiting sample needs its draw first");
  while (!failed && next < instructions.size()) {
    const Instruction &instruction = instructions[next];
    lastInstruction = next++;
    if (stepsLeft-- == 0) {
      stepsLeft = 0;
      failed = Failure{Failure::Kind::StepLimit,
                       instruction.statement ? instruction.statement->range() : SourceRange{}};
      break;
    }
    execute(instruction);
    if (failed)
      break;
    if (awaiting)
      return Event::AwaitsDraw;
    bool visible = instruction.kind != Instruction::Kind::Jump &&
                   instruction.kind != Instruction::Kind::LoopEntry &&
                   instruction.kind != Instruction::Kind::LoopNext;
    if (visible)
      return Event::Executed;
  }
  return failed ? Event::Failed : Event::Finished;
}

void Machine::execute(const Instruction &instruction) {
  switch (instruction.kind) {
  case Instruction::Kind::Sample:
    return sample(instruction);
  case Instruction::Kind::Assign:
    return assign(cast<ir::Assign>(*instruction.statement));
  case Instruction::Kind::Output:
    return publish(cast<ir::Output>(*instruction.statement));
  case Instruction::Kind::Return: {
    Evaluator evaluator(*this, &stepsLeft);
    returned = evaluator.resultOf(cast<ir::Return>(*instruction.statement).value.get());
    settle(evaluator);
    next = instance->flow().instructions.size();
    return;
  }
  case Instruction::Kind::Branch: {
    Evaluator evaluator(*this, &stepsLeft);
    held = evaluator.holds(*cast<ir::If>(*instruction.statement).condition);
    if (!held)
      next = instruction.target;
    settle(evaluator);
    return;
  }
  case Instruction::Kind::Jump:
    next = instruction.target;
    return;
  case Instruction::Kind::LoopEntry:
    return enterLoop(instruction);
  case Instruction::Kind::LoopTest:
    return testLoop(instruction);
  case Instruction::Kind::LoopNext: {
    Exact &index = scalar(cast<ir::For>(*instruction.statement).index);
    index = index + 1;
    next = instruction.target;
    return;
  }
  }
  llvm_unreachable("all instructions are handled");
}

bool Machine::settle(const Evaluator &evaluator) {
  if (evaluator.failure())
    failed = evaluator.failure();
  return !failed;
}

void Machine::sample(const Instruction &instruction) {
  const auto &statement = cast<ir::Sample>(*instruction.statement);
  Evaluator evaluator(*this, &stepsLeft);
  Exact scale = evaluator.evaluate(*statement.scale);
  if (!settle(evaluator))
    return;
  if (scale.sign() <= 0) {
    failed = Failure{Failure::Kind::NonPositiveScale, statement.scale->range()};
    return;
  }
  pending = {&statement, &instruction, iterationOf(instruction), std::move(scale)};
  awaiting = true;
}

void Machine::draw(const Exact &value) {
  assert(awaiting && "no sample is waiting");
  awaiting = false;
  const ir::Sample &statement = *pending.sample;
  if (!inSupport(statement.law, statement.target.sort, value)) {
    failed = Failure{Failure::Kind::DrawOutsideSupport, statement.range()};
    return;
  }
  Evaluator evaluator(*this, &stepsLeft);
  Indices indices = evaluator.subscripts(statement.indices);
  if (settle(evaluator))
    store(statement.target, indices, value, statement.range());
}

void Machine::assign(const ir::Assign &assignment) {
  Evaluator evaluator(*this, &stepsLeft);
  Indices indices = evaluator.subscripts(assignment.indices);
  Exact value = evaluator.evaluate(*assignment.value);
  if (settle(evaluator))
    store(assignment.target, indices, std::move(value), assignment.range());
}

void Machine::store(const ir::Variable &target, const Indices &indices, Exact value, SourceRange range) {
  const Place &place = instance->place(target);
  assert(place.home == Place::Home::State && "parameters and queries are not assigned");
  if (auto at = place.find(indices))
    variables[*at] = std::move(value);
  else
    failed = Failure{Failure::Kind::IndexOutOfBounds, range};
}

void Machine::publish(const ir::Output &output) {
  Evaluator evaluator(*this, &stepsLeft);
  llvm::SmallVector<Exact, 1> values;
  for (const ir::ExpressionPtr &value : output.values)
    values.push_back(evaluator.evaluate(*value));
  if (!settle(evaluator))
    return;
  Indices indices;
  for (const ir::For *loop : output.transcript.loops)
    indices.push_back(scalar(loop->index).toInt64().value());
  // The iteration in progress began last of its transcript.
  std::size_t at = published.size();
  while (at > 0 && published[at - 1].transcript != &output.transcript)
    --at;
  assert(at > 0 && published[at - 1].indices == indices && "a loop opens the cell of its iteration");
  lastPublication = at - 1;
  Cell &cell = published[lastPublication];
  if (cell.tag) {
    failed = Failure{Failure::Kind::PublishedTwice, output.range()};
    return;
  }
  cell.tag = &output.tag;
  cell.values = std::move(values);
}

void Machine::enterLoop(const Instruction &instruction) {
  const auto &loop = cast<ir::For>(*instruction.statement);
  Evaluator evaluator(*this, &stepsLeft);
  Exact low = evaluator.evaluate(*loop.low);
  ends[instruction.loop] = evaluator.evaluate(*loop.high);
  if (!settle(evaluator))
    return;
  // Nobody lives to see the end of a loop that starts beyond 64 bits.
  if (!low.toInt64() || !(ends[instruction.loop] - low).toInt64())
    failed = Failure{Failure::Kind::StepLimit, loop.range()};
  else
    scalar(loop.index) = std::move(low);
}

void Machine::testLoop(const Instruction &instruction) {
  const auto &loop = cast<ir::For>(*instruction.statement);
  Evaluator evaluator(*this, &stepsLeft);
  held = scalar(loop.index) < ends[instruction.loop] && (!loop.guard || evaluator.holds(*loop.guard));
  if (!settle(evaluator))
    return;
  if (!held) {
    next = instruction.target;
    return;
  }
  for (const ir::Transcript *transcript : instruction.opened)
    published.push_back({transcript, iterationOf(instruction), nullptr, {}});
}

Indices Machine::iterationOf(const Instruction &instruction) const {
  Indices indices;
  for (const ir::For *loop : instruction.enclosing) {
    auto index = variables[instance->place(loop->index).offset].toInt64();
    indices.push_back(index.value());
  }
  return indices;
}

std::string Machine::effect() const {
  const Instruction &instruction = last();
  switch (instruction.kind) {
  case Instruction::Kind::Sample:
  case Instruction::Kind::Assign: {
    bool isSample = instruction.kind == Instruction::Kind::Sample;
    const ir::Variable &target = isSample ? cast<ir::Sample>(*instruction.statement).target
                                          : cast<ir::Assign>(*instruction.statement).target;
    Evaluator evaluator(*this);
    Indices indices = evaluator.subscripts(isSample ? cast<ir::Sample>(*instruction.statement).indices
                                                    : cast<ir::Assign>(*instruction.statement).indices);
    const Exact *value = element(target, false, indices);
    std::string text = target.name;
    for (std::int64_t index : indices)
      text += "[" + std::to_string(index) + "]";
    return text + " = " + (value ? interpreter::print(*value, target.sort) : "?");
  }
  case Instruction::Kind::Output:
    return interpreter::print(lastCell());
  case Instruction::Kind::Return:
    return interpreter::print(returned);
  case Instruction::Kind::Branch:
    return held ? "true" : "false";
  case Instruction::Kind::LoopTest: {
    const ir::Variable &index = cast<ir::For>(*instruction.statement).index;
    return held ? index.name + " = " + toString(variables[instance->place(index).offset]) : "ends";
  }
  case Instruction::Kind::Jump:
  case Instruction::Kind::LoopEntry:
  case Instruction::Kind::LoopNext:
    break;
  }
  return {};
}

Output Machine::output() const {
  Output output{published, returned};
  sortCells(output.cells, instance->mechanism());
  return output;
}

const Exact *Machine::element(const ir::Variable &variable, bool primed,
                              llvm::ArrayRef<std::int64_t> indices) const {
  assert(!primed && "program code speaks of one run");
  (void)primed;
  const Place &place = instance->place(variable);
  auto at = place.find(indices);
  if (!at)
    return nullptr;
  switch (place.home) {
  case Place::Home::Parameters:
    return &instance->parameters()[*at];
  case Place::Home::Answers:
    return &(*answers)[*at];
  case Place::Home::State:
    return &variables[*at];
  case Place::Home::Record:
    break;
  }
  llvm_unreachable("a variable is no field of a record");
}

const Cell *Machine::cell(const ir::Transcript &transcript, llvm::ArrayRef<std::int64_t> indices) const {
  for (auto cell = published.rbegin(); cell != published.rend(); ++cell)
    if (cell->transcript == &transcript && llvm::ArrayRef<std::int64_t>(cell->indices) == indices)
      return &*cell;
  return nullptr;
}

} // namespace plumb::interpreter
