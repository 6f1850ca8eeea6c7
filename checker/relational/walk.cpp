// SPDX-License-Identifier: Apache-2.0
#include "checker/relational/walk.h"

namespace plumb::relational {

using llvm::dyn_cast;

std::vector<const ir::Expression *> expressionsOf(const ir::Statement &statement) {
  std::vector<const ir::Expression *> all;
  if (const auto *sample = dyn_cast<ir::Sample>(&statement))
    all = {sample->scale.get(), sample->aligned.get()};
  else if (const auto *assign = dyn_cast<ir::Assign>(&statement))
    all = {assign->value.get()};
  else if (const auto *branch = dyn_cast<ir::If>(&statement))
    all = {branch->condition.get()};
  else if (const auto *loop = dyn_cast<ir::For>(&statement))
    all = {loop->guard.get()};
  else if (const auto *output = dyn_cast<ir::Output>(&statement))
    for (const auto &value : output->values)
      all.push_back(value.get());
  else if (const auto *exit = dyn_cast<ir::Return>(&statement))
    all = {exit->value.get()};
  std::erase(all, nullptr);
  return all;
}

} // namespace plumb::relational
