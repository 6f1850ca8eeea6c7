// SPDX-License-Identifier: Apache-2.0
//===- checker/report/sensitivity_result.h - How far answers differ -*- C++ -*-===//
///
/// \file
/// The result of `plumb sensitivity` as a subject: bounds on how far the answers of neighbours differ, with
/// the evidence of each bound, for the same text, JSON and exit codes as every other verdict.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_REPORT_SENSITIVITY_RESULT_H
#define PLUMB_CHECKER_REPORT_SENSITIVITY_RESULT_H

#include "checker/proof/sensitivity.h"
#include "checker/report/subject.h"

#include <optional>

namespace plumb::report {

/// The sensitivity of the queries of one mechanism, or of one adjacency. Proved if every bound and every
/// property is decided; also in the textbook form, where they are stated and nothing is to be derived. Not
/// proved while a clause is open, `f changes by ?`.
///
/// It declares nothing that could be emitted: what is known of its queries does not prove a mechanism. Its
/// hooks stand in sensitivity_result.cpp and, for programs, sensitivity_json.cpp.
struct SensitivityResult final : Subject {
  SensitivityResult(const ir::Neighbourhood &of, std::optional<proof::Sensitivity> found);

  /// Without a name if it only stands for its adjacency.
  const ir::Neighbourhood *neighbourhood;
  /// Nothing in the textbook form.
  std::optional<proof::Sensitivity> derived;

  Kind kind() const override { return {"results", "mechanism"}; }
  const std::string &name() const override { return neighbourhood->name; }
  SourceRange nameRange() const override { return neighbourhood->nameRange; }
  SourceRange range() const override { return neighbourhood->range; }
  /// That queries and neighbours have values; what was asked of these is told query by query.
  const std::vector<Evidence> &obligations() const override;
  std::vector<Diagnostic> findings() const override;
  /// "derived", "stated" or "not decided".
  std::string verdictText() const override;
  std::string details() const override;
  /// Several lines: bounds and properties, and below each the pair of records that attains or refutes it.
  std::string closing() const override;
  void writeClaims(llvm::json::OStream &json) const override;
  void writeDetails(llvm::json::OStream &json) const override;
  void explain(Document &, const SourceFile &, const proof::EngineMaker &) const override {}

private:
  /// The first clause of the textbook form whose direction or bound is open; null if there is none.
  const ir::Difference *openClause() const;
};

// Parts that other forms of the report share.

/// "f[i in 0 .. n]"
std::string queryText(const ir::Variable &query);
/// "f[0][1]"
std::string answerText(const proof::RecordWitness::Change &change);
/// The values of the parameters of which \p neighbourhood's records, adjacency or premises speak, by name:
/// "3", or "[0, 1]" for an array.
std::vector<std::pair<std::string, std::string>> parameterTexts(const ir::Neighbourhood &neighbourhood,
                                                                const proof::RecordWitness &witness);
/// The fields of one record: "true", "[1, none]". \param growth null, or what is added to \p isFirst's
/// fields.
std::vector<std::pair<std::string, std::string>> fieldTexts(const ir::Record &record,
                                                            const proof::RecordModel &model, bool isFirst,
                                                            const proof::RecordFamily::Growth *growth);

} // namespace plumb::report

#endif // PLUMB_CHECKER_REPORT_SENSITIVITY_RESULT_H
