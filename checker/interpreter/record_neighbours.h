// SPDX-License-Identifier: Apache-2.0
//===- checker/interpreter/record_neighbours.h - D -> D' as records ---*- C++ -*-===//
///
/// \file
/// Neighbouring data in the schema form, with all their records. Nothing is known of the
/// answers but what the records give: f[i] is the sum of g(r, i) over them, or the largest or smallest.
///
/// A formula that is undefined for some record (a subscript outside its array, a division
/// by zero) allows nothing: there is no such record, or no such pair.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_INTERPRETER_RECORD_NEIGHBOURS_H
#define PLUMB_CHECKER_INTERPRETER_RECORD_NEIGHBOURS_H

#include "checker/interpreter/instance.h"

namespace plumb::interpreter {

/// Equal records that both data sets have.
struct OtherRecords {
  RecordValue record;
  /// At least 1.
  std::int64_t copies = 1;
};

/// Data D and D' that differ in one record at most.
struct RecordPair {
  /// r, the record of D. Nothing if D' has one record more.
  std::optional<RecordValue> first;
  /// r', the record in its place in D'. Nothing if D has one record more.
  std::optional<RecordValue> second;
  std::vector<OtherRecords> others;
};

/// Can the data have \p record? Each field holds what it may, and the premises hold of it.
///
/// \pre here and below: \p instance has a recordShape.
bool isPossible(const Instance &instance, const RecordValue &record);

/// The answers on data without a record: 0, or the end of a range for an extremum. Nothing if one is
/// undefined.
std::optional<Numbers> answersOfNobody(const Instance &instance);

/// The answers on data that have \p answers, and \p copies records more that contribute \p more each.
Numbers withMore(const Instance &instance, Numbers answers, const Numbers &more, std::int64_t copies = 1);

/// g(r, i): what \p record adds to the answers, laid out like them. Nothing if it is undefined.
///
/// \pre \p record fits the shape.
std::optional<Numbers> contribution(const Instance &instance, const RecordValue &record);

/// What the adjacency says of the one record, with nothing where a data set lacks it. The direction
/// counts.
///
/// \pre both fit the shape.
bool mayReplace(const Instance &instance, const std::optional<RecordValue> &first,
                const std::optional<RecordValue> &second);

/// Is D -> D' stated, of data that can be?
bool areNeighbours(const Instance &instance, const RecordPair &pair);

/// The answers on D and on D'. Nothing if one is undefined.
///
/// \pre every record fits the shape.
struct PairAnswers {
  Numbers first;
  Numbers second;
};
std::optional<PairAnswers> answersOf(const Instance &instance, const RecordPair &pair);

} // namespace plumb::interpreter

#endif // PLUMB_CHECKER_INTERPRETER_RECORD_NEIGHBOURS_H
