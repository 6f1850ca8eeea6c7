// SPDX-License-Identifier: Apache-2.0
//===- checker/relational/two_run.h - The two-run program ---*- C++ -*-===//
///
/// \file
/// Runs a mechanism symbolically on D with noise H and beside it on D' with the
/// aligned noise H', in lockstep, and collects what has to be proved.
///
/// The second run is *led*: it takes the branches of the first. That is a total
/// definition, so facts about it need no assumption; the goals of condition
/// SameSamples say that the real second run takes the same branches, wherever a
/// difference could be seen.
///
/// H ranges over the noise with which the first run ends in the output z. So what
/// the first run publishes is known to be z's, at that place *and before it* on the
/// same segment (what lies between two cuts: loop entries, ends of an iteration,
/// exits); what the second run publishes has to be proved.
///
/// Loops are cut at their heads by invariants, which are goals at the entry and at
/// the end of every iteration.
///
/// The theorem is Theorem 7 of Takagi, Cao and Yoshikawa, "Asymmetric Differential Privacy", as docs/proof.md
/// states it. Where its conditions are, by the numbers used there:
///
///     1  termination: loops are `for`          by syntax; the range is fixed, and equal: enterLoop
///     2  same samples in the same order        lockstepBranch, enterLoop, iterate and leave (`while`)
///        of the same law and scale, b > 0      sample, positive
///     3  draws in the support                  sample; bounded direction: sample
///     4  equal outputs                         output, returnScalar, returnSelection
///        acyclic                               acyclicity.h, from shifts()
///        cost at most eps                      sample adds up what is moved; privacy_cost.h, from
///        Segment::exit
///     5  countably many pieces                 countability.h
///
/// The rules by which the two-run program is one:
///
///     z is held fixed (prophecy)               output, endCell, returnScalar, returnSelection: the first
///     run's
///                                              value is z's (a hypothesis), the second run's has to be (a
///                                              goal)
///     the second run is led                    lockstepBranch, iterate, leave
///     or goes its own way (apart.h)            apartBranch: what it publishes, under which conditions, is
///                                              compared where the first run publishes, or is silent
///     sides that only assign are merged        mergedBranch, mergeInto; which branches these are: isFork
///     loops by induction                       loop, cutAtHead, assumeInvariants, proveInvariants
///     a selection by one member, one other     returnSelection
///     every run goes one of the ways           fork, forkAtHead (condition Coverage)
///     both runs are defined                    proveDefined, proveDefinedUnder
///     facts without quantifiers                instantiation.h
///
/// Mode::Single is the same walk for claims: one run, z not fixed, no adjacency, no alignment. Mode::Meaning
/// is that walk with one goal more, so that all is asked by which a run is defined.
///
/// two_run.cpp has the walk and assignments, two_run_sample.cpp samples, two_run_branch.cpp branches,
/// two_run_loop.cpp loops, two_run_output.cpp what is published and claimed.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_RELATIONAL_TWO_RUN_H
#define PLUMB_CHECKER_RELATIONAL_TWO_RUN_H

