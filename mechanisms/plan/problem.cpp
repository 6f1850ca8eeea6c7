// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/plan/problem.h"

#include <algorithm>
#include <llvm/ADT/STLExtras.h>

namespace plumb::plan {

static bool isInFrontOf(SourceRange a, SourceRange b) {
  return std::pair(a.begin, a.end) < std::pair(b.begin, b.end);
}

void Problems::add(std::string message, SourceRange range) {
  add(Found{{std::move(message), range}, {}});
}

void Problems::addUnbounded(std::string message, SourceRange range, const ir::Variable *local,
                            std::vector<const ir::Variable *> read) {
  add(Found{{std::move(message), range, local}, std::move(read)});
}

void Problems::add(Found next) {
  if (llvm::none_of(found, [&](const Found &known) { return known.problem == next.problem; }))
    found.push_back(std::move(next));
}

/// The locals without a bound that flow into what \p at is about, in steps; \p at itself if it is one of
/// them.
std::vector<std::size_t> Problems::causesOf(std::size_t at) const {
  std::vector<std::size_t> causes, waiting = {at};
  while (!waiting.empty()) {
    const std::size_t next = waiting.back();
    waiting.pop_back();
    for (std::size_t other = 0; other < found.size(); ++other)
      if (found[other].problem.unbounded &&
          llvm::is_contained(found[next].read, found[other].problem.unbounded) &&
          !llvm::is_contained(causes, other)) {
        causes.push_back(other);
        waiting.push_back(other);
      }
  }
  return causes;
}

/// Where a bound is lost first: a local that flows back into itself, or one into which no other of them
/// flows. Of several that flow into each other it is the first one.
std::size_t Problems::firstCauseOf(std::size_t at) const {
  std::vector<std::size_t> causes = causesOf(at);
  causes.push_back(at);
  llvm::sort(causes);
  const auto isFirst = [&](std::size_t cause) {
    const std::vector<std::size_t> further = causesOf(cause);
    return further.empty() || llvm::is_contained(further, cause);
  };
  if (isFirst(at))
    llvm::erase_if(causes, [&](std::size_t cause) { return !llvm::is_contained(causesOf(cause), at); });
  const auto first = llvm::find_if(causes, isFirst);
  return first == causes.end() ? at : *first;
}

std::vector<Problem> Problems::sorted() const {
  std::vector<Problem> result;
  for (std::size_t at = 0; at < found.size(); ++at) {
    if (firstCauseOf(at) != at)
      continue;
    Problem problem = found[at].problem;
    for (std::size_t other = 0; other < found.size(); ++other)
      if (other != at && firstCauseOf(other) == at)
        problem.others.push_back(found[other].problem.range);
    // A term tells it of what is in it.
    const std::vector<SourceRange> all = problem.others;
    llvm::erase_if(problem.others, [&](SourceRange inner) {
      return llvm::any_of(all, [&](SourceRange outer) {
        return outer != inner && outer.begin <= inner.begin && inner.end <= outer.end;
      });
    });
    llvm::sort(problem.others, isInFrontOf);
    result.push_back(std::move(problem));
  }
  std::stable_sort(result.begin(), result.end(),
                   [](const Problem &a, const Problem &b) { return isInFrontOf(a.range, b.range); });
  return result;
}

} // namespace plumb::plan
