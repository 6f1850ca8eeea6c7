// SPDX-License-Identifier: Apache-2.0
//===- mechanisms/plan/value_type.h - What holds a value --------*- C++ -*-===//
///
/// \file
/// How much a target has to hold for a value. Which type of the target that is, the target says.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_MECHANISMS_PLAN_VALUE_TYPE_H
#define PLUMB_MECHANISMS_PLAN_VALUE_TYPE_H

#include "mechanisms/plan/range.h"

#include <cstdint>
#include <optional>

namespace plumb::plan {

/// Numbers from narrow to wide; arithmetic on two of them needs the wider type.
enum class ValueType : std::uint8_t {
  Bool,
  /// 32 bits: literals and what is computed from literals alone.
  Literal,
  /// 64 bits
  Word,
  /// 128 bits
  Wide,
  /// An exact fraction of any size.
  Rational,
};

/// What holds every integer of \p range as a variable; Rational if no bound is known.
ValueType typeFor(const std::optional<Range> &range);

} // namespace plumb::plan

#endif // PLUMB_MECHANISMS_PLAN_VALUE_TYPE_H
