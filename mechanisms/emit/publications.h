// SPDX-License-Identifier: Apache-2.0
//===- mechanisms/emit/publications.h - The structs of the output -*- C++ -*-===//
///
/// \file
/// What a mechanism publishes (plan/publications.h) as structs of the emitted header.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_MECHANISMS_EMIT_PUBLICATIONS_H
#define PLUMB_MECHANISMS_EMIT_PUBLICATIONS_H

#include "mechanisms/emit/identifiers.h"
#include "mechanisms/emit/includes.h"
#include "mechanisms/plan/publications.h"

namespace plumb::emit {

struct CellShape : plan::CellShape {
  /// "Cell", the struct; "out", the member of Output; "cell", the one being filled.
  std::string type, member, current;
};

struct Publications {
  std::vector<CellShape> cells;
  /// Nothing if nothing is returned.
  std::optional<plan::ResultShape> result;

  const CellShape &of(const ir::Transcript &transcript) const;
  /// An iteration of the outermost loop publishes one cell at most, and nothing else is published.
  bool isOneCellEach() const;
};

Publications named(plan::Publications planned, Identifiers &names);

/// "value", "value2", ...
std::string valueMember(std::size_t position);

/// The structs for the cells and for the whole output, as they stand in the header; what they need is added
/// to \p includes.
std::string outputTypes(const Publications &publications, Includes &includes);

/// For std::format of these structs in the namespace \p space, outside of which it stands.
std::string formatting(const Publications &publications, const std::string &space);

} // namespace plumb::emit

#endif // PLUMB_MECHANISMS_EMIT_PUBLICATIONS_H
