// SPDX-License-Identifier: Apache-2.0
//===- kernel/two_run.h - Two runs, side by side ----------------*- C++ -*-===//
///
/// \file
/// The obligations of a mechanism: Theorem 7 of Takagi, Cao and Yoshikawa, "Asymmetric Differential Privacy",
/// as docs/proof.md states it. The mechanism is run on D with noise H and beside it on D' with the aligned
/// noise H'. Nothing is looked for here: alignments, invariants and the ledger are in the text.
///
/// docs/proof.md says of each rule why it holds. What implements it:
///
///     the second run is led, and decides alike    branch, enter, iterate, leave
///     sides that only assign are merged           assignUnder
///     loops by induction                          loop, headOf, assumeInvariants, proveInvariants
///     z is held fixed                             output, endCell, returned, selected
///     same law, support, direction, charges       sample
///     defined in both runs                        Evaluator, proveDefined
///     D and D' differ in one record               World::records
///     acyclic, countable, cost                    conditions.cpp
///     parts that run one after another            composition.cpp
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_KERNEL_TWO_RUN_H
#define PLUMB_KERNEL_TWO_RUN_H

#include "kernel/fraction.h"
#include "kernel/program.h"
#include "kernel/refutation.h"

#include <array>
#include <functional>
#include <optional>
#include <set>

namespace plumb::kernel {

/// First is the run on D with H, Second the one on D' with H'.
enum class Side : std::uint8_t { First = 0, Second = 1 };
inline Side otherOf(Side side) {
  return side == Side::First ? Side::Second : Side::First;
}

/// An array of one run: all zeros, or some function, and what was written since.
struct ArrayValue {
  std::optional<Symbol> base;
  struct Write {
    std::vector<Term> indices;
    Term value, under;
  };
  std::vector<Write> writes;
};

struct RunState {
  std::map<std::string, Term> scalars;
  std::map<std::string, ArrayValue> arrays;
};

/// What one iteration, or the program outside of loops, has published.
struct CellState {
  bool isFilled = false;
  std::string tag;
  std::vector<Term> values;
};

struct Goal {
  std::string condition;
  unsigned line;
  Term formula;
};

/// Under which name, that no variable has, a run counts its assignments to \p name.
inline std::string timesOf(const std::string &name) {
  return "times(" + name + ")";
}

/// Both runs at one place of one path.
struct State {
  std::array<RunState, 2> runs;
  /// For each scale over parameters, the sum of |shift| so far; and all other charges.
  std::vector<Term> moved;
  Term cost{};
  /// What is known, and what has to follow from it at the end of this segment.
  std::vector<Term> facts;
  std::vector<Goal> goals;
  /// The loops around, and where each of them is.
  Nest nest;
  std::vector<Term> indices;
  std::vector<CellState> cells{1};
  /// The draws made on this path since the last cut that forgot them.
  std::set<Term> drawn;
  /// The lines of draws and publications on this segment.
  std::set<unsigned> sites;
  /// Where the runs go apart: what the second run publishes, and under which conditions.
  struct Told {
    Term under;
    std::string tag;
    std::vector<Term> values;
  };
  std::optional<std::vector<Told>> told;

  /// In bytes, about: a path has copies of its own.
  std::size_t size() const;
};

/// One draw with its alignment, as a path met it.
struct Shift {
  const Statement *sample;
  Term draw, amount;
  bool readsUndrawn;
  std::set<Term> drawnBefore;
};

class World;

/// What a part of a composition is given, in the world of that: values of its parameters; and for arrays and
/// queries the names of others. Nothing is put in for a name, so that no binder can capture it.
struct Given {
  World *whole = nullptr;
  std::map<std::string, Term> values = {};
  std::map<std::string, Fraction> fractions = {};
  std::map<std::string, std::string> names = {};
};

/// What stays the same for a whole proof: symbols, scales, and what is known of them.
class World {
public:
  World(Terms &terms, const Mechanism &mechanism, Given given = {});

