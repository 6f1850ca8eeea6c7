// SPDX-License-Identifier: Apache-2.0
//===- checker/interpreter/record_scope.h - Names in a formula on records -*- C++ -*-===//
///
/// \file
/// What a formula about one record may read when it is evaluated on numbers: the record's fields, those of
/// the record in its place, and public parameters.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_INTERPRETER_RECORD_SCOPE_H
#define PLUMB_CHECKER_INTERPRETER_RECORD_SCOPE_H

#include "checker/interpreter/instance.h"

namespace plumb::interpreter {

/// The names of a formula that speaks of one record of the data: in a policy, an adjacency, a premise,
/// or the definition of a query. All arguments outlive the scope.
class RecordScope final : public Scope {
public:
  /// \param inItsPlace r', of which primed fields are. Null where a formula has none.
  /// \pre the instance's mechanism is about records, and both fit its shape.
  RecordScope(const Instance &of, const RecordValue &real, const RecordValue *inItsPlace = nullptr)
      : instance(of), parameters(of), record(real), primedRecord(inItsPlace) {}

  const Exact *element(const ir::Variable &variable, bool primed,
                       llvm::ArrayRef<std::int64_t> indices) const override {
    return parameters.element(variable, primed, indices);
  }
  const Cell *cell(const ir::Transcript &transcript, llvm::ArrayRef<std::int64_t> indices) const override {
    return parameters.cell(transcript, indices);
  }
  const Result &result() const override { return parameters.result(); }
  const FieldValue *field(const ir::FieldRead &read, llvm::ArrayRef<std::int64_t> indices) const override;

private:
  const Instance &instance;
  ParameterScope parameters;
  const RecordValue &record;
  const RecordValue *primedRecord;
};

} // namespace plumb::interpreter

#endif // PLUMB_CHECKER_INTERPRETER_RECORD_SCOPE_H
