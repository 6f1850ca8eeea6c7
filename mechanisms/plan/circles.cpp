// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/plan/circles.h"

#include <algorithm>

namespace plumb::plan {

namespace {

/// Tarjan's algorithm. The depth of the recursion is the number of variables of a mechanism.
class Search {
public:
  explicit Search(const std::vector<std::vector<std::size_t>> &edges)
      : uses(edges), number(edges.size(), 0), lowest(edges.size(), 0), isOpen(edges.size(), false) {}

  std::vector<std::vector<std::size_t>> run() {
    for (std::size_t node = 0; node < uses.size(); ++node)
      if (number[node] == 0)
        visit(node);
    return std::move(components);
  }

private:
  void visit(std::size_t node) {
    number[node] = lowest[node] = ++visited;
    open.push_back(node);
    isOpen[node] = true;
    for (std::size_t used : uses[node]) {
      if (number[used] == 0)
        visit(used);
      if (isOpen[used])
        lowest[node] = std::min(lowest[node], lowest[used]);
    }
    if (lowest[node] == number[node])
      close(node);
  }

  void close(std::size_t root) {
    auto first = std::find(open.begin(), open.end(), root);
    components.emplace_back(first, open.end());
    for (std::size_t node : components.back())
      isOpen[node] = false;
    open.erase(first, open.end());
    std::sort(components.back().begin(), components.back().end());
  }

  const std::vector<std::vector<std::size_t>> &uses;
  /// In order of the first visit, from 1; 0 before it.
  std::vector<std::size_t> number, lowest;
  std::vector<bool> isOpen;
  std::vector<std::size_t> open;
  std::vector<std::vector<std::size_t>> components;
  std::size_t visited = 0;
};

} // namespace

std::vector<std::vector<std::size_t>> circles(const std::vector<std::vector<std::size_t>> &uses) {
  return Search(uses).run();
}

} // namespace plumb::plan
