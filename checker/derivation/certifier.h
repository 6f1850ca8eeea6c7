// SPDX-License-Identifier: Apache-2.0
//===- checker/derivation/certifier.h - Evidence for single questions -*- C++ -*-===//
///
/// \file
/// Finds evidence for what a solver has said of the questions of one subject: the solver tells which
/// hypotheses it needs, the rest is found here, and what is found was put to the kernel.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_DERIVATION_CERTIFIER_H
#define PLUMB_CHECKER_DERIVATION_CERTIFIER_H

#include "checker/derivation/derivation.h"
#include "checker/derivation/question.h"
#include "checker/derivation/search.h"
#include "checker/derivation/translation.h"
#include "checker/smt/core.h"

#include <map>
#include <optional>
#include <vector>

namespace plumb::derivation {

/// For the questions of one TermStore.
class Certifier {
public:
  /// \p budget and \p upTo are what one question may cost.
  explicit Certifier(const smt::Budget &budget, const Limits &upTo = {})
      : cores(budget), hints(budget), limits(upTo) {}

  kernel::Terms &allTerms() { return terms; }
  /// What a term of a question is in an obligation.
  kernel::Term termOf(smt::Term term) { return translation.translate(term); }
  /// The symbol of a question that \p symbol is; null if it is none.
  const smt::Symbol *symbolOf(kernel::Symbol symbol) const { return translation.symbolOf(symbol); }

  /// The goal as it stands, if that is little work; or each part of a conjunction by itself; or, after all,
  /// the goal with more work. Nothing if that is not enough. Throws kernel::Rejected if it is too large for
  /// the kernel. \p allowance, if there is one, bounds all that together.
  std::optional<Shown> show(const smt::Obligation &question, Allowance *allowance = nullptr);

private:
  std::optional<Shown> showParts(const smt::Obligation &question, Allowance *allowance);
  std::optional<Shown> showWhole(const smt::Obligation &question, const Limits &upTo, Allowance *allowance);
  std::optional<std::vector<std::size_t>> coreOf(const smt::Obligation &question, Allowance *allowance);
  const Steps *lemma(kernel::Term formula, Allowance *allowance);

  kernel::Terms terms;
  Translation translation{terms};
  smt::Cores cores;
  /// For what is asked in terms of the kernel.
  smt::Cores hints;
  Questions questions{terms};
  Limits limits;
  std::map<kernel::Term, std::optional<Steps>> lemmas;
};

} // namespace plumb::derivation

#endif // PLUMB_CHECKER_DERIVATION_CERTIFIER_H
