// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/emit/replay_names.h"

#include <set>

namespace plumb::emit {

ReplayNames::ReplayNames(const ir::Neighbourhood &inputs) {
  std::set<std::string> taken;
  for (const auto &variable : inputs.variables) {
    // No word of C++ or of the harness ends like this.
    std::string word = variable->name + "_";
    for (unsigned number = 2; !taken.insert(word).second; ++number)
      word = variable->name + "_" + std::to_string(number);
    names.emplace(variable.get(), word);
  }
}

} // namespace plumb::emit
