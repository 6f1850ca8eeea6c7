// SPDX-License-Identifier: Apache-2.0
//===- checker/inference/templates.h - What templates are made of -*- C++ -*-===//
///
/// \file
/// What the families of candidates share: the loop they are for, what its body
/// assigns, and the counters that movement is compared with.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_INFERENCE_TEMPLATES_H
#define PLUMB_CHECKER_INFERENCE_TEMPLATES_H

#include "checker/inference/factor.h"
#include "checker/relational/privacy_cost.h"
#include "checker/relational/two_run.h"

#include <llvm/ADT/STLFunctionalExtras.h>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace plumb::inference {

using Formula = std::function<smt::Term(relational::Context, const relational::LoopHead &)>;

/// A quantity that grows along a loop, with its text; none for the constant 1.
using Counter = std::pair<std::string, Formula>;

/// What z has at one place, which may depend on the iterations around.
using ValueOfOutput = std::function<smt::Term(relational::Context, const relational::State &)>;

/// The candidates of one loop, as they are collected.
class Templates {
public:
  Templates(relational::Context context, const ir::For &loop, bool pairs);

  /// \param impliedBy see relational::Invariant.
  /// \returns its number.
  std::size_t add(std::string text, Formula formula, std::vector<std::size_t> impliedBy = {});
  std::size_t add(relational::Invariant invariant);
  /// The number of "it is the same in both runs", which valueCandidates has told of the scalar \p variable.
  std::size_t equalTwin(const ir::Variable &variable) const { return equalTwins.at(&variable); }
  void setEqualTwin(const ir::Variable &variable, std::size_t number) { equalTwins[&variable] = number; }
  std::vector<relational::Invariant> take() { return std::move(list); }

  /// The locals that the body assigns, in the order of the mechanism.
  const std::vector<const ir::Variable *> &assigned() const { return locals; }
  /// The scalar ones among them that are numbers.
  const std::vector<const ir::Variable *> &assignedNumbers() const { return numbers; }

  /// Does the body draw noise of which \p is holds? It is asked of each draw.
  bool hasSample(llvm::function_ref<bool(const ir::Sample &)> is) const;

  /// The loops around this one, outermost first.
  const std::vector<const ir::For *> &outer() const { return enclosingLoops; }

  /// What a step may change a sum or a movement by: the adjacency bounds, and each of them times a factor
  /// that the text multiplies answers with.
  const std::vector<relational::MovementBound> &units() const { return stepUnits; }
  /// The same for what a variable of this sort differs by: Ints do not differ by a share of 1 / n.
  std::vector<relational::MovementBound> unitsFor(ir::Sort sort) const;

  /// How many iterations have passed, and of each loop in this one, if each iteration runs all of its range.
  Counter iterations() const;
  std::vector<Counter> nestedIterations() const;
  /// [the loop has passed the result], jointPlacesPassed and the changedPlaceIndicators: 0 or 1.
  std::vector<Counter> indicators() const;
  /// 1, what Int variables have grown or fallen by, flags that have changed, members of the selection passed,
  /// the indicators, the sum of those of what is published, iterations, those in a window.
  std::vector<Counter> counters() const;

  const relational::Context context;
  const ir::Mechanism &mechanism;
  const ir::For &loop;
  /// Two runs are compared (else: candidates for one run alone).
  const bool pairs;

private:
  /// Whether the loop has passed an int that is published.
  struct Passed {
    Counter counter;
    /// An alignment in the loop reads it.
    bool isNamed = false;
  };
  /// [the loop has passed the result], and each number that is published behind it.
  std::vector<Passed> publishedPassed() const;
  /// Of cells in which one of several things is published, some of them with a number: whether the loop has
  /// passed the number of the one that is.
  std::vector<Counter> alternativesPassed() const;
  /// Fills enclosingLoops; whether the loop is in \p block.
  bool enclosing(const ir::Block &block);

  std::vector<const ir::For *> enclosingLoops;
  std::vector<const ir::Variable *> locals, numbers;
  std::map<const ir::Variable *, std::size_t> equalTwins;
  std::vector<relational::MovementBound> stepUnits;
  std::vector<relational::Invariant> list;
};

/// The value of \p variable at the head; an invalid term if it has none yet (then a candidate is `true`:
/// nothing is claimed).
smt::Term valueOf(relational::Context context, const relational::State &state, const ir::Variable &variable,
                  relational::Side side);

/// The text of \p multiple * \p unit * what a counter counts: "2 * c * (n - its value at entry)", "2 * (C -
/// a)", "n - its value at entry", "1".
///
/// \param counter empty for the constant 1.
std::string times(int multiple, const relational::MovementBound &unit, const std::string &counter = "");

