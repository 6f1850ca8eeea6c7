// SPDX-License-Identifier: Apache-2.0
//===- checker/refutation/candidates.h - Small numbers to try ---*- C++ -*-===//
///
/// \file
/// A search for a smallest failure needs an order on inputs. Every number has a
/// weight, an input weighs what its numbers weigh together, and light inputs are
/// tried first.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_REFUTATION_CANDIDATES_H
#define PLUMB_CHECKER_REFUTATION_CANDIDATES_H

#include "checker/interpreter/neighbours.h"

#include <vector>

namespace plumb::refutation {

struct Weighted {
  interpreter::Exact value;
  unsigned weight;
};

/// Lightest first, in each list.
using Candidates = std::vector<Weighted>;

/// What a parameter stands for, as far as the order of its values is concerned.
enum class ParameterUse : std::uint8_t {
  /// An extent or the end of a loop: 1, 2, 3, then 0.
  Size,
  /// Any other scalar: 1, 0, 2, -1, 3, ...; over Real 1, 1/2, 2, 1/10, ...
  Scalar,
  /// An element of an array: 0, 1, -1, 2, ...; over Real 1/2 and -1/2 beside 2.
  Element,
};

Candidates parameterCandidates(ir::Sort sort, ParameterUse use);

/// Draws that a law can give; halves too over Real.
Candidates noiseCandidates(ir::Law law, ir::Sort sort);

/// One element of a query on D and on D'.
struct AnswerPair {
  interpreter::Exact first;
  interpreter::Exact second;
  unsigned weight;
};

/// What one element of a field holds.
struct WeightedField {
  interpreter::FieldValue value;
  unsigned weight;
};

/// Lightest first: 0 or what a range has closest to it, numbers near 0, the ends of the range, numbers near
/// the integer parameters; none, where it is possible.
std::vector<WeightedField> fieldCandidates(const interpreter::Instance &instance,
                                           const interpreter::FieldShape &field);

/// The first \p most records made of these, the lightest first. Ranges of fields hold of them, premises need
/// not.
std::vector<interpreter::RecordValue> lightRecords(const interpreter::Instance &instance, std::size_t most);

/// The values of the scalar integer parameters, which often are thresholds or sizes.
interpreter::Numbers integerParameters(const interpreter::Instance &instance);

/// The constants of statements, beside those of scales and alignments, that answers and draws near 0 do not
/// come near: thresholds, ends of buckets. In the order of the text, none twice.
interpreter::Numbers farConstants(const ir::Mechanism &mechanism);

/// What may be a threshold: the integer parameters, and the farConstants() of the mechanism, if one runs.
interpreter::Numbers thresholds(const interpreter::Instance &instance);

/// Answers >= 0 whose difference is in \p range: small ones, ones that differ by the bounds, and
/// ones near the thresholds().
std::vector<AnswerPair> answerCandidates(const interpreter::Instance &instance, const ir::Variable &query,
                                         const interpreter::DifferenceRange &range);

/// The constants in \p expression: `3`, and `1 / 20` as one number; in the order of the text, none twice.
void collectConstants(const ir::Expression &expression, interpreter::Numbers &out);

/// The scalar parameters on which the size of an array or the range of a loop depends; and the sizes of the
/// file, on which records may depend.
std::vector<const ir::Variable *> sizeParameters(ir::Setting setting);

} // namespace plumb::refutation

#endif // PLUMB_CHECKER_REFUTATION_CANDIDATES_H
