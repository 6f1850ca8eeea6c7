// SPDX-License-Identifier: Apache-2.0
//===- frontend/ir/proposition.h - What is asked about a record -*- C++ -*-===//
///
/// \file
/// A formula about one record: "was this person at place i?" (Definition IV.1 of Takagi, Cao and Yoshikawa's
/// conference text calls a policy by such a formula). It is no part of a program; `plumb policy` is given it.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_IR_PROPOSITION_H
#define PLUMB_FRONTEND_IR_PROPOSITION_H

#include "frontend/ir/record.h"

namespace plumb::ir {

/// Points into the record, and to the sizes of its Program.
struct Proposition {
  /// A subscript for which nothing stands: the proposition is asked for every value that it may have.
  struct Index {
    /// Role Bound.
    const Variable *variable;
    /// 0 <= variable < each of these, over sizes.
    std::vector<const Expression *> extents;
  };

  const Record *record;
  /// The record that it is about; no field is primed.
  std::unique_ptr<RecordVariable> subject;
  std::vector<Index> indices;
  /// Sort Bool.
  ExpressionPtr formula;
  /// Owner of the indices and of what the formula binds.
  std::vector<std::unique_ptr<Variable>> bound;
};

} // namespace plumb::ir

#endif // PLUMB_FRONTEND_IR_PROPOSITION_H
