// SPDX-License-Identifier: Apache-2.0
//===- checker/interpreter/parts.h - A composition on numbers ---*- C++ -*-===//
///
/// \file
/// What a composition means once its parameters have values: which mechanisms run how often, with which
/// arguments; which data its guarantee speaks of; and what each part is asked about them.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_INTERPRETER_PARTS_H
#define PLUMB_CHECKER_INTERPRETER_PARTS_H

#include "checker/interpreter/record_neighbours.h"
#include "frontend/ir/composition.h"

namespace plumb::interpreter {

/// One part with its arguments.
struct PartInstance {
  const ir::Part *part;
  Instance instance;
  /// How often it runs, at least once.
  std::int64_t times;
};

/// The parts that run, in the order of the text. Nothing if one has no meaning, breaks a requirement of its
/// mechanism, or runs very often.
///
/// \pre \p head is an instance of the composition's head.
std::optional<std::vector<PartInstance>> partsOf(const ir::Composition &composition, const Instance &head);

/// With which probability a record of the data is one of those that the parts see: 1 without a sample.
/// Nothing if it is undefined, or no probability.
std::optional<Exact> sampledWith(const ir::Composition &composition, const Instance &head);

/// What later parts read of \p part where it publishes \p output: the values of ir::publishedBy, by name,
/// with the sizes that they have in \p head. What the cell of an iteration does not hold is 0, or false. \pre
/// \p output is one of \p part.
Inputs passedOn(const ir::Composition &composition, const Instance &head, const ir::Part &part,
                const Output &output);

/// The place in \p output of the one value that a part with a name publishes. \pre it is an output of a part
/// that passes on one value.
Exact &publishedValue(Output &output);

/// Data D -> D' of a composition.
struct ComposedData {
  /// The answers of its queries. Of no meaning if there are records.
  Numbers first, second;
  /// Nothing in the textbook form.
  std::optional<RecordPair> records;
};

/// Is D -> D' in a row of the ledger, of data that can be? With records, those are the pairs that the
/// composition states, or else those that a part allows, and, where all parts say attribute by attribute what
/// may change, those in which each attribute that changes may change for some part. Where differences of
/// answers are stated, every part has to allow them: bounds with arguments in them may differ from part to
/// part.
///
/// \pre here and below: \p parts are those of \p composition at \p head, and \p data fit \p head.
bool areNeighbours(const ir::Composition &composition, const Instance &head,
                   const std::vector<PartInstance> &parts, const ComposedData &data);

/// The same data as a part sees them. Nothing if an answer is undefined.
struct PartData {
  Numbers first, second;
  std::optional<RecordPair> records;
};
std::optional<PartData> dataOf(const PartInstance &part, const Instance &head, const ComposedData &data);

} // namespace plumb::interpreter

#endif // PLUMB_CHECKER_INTERPRETER_PARTS_H
