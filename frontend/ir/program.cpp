// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/program.h"

namespace plumb::ir {

std::size_t Mechanism::fileSizeCount() const {
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

} // namespace plumb::ir
