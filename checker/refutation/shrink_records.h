// SPDX-License-Identifier: Apache-2.0
//===- checker/refutation/shrink_records.h - Simpler data -------*- C++ -*-===//
///
/// \file
/// Simpler data that may fail in the same way, for the smallest counterexample about records.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_REFUTATION_SHRINK_RECORDS_H
#define PLUMB_CHECKER_REFUTATION_SHRINK_RECORDS_H

#include "checker/interpreter/record_neighbours.h"

namespace plumb::refutation {

/// Data that is a step simpler than \p pair: with fewer other records, or with one element of the two
/// records alike, or with one element closer to the simplest value of its field. Most telling first. They
/// need be neither possible nor neighbours.
///
/// Steps do not lead in a circle: each makes the other records fewer, or else the differing elements, or
/// else the numbers smaller.
std::vector<interpreter::RecordPair> simplerPairs(const interpreter::Instance &instance,
                                                  const interpreter::RecordPair &pair);

/// The elements of the two records that are told by one value: what both hold, or the one that there is.
std::vector<std::size_t> commonElements(const interpreter::RecordPair &pair);

/// Gives the common element \p at of \p pair another value.
void setCommon(interpreter::RecordPair &pair, std::size_t at, const interpreter::FieldValue &value);

/// A value for an element of \p field, chosen by \p number: ranges are wrapped around. None if no number is
/// in the range.
interpreter::FieldValue fieldValueNear(const interpreter::FieldShape &field, std::int64_t number);

} // namespace plumb::refutation

#endif // PLUMB_CHECKER_REFUTATION_SHRINK_RECORDS_H
