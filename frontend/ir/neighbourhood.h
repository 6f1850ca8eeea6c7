// SPDX-License-Identifier: Apache-2.0
//===- frontend/ir/neighbourhood.h - What two runs are given ----*- C++ -*-===//
///
/// \file
/// What the inputs of two runs may be, whatever is run on them: public parameters, which are alike, with what
/// is assumed of them; queries about the data, and how the data of neighbours, or the answers, may differ.
///
/// A mechanism and a composition have one and run something on it. A policy, a class of changes of a record
/// and the sensitivity of declared queries are about one alone. Whoever asks only how inputs may differ takes
/// this, and so cannot read a statement or a guarantee that is not there.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_IR_NEIGHBOURHOOD_H
#define PLUMB_FRONTEND_IR_NEIGHBOURHOOD_H

#include "frontend/ir/adjacency.h"
#include "frontend/ir/schema.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace plumb::ir {

struct Neighbourhood {
  /// Of the mechanism or composition that has it; empty for one that stands alone.
  std::string name;
  SourceRange nameRange;
  /// Right behind the parameters, where one more clause can stand.
  std::uint32_t clauses = 0;
  /// In the order of declaration; parameters and queries first: those of the file that this speaks of (sizes,
  /// then queries over records), then those of the signature in its order. Then what formulas bind and,
  /// in a mechanism, all other variables.
  std::vector<std::unique_ptr<Variable>> variables;
  /// Over parameters only. First n >= 0 for each size n of the file among the variables.
  std::vector<ExpressionPtr> requirements;
  /// Textbook form: what is assumed of the queries among the parameters. Empty if there is a
  /// recordAdjacency, and of a mechanism only then.
  std::vector<Difference> adjacency;
  /// Schema form: from it the difference of every query is to be derived.
  std::optional<RecordAdjacency> recordAdjacency;
  /// Only with a recordAdjacency.
  std::vector<RecordPremise> premises;
  SourceRange range;
  /// Names of sizes and queries of the file that this does not speak of. Nothing in it may be called so.
  std::vector<std::string> namesElsewhere = {};

  /// How many of the variables, from the front, are sizes of the file.
  std::size_t fileSizeCount() const;
};

} // namespace plumb::ir

#endif // PLUMB_FRONTEND_IR_NEIGHBOURHOOD_H
