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
    /// text: the member's name; operands[0]: the base. `result.indices`
    Member,
    /// text: the function; operands: the arguments. `top_k(k, v)`, `abs(x)`, `moved(b)`
    Call,
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
    /// `forall i in lo .. hi : body`: text the variable; operands lo, hi, body.
    Forall,
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
    /// target[indices] (: real)? ~ law(scale) (align target'[indices] = aligned)?
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
  /// The left side of `align` (a primed name or a primed name with indices), and its right side.
  ExpressionPtr alignTarget;
  ExpressionPtr aligned;

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
  /// "decreasing", "increasing", "changes".
  Word direction;
  ExpressionPtr bound;
  SourceRange range;
};

struct GuaranteeClause {
  /// "private".
  Word notion;
  std::vector<ExpressionPtr> arguments;
  SourceRange range;
};

struct Mechanism {
  Word name;
  std::vector<Parameter> parameters;
  std::vector<ExpressionPtr> requirements;
  std::vector<AdjacencyClause> adjacency;
  std::vector<GuaranteeClause> guarantees;
  std::vector<ExpressionPtr> claims;
  Block body;
  SourceRange range;
};

/// One text. Holds what could be read; an unreadable part has left a diagnostic.
struct Program {
  std::vector<Mechanism> mechanisms;
};

} // namespace plumb::syntax

#endif // PLUMB_FRONTEND_PARSE_SYNTAX_H
