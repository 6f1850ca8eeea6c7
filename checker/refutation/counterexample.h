// SPDX-License-Identifier: Apache-2.0
//===- checker/refutation/counterexample.h - It fails here ------*- C++ -*-===//
///
/// \file
/// A smallest input on which an alignment does not do what the theorem asks. It
/// refutes this alignment, not the privacy of the mechanism: another alignment may
/// work (see violation.h for the other thing). Or a smallest input of a single run that is none, or of which
/// a claim is false.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_REFUTATION_COUNTEREXAMPLE_H
#define PLUMB_CHECKER_REFUTATION_COUNTEREXAMPLE_H

#include "checker/interpreter/replay.h"

#include <optional>
#include <string>
#include <vector>

namespace plumb::refutation {

/// What is declared under a name, or one element of it.
struct Element {
  /// As it is declared: "T".
  std::string declared;
  /// None for what is no array.
  interpreter::Indices indices;

  bool isOfArray() const { return !indices.empty(); }
  /// As it is told: "T[0]".
  std::string name() const { return interpreter::elementName(declared, indices); }

  friend bool operator==(const Element &, const Element &) = default;
};

/// A number of the input: `eps`, `T[0]`.
struct NamedNumber {
  Element element;
  interpreter::Exact value;
  ir::Sort sort;
  /// The failure stays if this is replaced by other numbers (several were tried, together with all
  /// others that are marked). For print as "any".
  bool any = false;
};

/// One answer on both datasets. `any`: any number, the same on both.
struct NamedAnswers {
  Element element;
  interpreter::Exact first;
  interpreter::Exact second;
  ir::Sort sort;
  bool any = false;
};

/// One field, or one element of it, of the record in which the data sets differ.
struct NamedField {
  Element element;
  /// In r, the record of D. Nothing if D' has one record more.
  std::optional<interpreter::FieldValue> first;
  /// In r', the record in its place in D'. Nothing if D has one record more.
  std::optional<interpreter::FieldValue> second;
  ir::Sort sort;
  /// As for a NamedNumber: any value, the same in r and r'. The answers change with it.
  bool any = false;
};

/// One field, or one element of it, of a record that both data sets have.
struct NamedFieldValue {
  Element element;
  interpreter::FieldValue value;
  ir::Sort sort;
};

/// The data of a mechanism about records. The answers are theirs.
struct NamedRecords {
  struct Others {
    std::vector<NamedFieldValue> fields;
    /// So many equal records.
    std::int64_t copies;
  };

  /// What they are: "Visit".
  std::string name;
  /// D' has one record more, or D has.
  bool isMissingFirst = false, isMissingSecond = false;
  /// Field by field, in the order of the declaration.
  std::vector<NamedField> changed;
  /// What D and D' have in common.
  std::vector<Others> others;
};

/// One sample of both runs.
struct NamedDraw {
  /// "lam", "lam[0]", "lam[i=0]".
  std::string name;
  interpreter::Exact first;
  /// Nothing if the runs parted before.
  std::optional<interpreter::Exact> second;
  bool any = false;
};

struct Counterexample {
  interpreter::Condition condition;
  /// Where it shows; empty for the ends of the runs and for the cost.
  SourceRange range;
  /// One sentence without a final period.
  std::string description;
  std::vector<NamedNumber> parameters;
  std::vector<NamedAnswers> answers;
  /// Nothing in the textbook form.
  std::optional<NamedRecords> records;
  std::vector<NamedDraw> noise;
  /// Both runs, up to where they part.
  std::vector<interpreter::Row> steps;
  interpreter::Output firstOutput;
  interpreter::Output secondOutput;
  interpreter::Exact cost;
  interpreter::Exact epsilon;
  /// The numbers above, taken by name and replayed once more, satisfy all `requires`, are neighbours
  /// (with answers that are summed up from the records anew, if there are records) and fail in the stated
  /// way. Never print one that is not confirmed.
  bool confirmed = false;
};

struct CounterexampleLimits {
  /// Replays, and assignments to parameters that are looked at.
  std::uint64_t replays = 30'000;
  /// Statements of one run.
  std::uint64_t steps = 20'000;
  /// Of an input; see candidates.h.
  unsigned weight = 14;
  /// Is a pair of runs a failure on which an alignment has no value? A proof lets it have any there.
  bool alignmentsHaveValues = true;
};

struct Tried;

/// The first failing replay in the order of candidates.h, then made smaller while it fails in the
/// same way. Deterministic. Nothing means only that the budget held none.
/// \param tried if not null: receives what was replayed before.
std::optional<Counterexample> findCounterexample(const ir::Mechanism &mechanism,
                                                 const CounterexampleLimits &limits = {},
                                                 Tried *tried = nullptr);

/// The same of single runs: one that has no meaning, or that breaks a claim. What is told of D' is any
/// neighbour.
std::optional<Counterexample> findBadRun(const ir::Mechanism &mechanism,
                                         const CounterexampleLimits &limits = {});

struct Trial;

/// The first failing replay itself, as it is found, for who has to replay other alignments on it.
std::optional<Trial> findFailure(const ir::Mechanism &mechanism, const CounterexampleLimits &limits);

} // namespace plumb::refutation

#endif // PLUMB_CHECKER_REFUTATION_COUNTEREXAMPLE_H
