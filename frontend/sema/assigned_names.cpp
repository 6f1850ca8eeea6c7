// SPDX-License-Identifier: Apache-2.0
#include "frontend/sema/assigned_names.h"

#include <cassert>

namespace plumb::sema {

void AssignedNames::insert(const std::string &name) {
  if (names.insert(name).second)
    trail.push_back(name);
}

std::set<std::string> AssignedNames::takeBack(Mark mark) {
  assert(mark <= trail.size());
  std::set<std::string> taken(trail.begin() + static_cast<std::ptrdiff_t>(mark), trail.end());
  trail.resize(mark);
  for (const std::string &name : taken)
    names.erase(name);
  return taken;
}

} // namespace plumb::sema
