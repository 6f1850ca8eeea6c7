// SPDX-License-Identifier: Apache-2.0
//===- kernel/refutation.h - Why an obligation holds ------------*- C++ -*-===//
///
/// \file
/// Checks, step by step, that the hypotheses of an obligation contradict the negation of its goal. Each step
/// names what it rests on, so that nothing is searched for. A step that does not do what its rule says
/// throws.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_KERNEL_REFUTATION_H
#define PLUMB_KERNEL_REFUTATION_H

#include "kernel/polynomial.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace plumb::kernel {

/// One thing to be shown: the hypotheses imply the goal, whatever values the symbols have. All are Bools of
/// one Terms, and closed.
struct Obligation {
  std::string name;
  std::vector<Term> hypotheses;
  Term goal;
  std::string condition = {}; ///< What it is of, as docs/proof.md says it; empty: the prover has asked it.
};

/// A step that is well-formed, and whose rule is not met: one sentence without a period.
struct NotShown : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// What is said of a polynomial p: p >= 0, p > 0 or p = 0.
enum class Relation : std::uint8_t { AtLeast, Above, Zero };

struct Row {
  Polynomial polynomial;
  Relation relation;
};

/// What a comparison of numbers says if it is true, or if it is false. Throws NotShown if it is none.
Row rowOfComparison(const Terms &terms, NormalForms &normal, Term comparison, bool isTrue);
/// The bounds of Source::Low and Source::High.
Row rowOfDivision(const Terms &terms, NormalForms &normal, Term division, bool isLow);
/// A row with at least one unknown, all of which are Ints, as it is for integers.
Row rounded(const Terms &terms, const Row &row);
/// No numbers meet it, and there are no unknowns in it.
bool isAbsurd(const Row &row);

/// Where a row comes from.
struct Source {
  enum class Kind : std::uint8_t {
    Fact,       ///< a comparison of numbers whose truth is known
    Derived,    ///< a row that was derived before
    Choice,     ///< an IfThenElse whose condition is known is equal to that side
    Low,        ///< of x div k and x mod k: 0 <= x - k * (x div k); 0 <= x mod k
    High,       ///< x - k * (x div k) <= k - 1; x mod k <= k - 1
    Remainder,  ///< x mod k = x - k * (x div k)
    Congruence, ///< one function at equal arguments has equal values
  };
  Kind kind;
  /// Place of a term; for Derived the number of the row.
  std::uint32_t first;
  /// For Remainder the x div k, for Congruence the other application.
  Term second = {};
  bool hasTwo() const { return kind == Kind::Remainder || kind == Kind::Congruence; }
};

/// One step: a function of Refutation, with what it is about.
struct Step {
  enum class Kind : std::uint8_t { Unit, Whole, Apart, Alike, Split, Instance, Sum, Times, Multiple, Round };
  Kind kind;
  std::vector<Term> terms = {};
  /// Each with its factor in a Sum; elsewhere the factor is 1.
  std::vector<std::pair<mpq_class, Source>> sources = {};
};

class Refutation {
public:
  /// Begins with the hypotheses and the negated goal. All outlive this.
  Refutation(Terms &ofTerms, NormalForms &normalForms, const Obligation &obligation);

  /// Every case ended in a contradiction: the obligation holds.
  bool isComplete() const { return complete; }
  /// Cases that wait until the present one is done.
  std::size_t waitingCases() const { return branches.size(); }

  /// Throws NotShown if the rule of the step is not met. \pre it has the terms and sources of its kind.
  void take(const Step &step);

private:
  void apply(const Step &step);
  void unit(Term formula);
  void whole(Term formula);
  void apart(Term equation, Term disjunction);
  void alike(Term application, Term other);
  void split(Term formula);
  void instance(Term universal, Term value, Term result);
  void sum(const std::vector<std::pair<mpq_class, Source>> &parts);
  void times(const Source &left, const Source &right);
  void multiple(const Source &equation, Term factor);
  void round(const Source &source);

  struct Literal {
    Term formula;
    bool value;
  };
  struct Branch {
    Term formula;
    std::size_t known, rows;
  };

  Literal literal(Term formula, bool value) const;
  std::pair<bool, std::vector<Literal>> junction(const Literal &known) const;
  int valueOf(Term formula) const;
  void learn(Term formula, bool value);
  void clause(const std::vector<Literal> &literals);
  void choose(const Literal &choice);
  void derive(Row row);
  void closeBranches();
  bool areEqual(Term a, Term b);
  void demandCongruent(Term application, Term other);
  Row rowOf(const Source &source);

  Terms &terms;
  NormalForms &normal;
  /// Truth of formulas that are no Not, and the order in which it became known.
  std::map<Term, bool> known;
  std::vector<Term> trail;
  std::vector<Row> rows;
  /// Cases that are still to come: the formula is false in them.
  std::vector<Branch> branches;
  bool contradiction = false, complete = false;
};

} // namespace plumb::kernel

#endif // PLUMB_KERNEL_REFUTATION_H
