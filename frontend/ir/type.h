// SPDX-License-Identifier: Apache-2.0
//===- frontend/ir/type.h - Sorts of values ---------------------*- C++ -*-===//
///
/// \file
/// The sorts of values. Integers and reals are exact and unbounded here; what fits into a machine word is
/// decided when code is emitted.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_IR_TYPE_H
#define PLUMB_FRONTEND_IR_TYPE_H

#include <cstdint>
#include <string_view>

namespace plumb::ir {

/// What a value is. Arrays are not values: a Variable has dimensions, and only its
/// elements are read, but for `top_k(k, v)`, which names a whole array.
enum class Sort : std::uint8_t {
  Bool,
  /// Unbounded integers.
  Int,
  /// Exact reals; a mechanism with a Real sample or query is proved for densities.
  Real,
  /// What `top_k` returns: k indices with their values, largest value first.
  /// `elementSort` of the node that makes it says what the values are.
  Selection,
};

std::string_view name(Sort sort);

} // namespace plumb::ir

#endif // PLUMB_FRONTEND_IR_TYPE_H
