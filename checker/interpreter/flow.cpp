// SPDX-License-Identifier: Apache-2.0
#include "checker/interpreter/flow.h"

#include <llvm/Support/Casting.h>

namespace plumb::interpreter {

namespace {

class Flattening {
public:
  explicit Flattening(const ir::Mechanism &flattened) : mechanism(flattened) {}

  void add(const ir::Block &block) {
    for (const auto &statement : block)
      add(*statement);
  }

  Flow flow;

private:
  std::size_t emit(Instruction::Kind kind, const ir::Statement *statement) {
    flow.instructions.push_back({kind, statement, 0, 0, enclosing, {}});
    return flow.instructions.size() - 1;
  }

  void land(std::size_t jump) { flow.instructions[jump].target = flow.instructions.size(); }

  void add(const ir::Statement &statement) {
    switch (statement.kind()) {
    case ir::Statement::Kind::Sample:
      emit(Instruction::Kind::Sample, &statement);
      return;
    case ir::Statement::Kind::Assign:
      emit(Instruction::Kind::Assign, &statement);
      return;
    case ir::Statement::Kind::Output:
      emit(Instruction::Kind::Output, &statement);
      return;
    case ir::Statement::Kind::Return:
      emit(Instruction::Kind::Return, &statement);
      return;
    case ir::Statement::Kind::If:
      return addIf(llvm::cast<ir::If>(statement));
    case ir::Statement::Kind::For:
      return addFor(llvm::cast<ir::For>(statement));
    }
  }

  void addIf(const ir::If &branch) {
    std::size_t test = emit(Instruction::Kind::Branch, &branch);
    add(branch.thenBlock);
    if (branch.elseBlock.empty())
      return land(test);
    std::size_t skip = emit(Instruction::Kind::Jump, nullptr);
    land(test);
    add(branch.elseBlock);
    land(skip);
  }

  void addFor(const ir::For &loop) {
    std::size_t number = flow.loops++;
    std::size_t entry = emit(Instruction::Kind::LoopEntry, &loop);
    enclosing.push_back(&loop);
    std::size_t test = emit(Instruction::Kind::LoopTest, &loop);
    for (const auto &transcript : mechanism.transcripts)
      if (!transcript->loops.empty() && transcript->loops.back() == &loop)
        flow.instructions[test].opened.push_back(transcript.get());
    add(loop.body);
    std::size_t next = emit(Instruction::Kind::LoopNext, &loop);
    enclosing.pop_back();
    flow.instructions[next].target = test;
    land(test);
    for (std::size_t instruction : {entry, test, next})
      flow.instructions[instruction].loop = number;
  }

  const ir::Mechanism &mechanism;
  std::vector<const ir::For *> enclosing;
};

} // namespace

Flow flatten(const ir::Mechanism &mechanism) {
  Flattening flattening(mechanism);
  flattening.add(mechanism.body);
  return std::move(flattening.flow);
}

} // namespace plumb::interpreter
