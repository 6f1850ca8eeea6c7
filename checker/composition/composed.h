// SPDX-License-Identifier: Apache-2.0
//===- checker/composition/composed.h - The per-change ledger ---*- C++ -*-===//
///
/// \file
/// What mechanisms cost that run on the same data one after another (Theorem 6 of Takagi, Cao
/// and Yoshikawa, asymmetric differential privacy; Theorem VIII.6 of the conference version).
///
/// For a pair of records (r, r') part j costs
///
///     eps_j      if r' is a record that it allows in the place of r,
///                or has the same answers for it as one that it allows;
///     0          if no query of part j changes;
///     infinity   otherwise,
///
/// and the composition costs the sum. Where the composition states its neighbours, k * eps_j in the place of
/// eps_j if k steps of part j lead from r to r' (steps.h). The same holds if later parts are chosen from
/// earlier outputs, as long as their budgets and neighbours are those that are stated (adaptive composition):
/// the ratio of densities is a product, factor by factor, given what was published before.
///
/// A pair that one part does not allow has to be looked at: "public" in a policy says that a
/// value may be published, not that it stays the same. So costs are summed up for each class of
/// changes, and a class is protected only if its sum is finite. That each pair which some part
/// allows is in a class whose sum is told is an obligation of its own (coverage.cpp).
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_COMPOSITION_COMPOSED_H
#define PLUMB_CHECKER_COMPOSITION_COMPOSED_H

#include "checker/composition/cases.h"
#include "checker/composition/change_class.h"
#include "checker/proof/proof.h"
#include "checker/proof/record_witness.h"

#include <llvm/ADT/STLExtras.h>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace plumb::composition {

/// What one part costs on a class of changes.
enum class Charge : std::uint8_t {
  /// The start value: neither of the others was proved.
  Unbounded,
  /// Its budget.
  Budget,
  /// No answer changes.
  Nothing,
};

/// How numbers go from those of r to those of r' in steps of a stride: each by the whole of it in each step,
/// or one after another, in the order of their fields, by no more than it all together.
enum class Gait : std::uint8_t { Together, InTurn };

/// Steps of a stride, over parameters of the composition.
struct Walk {
  ir::ExpressionPtr stride;
  Gait gait;
};

/// Whether there is a pair that a row is about.
enum class Population : std::uint8_t {
  /// The start value: none was found, nor that there is none.
  Unknown,
  /// Some pair of it changes an answer.
  Some,
  /// r' = r for all of its pairs, so the row says nothing.
  None,
};

/// On which records the parts run, and so what bounds their loss. p is the probability with which each
/// record is sampled. (sampled.cpp)
enum class Sample : std::uint8_t {
  /// On all: the total.
  All,
  /// On a sample, and each part is bounded on it. Of a record that is added ln(1 + p * (exp(total) - 1)),
  Amplified,
  /// and of one that is removed ln(1 / (1 - p + p / exp(total))).
  AmplifiedWithout,
  /// On a sample, whatever the parts publish of it: ln(1 / (1 - p)).
  LeftOut,
};

/// One class of pairs (r, r').
struct Row {
  /// "changes of `there` alone"
  std::string changes;
  /// For each part.
  std::vector<Charge> charges;
  /// For each part, how many times its budget is charged each time that it runs; empty: once.
  std::vector<unsigned> steps;
  /// For each part, if its steps go by strides, so; else null.
  std::vector<std::shared_ptr<const Walk>> walks;
  /// Where a record is replaced, the fields that may change.
  Fields changing;
  /// The sum, over scalar parameters: "eps". Nothing if a part is unbounded, or if it is no rational
  /// function.
  std::optional<relational::RationalFunction> total;
  /// In its place, if the sum is a rational function only case by case.
  struct CaseTotal {
    std::vector<Decided> under;
    relational::RationalFunction total;
  };
  std::vector<CaseTotal> totals;
  /// There is no total because the sum has more than mostCases (cases.h).
  bool hasTooManyCases = false;
  Sample sample = Sample::All;
  /// That the loss is at most what is claimed; Proved also if nothing is claimed.
  smt::Outcome covered = smt::Outcome::Unknown;
  /// The pairs: those of each of these classes,
  std::vector<std::shared_ptr<const ChangeClass>> allowed;
  /// and not of every one of these, if there are any. Both are empty for a row about all neighbours.
  std::vector<std::shared_ptr<const ChangeClass>> notAll;
  Population population = Population::Unknown;

  /// What bounds the loss is known.
  bool isBounded() const { return total || !totals.empty() || sample == Sample::LeftOut; }
  /// Protected at a total that the claim covers.
  bool isProtected() const { return isBounded() && covered == smt::Outcome::Proved; }
  /// Each part is charged something finite, or need not be.
  bool isFinite() const {
    return sample == Sample::LeftOut ||
           llvm::all_of(charges, [](Charge charge) { return charge != Charge::Unbounded; });
  }
};

/// "3 * eps", "ln(1 + p * (exp(eps) - 1))": what the parts lose together on \p row of \p composition.
std::string lossText(const ir::Composition &composition, const Row &row);

/// Two stated neighbours for which a part is not proved.
struct Beyond {
  /// Position among the evidence of the obligation that is open for it.
  std::size_t obligation;
  proof::RecordWitness pair;
};

/// What a mechanism requires of its parameters, of the arguments of one part.
struct Demand {
  /// Position among the evidence.
  std::size_t obligation;
  /// As the mechanism states it.
  const ir::Expression *requirement;
  /// No parameters that the composition allows meet it.
  bool isExcluded = false;
};

/// The ledger of one composition. Lives no longer than its ir::Program.
class Composed {
public:
  Composed(Composed &&) = default;
  Composed &operator=(Composed &&) = default;

  /// Proved: every part is, so is every step, and every row is protected. Vacuous: no data that meet the
  /// premises have a neighbour with other answers, so nothing is protected from anybody. Or NotProved.
  verdict::Verdict verdict() const { return outcome; }
  /// Positions of the parts whose mechanism is not proved; then nothing else was asked.
  const std::vector<std::size_t> &openParts() const { return unproved; }
  const std::vector<Row> &rows() const { return ledger; }
  /// In the order of their obligations.
  const std::vector<Beyond> &beyond() const { return outside; }
  const std::vector<Demand> &demands() const { return demanded; }
  /// What was asked, and what is open; that a row is paid for is of condition Sum.
  const std::vector<verdict::Evidence> &evidence() const { return asked; }
  const smt::Statistics &statistics() const { return counters; }

private:
  friend class Composer;
  Composed() = default;
  /// Owns the terms of the questions.
  std::unique_ptr<smt::TermStore> store;
  std::vector<std::size_t> unproved;
  std::vector<Row> ledger;
  std::vector<Beyond> outside;
  std::vector<Demand> demanded;
  std::vector<verdict::Evidence> asked;
  smt::Statistics counters;
  verdict::Verdict outcome = verdict::Verdict::NotProved;
};

/// \param proofs one for each part, of its mechanism.
/// \param check confirms a pair of the stated neighbours.
Composed compose(const ir::Composition &composition, const std::vector<const proof::Proof *> &proofs,
                 const proof::EngineMaker &makeEngine, const proof::WitnessCheck &check);

} // namespace plumb::composition

#endif // PLUMB_CHECKER_COMPOSITION_COMPOSED_H
