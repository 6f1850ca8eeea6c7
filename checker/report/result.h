// SPDX-License-Identifier: Apache-2.0
//===- checker/report/result.h - The verdict on a mechanism -----*- C++ -*-===//
///
/// \file
/// The subject "mechanism": its proof, its counterexample if it has one, and the hooks by which the
/// reporters say it.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_REPORT_RESULT_H
#define PLUMB_CHECKER_REPORT_RESULT_H

#include "checker/disproof/violation.h"
#include "checker/refutation/bad_pair.h"
#include "checker/refutation/bad_parameters.h"
#include "checker/refutation/tried.h"
#include "checker/report/boundary.h"
#include "checker/report/missing_premises.h"
#include "checker/report/subject.h"
#include "checker/synthesis/alternative.h"

#include <optional>
#include <string_view>
#include <vector>

namespace plumb::report {

/// Everything known about one mechanism. Lives no longer than its ir::Program.
///
/// Its hooks stand in result.cpp (what it says of itself) and explain.cpp.
struct Result final : Subject {
  Result(const ir::Mechanism &of, proof::Proof made) : mechanism(&of), proof(std::move(made)) {}

  const ir::Mechanism *mechanism;
  proof::Proof proof;
  /// For an open proof: the smallest aligned pair of runs that fails, if one was found.
  std::optional<refutation::Counterexample> counterexample;
  /// For an open proof: whether the guarantee itself is wrong, as far as it was found.
  disproof::Findings disproof;
  /// For an open proof: the smallest run that has no meaning or breaks a claim, if one was found.
  std::optional<refutation::Counterexample> badRun;
  /// For an open proof: two records that show that the neighbouring relation is none, if any were found.
  std::optional<refutation::BadPair> badPair;
  /// For an open proof: parameters with which no data have a neighbour, if any were found.
  std::optional<refutation::BadParameters> badParameters;
  /// For an open proof of which nothing worse is known: what is proved in its place.
  std::optional<synthesis::Alternative> alternative;
  /// For a violation: where there is none, if that is known.
  std::optional<Boundary> boundary;
  /// For an open proof: what would have to be required of the parameters.
  MissingPremises missingPremises;
  /// For a proof: the cross-examination.
  std::optional<refutation::Tried> tried;
  /// What was left open: what was found, or why nothing was.
  synthesis::Synthesis synthesis;
  /// For a violation of what is left open in part: where runs on other inputs have no value, whatever will
  /// stand there.
  std::vector<Diagnostic> missingValues;
  /// A violation of a guarantee slightly below the one that was found: it is tight.
  disproof::Findings below;

  Kind kind() const override { return {"results", "mechanism"}; }
  Declaration declaration() const override { return mechanism; }
  const std::string &name() const override { return mechanism->name; }
  SourceRange nameRange() const override { return mechanism->nameRange; }
  SourceRange range() const override { return mechanism->range; }
  const std::vector<Evidence> &obligations() const override { return proof.obligations(); }
  std::vector<std::string> provedTexts() const override { return {proof::provedText(*mechanism, proof)}; }
  bool isShownAlike(std::string_view) const override { return proof::isWholeInText(proof); }
  std::vector<std::string> guarantees() const override;
  std::vector<std::string> laws() const override;
  /// A confirmed violation first; what a run without a value shows, with what follows from it as notes; the
  /// open conditions of the theorem, the most basic one first (isMoreBasic); and what only makes those
  /// meaningful (definedness, invariants). One for a condition at one place.
  std::vector<Diagnostic> findings() const override;
  /// Before it is known what would be proved instead.
  std::vector<Diagnostic> ownFindings() const;
  /// Of what is open, how close to a violation the search came.
  std::string verdictText() const override;
  std::string details() const override;
  std::string closing() const override;
  const smt::Statistics *statistics() const override { return &proof.statistics(); }
  void writeClaims(llvm::json::OStream &json) const override;
  void writeDetails(llvm::json::OStream &json) const override;
  void writeTrials(llvm::json::OStream &json) const override;
  /// What is left to answer, where nothing else is known. Null if that is not so.
  const disproof::ToldQuestion *openQuestion() const;
  /// Nothing is known of violations, and why.
  bool isSilent() const;
  void explain(Document &document, const SourceFile &file,
               const proof::EngineMaker &makeEngine) const override;
};

/// Proves \p mechanism; if the proof is open, looks for a counterexample of the alignment, for a violation of
/// the guarantee, and for a run that breaks a claim or has no meaning.
///
/// A proved mechanism is cross-examined: aligned pairs of runs on small inputs are replayed by the exact
/// interpreter.
/// \throws std::logic_error if the two disagree, which is a bug in Plumb.
Result check(const ir::Mechanism &mechanism, const proof::EngineMaker &makeEngine);

/// The same of a mechanism that may leave places open. What is found is written into \p mechanism; where
/// nothing is found, the holes stay and it is not proved. Where alignments are written and are no proof,
/// others are looked for as well.
Result check(ir::Mechanism &mechanism, const proof::EngineMaker &makeEngine, const synthesis::IsText &isText);

/// "1834 aligned pairs of runs, none of which fails; one has eps = 1, f = 1 on D and 0 on D'", or that there
/// were none.
std::string triedText(const refutation::Tried &tried);

/// The samples and publications that none of those runs came to, as in the program, and which one where
/// several read alike. A proof is true of them too; but perhaps no run ever comes there, and then it says
/// nothing. \p quote stands around formulas.
std::vector<std::string> notReached(const ir::Mechanism &mechanism, const refutation::Tried &tried,
                                    const std::string &quote = "");

/// "eps / 4", if the alignment is proved to cost less than what is guaranteed; empty if it uses it up, or
/// nothing is proved.
std::string lessIsEnough(const Result &result);

/// ", where what is moved at scale 2 / eps counts 1/2 times", if anything at other scales is in \p moved. \p
/// quote stands around formulas.
std::string otherScales(const proof::LedgerEntry &moved, const std::string &quote = "");

/// "private(eps)": what \p mechanism says of itself, whether it is true or not.
std::string guaranteeText(const ir::Mechanism &mechanism);

} // namespace plumb::report

#endif // PLUMB_CHECKER_REPORT_RESULT_H
