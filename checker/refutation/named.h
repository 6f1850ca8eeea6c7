// SPDX-License-Identifier: Apache-2.0
//===- checker/refutation/named.h - Flat numbers by name --------*- C++ -*-===//
///
/// \file
/// The flat numbers of the interpreter with their names, as counterexamples tell them.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_REFUTATION_NAMED_H
#define PLUMB_CHECKER_REFUTATION_NAMED_H

#include "checker/interpreter/record_neighbours.h"
#include "checker/refutation/counterexample.h"

namespace plumb::refutation {

/// One entry for each number of Instance::parameters, in that order.
std::vector<NamedNumber> namedParameters(const interpreter::Instance &instance);

/// One entry for each answer, in the flat order. \pre both belong to \p instance.
std::vector<NamedAnswers> namedAnswers(const interpreter::Instance &instance,
                                       const interpreter::Numbers &first, const interpreter::Numbers &second);

/// One entry for each number of a RecordValue, in that order. \pre \p pair fits \p instance.
NamedRecords namedRecords(const interpreter::Instance &instance, const interpreter::RecordPair &pair);

/// The inverse. Nothing if the fields do not fit.
std::optional<interpreter::RecordPair> recordsOf(const NamedRecords &named,
                                                 const interpreter::RecordShape &shape);

} // namespace plumb::refutation

#endif // PLUMB_CHECKER_REFUTATION_NAMED_H
