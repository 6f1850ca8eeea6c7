// SPDX-License-Identifier: Apache-2.0
#include "checker/synthesis/snapshot.h"

#include "checker/synthesis/situations.h"
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

} // namespace

Snapshot::Snapshot(ir::Mechanism &of)
    : mechanism(of), guarantee(std::move(of.guarantee)), adjacency(std::move(of.adjacency)) {
  for (const Draw &draw : draws(mechanism))
    samples.push_back({draw.sample, std::move(draw.sample->scale), draw.sample->openScale,
                       std::move(draw.sample->aligned)});
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
}

void Snapshot::restore() {
  mechanism.guarantee = std::move(guarantee);
  mechanism.adjacency = std::move(adjacency);
  for (Scale &one : samples) {
    one.sample->scale = std::move(one.scale);
    one.sample->openScale = one.hole;
    one.sample->aligned = std::move(one.aligned);
  }
}

} // namespace plumb::synthesis