  Terms &terms;
  const Mechanism &mechanism;
  /// Of which what reads parameters alone is evaluated.
  const State start = {};
  /// What holds in every state: requirements, and the selection that is z.
  std::vector<Term> axioms;
  /// What inverses and quotients are.
  std::vector<Term> definitions;
  /// What holds of D and D' as neighbours; and for each query, that its answers differ somewhere.
  std::vector<Term> neighbours, different;
  /// Of the records r and r' that D and D' do not share: what holds of each record, with and without the
  /// premises, and of both as neighbours.
  std::vector<Term> ofRecords, premises, ofBoth;
  /// The scales that are terms over scalar parameters, each once.
  std::vector<Fraction> scales;
  /// The place among these of the scale of a sample that has one of them in the text. Others are charged
  /// where they are drawn, also where they have the value of one: loops forget what their bodies may charge.
  std::map<const Statement *, std::size_t> accounts;
  std::map<Symbol, const Statement *> drawSymbols;
  /// Of arrays that a part of a composition passes on, in whose world their extents stand.
  std::map<const Variable *, std::vector<Term>> lengths;
  /// What is known of an index that an alignment chooses, perhaps by draws that are not made yet.
  std::map<Symbol, std::vector<Term>> choices;

  /// Of a part: what stands in the places of r and r'; null: they do.
  std::array<const Point *, 2> points{};
  /// The fields of a record lie in their ranges; and one does, or is none.
  std::vector<Term> ranges(Side side);
  Term isInside(const std::string &field, const std::vector<Term> &indices, Side side);
  /// What two records are as neighbours, at these points.
  std::vector<Term> related();
  /// What \p rule says of an element of its field.
  Term isKept(const Kept &rule, const std::vector<Term> &indices);
  /// The first and the last value of \p field; and whether it is between them.
  std::pair<Term, Term> endsOf(const std::string &field);
  Term isBetweenEnds(const std::string &field, Term value);
  /// What is answered of no record: 0, or of a maximum the first value, of a minimum the last.
  Term ofNobody(const Contribution &contribution, Sort sort);
  /// What the record of \p side adds to an answer, or the one at its point; of a maximum what it has.
  Term contribution(const Contribution &contribution, const std::vector<Term> &indices, Side side, Sort sort);

  /// A symbol with a value for the whole proof that does not depend on the noise, once z is fixed.
  Term fixed(const std::string &name, const std::vector<Term> &arguments, Sort range);
  bool isFixed(Symbol symbol) const { return fixedSymbols.count(symbol) != 0; }
  const Given &givens() const { return given; }
  /// A symbol that nothing else has.
  Symbol fresh(const std::string &name, const std::vector<Sort> &domain, Sort range,
               Origin origin = Origin::Other);
  Term freshVariable(const std::string &name, Sort sort) { return terms.apply(fresh(name, {}, sort), {}); }

  /// The draw of H that every run knows by its name; none of a scalar that is drawn in a loop.
  std::optional<Term> namedDraw(const std::string &noise, const std::vector<Term> &indices);
  std::string cellName(const Nest &nest) const;
  Term cellTag(const Nest &nest, const std::vector<Term> &indices);
  Term cellValue(const Nest &nest, const std::string &tag, std::size_t position,
                 const std::vector<Term> &indices);
  Term tagNumber(const std::string &tag);
  Term differenceAt(const std::string &query, const std::vector<Term> &indices);
  /// The subscript at which the one answer differs.
  Term changedAt(const std::string &query, std::size_t position);
  /// D has the one record more.
  Term isAdded();
  /// An element of a field of r or r'; and whether it is none.
  Term fieldAt(const std::string &field, const std::vector<Term> &indices, Side side);
  Term isNone(const std::string &field, const std::vector<Term> &indices, Side side);
  bool isExchange() const {
    return mechanism.records && mechanism.records->kind == RecordAdjacency::Kind::Replace;
  }

  /// Axioms and definitions.
  std::vector<Term> known() const;

  // Terms, with what is obvious left out.
  Term all(const std::vector<Term> &formulas);
  Term any(const std::vector<Term> &formulas);
  Term real(Term number);
  Term zero(Sort sort) { return sort == Sort::Int ? terms.integer(0) : terms.real(0); }
  Term notEqual(Term a, Term b) { return terms.negation(terms.equal(a, b)); }
  Term absolute(Term a);
  /// \p condition implies \p formula.
  Term under(Term condition, Term formula);
  Term inverse(Term number);
  Term quotient(Term a, Term b);
  /// 0 <= index < extent in each dimension.
  Term inRange(const Variable &array, const std::vector<Term> &indices);
  /// \p fact, which is asked for indices, of all elements of \p array.
  Term forElements(const Variable &array, const std::function<Term(const std::vector<Term> &)> &fact);
  /// \p goal without a Forall in front of its parts: to be shown of something of which nothing is known.
  Term ground(Term goal);
  /// Both records have the same there.
  Term isSame(const std::string &field, const std::vector<Term> &indices);
  /// The position of an equal one among scales.
  std::optional<std::size_t> scaleOf(const Fraction &scale) const;
  /// \p formula has a value and is true.
  void assume(std::vector<Term> &facts, const Expression &formula, Side side);

private:
  friend class Evaluator;
  void adjacency(const Difference &difference);
  void mayDiffer(const std::string &query);
  void records(const RecordAdjacency &records);
  Term isAnswer(const Contribution &contribution, Term value);
  void selection();
  std::string twinOf(const std::string &field, Side side) const;
  const Expression *between(const std::string &field, Side &side) const;
  void decide(Term forall);
  std::string nameOf(const std::string &array) const {
    return given.names.count(array) ? given.names.at(array) : array;
  }

