// SPDX-License-Identifier: Apache-2.0
//===- checker/disproof/question.h - How likely is it on both? --*- C++ -*-===//
///
/// \file
/// One question of a search: parameters, data D and D', and a word. Its answer is how likely the word is on
/// either side, computed with doubles to search by, and certified with intervals before anybody hears of it.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_DISPROOF_QUESTION_H
#define PLUMB_CHECKER_DISPROOF_QUESTION_H

#include "checker/disproof/paths.h"
#include "checker/interpreter/record_neighbours.h"
#include "plumb/runtime/otp/interval.h"

#include <memory>

namespace plumb::disproof {

struct Question {
  interpreter::Instance instance;
  interpreter::Numbers first, second;
  interpreter::Output word;
  /// Whose answers they are. Nothing in the textbook form.
  std::optional<interpreter::RecordPair> records;
  /// The event is not that the word is published, but that its cells are, and whatever else (see
  /// pathsToPrefix). It has no result then.
  bool isBeginning = false;
};

/// Is D -> D' stated, do all requirements hold, and are the answers those of the records? By the exact
/// interpreter.
bool isAdmissible(const Question &question);

/// ln(Pr[D] / Pr[D']), roughly; infinity if the word is impossible on D'. Nothing if it is impossible or
/// unlikely beyond doubles on D, or if the question has no answer: see Obstacle and PathIntegral::likelihood.
std::optional<double> roughLoss(const Question &question, Work &work);

/// How likely words are, roughly, on data that were looked at lately. A search asks of the same data and word
/// again and again: beside each of their neighbours, the other way round, and where two climbs meet. What is
/// known costs the same work as if it were computed once more, so that a search does not depend on what is
/// known.
class KnownSides {
public:
  KnownSides();
  ~KnownSides();
  KnownSides(const KnownSides &) = delete;
  KnownSides &operator=(const KnownSides &) = delete;

  /// The same as roughLoss of a word. Questions are of one mechanism.
  std::optional<double> roughLoss(const Question &question, Work &work);

private:
  struct Side;
  /// Null where the work does not suffice.
  std::shared_ptr<Side> sideOf(const interpreter::Instance &instance, const interpreter::Numbers &answers,
                               const interpreter::Output &word, Work &work);

  static constexpr std::size_t mostKept = 128;
  std::vector<std::shared_ptr<Side>> kept;
  /// The one that was kept longest, once there are as many as may be.
  std::size_t oldest = 0;
};

/// The cell of the word that adds most to the loss, roughly; behind the last one if that is the result.
/// Nothing if it is not known.
std::optional<std::size_t> mostTellingCell(const Question &question, Work &work);

/// A violation that was certified.
struct Certified {
  witness::Witness witness;
  runtime::otp::Interval first, second;
  bool isImpossibleOnSecond;
};

/// Answers \p question with intervals, of growing precision until both are known to 25 digits, and nothing if
/// it is no violation, by these intervals and for all numbers close to the published ones. The data are
/// neighbours, and an inner point of each path publishes the word, both by the exact interpreter.
std::optional<Certified> certify(const Question &question, Work &work);

/// The same for \p loss in the place of what is guaranteed. That the data are neighbours is the caller's
/// concern.
std::optional<Certified> certifyLoss(const Question &question, const Exact &loss, Work &work);

} // namespace plumb::disproof

#endif // PLUMB_CHECKER_DISPROOF_QUESTION_H