/// What all of \p counters count, together.
Counter sumOf(std::vector<Counter> counters);

/// The cell of \p transcript that the current iterations fill.
std::vector<smt::Term> cellOf(const ir::Transcript &transcript, relational::Context context,
                              const relational::State &state);

/// The \p position-th value that \p output publishes, as z has it in the cell of the current iterations, and
/// its text: "out[r].winner.1".
std::pair<std::string, ValueOfOutput> cellComponent(const ir::Output &output, std::size_t position);

smt::Term asReal(relational::Context context, smt::Term number);

/// Does \p term keep its value while a loop in \p around runs: is it of parameters, the output, and the
/// iterations around?
bool isFixed(const std::vector<const ir::For *> &around, const ir::Expression &term);

/// Is \p term the variable of \p loop, not alone, but in a sum or difference with terms over parameters, such
/// as `n - 1 - i`?
bool isOffset(const ir::For &loop, const ir::Expression &term);
/// What the body assigns to \p x, if that is such a term: `best := n - 1 - i`. Else null.
const ir::Expression *offsetOf(const ir::For &loop, const ir::Variable &x);
/// The iteration of \p loop in which such a \p term is \p value.
smt::Term iterationAt(relational::Context context, const relational::State &state, const ir::For &loop,
                      const ir::Expression &term, smt::Term value);

/// [where neighbours differ has been passed by the loop, reached by a variable, marked in an array], each
/// less what it was when the loop was entered.
std::vector<Counter> changedPlaceIndicators(const Templates &templates);

/// Where something is drawn in a loop inside of another, and no answer is found by its variable: how many of
/// its iterations have passed while the outer loop is at the place where neighbours differ, and for the outer
/// loop, once it is beyond that place, all of them.
std::vector<Counter> iterationsAtChangedPlaces(const Templates &templates);

/// Of a query of which one answer changes, and that is read where the loop variable is in a term or under a
/// public condition (`f[2 * i + 1]`, `f[(i + s) mod n]`, `if left[i] { ... f[i] ... }`): [an iteration that
/// has passed has read the changed place]. All readings of one query together, too.
std::vector<Counter> readingsPassed(const Templates &templates);

/// For queries of which one answer changes: the sum of what the changed places that the loop has passed may
/// change. None if fewer than two queries change so.
std::vector<Counter> changedPlacesPassed(const Templates &templates);

/// An answer that the body of a loop reads, and how often alignments move what it changes by.
struct AnswerRead {
  const ir::Read *read;
  Factor often;
};

/// The sum of what the answers may change by at the places that the body has come past, each as often as it
/// is moved. Nothing if no query of which one answer changes is among them, or a subscript is no sum of
/// multiples of what moves.
std::optional<Counter> answersPassed(const Templates &templates, const std::vector<AnswerRead> &answers);

/// Of a query of which one answer changes and that is read at `i - e`: the iterations since the loop has
/// passed the changed place, e at most, and e + 1.
std::vector<Counter> iterationsInWindow(const Templates &templates);

/// Of a query of which one answer changes, and of which each iteration reads a stretch along a loop of its
/// own: the iterations passed whose stretch holds the changed place.
std::vector<Counter> stretchesPassed(const Templates &templates);

/// Of answers about records that are read at the loop variable: the indices passed at which the changed
/// record counts by its own range, as `enter <= i and i < leave`, or by one of several.
std::vector<Counter> indicesThatCount(const Templates &templates);

/// Of sums that arrays hold of such a query, each row of a table in an element: by how much they differ.
std::vector<relational::Invariant> arraySums(const Templates &templates);
/// Where they are read one after the other: [the one that differs has been passed].
std::vector<Counter> arraySumsPassed(const Templates &templates);

/// What a counter counts, and how much of it is paid for by some draws.
struct LimitedCounter {
  std::vector<const ir::Sample *> draws;
  Counter counted, most;
};

/// What an int counts until a test finds it at an end, or one less, and with it an `if` draws nothing, or an
/// alignment moves less: a threshold is drawn anew after each hit but the last. The smaller of two with one
/// end stands in front of the other.
std::vector<LimitedCounter> limitedCounters(const Templates &templates);

/// Of those whose last step is paid for, and of flags that are asked beside them, which turn once: where
/// there is such a counter, else none.
std::vector<LimitedCounter> countersAndFlags(const Templates &templates);

