// SPDX-License-Identifier: Apache-2.0
//===- checker/report/policy_result.h - What a policy protects --*- C++ -*-===//
///
/// \file
/// The result of `plumb policy` as a subject: what stays hidden under a relation between records and what is
/// given away, each line proved for all records or denied by a pair of them.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_REPORT_POLICY_RESULT_H
#define PLUMB_CHECKER_REPORT_POLICY_RESULT_H

#include "checker/policy/exposure.h"
#include "checker/report/policy_neighbours.h"
#include "checker/report/subject.h"

namespace plumb::report {

/// What was asked of another record of the file, and cannot be of this one.
struct LeftOut {
  std::string proposition, reason;
};

/// The neighbours of the records of which \c proposition is true; of all if it is empty.
struct Listed {
  std::string proposition;
  Neighbourhoods found;
};

/// Proved if every line is decided. It declares nothing that could be emitted.
struct PolicyResult final : Subject {
  /// \param of what \p found is about; outlives this.
  /// \param named the mechanism that states it; null if a policy or a record does.
  PolicyResult(const ir::RecordAdjacency &of, const ir::Mechanism *named, policy::Exposure found);

  const ir::RecordAdjacency *adjacency;
  policy::Exposure exposure;
  /// Of the mechanism or the policy; empty if any record may stand in the place of another.
  std::string ownName;
  bool isOfMechanism;
  std::vector<LeftOut> leftOut;
  std::vector<Listed> listed;
  /// All of the exposure's.
  std::vector<Evidence> values;

  Kind kind() const override { return {"policies", isOfMechanism ? "mechanism" : "policy"}; }
  const std::string &name() const override { return ownName; }
  SourceRange nameRange() const override { return adjacency->range; }
  SourceRange range() const override { return adjacency->range; }
  /// That the relation and the propositions have values; what was asked of these is told line by line.
  const std::vector<Evidence> &obligations() const override { return values; }
  std::vector<Diagnostic> findings() const override;
  /// "decided" or "not decided".
  std::string verdictText() const override;
  std::string details() const override;
  std::string closing() const override;
  void writeClaims(llvm::json::OStream &json) const override;
  void writeDetails(llvm::json::OStream &json) const override;
  void explain(Document &, const SourceFile &, const proof::EngineMaker &) const override {}
};

/// What \p relation protects and gives away, its pairs confirmed by the exact interpreter.
/// \param named \see PolicyResult
/// \see policy::exposureOf
PolicyResult policyResultOf(const ir::Program &program, const ir::RecordAdjacency &relation,
                            const ir::Mechanism *named, const std::vector<ir::Proposition> &asked,
                            const proof::EngineMaker &makeEngine);

} // namespace plumb::report

#endif // PLUMB_CHECKER_REPORT_POLICY_RESULT_H
