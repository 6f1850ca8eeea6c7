// SPDX-License-Identifier: Apache-2.0
#include "checker/alignment/acyclicity.h"

#include "checker/alignment/walk.h"

#include <algorithm>
#include <map>
#include <set>

namespace plumb::alignment {

using smt::Term;

namespace {

/// Sample statements in program order.
std::vector<const ir::Sample *> sampleSites(const ir::Mechanism &mechanism) {
  std::vector<const ir::Sample *> sites;
  forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
    if (const auto *sample = llvm::dyn_cast<ir::Sample>(&statement))
      sites.push_back(sample);
  });
  return sites;
}

const ir::Sample *siteOf(const std::vector<const ir::Sample *> &sites, const ir::Variable &target) {
  auto found = std::find_if(sites.begin(), sites.end(),
                            [&](const ir::Sample *sample) { return &sample->target == &target; });
  return found == sites.end() ? nullptr : *found;
}

class EdgeFinder {
public:
  EdgeFinder(const TwoRun &run, Context context)
      : run(run), context(context), sites(sampleSites(context.symbols.mechanism())) {}

  std::vector<Dependency> find() {
    for (const Shift &shift : run.shifts())
      for (Term read : smt::applications(shift.amount))
        addEdges(shift, read);
    return std::move(edges);
  }

private:
  void addEdges(const Shift &shift, Term read) {
    if (context.symbols.isFixed(read.symbol()))
      return;
    const ir::Sample *drawn = run.sampleOf(read);
    if (!drawn)
      if (const ir::Variable *sample = context.symbols.sampleOfDraw(read))
        drawn = siteOf(sites, *sample);
    if (!drawn) {
      // A variable carried round a loop: it may hold any draw made before.
      for (const ir::Sample *site : sites)
        edges.push_back({shift.sample, site, true, std::nullopt});
    } else if (shift.drawnBefore.count(read.id())) {
      edges.push_back({shift.sample, drawn, true, std::nullopt});
    } else {
      edges.push_back({shift.sample, drawn, false, independence(shift.amount, read)});
    }
  }

  Term independence(Term shift, Term read) {
    Term another = context.store.freshVariable("another", read.sort());
    return context.store.equal(shift, context.store.substitute(shift, {{read, another}}));
  }

  const TwoRun &run;
  Context context;
  std::vector<const ir::Sample *> sites;
  std::vector<Dependency> edges;
};

} // namespace

std::vector<Dependency> dependencies(const TwoRun &run, Context context) {
  return EdgeFinder(run, context).find();
}

std::vector<const ir::Sample *> cycle(const std::vector<Dependency> &edges) {
  for (const Dependency &edge : edges) {
    if (edge.before)
      continue;
    // A way back from edge.to to edge.from closes a cycle with this edge on it.
    std::vector<std::vector<const ir::Sample *>> ways = {{edge.to}};
    std::set<const ir::Sample *> seen = {edge.to};
    for (std::size_t i = 0; i < ways.size(); ++i) {
      auto way = ways[i];
      if (way.back() == edge.from) {
        way.insert(way.begin(), edge.from);
        way.pop_back();
        return way;
      }
      for (const Dependency &next : edges)
        if (next.from == way.back() && seen.insert(next.to).second) {
          ways.push_back(way);
          ways.back().push_back(next.to);
        }
    }
  }
  return {};
}

std::vector<const ir::Sample *> readersOfUndrawn(const TwoRun &run) {
  std::vector<const ir::Sample *> readers;
  for (const Shift &shift : run.shifts())
    if (shift.readsUndrawn && std::find(readers.begin(), readers.end(), shift.sample) == readers.end())
      readers.push_back(shift.sample);
  return readers;
}

} // namespace plumb::alignment
