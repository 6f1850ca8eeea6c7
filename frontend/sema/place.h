// SPDX-License-Identifier: Apache-2.0
//===- frontend/sema/place.h - Where an expression stands -------*- C++ -*-===//
///
/// \file
/// Where an expression stands, and what it may read there: one table for all rules of the kind "no primes
/// in code", "no data in a requirement". These rules keep a proof possible: a requirement about data, for
/// instance, would make any deterministic test private.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_SEMA_PLACE_H
#define PLUMB_FRONTEND_SEMA_PLACE_H

#include <cstdint>
#include <string_view>

namespace plumb::sema {

/// The place of an expression decides which names it may read: this is the table of it.
enum class Place : std::uint8_t {
  /// Statements: everything but primes and the output.
  Program,
  /// The scale of a draw: the same.
  Scale,
  /// The length of an array: scalar parameters.
  Extent,
  /// Parameters and bound variables; never data.
  Requirement,
  /// The bound of an adjacency clause: scalar parameters.
  AdjacencyBound,
  /// The `in a .. b` of a field: sizes.
  FieldRange,
  /// What a query counts or sums: sizes, fields of one record, bound variables; so the next four, but
  /// that those of a mechanism read its parameters too.
  Definition,
  /// The `when` of a policy, where fields go by their bare names.
  Attribute,
  /// The `when` of an adjacency.
  SensitiveRecord,
  /// A policy in the formula form, or the `along` of an adjacency: both records.
  RecordPair,
  /// Behind `forall v in data`.
  Premise,
  /// Scalar parameters.
  Guarantee,
  /// What a part of a composition gets: scalar parameters.
  Argument,
  /// The b of `moved(b)`: scalar parameters.
  MovedScale,
  /// The `a .. b` of a maximum: what the range of a loop may read.
  Range,
  /// Everything, primes and the output included.
  Alignment,
  /// The same, and the cost so far.
  Invariant,
  /// Parameters, data of the first run, the output, bound variables.
  Claim,
};

/// For messages: "an alignment".
std::string_view describe(Place place);

bool allowsPrimes(Place place);
bool allowsOutput(Place place);
bool allowsForall(Place place);
/// `max(k in a .. b: e)` and its relatives.
bool allowsAggregates(Place place);
/// Fields of records.
bool allowsFields(Place place);
/// Only scalar parameters.
bool isScalarTerm(Place place);

} // namespace plumb::sema

#endif // PLUMB_FRONTEND_SEMA_PLACE_H
