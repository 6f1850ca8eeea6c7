// SPDX-License-Identifier: Apache-2.0
//===- mechanisms/plan/range.h - Where an integer lies ----------*- C++ -*-===//
///
/// \file
/// Interval arithmetic over unbounded integers. Each function returns an interval
/// that holds every result for operands in the given intervals.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_MECHANISMS_PLAN_RANGE_H
#define PLUMB_MECHANISMS_PLAN_RANGE_H

#include "frontend/support/rational.h"

namespace plumb::plan {

/// All integers from low to high, both included. Never empty.
struct Range {
  Integer low, high;

  Integer magnitude() const;
  friend bool operator==(const Range &, const Range &) = default;
};

/// 2^exponent.
Integer powerOfTwo(unsigned exponent);
/// [-bound, bound].
Range symmetric(const Integer &bound);
/// All 64-bit integers.
Range words();
/// The index of a loop from \p low to \p high, the latter excluded, and its start.
Range indices(const Range &low, const Range &high);

Range join(const Range &a, const Range &b);
Range operator+(const Range &a, const Range &b);
Range operator-(const Range &a, const Range &b);
Range operator*(const Range &a, const Range &b);
Range operator-(const Range &a);
Range absolute(const Range &a);
Range minimum(const Range &a, const Range &b);
Range maximum(const Range &a, const Range &b);
/// a div b for b != 0, rounded so that the remainder is not negative. |a div b| <= |a|.
Range quotient(const Range &a, const Range &b);
/// a mod b for b != 0: 0 <= a mod b < |b|.
Range remainder(const Range &a, const Range &b);

/// Inside `int`, as C++ literals without a suffix are.
bool fitsLiteral(const Range &range);
/// Inside std::int64_t.
bool fitsWord(const Range &range);
/// Inside runtime::Wide, the least value excluded, so that negation stays inside.
bool fitsWide(const Range &range);

} // namespace plumb::plan

#endif // PLUMB_MECHANISMS_PLAN_RANGE_H
