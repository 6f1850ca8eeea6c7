// SPDX-License-Identifier: Apache-2.0
//===- checker/composition/composer.h - Fills in the ledger -----*- C++ -*-===//

#ifndef PLUMB_CHECKER_COMPOSITION_COMPOSER_H
#define PLUMB_CHECKER_COMPOSITION_COMPOSER_H

#include "checker/composition/composed.h"
#include "checker/composition/pairs.h"
#include "frontend/ir/substitution.h"

#include <map>

namespace plumb::composition {

/// One use: make it, call run().
class Composer {
public:
  Composer(const ir::Composition &composition, const std::vector<const proof::Proof *> &proofs,
           const proof::EngineMaker &makeEngine);
  Composed run();

private:
  // What the parts are given (arguments.cpp).
  void premises();
  void arguments(const ir::Part &part);
  void requirementsOf(const ir::Part &part, const ir::Substitution &given);
  void lengthsOf(const ir::Part &part, const ir::Substitution &given);
  void boundsOf(const ir::Part &part, const ir::Substitution &given);
  bool isDefined(const std::string &subject, const ir::Expression &term);
  void timesOf(const ir::Part &part);
  alignment::State headState();

  // Classes of changes (classes.cpp).
  void premisesStay();
  void statedDifferences();
  void byAttributes();
  void byRelation();
  void attributesChange(const std::string &changes, const Fields &fields);
  void allAllow();
  void onlySomeAllow(std::size_t part);
  Charge chargeByAttributes(const ir::Part &part, Pairs &pairs, const Fields &fields,
                            const std::string &about);
  Charge chargeIfAllowed(const ir::Part &part, Pairs &pairs, const std::vector<smt::Term> &known,
                         const std::string &about);
  bool answersStay(const ir::Part &part, Pairs &pairs, const std::vector<smt::Term> &known,
                   const std::string &about);
  bool showsNothingOf(const ir::Part &part, const Fields &fields, const std::string &about);

  // Sums (sums.cpp).
  void addRow(std::string changes, std::vector<Charge> charges);
  ir::ExpressionPtr totalOf(const std::vector<Charge> &charges) const;
  void cover(Row &row, const ir::Expression &total);

  Step &record(std::string name, std::string text, SourceRange range, alignment::Context context,
               const std::vector<smt::Term> &facts, smt::Term goal);
  /// Records an obligation, whatever comes of it. \returns whether it is proved.
  bool require(std::string name, std::string whenProved, std::string whenOpen, SourceRange range,
               const std::vector<smt::Term> &facts, smt::Term goal);
  /// Records what is proved and nothing else.
  bool finds(std::string name, std::string text, SourceRange range, Pairs &pairs,
             const std::vector<smt::Term> &facts, smt::Term goal);
  /// \p name with a number behind it if it is taken.
  std::string unique(std::string name);

  const ir::Composition &composition;
  const std::vector<const proof::Proof *> &proofs;
  Composed composed;
  smt::TermStore &store;
  smt::Solver solver;
  /// Of the head: parameters alone.
  alignment::Symbols symbols;
  alignment::Products products;
  alignment::Scales scales;
  alignment::Context context;
  std::map<std::string, unsigned> names;
};

} // namespace plumb::composition

#endif // PLUMB_CHECKER_COMPOSITION_COMPOSER_H
