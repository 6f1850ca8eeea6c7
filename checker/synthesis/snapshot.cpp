// SPDX-License-Identifier: Apache-2.0
#include "checker/synthesis/snapshot.h"

#include "checker/synthesis/situations.h"
#include "frontend/ir/open_part.h"
#include "frontend/ir/walk.h"

namespace plumb::synthesis {

namespace {

ExpressionPtr copyOrNone(const ExpressionPtr &term) {
  return term ? ir::copyAt(*term, term->range()) : nullptr;
}

ir::Guarantee copied(const ir::Guarantee &of) {
  return {copyOrNone(of.epsilon), of.range, of.hole};
}

std::vector<ir::Difference> copied(const std::vector<ir::Difference> &of) {
  std::vector<ir::Difference> all;
  for (const ir::Difference &one : of)
    all.push_back({one.query, one.direction, one.onlyOne, copyOrNone(one.bound), one.range, one.openDirection,
                   one.openBound});
  return all;
}

ExpressionPtr copied(const ir::Expression &requirement) {
  const ir::Variable *part = ir::openPart(requirement);
  return part ? ir::openEquation(*part, requirement.range(), ir::holeOf(requirement))
              : ir::copyAt(requirement, requirement.range());
}

} // namespace

Snapshot::Snapshot(ir::Mechanism &of)
    : mechanism(of), guarantee(std::move(of.guarantee)), adjacency(std::move(of.adjacency)) {
  for (const Draw &draw : draws(mechanism))
    samples.push_back({draw.sample, std::move(draw.sample->scale), draw.sample->openScale,
                       std::move(draw.sample->aligned)});
  for (ExpressionPtr &requirement : of.requirements)
    requirements.push_back(std::move(requirement));
  restoreCopies();
}

void Snapshot::restoreCopies() const {
  mechanism.guarantee = copied(guarantee);
  mechanism.adjacency = copied(adjacency);
  for (const Scale &one : samples) {
    one.sample->scale = copyOrNone(one.scale);
    one.sample->openScale = one.hole;
    one.sample->aligned = copyOrNone(one.aligned);
  }
  for (std::size_t i = 0; i < requirements.size(); ++i)
    mechanism.requirements[i] = copied(*requirements[i]);
}

void Snapshot::restore() {
  mechanism.guarantee = std::move(guarantee);
  mechanism.adjacency = std::move(adjacency);
  for (Scale &one : samples) {
    one.sample->scale = std::move(one.scale);
    one.sample->openScale = one.hole;
    one.sample->aligned = std::move(one.aligned);
  }
  for (std::size_t i = 0; i < requirements.size(); ++i)
    mechanism.requirements[i] = std::move(requirements[i]);
}

} // namespace plumb::synthesis
