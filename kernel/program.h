// SPDX-License-Identifier: Apache-2.0
//===- kernel/program.h - A mechanism as it is written ----------*- C++ -*-===//
///
/// \file
/// The tree of one mechanism in canonical form (`plumb print`), as far as the kernel reads the language:
/// mechanisms over parameters, stated differences of queries or one record that differs, and one or more
/// draws. What stands in the text and is none of that is refused by name, never skipped.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_KERNEL_PROGRAM_H
#define PLUMB_KERNEL_PROGRAM_H

#include "kernel/term.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace plumb::kernel {

/// Thrown for a program of the language of which the kernel derives nothing. It says what is outside.
struct Outside : Rejected {
  using Rejected::Rejected;
};

/// "line 7: ..."
[[noreturn]] void rejectAt(unsigned line, const std::string &sentence);
[[noreturn]] void outsideAt(unsigned line, const std::string &what);

struct Expression;
using ExpressionPtr = std::shared_ptr<Expression>;

/// One node of an expression. Which fields count says the kind.
struct Expression {
  enum class Kind : std::uint8_t {
    Number,  ///< number; real if it has a point
    Boolean, ///< number: 0 or 1
    Read,    ///< name[arguments], primed or not; `r.age` has the name `record.age`
    Negate,  ///< of here to Maximum: arguments
    Not,
    Absolute,
    ToReal,
    Add,
    Subtract,
    Multiply,
    Divide,
    Quotient,  ///< div
    Remainder, ///< mod
    Less,
    LessEqual,
    Equal, ///< of numbers or of Bools
    And,
    Or,
    Implies,
    Conditional, ///< three arguments
    Minimum,
    Maximum,
    Forall, ///< name; arguments: low, high, body; body alone if it is about all ints
    Choice, ///< argmax(name in low .. high where condition: body), all four arguments; its value if position
    CellTest,  ///< of here to Member: the output; out[arguments] is name
    CellValue, ///< out[arguments].name.position; position 0 if none was written
    Result,
    ResultIndex, ///< result.indices[argument]
    ResultValue, ///< result.values[argument]
    Member,      ///< argument in result.indices
    Moved, ///< of here to Times: what is found; moved(argument); of the argument `cost`: what is charged draw
           ///< by draw
    Cost,
    Drawn,   ///< draw(argument), in which noise of D is drawn, also where that is done later
    Entry,   ///< entry(argument): its value where the loop was entered
    Below,   ///< below(argument): how many members of result.indices are smaller
    Changed, ///< changed(name, position): a subscript of the one answer that differs
    Named,   ///< named(name from argument: argument): of how many ints from that on the second one holds
    Times,   ///< times(name): how often loops of the first run have assigned it
    TopK,    ///< top_k(argument, name)
    None,    ///< what a field may hold instead of a value
  };
  Kind kind;
  unsigned line;
  std::string name = {};
  bool primed = false;
  mpq_class number = 0;
  bool isReal = false;
  /// Read, Forall: in what the file declares, where no parameter of a mechanism is known.
  bool isOfFile = false;
  unsigned position = 0;
  std::vector<ExpressionPtr> arguments = {};
  /// Of the tree below: bounded, so that walks may recurse.
  unsigned height = 1;
  /// So many Foralls stand inside of each other below it.
  unsigned binders = 0;
  /// Nodes of the tree below; what chains of comparisons share counts as often as it is walked.
  std::size_t size = 1;
};

/// It reads what is published.
inline bool isOutput(Expression::Kind kind) {
  return kind >= Expression::Kind::CellTest && kind <= Expression::Kind::Member;
}

/// \p is of \p whole or a part of it.
template <class Predicate> bool hasPart(const Expression &whole, const Predicate &is) {
  return is(whole) || std::any_of(whole.arguments.begin(), whole.arguments.end(),
                                  [&](const ExpressionPtr &part) { return hasPart(*part, is); });
}

enum class Law : std::uint8_t { Laplace, Exponential, NegExponential, Gumbel, Logistic };

struct Statement;
using Block = std::vector<Statement>;

