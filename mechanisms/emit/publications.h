// SPDX-License-Identifier: Apache-2.0
//===- mechanisms/emit/publications.h - The shape of the output -*- C++ -*-===//

#ifndef PLUMB_MECHANISMS_EMIT_PUBLICATIONS_H
#define PLUMB_MECHANISMS_EMIT_PUBLICATIONS_H

#include "mechanisms/emit/code.h"
#include "mechanisms/emit/identifiers.h"
#include "mechanisms/emit/value_ranges.h"

#include <optional>

namespace plumb::emit {

/// The cells of one loop nest.
struct CellShape {
  const ir::Transcript *transcript;
  /// "Cell", the struct; "out", the member of Output; "cell", the one being filled.
  std::string type, member, current;
  /// In the order of their first publication; without `none`.
  std::vector<const ir::Tag *> tags;
  /// Type of the j-th value, whatever tag carries it: bool if all of them are, else Word or Wide.
  std::vector<CppType> values;
  /// The j-th iteration that ran is iteration j: one loop from 0.
  bool isIndexedByPosition = false;
};

/// What `return` gives; sema sees to it that either every run ends with a value or none does.
struct ResultShape {
  bool isSelection = false;
  CppType type = CppType::Word;
};

struct Publications {
  std::vector<CellShape> cells;
  /// Nothing if nothing is returned.
  std::optional<ResultShape> result;

  const CellShape &of(const ir::Transcript &transcript) const;
  /// An iteration of the outermost loop publishes one cell at most, and nothing else is published.
  bool isOneCellEach() const;
};

Publications publicationsOf(const ir::Mechanism &mechanism, const ValueRanges &ranges, Identifiers &names);

/// "value", "value2", ...
std::string valueMember(std::size_t position);

/// The structs for the cells and for the whole output, as they stand in the header.
std::string outputTypes(const Publications &publications);

/// For std::format of these structs in the namespace \p space, outside of which it stands.
std::string formatting(const Publications &publications, const std::string &space);

} // namespace plumb::emit

#endif // PLUMB_MECHANISMS_EMIT_PUBLICATIONS_H
