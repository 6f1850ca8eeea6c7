// SPDX-License-Identifier: Apache-2.0
//===- checker/composition/pairs.h - What holds of a class ------*- C++ -*-===//

#ifndef PLUMB_CHECKER_COMPOSITION_PAIRS_H
#define PLUMB_CHECKER_COMPOSITION_PAIRS_H

#include "checker/alignment/evaluator.h"
#include "checker/composition/change_class.h"

namespace plumb::composition {

/// The symbols of one class of changes: any of its pairs.
class Pairs {
public:
  /// \param composition and \param store outlive this.
  Pairs(const ir::Composition &composition, ChangeClass changes, smt::TermStore &store);

  alignment::Context context() { return {store, symbols, products, scales}; }

  class Writer;

private:
  const ir::Composition &composition;
  ChangeClass pairs;
  smt::TermStore &store;
  alignment::Symbols symbols;
  alignment::Products products;
  alignment::Scales scales;
};

/// States something of the pairs of one class; what is known of them for it is in facts(). A statement about
/// all elements of an array is one about any element, so it may be a goal, or its negation a fact, and not a
/// fact itself.
class Pairs::Writer {
public:
  explicit Writer(Pairs &pairs);

  /// No answer of \p part changes.
  smt::Term answersStay(const ir::Part &part);
  /// \p part allows r' in the place of r.
  smt::Term allows(const ir::Part &part);
  /// What \p part lets change changes only where it does. \pre isByAttributes(part)
  smt::Term allowsSensitive(const ir::Part &part);
  /// \p field stays.
  smt::Term keeps(const ir::Field &field);
  /// What \p part calls public stays. \pre isByAttributes(part)
  smt::Term keepsPublic(const ir::Part &part);

  void know(smt::Term fact) { state.know(fact); }
  const std::vector<smt::Term> &facts() const { return state.facts; }

private:
  std::vector<smt::Term> anyElement(const ir::Field &field);
  smt::Term allowsElement(const ir::Policy &policy, const ir::Attribute &attribute);

  Pairs &pairs;
  smt::TermStore &store;
  alignment::State state;
  alignment::Evaluator evaluator;
};

} // namespace plumb::composition

#endif // PLUMB_CHECKER_COMPOSITION_PAIRS_H
