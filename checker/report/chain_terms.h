// SPDX-License-Identifier: Apache-2.0
//===- checker/report/chain_terms.h - Terms of evidence for a reader -*- C++ -*-===//
///
/// \file
/// What stands in evidence, in the terms of the program: f'[i] where the proof has f[i] - d, lam' where it
/// has the noise and a shift. Numbers and formulas become expressions, which have printers.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_REPORT_CHAIN_TERMS_H
#define PLUMB_CHECKER_REPORT_CHAIN_TERMS_H

#include "checker/derivation/certifier.h"
#include "checker/relational/vocabulary.h"
#include "frontend/ir/program.h"
#include "frontend/ir/substitution.h"
#include "kernel/polynomial.h"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace plumb::report {

/// Names in what is told that a reader does not find in the program.
struct ForeignNames {
  /// Whatever else is known of it is told where it is used.
  bool areUnknown = false;
  /// `k_2`: what the program calls `k`, at another place.
  bool areNumbered = false;
  /// Those that have a line of their own.
  std::set<relational::Reading::Legend> legends = {};

  void add(const ForeignNames &other) {
    areUnknown |= other.areUnknown;
    areNumbered |= other.areNumbered;
    legends.insert(other.legends.begin(), other.legends.end());
  }
};

/// For one question. Expressions that it makes live no longer than it.
class ChainTerms {
public:
  /// All outlive this. \p obligation is what was shown of \p question.
  ChainTerms(const ir::Mechanism &ofMechanism, const relational::Vocabulary &vocabulary,
             derivation::Certifier &ofCertifier, const smt::Obligation &question,
             const kernel::Obligation &obligation);

  /// The same number, of what readers know.
  kernel::Polynomial read(const kernel::Polynomial &number) const;
  /// \p number is one that read() has made.
  ir::ExpressionPtr expression(const kernel::Polynomial &number) const;
  /// `\p row`, with what is subtracted on the other side: left and right of the relation, both without minus
  /// where that can be.
  std::pair<kernel::Polynomial, kernel::Polynomial> sides(const kernel::Polynomial &row) const;
  ir::ExpressionPtr comparison(const kernel::Polynomial &row, kernel::Relation relation) const;
  ir::ExpressionPtr formula(kernel::Term formula, bool value) const;
  /// It says which tag a cell of the output has.
  bool isTag(kernel::Term formula) const { return tagTest(formula, true) != nullptr; }

  /// What the parts of a formula are that holds whatever their values are.
  enum class Origin : std::uint8_t {
    Numbers, ///< unknowns
    Program, ///< choices, as the program makes them
    Records, ///< fields of the records in which data sets differ
  };
  Origin originOf(kernel::Term formula) const;

  /// Names that were told since the last call, and that are not the program's.
  ForeignNames takeForeignNames() const { return std::exchange(foreign, {}); }

private:
  void nameDifferences(const smt::Obligation &question);
  void nameDifference(const relational::NamedDifference &named,
                      std::map<const ir::Variable *, kernel::Symbol> &arrays);
  kernel::Symbol newSymbol(const ir::Variable &variable, bool isPrimed, std::size_t arity, kernel::Sort sort);
  void tellApart(const kernel::Obligation &obligation);
  const ir::Variable &named(const std::string &name, ir::Sort sort) const;
  const relational::Reading &readingOf(kernel::Symbol symbol) const;

  ir::ExpressionPtr numberOf(kernel::Term number) const;
  ir::ExpressionPtr atom(kernel::Term atom) const;
  ir::ExpressionPtr application(kernel::Term application) const;
  ir::ExpressionPtr quantified(const relational::Quantified &met) const;
  ir::ExpressionPtr choice(kernel::Term choice) const;
  ir::ExpressionPtr tagTest(kernel::Term comparison, bool value) const;
  ir::ExpressionPtr compared(kernel::Term comparison, bool value) const;
  std::vector<ir::ExpressionPtr> indices(kernel::Term application) const;

  const ir::Mechanism &mechanism;
  const relational::Vocabulary &words;
  derivation::Certifier &certifier;
  kernel::Terms &terms;
  mutable kernel::NormalForms normal;
  /// What atoms are in what readers know.
  std::map<kernel::Term, kernel::Polynomial> meanings;
  /// Of symbols that are no prover's, and of those that two things would be called.
  mutable std::map<kernel::Symbol, relational::Reading> readings;
  mutable std::map<std::string, std::unique_ptr<ir::Variable>> variables;
  ir::RecordVariable record;
  /// What formulas bind that are told.
  mutable ir::BoundVariables bound;
  /// Symbols with a name of the prover's, and symbols that got a number.
  mutable std::set<kernel::Symbol> unread;
  std::set<kernel::Symbol> renamed;
  mutable ForeignNames foreign;
};

} // namespace plumb::report

#endif // PLUMB_CHECKER_REPORT_CHAIN_TERMS_H
