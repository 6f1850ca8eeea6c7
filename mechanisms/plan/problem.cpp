// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/plan/problem.h"

#include <algorithm>

namespace plumb::plan {

void Problems::add(std::string message, SourceRange range) {
  Problem problem{std::move(message), range};
  if (std::find(found.begin(), found.end(), problem) == found.end())
    found.push_back(std::move(problem));
}

std::vector<Problem> Problems::sorted() const {
  std::vector<Problem> result = found;
  std::stable_sort(result.begin(), result.end(), [](const Problem &a, const Problem &b) {
    return std::pair(a.range.begin, a.range.end) < std::pair(b.range.begin, b.range.end);
  });
  return result;
}

} // namespace plumb::plan
