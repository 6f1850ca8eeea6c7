// SPDX-License-Identifier: Apache-2.0
//===- mechanisms/plan/publications.h - The shape of the output -*- C++ -*-===//
///
/// \file
/// The shape of what a mechanism publishes: the cells of each loop nest, with the types of their values,
/// and the result. Independent of the target language.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_MECHANISMS_PLAN_PUBLICATIONS_H
#define PLUMB_MECHANISMS_PLAN_PUBLICATIONS_H

#include "mechanisms/plan/value_ranges.h"
#include "mechanisms/plan/value_type.h"

#include <optional>

namespace plumb::plan {

/// The cells of one loop nest in which something is published that others than the proof see.
struct CellShape {
  const ir::Transcript *transcript;
  /// In the order of their first publication; without `none`.
  std::vector<const ir::Tag *> tags;
  /// Type of the j-th value, whatever tag carries it: Bool if all of them are, else Word or Wide.
  std::vector<ValueType> values;
  /// The j-th iteration that ran is iteration j: one loop from 0.
  bool isIndexedByPosition = false;
};

/// What `return` gives; sema sees to it that either every run ends with a value or none does.
struct ResultShape {
  bool isSelection = false;
  ValueType type = ValueType::Word;
};

struct Publications {
  std::vector<CellShape> cells;
  /// Nothing if nothing is returned.
  std::optional<ResultShape> result;
};

Publications publicationsOf(const ir::Mechanism &mechanism, const ValueRanges &ranges);

} // namespace plumb::plan

#endif // PLUMB_MECHANISMS_PLAN_PUBLICATIONS_H