#include "checker/relational/counted_numbers.h"
#include "checker/relational/evaluator.h"
#include "checker/relational/fork.h"
#include "checker/relational/state.h"

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace plumb::relational {

/// What an invariant may speak of at the head of its loop.
struct LoopHead {
  /// The current state; the loop variable's value is `index`.
  State &state;
  /// The state in which the loop was entered.
  const State &entry;
  smt::Term low, high, index;
};

/// What a pointwise invariant says of one element of an array at the head of its loop.
struct ElementPair {
  smt::Term first, second;
  std::vector<smt::Term> indices;
  /// With the runs as they are at the head.
  State &state;
  /// Of the loop; see LoopHead.
  smt::Term low, index;
};

/// A candidate or proved invariant of one loop: exactly one of the three functions is set.
struct Invariant {
  /// "count' = count", for reports.
  std::string text;
  std::function<smt::Term(Context, const LoopHead &)> formula;
  /// For every element of `array`.
  const ir::Variable *array = nullptr;
  std::function<smt::Term(Context, const ElementPair &)> pointwise;
  /// For every int: what it says of one in a state. It reads the runs of the state and z, nothing else of it.
  std::function<smt::Term(Context, State &, smt::Term)> ofInt;
  /// Where the user wrote it; empty if it was found.
  std::optional<SourceRange> written;
  /// Which of its loop's candidates it is, in the order in which they were made.
  std::size_t number = 0;
  /// Those of the same loop that together say at least as much; empty: none are known.
  std::vector<std::size_t> impliedBy;
};

/// For each loop, in program order (as forEachStatement visits them).
using LoopInvariants = std::vector<std::vector<Invariant>>;

/// A piece of a path between two cuts: the goals have to follow from the facts.
struct Segment {
  std::vector<smt::Term> facts;
  /// For each of these.
  std::vector<Reason> reasons;
  std::vector<Goal> goals;
  /// Samples and publications on it.
  std::vector<const ir::Statement *> sites;
  /// Where it parts from other segments, and how.
  std::vector<Way> ways;
  /// At an exit: what the alignment has moved on this path, by scale, and the other cost.
  struct Exit {
    std::vector<smt::Term> moved;
    smt::Term otherCost;
  };
  std::optional<Exit> exit;
};

/// One aligned sample as met on a path.
struct Shift {
  const ir::Sample *sample;
  /// The new draw, and by how much the alignment moves it.
  smt::Term draw, amount;
  /// The alignment reads an aligned draw that does not exist yet.
  bool readsUndrawn;
  /// The draws that this path made before, by id.
  std::set<std::uint32_t> drawnBefore;
};

class TwoRun {
public:
  enum class Mode {
    /// The proof of privacy.
    Pair,
    /// Run 1 alone, with no output held fixed and no adjacency: the proof of the claims.
    Single,
    /// The same run, and what its draws need: scales that are positive.
    Meaning,
  };

  /// \param invariants one list per loop; outlives the run.
  TwoRun(Context context, const LoopInvariants &invariants, Mode mode);

  /// Are there two runs, or one by itself?
  bool pairs() const { return mode == Mode::Pair; }

  /// Walks every path once. \returns false if there are too many of them.
  bool execute();

  const std::vector<Segment> &segments() const { return found; }
  /// Where segments part. The first is the start of the program, from where there is one way.
  const std::vector<Fork> &forks() const { return foundForks; }
  const std::vector<Shift> &shifts() const { return foundShifts; }
  /// True if the invariant at \p position of \p loop said anything where it was assumed.
  bool saysSomething(const ir::For &loop, std::size_t position) const {
    return informative.count({&loop, position}) != 0;
  }
  /// The sample that \p draw (a term) is a draw of, or null.
  const ir::Sample *sampleOf(smt::Term draw) const;
  /// The premises (`requires`) on public parameters.
  const std::vector<smt::Term> &premises() const { return publicPremises; }
  const std::vector<Reason> &reasonsOfPremises() const { return publicReasons; }

private:
  using Continuation = std::function<void(State)>;

  void block(const ir::Block &block, std::size_t position, State state, const Continuation &next);
  void statement(const ir::Statement &statement, State state, const Continuation &next);
  void sample(const ir::Sample &sample, State state, const Continuation &next);
  void boundMovement(State &state, const ir::Sample &sample, smt::Term shift, smt::Term moved);
  RationalFunction scaleAt(const ir::Sample &sample, State &state, smt::Term scale);
  smt::Term positive(const RationalFunction &scale);
  void assign(const ir::Assign &assign, State state, const Continuation &next);
  void assignIn(const ir::Assign &assign, State &state, Side side, Evaluator &evaluator);
  void branch(const ir::If &branch, State state, const Continuation &next);
  void lockstepBranch(const ir::If &branch, State state, const Continuation &next);
  bool goesApart(const ir::If &branch) const;
  void apartBranch(const ir::If &branch, State state, const Continuation &next);
  void hideWay(State &state, const RunState &entry);
  void mergedBranch(const ir::If &branch, State &state);
  /// What the second run publishes where the runs go apart, and where it does.
  struct Told {
    smt::Term under;
    const ir::Output *output;
    std::vector<smt::Term> values;
  };
  using AllTold = std::vector<Told>;
  void assignBothSides(const ir::If &branch, State &state, Side side, smt::Term condition, smt::Term under,
                       AllTold &told);
  void assignUnder(const ir::Block &block, State &state, Side side, smt::Term condition, AllTold &told);
  void firstSide(const ir::If &branch, State state, const AllTold &told, const Continuation &next);
  void firstAlone(const ir::Block &block, std::size_t position, State state, const AllTold &told,
                  const Continuation &next);
  void firstPublishes(const ir::Output &output, State &state, const AllTold &told);
  void count(const ir::Assign &assign, State &state);
  void proveDefinedUnder(State &state, Evaluator &evaluator, const ir::Statement &statement,
                         smt::Term condition);
  void mergeInto(State &state, const State &otherwise, const State &before, Side side, smt::Term condition);
  void mergeArrays(ArrayValue &then, const ArrayValue &otherwise, std::size_t shared, smt::Term condition);
  smt::Term conditionOf(const ArrayValue::Write &write);
  void loop(const ir::For &loop, State state, const Continuation &next);
  void output(const ir::Output &output, State state, const Continuation &next);
  std::vector<smt::Term> publishedByFirst(const ir::Output &output, State &state, Evaluator &evaluator);
  void exit(State state, const ir::Return *statement);
  smt::Term returnScalar(State &state, const ir::Return &statement);
  void returnSelection(State &state, const ir::Return &statement, const ir::TopK &selection);

  struct Range {
    smt::Term low, high;
  };
  Range enterLoop(const ir::For &loop, State &state);
  std::size_t fork(std::string subject, SourceRange range, smt::Term arrives);
  std::vector<smt::Term> inside(Range range, smt::Term index);
  std::vector<smt::Term> atHead(Range range, smt::Term index);
  smt::Term stops(Range range, smt::Term index, smt::Term guard);
  void forkAtHead(const ir::For &loop, Range range, State &onwards, State &out);
  State cutAtHead(const ir::For &loop, const State &entry, smt::Term index);
  void assumeInvariants(const ir::For &loop, const LoopHead &head);
  void assumePointwise(const Invariant &invariant, const LoopHead &head, const Reason &reason);
  void proveInvariants(const ir::For &loop, const LoopHead &head);
  smt::Term pointwiseGoal(const Invariant &invariant, const LoopHead &head);
  void assumeOfInts(const Invariant &invariant, const LoopHead &head, const Reason &reason);
  smt::Term goalOfInts(const Invariant &invariant, const LoopHead &head);
  smt::Term goal(const Invariant &invariant, const LoopHead &head);
  void iterate(const ir::For &loop, const State &entry, Range range);
  void leave(const ir::For &loop, const State &entry, Range range, const Continuation &next);
  const std::vector<Invariant> &invariantsOf(const ir::For &loop) const;
  void endCell(State &state, std::size_t depth);
  void endCells(State &state);
  void cellClaims(State &state, const ir::Transcript &transcript, const State::Cell &content,
                  const std::vector<smt::Term> &cell);
  void resultClaims(State &state, smt::Term result);
  void proveClaim(State &state, Evaluator &evaluator, const ir::Claim &claim);

  void prove(State &state, Condition condition, std::string subject, SourceRange range, smt::Term formula);
  void proveDefined(State &state, Evaluator &evaluator, const ir::Statement &statement);
  void write(State &state, Side side, const ir::Variable &target, const std::vector<smt::Term> &indices,
             smt::Term value);
  void cut(State &state);

  Context context;
  const LoopInvariants &invariants;
  Mode mode;
  std::vector<const ir::Variable *> counted;
  std::unordered_map<const ir::For *, std::size_t> loopNumber;
  /// What stands for any head of a loop, and for what its `while` says there: in its forks only, so that all
  /// of them ask the same.
  struct AnyHead {
    smt::Term index, guard;
  };
  std::unordered_map<const ir::For *, AnyHead> anyHeads;
  std::vector<smt::Term> publicPremises;
  std::vector<Reason> publicReasons;
  std::vector<Segment> found;
  std::vector<Fork> foundForks;
  std::vector<Shift> foundShifts;
  std::unordered_map<std::uint32_t, const ir::Sample *> samples;
  std::set<std::pair<const ir::For *, std::size_t>> informative;
  bool tooManyPaths = false;
};

} // namespace plumb::relational

#endif // PLUMB_CHECKER_RELATIONAL_TWO_RUN_H