struct Statement {
  enum class Kind : std::uint8_t { Assign, Sample, If, For, Output, Return, Stop };
  Kind kind;
  unsigned line;
  /// What is assigned or drawn, or the loop variable, or the tag that is published.
  std::string name = {};
  std::vector<ExpressionPtr> indices = {};
  /// Assign: the value. Sample: the scale. If: the condition. Return: what is returned.
  ExpressionPtr value = nullptr;
  /// Sample: what the draw is on D'.
  ExpressionPtr aligned = nullptr;
  Law law = Law::Laplace;
  bool isReal = false;
  /// If.
  Block then = {}, otherwise = {};
  /// For: `for name in low .. high while guard`, and what is said of its heads.
  ExpressionPtr low = nullptr, high = nullptr, guard = nullptr;
  std::vector<ExpressionPtr> invariants = {}, invariantsAlone = {};
  Block body = {};
  /// Output.
  std::vector<ExpressionPtr> values = {};
};

/// Whatever has a name in a mechanism.
struct Variable {
  enum class Role : std::uint8_t { Parameter, Query, Noise, Local, Index, Field };
  Role role;
  Sort sort;
  std::vector<const Expression *> extents;
  /// A size, which the file declares.
  bool isOfFile = false;
  /// What a part of a composition publishes, of arrays element by element.
  bool isPassedOn = false;
};

/// `f decreasing by d`.
struct Difference {
  enum class Direction : std::uint8_t { Decreasing, Increasing, Either };
  std::string query;
  Direction direction;
  bool onlyOne;
  ExpressionPtr bound;
};

/// `age: int in low .. high or none`: no ends where any number is possible.
struct Field {
  ExpressionPtr low, high;
  bool mayBeNone = false;
};

/// `public field`, and `sensitive field[indices] when unless`: r' has what r has there, unless that holds of
/// r.
struct Kept {
  std::string field;
  std::vector<std::string> indices;
  ExpressionPtr unless;
};

/// `count x: R where condition`, and `sum x: R of term where condition`, or `max` and `min`, for each value
/// of the indices.
struct Contribution {
  enum class Aggregate : std::uint8_t { Count, Sum, Maximum, Minimum };
  Aggregate aggregate;
  std::vector<std::string> indices = {};
  ExpressionPtr term = nullptr, condition = nullptr;

  bool isExtreme() const { return aggregate == Aggregate::Maximum || aggregate == Aggregate::Minimum; }
};

/// D and D' differ in one record of a file: D has r, and D' has r' there; or one of them lacks it.
struct RecordAdjacency {
  enum class Kind : std::uint8_t { Replace, Add, Remove, AddOrRemove };
  Kind kind = Kind::Replace;
  std::string record;
  std::map<std::string, Field> fields;
  std::map<std::string, Contribution> queries;
  std::vector<Kept> kept;
  /// Formulas over r and r' that hold of them; and the one of `along`, which has to be symmetric.
  std::vector<ExpressionPtr> relations, symmetric;
};

/// `spends amount at scale`: at all scales that are a constant times this one no more is moved in all,
/// measured at this one.
struct Spending {
  ExpressionPtr amount, scale;
};

/// The cells that one nest of loops fills.
using Nest = std::vector<const Statement *>;

/// Does \p action to all statements of \p block, those that stand in others behind these, with the loops
/// around.
template <class Action> void forEachStatement(const Block &block, const Action &action, Nest around = {}) {
  for (const Statement &statement : block) {
    action(statement, std::as_const(around));
    const bool isLoop = statement.kind == Statement::Kind::For;
    if (isLoop)
      around.push_back(&statement);
    for (const Block *inner : {&statement.then, &statement.otherwise, &statement.body})
      forEachStatement(*inner, action, around);
    if (isLoop)
      around.pop_back();
  }
}

struct Mechanism {
  std::string name;
  /// Premises hold of every record of D and D'.
  std::vector<ExpressionPtr> requirements, premises, claims;
  /// One of these two.
  std::vector<Difference> adjacency;
  std::optional<RecordAdjacency> records;
  ExpressionPtr guarantee;
  std::vector<Spending> spendings;
  /// The branches, counted from 0 in the text, at which the runs go apart.
  std::set<mpq_class> apart;
  Block body;
  std::map<std::string, Variable> variables;
  /// Those of them that are given, in their order.
  std::vector<std::string> parameters;
  /// What `times` is said of.
  std::set<std::string> counted;
  /// Extents of parameters, queries and fields, and the ends of their ranges.
  std::vector<ExpressionPtr> owned;
  /// For each tag the sorts of its values.
  std::map<std::string, std::vector<Sort>> tags;
  /// Those that `.value` may be of: `value`, and those with one value.
  std::set<std::string> tagsWithValue;
  /// In the order of their first publications.
  std::vector<Nest> nests;
  /// Of what is returned, if that is one value; or the selection that is returned.
  const Expression *result = nullptr;
};

