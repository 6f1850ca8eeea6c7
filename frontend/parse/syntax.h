// SPDX-License-Identifier: Apache-2.0
//===- frontend/parse/syntax.h - What was written ---------------*- C++ -*-===//
///
/// \file
/// The syntax tree: what a text says, before names and types are known.
///
/// Nodes are plain data. An expression is one uniform node: what it is, its
/// operator or word, and its operands; meaning is given by frontend/sema.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_PARSE_SYNTAX_H
#define PLUMB_FRONTEND_PARSE_SYNTAX_H

#include "frontend/support/source_file.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace plumb::syntax {

struct Expression;
using ExpressionPtr = std::unique_ptr<Expression>;

struct Expression {
  enum class Kind {
    /// text: the literal, "3", "0.5".
    Number,
    /// text: "true" or "false".
    Boolean,
    /// text: the name without primes; `primed` if one stood behind it.
    /// `result` and `out` are names here.
    Name,
    /// operands[0]: the base; then the index expressions. `a[i][j]` and `a[i, j]` are the
    /// same single node.
    Index,
    /// text: the member's name or number; operands[0]: the base. `result.indices`, `out.winner.1`
    Member,
    /// text: the function; operands: the arguments. `top_k(k, v)`, `abs(x)`, `moved(b)`
    Call,
    /// `max(k in lo .. hi where c: e)`: text the function; operands k (a Name), lo, hi, e, and c
    /// if there is a `where`.
    Aggregate,
    /// `(a, b)`: at least two operands.
    Tuple,
    /// text: "-" or "not".
    Unary,
    /// text: one of + - * / div mod < <= > >= = != and or implies iff; two operands.
    /// A chain `0 <= x <= 5` is written as `and` of its links.
    Binary,
    /// operands: condition, value if true, value if false.
    Conditional,
    /// `x is tag`: operands[0] is x, text the tag.
    Is,
    /// `i in s`: two operands.
    In,
    /// `forall i in lo .. hi : body`: text the variable; operands lo, hi, body. Several ranges
    /// behind one `forall` are as many nodes, the first outermost. `exists` is the `not` of one whose body
    /// is a `not`.
    Forall,
    /// `forall v in data : body`: text the variable; operand body.
    ForallRecord,
  };

  Kind kind;
  SourceRange range;
  std::string text;
  bool primed = false;
  std::vector<ExpressionPtr> operands;
  /// Where the name, operator or function word itself stands.
  SourceRange wordRange;
};

struct Word {
  std::string text;
  SourceRange range;
};

struct Statement;
using Block = std::vector<std::unique_ptr<Statement>>;

struct Statement {
  enum class Kind {
    /// target[indices] (: real)? ~ law(scale) (align target'[indices] = aligned | align ?)?
    Sample,
    /// target[indices] := value
    Assign,
    /// if condition thenBlock (else elseBlock)?
    If,
    /// for variable in low .. high (while condition)? (invariant ...)* thenBlock
    For,
    /// while condition thenBlock: parsed so that sema can say why it is rejected.
    While,
    /// output value, or output tag(arguments)
    Output,
    /// return value?; `stop` is a return without a value.
    Return,
  };

  Kind kind;
  SourceRange range;

  /// Sample, Assign: the target; For: the loop variable.
  Word target;
  std::vector<ExpressionPtr> indices;

  /// Sample.
  bool declaredReal = false;
  Word law;
  std::vector<ExpressionPtr> lawArguments;
  /// `law(?)` or `law(? weight 2)`: what stands between the parentheses; the word ("weight" in a program that
  /// is right) and the number are empty in the first form.
  std::optional<SourceRange> openScale;
  Word weightWord, weight;
  /// The left side of `align` (a primed name or a primed name with indices), and its right side.
  /// Null where the alignment is left open.
  ExpressionPtr alignTarget;
  ExpressionPtr aligned;
  /// The whole clause; empty, at the end of the statement, if there is none.
  SourceRange alignClause;

  /// If, For (while), While.
  ExpressionPtr condition;
  /// For.
  ExpressionPtr low, high;
  std::vector<ExpressionPtr> invariants;
  Block thenBlock;
  bool hasElse = false;
  Block elseBlock;

  /// Assign, Output, Return. `output above(z)` is a Call here, `output below` a Name.
  ExpressionPtr value;
};

struct Parameter {
  Word name;
  /// "int", "real", "bool", "query", "size".
  Word type;
  /// `query real[n]`
  bool queryReal = false;
  std::vector<ExpressionPtr> dimensions;
  SourceRange range;
};

struct AdjacencyClause {
  /// The query; `one` if `one f changes by 1`.
  Word query;
  bool onlyOne = false;
  /// "decreasing", "increasing", "changes"; "?" where it is left open.
  Word direction;
  /// Null where it is left open, at this place.
  ExpressionPtr bound;
  std::optional<SourceRange> openBound;
  SourceRange range;
};

struct GuaranteeClause {
  /// "private".
  Word notion;
  std::vector<ExpressionPtr> arguments;
  SourceRange range;
  /// `private(?)`: where the question mark stands.
  std::optional<SourceRange> hole = {};
};

/// `adjacency replace R under p`
struct RecordAdjacency {
  /// "replace", "add", "remove", "add or remove".
  Word kind;
  Word record;
  /// "under", "when", "along"; empty if nothing of the sort follows.
  Word detail;
  /// Behind `under`.
  Word policy;
  /// Behind `when` or `along`.
  ExpressionPtr formula;
  SourceRange range;
};

