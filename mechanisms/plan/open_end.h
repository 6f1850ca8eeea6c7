// SPDX-License-Identifier: Apache-2.0
//===- mechanisms/plan/open_end.h - Streams without an end ------*- C++ -*-===//
///
/// \file
/// Whether a stream has to know beforehand how many steps it will take. It has a
/// parameter n that ends its loop, and the proof holds for each n that the premises
/// allow. Where they allow every n that is large enough, and n does nothing but end
/// the loop, then a run of n steps begins with what a run of t steps publishes,
/// for every t <= n: neither the noise, nor the answers, nor the price know n. So
/// nobody has to choose one, and the largest that there is will do.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_MECHANISMS_PLAN_OPEN_END_H
#define PLUMB_MECHANISMS_PLAN_OPEN_END_H

#include "mechanisms/plan/value_ranges.h"

namespace plumb::plan {

class Storage;
struct StreamPlan;

/// The parameter n of which this is so: \p stream's loop runs up to n, and n is read nowhere else, but
/// as the number of rows of answers, in the extents of a row, and in premises of the form n >= e. Null if
/// there is none, or if the constructor has to limit how many steps there are (ValueRanges::limits).
const ir::Variable *openEndOf(const ir::Mechanism &mechanism, const StreamPlan &stream,
                              const Storage &storage, const ValueRanges &ranges);

} // namespace plumb::plan

#endif // PLUMB_MECHANISMS_PLAN_OPEN_END_H
