// SPDX-License-Identifier: Apache-2.0
//===- checker/proof/record_witness.h - A record pair of a model -*- C++ -*-===//
///
/// \file
/// A concrete pair of records, with parameters, that attains a bound or refutes a property. Plain numbers,
/// so that the interpreter can check it without the solver's terms.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_PROOF_RECORD_WITNESS_H
#define PLUMB_CHECKER_PROOF_RECORD_WITNESS_H

#include "frontend/ir/program.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace plumb::proof {

/// What an element of a field holds; the number is 0 if it is none. Truth values are 0 and 1.
struct ElementValue {
  Rational number;
  bool isNone = false;
};

/// One record: for each field all its elements, in row-major order.
using RecordModel = std::map<std::string, std::vector<ElementValue>>;

/// Two concrete records that may stand in each other's place, and what that changes.
struct RecordWitness {
  /// All parameters of the mechanism by name, arrays in row-major order.
  std::map<std::string, std::vector<Rational>> parameters;
  /// r of D and r' of D'; nothing where the data lack it.
  std::optional<RecordModel> first, second;
  /// An answer that differs.
  struct Change {
    const ir::Variable *query;
    std::vector<long> indices;
    /// f[indices](D) - f[indices](D'), not 0.
    Rational difference;
  };
  /// All of them, in the order of the queries and of their elements.
  std::vector<Change> changes;
};

/// Evaluates a witness exactly and without the solver: may these be the data, are they neighbours, and
/// are these the changes?
using WitnessCheck = std::function<bool(const RecordWitness &)>;

} // namespace plumb::proof

#endif // PLUMB_CHECKER_PROOF_RECORD_WITNESS_H
