// SPDX-License-Identifier: Apache-2.0
//===- checker/smt/core.h - Formulas that contradict each other -*- C++ -*-===//
///
/// \file
/// Which of many formulas have no model together, or a model of them. It is a hint for who looks for
/// evidence, and none itself.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_SMT_CORE_H
#define PLUMB_CHECKER_SMT_CORE_H

#include "checker/smt/solver.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace plumb::smt {

/// Each question is put to a solver of its own, with nothing of those before in it. Terms are those of one
/// TermStore.
class Cores {
public:
  explicit Cores(const Budget &budget);
  ~Cores();

  /// Places, rising, of some hypotheses of which Z3 says that they imply the goal; nothing if it does not
  /// within the budget. A small core is looked for, though not the smallest.
  std::optional<std::vector<std::size_t>> find(const Obligation &question);

  /// The values of \p asked in some model of \p formulas, which Z3 has to find within the budget. Where it
  /// does not by itself, it is told \p wishes, and those of them are dropped which contradict the rest.
  std::optional<std::vector<Rational>> model(const std::vector<Term> &formulas,
                                             const std::vector<Term> &asked,
                                             const std::vector<Term> &wishes = {});

  /// What all questions for a core have cost together.
  std::uint64_t resourceUnits() const;

private:
  struct Asked;
  std::unique_ptr<Asked> asked;
};

} // namespace plumb::smt

#endif // PLUMB_CHECKER_SMT_CORE_H
