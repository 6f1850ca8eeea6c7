// SPDX-License-Identifier: Apache-2.0
#include "checker/adjacency/difference.h"

#include "frontend/ir/program.h"

namespace plumb::adjacency {

using Direction = ir::Difference::Direction;
using smt::Term;

Term withinBound(smt::TermStore &store, Direction direction, Term d, Term bound) {
  Term zero = store.literal(0, d.sort());
  Term low = direction == Direction::Decreasing ? zero : store.minus(bound);
  Term high = direction == Direction::Increasing ? zero : bound;
  return store.conjunction({store.lessEqual(low, d), store.lessEqual(d, high)});
}

Term changesOnlyAt(smt::TermStore &store, Term d, const std::vector<Term> &index,
                   const std::vector<Term> &changed) {
  std::vector<Term> here;
  for (std::size_t i = 0; i < index.size(); ++i)
    here.push_back(store.equal(index[i], changed[i]));
  return store.disjunction({store.equal(d, store.literal(0, d.sort())), store.conjunction(std::move(here))});
}

std::string describe(const ir::Difference &difference) {
  const std::string &name = difference.query->name;
  std::string element = name, twin = name + "'", every;
  static const char *letters[] = {"i", "j", "k", "l"};
  for (std::size_t i = 0; i < difference.query->extents.size(); ++i) {
    std::string letter = i < 4 ? letters[i] : "i" + std::to_string(i);
    element += "[" + letter + "]";
    twin += "[" + letter + "]";
    every += (every.empty() ? " for every " : ", ") + letter;
  }
  std::string bound = ir::print(*difference.bound);
  std::string d = element + " - " + twin;
  std::string text = difference.direction == Direction::Decreasing ? "0 <= " + d + " <= " + bound
                     : difference.direction == Direction::Increasing
                         ? "0 <= " + twin + " - " + element + " <= " + bound
                         : "|" + d + "| <= " + bound;
  text += every;
  if (difference.onlyOne)
    text += ", and at most one element differs";
  return text;
}

} // namespace plumb::adjacency
