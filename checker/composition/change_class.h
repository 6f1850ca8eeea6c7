// SPDX-License-Identifier: Apache-2.0
//===- checker/composition/change_class.h - Pairs of records ----*- C++ -*-===//
///
/// \file
/// A class of changes is a set of pairs (r, r') of records. Each is written down as a neighbourhood, so that
/// what is known of its pairs comes from the same place as for those of a mechanism
/// (checker/relational/evaluator_records.cpp).
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_COMPOSITION_CHANGE_CLASS_H
#define PLUMB_CHECKER_COMPOSITION_CHANGE_CLASS_H

#include "frontend/ir/program.h"

#include <set>

namespace plumb::composition {

using Fields = std::set<const ir::Field *>;

struct ChangeClass {
  /// Nothing but an adjacency of records.
  std::unique_ptr<ir::Neighbourhood> neighbourhood;
  /// What the adjacency is under, if it is of no file.
  std::unique_ptr<ir::Policy> policy;
};

/// Does the part limit each field for itself: by a policy in attribute form, or by none?
bool isByAttributes(const ir::Part &part);

/// What the policy of \p part says of \p field. \pre isByAttributes(part), and it has a policy.
const ir::Attribute &attributeOf(const ir::Part &part, const ir::Field &field);

/// The fields that \p part lets change, always or under a condition. \pre isByAttributes(part)
Fields sensitiveFields(const ir::Part &part);

/// The fields that some part lets change. \pre isByAttributes of all parts.
Fields changingFields(const ir::Composition &composition);

/// Pairs that differ only in \p fields, each element of which some part lets change in r.
/// \pre isByAttributes of all parts.
ChangeClass someAllow(const ir::Composition &composition, const Fields &fields);

/// Pairs that agree in \p kept and differ in any way in other fields.
ChangeClass agreeIn(const ir::Record &record, const Fields &kept);

/// Pairs that \p part allows.
ChangeClass allowedBy(const ir::Composition &composition, const ir::Part &part);

/// Pairs that \p composition states. \pre it states its neighbours.
ChangeClass statedBy(const ir::Composition &composition);

/// Those of them in which a record is added, or removed. \pre the stated ones add or remove records.
ChangeClass statedBy(const ir::Composition &composition, ir::RecordAdjacency::Kind direction);

/// Pairs of which nothing is known but that r is one of the records that \p composition is about.
ChangeClass anyRecordOf(const ir::Composition &composition);

/// The same pairs. \p pairs outlives the copy.
ChangeClass copyOf(const ChangeClass &pairs);

/// Leaves those of \p pairs that meet the requirements and premises of \p composition.
void assumePremises(ChangeClass &pairs, const ir::Composition &composition);

} // namespace plumb::composition

#endif // PLUMB_CHECKER_COMPOSITION_CHANGE_CLASS_H
