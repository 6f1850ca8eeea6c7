// SPDX-License-Identifier: Apache-2.0
//===- checker/alignment/quantified.h - A `forall` in a formula -*- C++ -*-===//

#ifndef PLUMB_CHECKER_ALIGNMENT_QUANTIFIED_H
#define PLUMB_CHECKER_ALIGNMENT_QUANTIFIED_H

#include "checker/alignment/state.h"

#include <map>

namespace plumb::alignment {

/// A `forall` inside of a formula about parameters and records, and what the names in it stand for where it
/// was met. Its truth value is a function of these.
struct Quantified {
  const ir::Forall *formula;
  Run run;
  /// Only what it reads.
  std::map<const ir::Variable *, smt::Term> bound;
  std::map<const ir::RecordVariable *, Run> records;
};

} // namespace plumb::alignment

#endif // PLUMB_CHECKER_ALIGNMENT_QUANTIFIED_H
