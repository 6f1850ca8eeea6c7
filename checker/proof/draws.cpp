// SPDX-License-Identifier: Apache-2.0
// What is asked of the draws as a whole: that alignments do not read each other in a circle, and that what is
// aligned by data over the reals moves by countably many amounts.
#include "checker/proof/prover.h"
#include "checker/relational/acyclicity.h"
#include "checker/relational/countability.h"
#include "checker/relational/walk.h"

#include <algorithm>

namespace plumb::proof {

using relational::TwoRun;
using smt::Outcome;
using smt::Term;

void Prover::acyclicity(const TwoRun &run) {
  std::vector<relational::Dependency> edges;
  for (relational::Dependency &edge : relational::dependencies(run, context)) {
    if (edge.independent) {
      std::vector<Term> lemmas = withLemmas({}, {*edge.independent});
      smt::Solver::Scope scope(solver, lemmas);
      if (inquiry
              .ask(Condition::Acyclic, edge.from->target.name, edge.from->aligned->range(), lemmas,
                   *edge.independent)
              .isProved())
        continue;
      inquiry.withdraw();
    }
    edges.push_back(edge);
  }
  for (const auto &order : relational::lastInstancesOrders(run, context)) {
    bool needed = std::any_of(edges.begin(), edges.end(), [&](const relational::Dependency &edge) {
      return edge.from == order.sample && edge.to == order.sample && !edge.before;
    });
    if (!needed)
      continue;
    std::vector<Term> lemmas = withLemmas({}, {order.condition});
    smt::Solver::Scope scope(solver, lemmas);
    if (inquiry
            .ask(Condition::Acyclic, order.sample->target.name, order.sample->aligned->range(), lemmas,
                 order.condition)
            .isProved())
      relational::reorder(edges, *order.sample);
    else
      inquiry.withdraw();
  }
  auto undrawn = relational::readersOfUndrawn(run);
  auto ring = relational::cycle(edges);
  const ir::Sample *culprit = !undrawn.empty() ? undrawn.front() : !ring.empty() ? ring.front() : nullptr;
  if (culprit && isGivenUp())
    return;
  Evidence &evidence = inquiry.record(Condition::Acyclic, culprit ? culprit->target.name : "",
                                      culprit ? culprit->aligned->range() : mechanism.nameRange);
  evidence.engine = "dependency graph";
  evidence.status = culprit ? Outcome::Refuted : Outcome::Proved;
  if (!undrawn.empty()) {
    evidence.reason = "it reads an aligned draw that is not made yet, or a quantifier";
  } else if (ring.size() == 1) {
    evidence.reason = "it reads its own draw, or an instance of it that is not known to be drawn before";
  } else if (culprit) {
    for (const ir::Sample *sample : ring)
      evidence.reason += "`" + sample->target.name + "` reads ";
    evidence.reason += "`" + ring.front()->target.name + "`";
  }
}

void Prover::countability() {
  relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
    const auto *sample = llvm::dyn_cast<ir::Sample>(&statement);
    if (!sample)
      return;
    const ir::Expression *use = relational::uncountableUse(*sample, mechanism);
    Evidence &evidence = inquiry.record(Condition::Countable, sample->target.name,
                                        use ? use->range() : sample->aligned->range());
    evidence.engine = "syntax";
    evidence.status = use ? Outcome::Refuted : Outcome::Proved;
  });
}

} // namespace plumb::proof