/// What stands in the place of r on the way to r': nobody, or a record that has r's fields, those of r', or
/// numbers in between. What a part publishes of it is paid for, or it is the same as at the point before.
struct Point {
  bool exists = true, isSame = false;
  /// Null: that of r'.
  std::map<std::string, ExpressionPtr> fields = {};
};

/// `seen := daily(eps / 7) 7 times`
struct Part {
  unsigned line;
  const Mechanism *mechanism = nullptr;
  /// Terms over parameters of the composition and what parts above have published; or the name of an array or
  /// a query.
  std::vector<ExpressionPtr> arguments = {};
  /// Null: once.
  ExpressionPtr times = nullptr;
  /// `through nobody, same { age } or same { age }`: each has the points behind r, of which r' is the last.
  /// One of them leads there.
  std::vector<std::vector<Point>> ways = {};
};

/// `let name = exp(argument)`, or `ln(argument)`: a real number.
struct Definition {
  std::string name;
  bool isLogarithm;
  ExpressionPtr argument;
};

/// Mechanisms that run on the same data, one after another.
struct Composition {
  /// Its parameters and requirements, what it guarantees, and the neighbours and premises that it states;
  /// none: those of its parts. What a part publishes is a parameter of which nothing is known.
  Mechanism head;
  /// It states no neighbours, and its text has ways: each field may change as some part lets it.
  bool isByFields = false;
  std::vector<Part> parts;
  /// What one reads is defined above it.
  std::vector<Definition> definitions;
  /// With the number of the part that publishes it, over whose parameters the extents of an array are.
  std::map<std::string, std::size_t> published;
  /// `sample each with p`: with this probability each record is among those that the parts see; null: all
  /// are.
  ExpressionPtr sample = nullptr;
};

/// Reads \p text, which holds one mechanism and nothing else, of the file \p program with its sizes, records,
/// policies and queries. Throws Rejected, with the line, for what is none, and Outside for declarations and
/// expressions that the kernel does not know.
Mechanism readMechanism(const std::string &text, const std::string &program = {});

/// The same for one composition, whose parts are among \p mechanisms: they outlive it.
Composition readComposition(const std::string &text, const std::string &program,
                            const std::map<std::string, Mechanism> &mechanisms);

/// Does \p program, a text without comments, declare the mechanism or composition \p text, and no other of
/// its name? Token by token, but for the clauses `spends`, `invariant` and `alone` of \p text that \p program
/// may lack: they are shown, not believed. \pre readMechanism, or readComposition with \p mechanisms, takes
/// both.
bool isDeclaredIn(const std::string &text, const std::string &program,
                  const std::map<std::string, Mechanism> &mechanisms = {});

/// Holds \p mechanism against the rules on which the theorem rests, and fills in its variables, tags and
/// nests: what is public is made of parameters, programs read neither output nor the other run, nothing is
/// hidden, noise and loop variables are never assigned, each noise is drawn by one statement. Throws as
/// readMechanism.
void checkRules(Mechanism &mechanism);

/// The same of what stands above the parts of \p composition, of whose head what it defines become
/// parameters; and of one part, whose arguments are of the sorts of its parameters.
void checkHead(Composition &composition);
void checkPart(Mechanism &head, const Part &part);

/// What \p expression names; null if that is bound, or unknown where it stands.
const Variable *variableOf(const Mechanism &mechanism, const Expression &expression);

/// It is the name of something that is there outside of loops; what is bound may be called like a loop
/// variable.
bool isTaken(const Mechanism &mechanism, const std::string &name);

/// It reads numbers and scalar parameters alone.
bool isPublic(const Mechanism &mechanism, const Expression &expression);

/// The tag that \p output publishes, and the values.
std::pair<std::string, std::vector<const Expression *>> published(const Mechanism &mechanism,
                                                                  const Statement &output);

/// The sort of \p expression, in which names that are none of the mechanism's stand for ints.
Sort sortOf(const Mechanism &mechanism, const Expression &expression);

/// The nest whose cells `out` with so many indices names, seen from \p around. Throws if that is none or
/// open.
const Nest &nestOf(const Mechanism &mechanism, std::size_t indices, const Nest &around, unsigned line);

/// The tag and position that `out.name.position` reads.
std::pair<std::string, std::size_t> componentOf(const Mechanism &mechanism, const Expression &cell);

} // namespace plumb::kernel

#endif // PLUMB_KERNEL_PROGRAM_H
