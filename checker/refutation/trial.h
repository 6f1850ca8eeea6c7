// SPDX-License-Identifier: Apache-2.0
//===- checker/refutation/trial.h - One input to replay ---------*- C++ -*-===//
///
/// \file
/// One input of an aligned pair of runs, whether it is admissible, how it fails, and how it is made smaller
/// while it goes on failing.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_REFUTATION_TRIAL_H
#define PLUMB_CHECKER_REFUTATION_TRIAL_H

#include "checker/interpreter/record_neighbours.h"
#include "checker/interpreter/replay.h"

#include <optional>

namespace plumb::refutation {

/// What a replay looks at.
enum class Runs : std::uint8_t {
  /// Two runs with aligned noise.
  Aligned,
  /// The one on D, and what is claimed of it.
  Lone,
};

/// Everything that a replay depends on.
struct Trial {
  interpreter::Instance instance;
  interpreter::Numbers first;
  interpreter::Numbers second;
  interpreter::Numbers tape;
  /// Whose answers they are. Nothing in the textbook form.
  std::optional<interpreter::RecordPair> records;
  Runs runs = Runs::Aligned;
};

interpreter::Replay replayOf(const Trial &trial, interpreter::Tracing tracing, std::uint64_t stepLimit);

/// The same with other records and their answers. Nothing if these are undefined.
std::optional<Trial> withRecords(const Trial &trial, interpreter::RecordPair records);

/// Do the requirements hold, are the data neighbours, and are the answers theirs? In the textbook form: are
/// the answers neighbours, and for aligned runs not negative?
bool isAdmissible(const Trial &trial);

/// What a replay says of a trial.
struct Judgement {
  /// Which condition it violates. Nothing if none, or if the replay says nothing.
  std::optional<interpreter::Condition> failure;
  /// It ran into its limit, or its tape leaves the support in the first run.
  bool saysNothing = false;
  /// What the second run and its alignments took.
  std::uint64_t steps = 0;
  /// Without a failure: the aligned draws, in the order of \c Trial::tape, and what both runs publish.
  interpreter::Numbers aligned;
  interpreter::Output output;
};

/// \pre isAdmissible.
Judgement judge(const Trial &trial, std::uint64_t stepLimit);

/// judge(...).failure
std::optional<interpreter::Condition> failureOf(const Trial &trial, std::uint64_t stepLimit);

/// Makes the numbers of a failing trial as close to 0 as it can, one after the other, while the trial
/// stays admissible and fails by the same condition. Sizes stay.
void minimize(Trial &trial, interpreter::Condition condition, std::uint64_t stepLimit);

/// For each number of the trial: may it be anything? See NamedNumber::any.
struct Irrelevant {
  std::vector<bool> parameters;
  /// Never in the schema form, where answers follow from records.
  std::vector<bool> answers;
  /// For each number of the two records. Empty in the textbook form.
  std::vector<bool> fields;
  std::vector<bool> tape;
};
Irrelevant findIrrelevant(const Trial &trial, interpreter::Condition condition, std::uint64_t stepLimit);

} // namespace plumb::refutation

#endif // PLUMB_CHECKER_REFUTATION_TRIAL_H
