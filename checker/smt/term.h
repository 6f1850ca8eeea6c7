// SPDX-License-Identifier: Apache-2.0
//===- checker/smt/term.h - Formulas that are about to be proved -*- C++ -*-===//
///
/// \file
/// Terms over Bool, Int and Real with uninterpreted functions: what obligations
/// are written in. They know neither the IR nor a solver.
///
/// The layer is stricter than Z3: Int and Real never mix silently, a literal has
/// one sort, div and mod take literal divisors only, and there is no division of
/// reals (whoever needs x / y multiplies out). A violation is a bug in Plumb and
/// stops it (exit code 70), never a coerced formula.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_SMT_TERM_H
#define PLUMB_CHECKER_SMT_TERM_H

#include "frontend/support/rational.h"

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace plumb::smt {

enum class Sort : std::uint8_t { Bool, Int, Real };

enum class Operator : std::uint8_t {
  True,
  False,
  /// `number`, sort Int or Real.
  Literal,
  /// `symbol` applied to `arguments`; a variable if there are none.
  Apply,
  Not,
  And,
  Or,
  Implies,
  /// Two arguments of one sort, Bool included.
  Equal,
  LessEqual,
  Less,
  /// Two or more arguments.
  Add,
  /// Exactly two; the first may be a literal (linear) or not (nonlinear), the second is none.
  Multiply,
  /// Int by a positive literal: Euclidean quotient and remainder.
  Divide,
  Modulo,
  IfThenElse,
  ToReal,
};

/// An uninterpreted symbol. Two symbols of one store never share a name.
struct Symbol {
  std::string name;
  std::vector<Sort> domain;
  Sort range;
};

struct Node;

/// A handle, cheap to copy; valid as long as its TermStore. Equal terms of one store are the same
/// node, so == is identity. A default-constructed Term is no formula: every use of it stops.
class Term {
public:
  Term() = default;
  explicit Term(const Node *stored) : node(stored) {}
  bool isValid() const { return node != nullptr; }
  Operator op() const;
  Sort sort() const;
  const std::vector<Term> &arguments() const;
  /// \pre op() is Literal.
  const Rational &number() const;
  /// \pre op() is Apply.
  const Symbol &symbol() const;
  /// Order of creation; the only order ever used for iteration.
  std::uint32_t id() const;
  friend bool operator==(Term a, Term b) { return a.node == b.node; }

private:
  const Node *node = nullptr;
};

struct TermHash {
  std::size_t operator()(Term term) const { return term.id(); }
};

struct Node {
  Operator op;
  Sort sort;
  std::uint32_t id;
  std::vector<Term> arguments;
  Rational number;
  const Symbol *symbol = nullptr;
};

/// Makes and owns terms. Construction simplifies what is obvious (constants, units, x = x, double
/// negation, one-armed ite, flattening of And, Or and Add, like terms with literal coefficients in
/// Add collected) and nothing else.
class TermStore {
public:
  TermStore();
  TermStore(const TermStore &) = delete;
  TermStore &operator=(const TermStore &) = delete;

  /// A new symbol called \p name, or name!1, name!2, ... if that is taken.
  const Symbol &freshSymbol(std::string_view name, std::vector<Sort> domain, Sort range);
  /// A fresh variable: freshSymbol(name, {}, sort) applied to nothing.
  Term freshVariable(std::string_view name, Sort sort);

  Term boolean(bool value);
  Term integer(const Integer &value);
  Term integer(long value);
  Term real(const Rational &value);
  /// \p value as a literal of \p sort. \pre integral if sort is Int.
  Term literal(const Rational &value, Sort sort);
  Term apply(const Symbol &symbol, std::vector<Term> arguments);

  Term negate(Term a); // logical
  Term conjunction(std::vector<Term> terms);
  Term disjunction(std::vector<Term> terms);
  Term implies(Term a, Term b);
  Term equal(Term a, Term b);
  Term lessEqual(Term a, Term b);
  Term less(Term a, Term b);
  Term add(std::vector<Term> terms); // \pre not empty
  Term add(Term a, Term b);
  Term subtract(Term a, Term b);
  Term minus(Term a); // arithmetic
  Term multiply(Term a, Term b);
  /// \pre divisor > 0.
  Term divide(Term a, const Integer &divisor);
  Term modulo(Term a, const Integer &divisor);
  Term ite(Term condition, Term whenTrue, Term whenFalse);
  Term toReal(Term a);
  /// |a|, as an ite.
  Term absolute(Term a);

  /// \p term with each key of \p map replaced (keys are any terms; outermost match first).
  Term substitute(Term term, const std::unordered_map<Term, Term, TermHash> &map);

private:
  Term intern(Node node);
  Term intern(Operator op, Sort sort, std::vector<Term> arguments = {});
  Term junction(Operator op, const std::vector<Term> &terms);
  Term scale(const Rational &factor, Term a);
  Term rebuild(Term pattern, std::vector<Term> arguments);
  std::deque<Node> nodes;
  std::deque<Symbol> symbols;
  std::unordered_map<std::string, unsigned> symbolNames;
  std::unordered_multimap<std::size_t, const Node *> table;
};

/// The Apply-subterms of \p term (variables included), each once, in order of creation.
std::vector<Term> applications(Term term);

/// True if some Multiply in \p term has two non-literal factors.
bool isNonlinear(Term term);

/// SMT-LIB 2 text of \p term, for messages and dumps: typed so that both Z3 and cvc5 read it
/// (Real literals with a point, to_real written, symbols quoted where needed).
std::string toSmtLib(Term term);

} // namespace plumb::smt

#endif // PLUMB_CHECKER_SMT_TERM_H
