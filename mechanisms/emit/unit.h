// SPDX-License-Identifier: Apache-2.0
//===- mechanisms/emit/unit.h - What is known before writing ----*- C++ -*-===//
///
/// \file
/// What all writers of one emitted header share: names, ranges, storage, samplers, publications. Found
/// once, before anything is written.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_MECHANISMS_EMIT_UNIT_H
#define PLUMB_MECHANISMS_EMIT_UNIT_H

#include "mechanisms/emit/facility.h"
#include "mechanisms/emit/includes.h"
#include "mechanisms/emit/publications.h"
#include "mechanisms/emit/samplers.h"
#include "mechanisms/plan/mechanism_plan.h"
#include "mechanisms/plan/released.h"
#include "mechanisms/plan/work.h"

#include <optional>
#include <set>

namespace plumb::emit {

/// What those share that write terms, of a mechanism or of a composition. Lives no longer than that.
struct Terms : plan::TermPlan {
  explicit Terms(const ir::Setting &setting);

  /// Filled while writing; if any is left in the end, nothing is emitted.
  plan::Problems problems;
  Identifiers names;
  /// What is written now are functions of the stream: what it keeps is in `state`, and of each query there
  /// is the row of this iteration.
  bool isStreamed = false;
  /// Real parameters that are a runtime::Logarithm: noise and price know them, and nothing else.
  std::set<const ir::Variable *> logarithms;
  /// What is written now is a price: a logarithm is rounded up.
  bool isRoundedUp = false;
  /// Called by what was written so far.
  Facilities facilities;
  /// Of what was written so far.
  Includes includes;
};

/// All that the writers share about one mechanism.
struct Unit : Terms {
  explicit Unit(const ir::Mechanism &proved, plan::Work chosen = plan::Work::Fast);
  /// Does \p term read a parameter that is a logarithm?
  bool readsLogarithm(const ir::Expression &term) const;
  /// Of one that is 1 / (k c) for such a parameter c and a whole k: these two.
  struct LogarithmicScale {
    const ir::Variable *budget;
    unsigned times;
  };
  std::optional<LogarithmicScale> logarithmicScale(const ir::Expression &scale) const;

  const ir::Mechanism &mechanism;
  plan::Work work;
  plan::Released released;
  std::vector<Sampler> samplers;
  Publications publications;
};

/// "n", "n * m": the number of elements of \p array as the program says it, without its first \p skipped
/// dimensions.
std::string sizeText(const ir::Variable &array, std::size_t skipped = 0);

/// The variables of one role, in the order of declaration.
std::vector<const ir::Variable *> withRole(const ir::Neighbourhood &inputs, ir::Variable::Role role);

} // namespace plumb::emit

#endif // PLUMB_MECHANISMS_EMIT_UNIT_H