/// Of counts that go to an end, again and again: each iteration begins one for a loop in it, or a branch that
/// finds it there does, and counts how often.
std::vector<Counter> countsBegunAnew(const Templates &templates);

/// Of the draws that \p isCharged holds of and that public conditions of the loop variable decide about, or
/// what begins anew every few iterations: how many of them there have been at most.
std::vector<Counter> scheduledDraws(const Templates &templates,
                                    llvm::function_ref<bool(const ir::Sample &)> isCharged);

/// The ints that the body assigns and compares with the loop variable to decide whether something is drawn:
/// silence until such a time. None if the end of the loop is no term over parameters.
std::vector<const ir::Variable *> timesOfSilence(const Templates &templates);

/// Of alignments that ask for several things at once, such as a row and a column: [all that the loop does not
/// change is so, and its place has been passed]. 0 or 1.
std::vector<Counter> jointPlacesPassed(const Templates &templates);

/// For each of these: [it has reached the end of the loop], so that no iteration that is left draws. 0 or 1.
std::vector<Counter> nothingLeft(const Templates &templates);

/// Of what alignments ask of the next iteration: whether the one that begins is such a one. 0 or 1.
std::vector<Counter> toldNext(const Templates &templates);

/// Of budgets of which each draw may take a multiple, and of which a literal factor is left behind the draw,
/// or half at most, since the rest is divided by a parameter that is at least 2, and of scales that grow by
/// one: however many draws there are, they cost no more than a geometric series has, which is a multiple of
/// what x, or 1 / x, has fallen by. Invalid terms where x has no value.
std::vector<Counter> fadingBudgets(const Templates &templates);

/// The scales of draws that read the loop variable or a scalar that the body assigns, and no array; each
/// once.
///
/// \param isOwn of draws in the body alone.
std::vector<const ir::Expression *> changingScales(const Templates &templates, bool isOwn);
/// Those of them that the body makes no smaller, as far as operators say: it adds to what they read, and
/// takes off what they divide by.
std::vector<const ir::Expression *> growingScales(const Templates &templates, bool isOwn);
/// Does \p x stand in a divisor of \p term?
bool isDivisor(const ir::Variable &x, const ir::Expression &term);

/// A number that sums such a query over a window: it differs by the change while the window has it.
std::vector<relational::Invariant> windowSums(const Templates &templates);

/// Does the body assign x and something more to \p x: what is counted?
bool rises(const ir::For &loop, const ir::Variable &x);

/// Whether \p term grows with \p x, by the signs before it.
bool growsWith(const ir::Expression &term, const ir::Variable &x);

/// Does the body assign x less something to \p x: what is left?
bool falls(const ir::For &loop, const ir::Variable &x);

/// What the body adds to a number, or takes off it.
struct Steps {
  bool up = false, down = false;
  /// The smallest and the largest, without their signs; none unless each of them is a literal.
  std::optional<Rational> least, most;
};
Steps stepsOf(const ir::For &loop, const ir::Variable &x);

/// Numbers and scalar parameters alone.
bool overParameters(const ir::Expression &expression);

/// How far apart two values are at most that the text keeps between public ends.
std::vector<relational::MovementBound> clampWidths(relational::Context context);

/// See Templates::units.
std::vector<relational::MovementBound> unitsOf(relational::Context context);

// The families, one file each.

/// Relations between the runs' values of a variable, and bounds on it.
void valueCandidates(Templates &templates);
/// What the elements of arrays are that the loop fills.
void definitionCandidates(Templates &templates);
/// Relations that hold until, or from when on, the returned variable has its final value.
void selectionCandidates(Templates &templates);
/// Of what is counted up to an end it may not matter by how much it lies beyond.
void agreementsUpToEnds(Templates &templates);
/// What is begun anew at its end is not there at the head of a loop, nor behind the last one that is counted.
void beginAnewAtEnds(Templates &templates);
/// Where the first run has already what is told behind the loop, the second one has it, too.
void toldBehindCandidates(Templates &templates);
/// Which run is ahead, where alignments choose by what is published: of what is counted above a threshold
/// whose noise moves down where enough is told, and up where not.
void ordersByOutput(Templates &templates);
/// How far apart the two runs come in what they add up.
void driftCandidates(Templates &templates);
/// Bounds on what the alignment has moved.
void movementCandidates(Templates &templates);
/// Scales that only grow: what is moved costs no more than at the entry.
void scaleCandidates(Templates &templates);
/// Bounds on what that has cost, where movements have no common measure.
void costCandidates(Templates &templates);

} // namespace plumb::inference

#endif // PLUMB_CHECKER_INFERENCE_TEMPLATES_H
