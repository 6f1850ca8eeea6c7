// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/emit/replay_names.h"

#include <algorithm>
#include <set>

namespace plumb::emit {

/// What is read of a cell is called as it is written: `seen is above`, `seen.above.1`.
static std::string asOneWord(std::string name) {
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c == ' ' || c == '.'; }, '_');
  return name;
}

ReplayNames::ReplayNames(const ir::Neighbourhood &inputs) {
  std::set<std::string> taken;
  for (const auto &variable : inputs.variables) {
    // No word of C++ or of the harness ends like this.
    const std::string name = asOneWord(variable->name);
    std::string word = name + "_";
    for (unsigned number = 2; !taken.insert(word).second; ++number)
      word = name + "_" + std::to_string(number);
    names.emplace(variable.get(), word);
  }
}

} // namespace plumb::emit