struct Mechanism {
  Word name;
  std::vector<Parameter> parameters;
  /// Right behind them, where one more clause can stand.
  std::uint32_t clauses = 0;
  std::vector<ExpressionPtr> requirements;
  std::vector<AdjacencyClause> adjacency;
  std::vector<RecordAdjacency> recordAdjacency;
  std::vector<GuaranteeClause> guarantees;
  std::vector<ExpressionPtr> claims;
  Block body;
  SourceRange range;
};

struct Field {
  Word name;
  /// "int", "real", "bool".
  Word type;
  std::vector<ExpressionPtr> dimensions;
  /// `in low .. high`; null if there is no range.
  ExpressionPtr low, high;
  bool orNone = false;
  SourceRange range;
};

struct Record {
  Word name;
  std::vector<Field> fields;
  SourceRange range;
};

/// `sensitive visited[i] when visited[i]`
struct Attribute {
  Word field;
  /// The names in brackets behind it.
  std::vector<Word> indices;
  bool sensitive = false;
  /// Shared by the attributes of one rule; null without `when`. It points into the policy's rules.
  const Expression *when = nullptr;
  SourceRange range;
};

struct Policy {
  Word name;
  Word record;
  /// `{ ... }`
  std::vector<Attribute> attributes;
  /// What `when` points to.
  std::vector<ExpressionPtr> conditions;
  /// `allows r' where formula`: the name r without its prime, and a null formula in the other form.
  Word pair;
  ExpressionPtr formula;
  SourceRange range;
};

/// `i in low .. high`, or `v in data` with both null.
struct Binder {
  Word variable;
  ExpressionPtr low, high;
  SourceRange range;
};

/// `query f[i in 0 .. n] = count t: Trajectory where t.visited[i]`
struct QueryDefinition {
  /// `x: R`
  struct Source {
    Word variable;
    Word record;
  };

  Word name;
  std::vector<Binder> indices;
  /// The words before the first source, at least one: "count", "sum", or what is to be answered.
  std::vector<Word> aggregate;
  /// More than one is a join.
  std::vector<Source> sources;
  /// The word before the term ("of" in a program that is right) and the term; both may be missing.
  Word of;
  ExpressionPtr term;
  ExpressionPtr where;
  SourceRange range;
};

/// `uldp(S | P, S, eps)`
struct ChannelNotion {
  /// `first | further | ...`
  struct Argument {
    ExpressionPtr first;
    std::vector<Word> further;
  };

  Word name;
  std::vector<Argument> arguments;
  SourceRange range;
};

/// Is it a notion of local privacy, or what a channel says of the types of its outputs?
inline bool isOfChannels(std::string_view notion) {
  return notion == "ldp" || notion == "uldp" || notion == "osldp" || notion == "keeps_types";
}

/// `compose week(eps: real) { daily(eps / 7) 7 times }`
struct Composition {
  struct Part {
    /// `seen := daily(eps)`: what later parts call its number. Nothing without `:=`.
    std::optional<Word> published = std::nullopt;
    Word mechanism;
    std::vector<ExpressionPtr> arguments;
    /// `then mechanism(arguments)`: what is done to the output of the part before it. Nothing without `then`.
    std::optional<SourceRange> then = std::nullopt;
    /// Null: once.
    ExpressionPtr times;
    SourceRange range;
  };

  /// `sample each with p`
  struct Sampling {
    /// p
    ExpressionPtr probability;
    SourceRange range;
  };

  /// `let name = value`
  struct Definition {
    Word name;
    ExpressionPtr value;
    SourceRange range;
  };

  /// Name, parameters, requirements, guarantees and range; the rest is empty.
  Mechanism head;
  /// In the order of the text.
  std::vector<Definition> definitions;
  /// What is guaranteed of channels.
  std::vector<ChannelNotion> guarantees;
  /// One at most.
  std::vector<Sampling> samplings;
  std::vector<Part> parts;
};

/// `S[s]`
struct ChannelClass {
  Word name;
  /// Empty without brackets.
  std::vector<ExpressionPtr> sizes;
  SourceRange range;
};

/// `from S[s] | N[n] to bits of S | N`
struct ChannelAlphabets {
  /// At least one of each.
  std::vector<ChannelClass> inputs, outputs;
  bool bitwise = false;
  SourceRange range;
};

/// `x in S | P`, `y = x`, `y != bot(x)`
struct ChannelCondition {
  enum class Relation { In, Equals, Differs };

  Word subject;
  Relation relation;
  /// Behind `in` at least one; else exactly one, the value or the map.
  std::vector<Word> names;
  /// Of a map; empty without.
  Word argument;
  SourceRange range;
};

/// One line of the body of a channel.
struct ChannelItem {
  enum class Kind {
    /// let name = value
    Definition,
    /// map name: from -> to
    Map,
    /// conditions -> value
    Rule,
  };

  Kind kind = Kind::Rule;
  Word name;
  ExpressionPtr value;
  Word from, to;
  std::vector<ChannelCondition> conditions;
  SourceRange range;
};

struct Channel {
  Word name;
  std::vector<Parameter> parameters;
  std::vector<ExpressionPtr> requirements;
  std::vector<ChannelAlphabets> alphabets;
  std::vector<ChannelNotion> notions;
  std::vector<ChannelItem> items;
  SourceRange range;
};

/// One text. Holds what could be read; an unreadable part has left a diagnostic.
struct Program {
  std::vector<Word> sizes;
  std::vector<Record> records;
  std::vector<Policy> policies;
  std::vector<QueryDefinition> queries;
  std::vector<Mechanism> mechanisms;
  std::vector<Channel> channels;
  std::vector<Composition> compositions;
};

} // namespace plumb::syntax

#endif // PLUMB_FRONTEND_PARSE_SYNTAX_H
