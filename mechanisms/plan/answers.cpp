// SPDX-License-Identifier: Apache-2.0
//
// How large an answer to a query may be.
//
// Answers of 64 bits are taken as they are: what was proved and what is claimed of them is true of every one
// that can be passed.
//
// A sum over records is passed with 128 bits, which leave no room for noise if all were used. With fewer than
// 2^62 records, each of which adds a share of magnitude at most M, it has magnitude below 2^62 * M. M is
// computed from the ranges of the fields, which are 64-bit integers, and those of the sizes. What is passed
// is clamped to that range, where no answer can be: differences that are derived from records are exact, and
// a proof may use several of them together (f[0] - f'[0] = f'[1] - f[1], or f - f' is 0 or 5), which a clamp
// that shortens one of them would break. What has no such M, or one that leaves no room for the noise in 128
// bits, is a Problem.
#include "mechanisms/plan/value_ranges.h"

#include <algorithm>

namespace plumb::plan {

/// 2^mostBits bounds every answer: 2^62 records of 64-bit shares, and what is left of 128 bits for noise.
static constexpr unsigned recordBits = 62, mostBits = 125;

void ValueRanges::bindQueryIndices(const ir::Neighbourhood &inputs) {
  for (const auto &variable : inputs.variables) {
    if (!variable->definition)
      continue;
    const ir::SchemaQuery &query = *variable->definition;
    for (std::size_t d = 0; d < query.indices.size(); ++d)
      if (std::optional<Range> extent = of(*query.extents[d]))
        known[query.indices[d]] = indices({0, 0}, *extent);
  }
}

/// What premises about records and the formulas of queries bind.
void ValueRanges::bindRecordIndices(const ir::Neighbourhood &inputs) {
  for (const auto &variable : inputs.variables)
    if (variable->definition)
      for (const ir::ExpressionPtr *formula : {&variable->definition->where, &variable->definition->term})
        if (*formula)
          bindQuantified(**formula);
  for (const ir::RecordPremise &premise : inputs.premises) {
    for (const ir::RecordPremise::Index &index : premise.indices) {
      const std::optional<Range> low = of(*index.low), high = of(*index.high);
      if (low && high)
        known[index.variable] = join(*low, *high);
    }
    bindQuantified(*premise.formula);
  }
}

std::optional<Range> ValueRanges::ofField(const ir::Field &field) const {
  Range all = words();
  if (!field.low)
    return all;
  std::optional<Range> low = of(*field.low), high = of(*field.high);
  if (!low || !high)
    return all;
  Range declared{std::max(all.low, low->low), std::min<Integer>(all.high, high->high - 1)};
  // No record has such a field.
  if (declared.high < declared.low)
    declared.high = declared.low;
  return declared;
}

std::optional<unsigned> ValueRanges::answerBits(const ir::Variable &query) const {
  const ir::SchemaQuery *definition = query.definition;
  if (!definition || definition->aggregate == ir::SchemaQuery::Aggregate::Count)
    return recordBits;
  // Reals have no such bound, and are not emitted.
  if (definition->sort() == ir::Sort::Real)
    return std::nullopt;
  std::optional<Range> share = of(*definition->term);
  if (!share)
    return std::nullopt;
  unsigned bits = recordBits;
  while (bits <= mostBits && powerOfTwo(bits - recordBits) < share->magnitude())
    ++bits;
  return bits <= mostBits ? std::optional(bits) : std::nullopt;
}

} // namespace plumb::plan