  Given given;
  std::set<Symbol> fixedSymbols;
  std::map<std::string, const Statement *> samples;
  std::set<std::string> drawnInLoops;
  /// By its range and filter, and by what it is best at, multiplied out.
  std::map<std::pair<Term, std::map<Monomial, mpq_class>>, Term> chosen;
  /// How many ints are named from one on, by what names any int.
  std::map<Term, Symbol> named;
  std::optional<Term> anyInt;
  bool hasInverses = false, hasQuotients = false;
  /// What is evaluated says which records count, or which are neighbours.
  bool isOfRecords = false;
  unsigned counter = 0;
};

/// The value of expressions, at one state.
class Evaluator {
public:
  /// What \p other has bound, at another state.
  Evaluator(const Evaluator &other, const State &state)
      : world(other.world), terms(world.terms), state(state), entry(other.entry), isProgram(other.isProgram),
        usesDraws(other.usesDraws), bound(other.bound) {}
  Evaluator(World &world, const State &state, const State *entry = nullptr)
      : world(world), terms(world.terms), state(state), entry(entry) {}

  /// Code of one run: partial, so that the conditions under which it has a value are kept.
  Term program(const Expression &expression, Side side);
  /// Mathematics about both runs. \p draws: unprimed noise is a draw of H, whenever it is made (alignments).
  /// \p side: of whose record the fields are that are not primed.
  Term relational(const Expression &expression, bool draws = false, Side side = Side::First);
  /// As a quotient of polynomials, whose atoms are what is no sum, product or quotient.
  Fraction fraction(const Expression &expression);

  /// All conditions met since the last call.
  Term takeDefined();
  bool readUndrawn() const { return undrawn; }
  void bind(const std::string &name, Term value) { bound[name] = value; }
  void bind(const std::vector<std::string> &names, const std::vector<Term> &values) {
    for (std::size_t i = 0; i < names.size(); ++i)
      bind(names[i], values.at(i));
  }
  /// In claims the output is this run's own.
  void setOwn(const Nest *nest, const CellState *cell, std::optional<Term> result) {
    ownNest = nest;
    ownCell = cell;
    ownResult = result;
  }
  Term element(const std::string &array, const std::vector<Term> &indices, Side side);

private:
  Term value(const Expression &expression, Side side);
  Term operation(const Expression &expression, Side side);
  Term logic(const Expression &expression, Side side);
  Term comparison(const Expression &expression, Side side);
  bool isBoundLater(Term one, Term other) const;
  Term isNone(const Expression &operand, Side side);
  Term read(const Expression &expression, Side side);
  Term noise(const std::string &name, const std::vector<Term> &indices, Side side);
  Term division(const Expression &expression, Term a, Term b);
  Term forall(const Expression &expression, Side side);
  Term choice(const Expression &expression, Side side);
  Term named(const Expression &expression, Side side);
  Term output(const Expression &expression, Side side);
  std::vector<Term> values(const std::vector<ExpressionPtr> &expressions, Side side);
  void require(Term condition);
  std::pair<Term, Term> ofOneSort(Term a, Term b);

