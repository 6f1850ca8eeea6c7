// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/program.h"

#include "frontend/ir/open_part.h"

#include <algorithm>
#include <llvm/Support/Casting.h>

namespace plumb::ir {

std::size_t Neighbourhood::fileSizeCount() const {
  std::size_t count = 0;
  while (count < variables.size() && variables[count]->fileSize)
    ++count;
  return count;
}

bool Mechanism::isDiscrete() const {
  for (const std::unique_ptr<Variable> &variable : variables) {
    bool isData = variable->role == Variable::Role::Sample || variable->role == Variable::Role::Query;
    if (isData && variable->sort == Sort::Real)
      return false;
  }
  return true;
}

static bool anySample(const Block &block, bool (*test)(const Sample &)) {
  return std::any_of(block.begin(), block.end(), [&](const std::unique_ptr<Statement> &statement) {
    if (const auto *sample = llvm::dyn_cast<Sample>(statement.get()))
      return test(*sample);
    if (const auto *branch = llvm::dyn_cast<If>(statement.get()))
      return anySample(branch->thenBlock, test) || anySample(branch->elseBlock, test);
    const auto *loop = llvm::dyn_cast<For>(statement.get());
    return loop && anySample(loop->body, test);
  });
}

bool Mechanism::isStated() const {
  return !guarantee.hole.isOpen &&
         std::none_of(requirements.begin(), requirements.end(),
                      [](const ExpressionPtr &requirement) { return openPart(*requirement) != nullptr; }) &&
         !anySample(body, [](const Sample &sample) { return sample.openScale.isOpen; }) &&
         std::none_of(adjacency.begin(), adjacency.end(), [](const Difference &difference) {
           return difference.openDirection.isOpen || difference.openBound.isOpen;
         });
}

bool Mechanism::hasHoles() const {
  return !isStated() || anySample(body, [](const Sample &sample) { return !sample.aligned; });
}

} // namespace plumb::ir
