// SPDX-License-Identifier: Apache-2.0
//===- mechanisms/plan/premises.h - Ranges of parameters --------*- C++ -*-===//
///
/// \file
/// What the `requires` clauses say in so many words about single parameters:
/// `c >= 1`, `n <= 1000`, `k <= n`. Emitted constructors check all premises first,
/// so the code behind them may rely on these.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_MECHANISMS_PLAN_PREMISES_H
#define PLUMB_MECHANISMS_PLAN_PREMISES_H

#include "frontend/ir/program.h"
#include "mechanisms/plan/range.h"

#include <map>

namespace plumb::plan {

class Premises {
public:
  explicit Premises(const ir::Neighbourhood &inputs);

  /// Range of an Int parameter, also of the size of the file that it stands for, or of the elements of an
  /// array of them; that of std::int64_t if nothing more is said.
  Range range(const ir::Variable &parameter) const;

  /// True if the premises imply, by an argument from signs, that this term over scalar parameters is
  /// greater than 0.
  bool isPositive(const ir::Expression &term) const;

private:
  struct Bounds {
    std::optional<Rational> low, high;
    /// The value is greater than `low`, not equal.
    bool isStrict = false;
  };
  bool learn(const ir::Expression &left, const ir::Expression &right, bool isStrict);
  bool raise(const ir::Variable &parameter, const Rational &low, bool isStrict);
  bool lower(const ir::Variable &parameter, const Rational &high);
  bool read(const ir::Expression &premise);

  // Looked up, never walked through.
  std::map<const ir::Variable *, Bounds> bounds;
};

} // namespace plumb::plan

#endif // PLUMB_MECHANISMS_PLAN_PREMISES_H