  World &world;
  Terms &terms;
  const State &state;
  const State *entry;
  bool isProgram = true, usesDraws = false, undrawn = false;
  /// What is evaluated next is all that a Forall says.
  bool isBody = false;
  std::map<std::string, Term> bound;
  std::vector<Term> guards, defined;
  const Nest *ownNest = nullptr;
  const CellState *ownCell = nullptr;
  std::optional<Term> ownResult;
};

struct Obligations {
  std::vector<Obligation> all;
  /// So that nothing is proved of nothing: for each place (a line, or 0: the premises) lists of formulas, of
  /// which one has to have a model.
  std::map<unsigned, std::vector<std::vector<Term>>> reached;
};

/// All that has to be shown for \p mechanism to be private as it guarantees, and its claims to hold. Throws
/// Rejected where the text breaks a rule, and Outside where the kernel does not know a part of the language.
/// \p terms and \p mechanism outlive the result.
Obligations obligationsOf(Terms &terms, const Mechanism &mechanism);

/// The same for \p composition, if each of its parts is private as it guarantees.
Obligations obligationsOf(Terms &terms, const Composition &composition);

/// The walk over all paths.
class TwoRun {
public:
  /// \p isPair: both runs, with z fixed. Else one run alone, for the claims.
  TwoRun(World &world, Obligations &obligations, bool isPair)
      : world(world), terms(world.terms), obligations(obligations), isPair(isPair) {}
  void execute();
  const std::vector<Shift> &shifts() const { return met; }

private:
  using Next = std::function<void(State)>;

  void block(const Block &block, std::size_t position, State state, const Next &next);
  void assign(const Statement &statement, State &state);
  void assignUnder(const Statement &statement, State &state, Side side, Term condition);
  void branch(const Statement &statement, State state, const Next &next);
  void apart(const Statement &statement, State state, const Next &next);
  void hideWay(State &state, const RunState &entry);
  void sample(const Statement &statement, State &state);
  void output(const Statement &statement, State &state);
  void exit(State state, const Statement *statement);
  Term returned(const Statement &statement, State &state);
  void selected(const Statement &statement, State &state);
  void endCell(State &state, std::size_t depth);
  void claims(State &state, const Nest *nest, const CellState *cell, std::optional<Term> result);

  /// The value in the first run, and that in the second; alone there is one.
  std::pair<Term, Term> both(Evaluator &evaluator, const Expression &expression) const;
  struct Range {
    Term low, high;
  };
  void setIndex(State &state, const Statement &loop, Term index);
  void loop(const Statement &loop, State state, const Next &next);
  Range enter(const Statement &loop, State &state);
  State headOf(const Statement &loop, const State &entry, Term index);
  void iterate(const Statement &loop, const State &entry, Range range);
  void leave(const Statement &loop, const State &entry, Range range, const Next &next);
  std::vector<const Expression *> invariantsOf(const Statement &loop) const;
  void assumeInvariants(const Statement &loop, State &state, const State &entry);
  void proveInvariants(const Statement &loop, State &state, const State &entry);

  void write(State &state, Side side, const std::string &name, const std::vector<Term> &indices, Term value,
             Term under);
  void know(State &state, Term fact);
  void prove(State &state, const std::string &condition, unsigned line, Term goal);
  void proveDefined(State &state, Evaluator &evaluator, unsigned line);
  void cut(State &state);

  World &world;
  Terms &terms;
  Obligations &obligations;
  bool isPair;
  std::vector<Shift> met;
  std::set<const Statement *> apartOnes;
  std::size_t paths = 0;
};

// The conditions on the mechanism as a whole (conditions.cpp).

/// What the shifts read, as obligations: see docs/proof.md, "Acyclic".
void acyclic(World &world, const std::vector<Shift> &shifts, Obligations &obligations);
/// Where noise is continuous, no shift has a number of the output in it.
void countable(World &world, Obligations &obligations);
/// The cost of what is moved: the charges, and the sum of moved / scale.
Term totalCost(World &world, const State &state);
/// At an exit: no more is moved than the ledger says; without a ledger, the cost is at most the guarantee.
Term costAtExit(World &world, const State &state);
/// \p rest >= 0, multiplied out, where \p positive are.
Term notNegative(World &world, const Fraction &rest, const std::vector<Polynomial> &positive);
/// The guarantee pays for what the ledger says.
void ledger(World &world, Obligations &obligations);
void defined(World &world, Obligations &obligations);
void neighboursExist(World &world, Obligations &obligations);
/// What is said of records has a value for each, edges have no direction, and premises tell no neighbours
/// apart.
void records(World &world, Obligations &obligations);
/// \p aligned - \p draw, in which a draw that is a summand of both does not occur.
Term shiftOf(Terms &terms, Term aligned, Term draw);
void emit(World &world, Obligations &obligations, const std::string &condition, unsigned line,
          std::vector<Term> hypotheses, Term goal);
/// \p goal follows from \p facts and all that is known.
void demand(World &world, Obligations &obligations, const std::string &condition, unsigned line,
            const std::vector<Term> &facts, Term goal);

} // namespace plumb::kernel

#endif // PLUMB_KERNEL_TWO_RUN_H
