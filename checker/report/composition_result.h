// SPDX-License-Identifier: Apache-2.0
//===- checker/report/composition_result.h - Verdict on a sum ---*- C++ -*-===//
///
/// \file
/// The subject "composition": its parts, its cost for each class of changes, and the hooks by which the
/// reporters say it.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_REPORT_COMPOSITION_RESULT_H
#define PLUMB_CHECKER_REPORT_COMPOSITION_RESULT_H

#include "checker/composition/composed.h"
#include "checker/disproof/composed.h"
#include "checker/report/result.h"

namespace plumb::report {

/// Everything known about one composition. Lives no longer than its ir::Program.
///
/// Its hooks stand in composition_result.cpp (what it says of itself) and explain_composition.cpp.
struct CompositionResult final : Subject {
  CompositionResult(const ir::Composition &of, composition::Composed made, std::vector<std::string> ofParts);

  const ir::Composition *composition;
  composition::Composed composed;
  /// For each part the verdict on its mechanism.
  std::vector<std::string> partVerdicts;
  /// Of an open sum, if one was found.
  std::optional<disproof::ComposedViolation> violation;

  Kind kind() const override { return {"compositions", "composition"}; }
  Declaration declaration() const override { return composition; }
  const std::string &name() const override { return composition->head.name; }
  SourceRange nameRange() const override { return composition->head.nameRange; }
  SourceRange range() const override { return composition->head.range; }
  const std::vector<Evidence> &obligations() const override { return composed.evidence(); }
  const smt::Statistics *statistics() const override { return &composed.statistics(); }
  std::vector<std::string> provedTexts() const override;
  bool isShownAlike(std::string_view condition) const override;
  std::vector<std::string> guarantees() const override;
  /// A violation first; then one for each part, argument or class of changes that is open.
  std::vector<Diagnostic> findings() const override;
  /// The sum for each class of changes, and for a proof what it rests on.
  std::string details() const override;
  void writeClaims(llvm::json::OStream &json) const override;
  void writeDetails(llvm::json::OStream &json) const override;
  void explain(Document &document, const SourceFile &file,
               const proof::EngineMaker &makeEngine) const override;
};

/// \param results of all mechanisms of the program of \p composition.
CompositionResult check(const ir::Composition &composition, const std::vector<const Result *> &results,
                        const proof::EngineMaker &makeEngine);

/// "7 times eps / 7 for `daily(eps / 7)`, 0 for `weekly(eps)`": what a row adds up, or which part is in the
/// way.
std::string chargesText(const CompositionResult &result, const composition::Row &row);

/// "replace Visit under hide: eps, that is eps for `daily(eps)`": the whole row. \pre each charge is finite.
std::string ledgerText(const CompositionResult &result, const composition::Row &row);

} // namespace plumb::report

#endif // PLUMB_CHECKER_REPORT_COMPOSITION_RESULT_H
