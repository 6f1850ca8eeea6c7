// SPDX-License-Identifier: Apache-2.0
//===- kernel/obligation.h - One thing to be shown --------------*- C++ -*-===//
///
/// \file
/// What the kernel's own generation of obligations hands to the checker of evidence.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_KERNEL_OBLIGATION_H
#define PLUMB_KERNEL_OBLIGATION_H

#include "kernel/term.h"

#include <string>
#include <vector>

namespace plumb::kernel {

/// The hypotheses imply the goal, whatever values the symbols have. All are Bools of one Terms, and closed.
struct Obligation {
  std::string name;
  std::vector<Term> hypotheses;
  Term goal;
  std::string condition = {}; ///< What it is of, as docs/proof.md says it; empty: the prover has asked it.
};

} // namespace plumb::kernel

#endif // PLUMB_KERNEL_OBLIGATION_H
