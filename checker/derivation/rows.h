// SPDX-License-Identifier: Apache-2.0
//===- checker/derivation/rows.h - What is known of numbers --*- C++ -*-===//
///
/// \file
/// The linear rows that the kernel has in one case of the search: of facts, of definitions, of functions at
/// equal arguments, and products of these; and the steps by which rows are added up to an absurd one.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_DERIVATION_ROWS_H
#define PLUMB_CHECKER_DERIVATION_ROWS_H

#include "checker/derivation/facts.h"

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace plumb::derivation {

/// A row, the steps by which the kernel has it, and the facts that these rest on.
struct KnownRow {
  kernel::Row row;
  kernel::Source source;
  std::vector<std::size_t> premises;
  /// Rounded from the source; or made of other rows, whose sources it lacks.
  std::optional<Step> step = {};
  std::vector<std::size_t> from = {};
};

class Rows {
public:
  /// All that \p facts say of numbers; conditions that they decide are learned. \param multiplies
  /// inequalities are multiplied, too, and not equations alone. All outlive this.
  Rows(kernel::Terms &ofTerms, kernel::NormalForms &ofNumbers, Facts &ofFacts, bool multiplies);

  const std::vector<KnownRow> &all() const { return rows; }
  /// What the rows speak of, in the order in which it was met.
  const std::vector<kernel::Term> &numbers() const { return atoms; }
  /// The place of a row that bounds \p atom away from what is on the other side of 0.
  std::optional<std::size_t> signOf(kernel::Term atom) const;
  /// Adds the rows up, with these factors by their places. \pre the sum is absurd.
  Conflict absurdSum(const std::map<std::size_t, mpq_class> &factors) const;

private:
  bool isInteger(const kernel::Polynomial &polynomial) const;
  void addRow(kernel::Row row, kernel::Source source, std::vector<std::size_t> premises);
  void meet(kernel::Term atom);
  void meetAll(kernel::Term number);
  void addFact(std::size_t at);
  void addDefinition(kernel::Term atom);
  void addCongruence(kernel::Term one, kernel::Term other);
  void replaceChoices();
  void addReplaced(std::size_t at, kernel::Term choice);
  std::optional<kernel::Term> knownChoiceIn(const kernel::Polynomial &polynomial) const;
  void superpose();
  void multiplyTowardsProducts(bool inequalities);
  std::vector<std::size_t> simplestRows() const;
  std::vector<kernel::Monomial> restsOf(const kernel::Monomial &product,
                                        const kernel::Polynomial &polynomial) const;
  void addProducts(std::size_t at, const kernel::Monomial &rest, const std::vector<std::size_t> &others);
  std::size_t addProduct(std::size_t one, std::size_t other);
  std::size_t addMultiple(std::size_t equation, const kernel::Monomial &factors);
  void addDerived(kernel::Row row, Step step, std::vector<std::size_t> from);
  kernel::Source emitted(std::size_t at, std::map<std::size_t, std::uint32_t> &derived, Conflict &made) const;

  kernel::Terms &terms;
  kernel::NormalForms &normal;
  Facts &facts;
  std::vector<KnownRow> rows;
  std::vector<kernel::Term> atoms;
  std::set<kernel::Term> met;
  /// The places of the equations of choices whose conditions are known.
  std::map<kernel::Term, std::size_t> choices;
  /// The places of rows that are products of two others, or equations times factors.
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> products;
  std::map<std::pair<std::size_t, kernel::Monomial>, std::size_t> multiples;
};

} // namespace plumb::derivation

#endif // PLUMB_CHECKER_DERIVATION_ROWS_H
