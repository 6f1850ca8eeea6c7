// SPDX-License-Identifier: Apache-2.0
//===- checker/derivation/translation.h - Questions for the kernel -*- C++ -*-===//
///
/// \file
/// The prover's terms as the kernel's. Where the prover keeps a product of unknowns as a function, it is a
/// product here, so that what the prover assumes of products has to be shown.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_DERIVATION_TRANSLATION_H
#define PLUMB_CHECKER_DERIVATION_TRANSLATION_H

#include "checker/smt/term.h"
#include "kernel/term.h"

#include <map>
#include <unordered_map>

namespace plumb::derivation {

/// For the terms of one TermStore.
class Translation {
public:
  explicit Translation(kernel::Terms &intoTerms) : terms(intoTerms) {}

  kernel::Term translate(smt::Term term);
  /// The symbol of the prover that \p symbol is; null if it is none.
  const smt::Symbol *symbolOf(kernel::Symbol symbol) const {
    const auto found = symbols.find(symbol);
    return found == symbols.end() ? nullptr : found->second;
  }

private:
  kernel::Term build(smt::Term term);

  kernel::Terms &terms;
  std::unordered_map<smt::Term, kernel::Term, smt::TermHash> built;
  std::map<kernel::Symbol, const smt::Symbol *> symbols;
};

} // namespace plumb::derivation

#endif // PLUMB_CHECKER_DERIVATION_TRANSLATION_H
