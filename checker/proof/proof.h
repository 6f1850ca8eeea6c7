// SPDX-License-Identifier: Apache-2.0
//===- checker/proof/proof.h - Obligations and their evidence ---*- C++ -*-===//
///
/// \file
/// What was asked and what was answered, for one mechanism.
///
/// A Proof can only be made by prove(). It says "proved" if every obligation was
/// discharged, none is missing, and the hypotheses were shown to have models; there
/// is no other way to that word.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_PROOF_PROOF_H
#define PLUMB_CHECKER_PROOF_PROOF_H

#include "checker/relational/invariant_text.h"
#include "checker/relational/scales.h"
#include "checker/relational/vocabulary.h"
#include "checker/smt/solver.h"
#include "checker/verdict/evidence.h"
#include "checker/verdict/verdict.h"
#include "frontend/ir/program.h"

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace plumb::proof {

using verdict::Condition;
using verdict::Evidence;
using verdict::Verdict;

/// How much is moved in one class of scales (those that differ by a constant factor), measured at its
/// largest.
struct LedgerEntry {
  /// As it stands in the program, and as a function of its parameters.
  const ir::Expression *written;
  relational::RationalFunction scale, bound;
  /// Other scales, what is moved at which counts here so many times: they are smaller by this factor.
  std::vector<std::pair<const ir::Expression *, Rational>> others;
};

/// A guarantee that the alignment affords: sum of bound / scale over the entries.
struct Affordable {
  relational::RationalFunction epsilon;
  std::vector<LedgerEntry> ledger;
};

class Proof {
public:
  Proof(Proof &&) = default;
  Proof &operator=(Proof &&) = default;

  /// Proved, NotProved or Vacuous.
  Verdict verdict() const { return outcome; }
  const std::vector<Evidence> &obligations() const { return evidence; }
  /// For each loop in program order, the invariants that the proof rests on, as text. All of them are kept if
  /// keepsInvariants().
  const std::vector<std::vector<std::string>> &invariants() const { return loopInvariants; }
  /// Those among them that are not proved, by loop and place. Where there is one, or something else is open
  /// that the others were proved with, nothing is known of the others either.
  const std::set<std::pair<const ir::Statement *, std::size_t>> &openInvariants() const { return openOnes; }
  /// Is each of invariants() proved, and all that was assumed for that?
  bool keepsInvariants() const;
  /// The same of one run alone, by which claims are proved.
  const std::vector<std::vector<std::string>> &invariantsAlone() const { return loopInvariantsAlone; }
  /// The found ones among them in the language (relational/invariant_text.h), and those of one run alone, by
  /// which claims are proved.
  const relational::InvariantTexts &foundTexts() const { return texts; }
  const relational::InvariantTexts &foundTextsAlone() const { return textsAlone; }
  /// Where the runs were not led, but went apart (relational/apart.h), in the order of the text.
  const std::vector<const ir::If *> &apart() const { return apartOnes; }
  const std::vector<LedgerEntry> &ledger() const { return entries; }
  /// The smallest epsilon for which this alignment, with the bounds of the ledger, is a proof: a function of
  /// scalar parameters ("3 * eps / 4"). Nothing if the ledger is open, or if the cost is bounded as a whole,
  /// draw by draw.
  const std::optional<relational::RationalFunction> &smallestEpsilon() const { return smallest; }
  /// That, divided by the guarantee, if it is one positive number for all parameters.
  const std::optional<Rational> &usedShare() const { return share; }
  /// Where the guarantee is left open: what it could be, as far as bounds are known; of two of which one is
  /// at most the other, for all parameters, only the smaller. Nothing of it is a proof: see isOpenAlone.
  const std::vector<Affordable> &affordable() const { return answers; }
  /// Everything else is proved, so that it is worthwhile to prove one of affordable().
  bool isOpenAlone() const;
  /// Nothing but claims is open, if anything is: no other alignment would prove more.
  bool provesGuarantee() const { return isGuaranteeProved; }
  const smt::Statistics &statistics() const { return counters; }
  /// What the symbols in the questions of its obligations stand for.
  const relational::Vocabulary &vocabulary() const { return words; }

private:
  friend class Prover;
  Proof() = default;
  /// Owns the terms of the evidence.
  std::unique_ptr<smt::TermStore> store;
  std::vector<Evidence> evidence;
  relational::Vocabulary words;
  std::vector<std::vector<std::string>> loopInvariants, loopInvariantsAlone;
  relational::InvariantTexts texts, textsAlone;
  std::set<std::pair<const ir::Statement *, std::size_t>> openOnes;
  std::vector<const ir::If *> apartOnes;
  std::vector<LedgerEntry> entries;
  std::optional<relational::RationalFunction> smallest;
  std::optional<Rational> share;
  std::vector<Affordable> answers;
  smt::Statistics counters;
  Verdict outcome = Verdict::NotProved;
  bool isGuaranteeProved = false;
};

/// Makes the engine for one mechanism.
using EngineMaker = std::function<std::unique_ptr<smt::Engine>(smt::TermStore &)>;

/// Proves the conditions of the theorem and the claims for \p mechanism, or says which are open.
/// Of a mechanism with holes it says that these are open; where the guarantee is the only one, also what
/// could stand there. Deterministic for a deterministic engine. Never throws for anything the engine does.
Proof prove(const ir::Mechanism &mechanism, const EngineMaker &makeEngine);

/// Asks what needs no alignment: that neighbours are ones, and that each run is defined: its subscripts,
/// divisors, selections and scales, and what is guaranteed. What is open of these is open whatever the
/// alignments are, which may be left out. Of the rest nothing is asked, so that the verdict is NotProved.
Proof proveMeaning(const ir::Mechanism &mechanism, const EngineMaker &makeEngine);

/// \p mechanism in canonical form, with all that was found for its proof written into it: what somebody who
/// finds nothing has to know to prove it again. Behind the guarantee `spends B at b` for each entry of the
/// ledger, at each loop `invariant F` and `alone F` (of one run) for what was found. \p proof is one of this
/// mechanism.
std::string provedText(const ir::Mechanism &mechanism, const Proof &proof);
/// Does it say all that the proof rests on? What the kernel refutes of it may be something that it lacks.
inline bool isWholeInText(const Proof &proof) {
  return proof.foundTexts().areAll && proof.foundTextsAlone().areAll;
}

} // namespace plumb::proof

#endif // PLUMB_CHECKER_PROOF_PROOF_H
