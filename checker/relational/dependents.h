// SPDX-License-Identifier: Apache-2.0
//===- checker/relational/dependents.h - What a draw decides ----*- C++ -*-===//
///
/// \file
/// What of a mechanism may depend on one draw, or on several: what is assigned from it, and what is done or
/// left undone by it.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_RELATIONAL_DEPENDENTS_H
#define PLUMB_CHECKER_RELATIONAL_DEPENDENTS_H

#include "frontend/ir/program.h"

#include <set>

namespace plumb::relational {

class Dependents {
public:
  /// \p mechanism outlives it. Alignments are not looked at.
  Dependents(const ir::Mechanism &mechanism, const ir::Variable &drawn)
      : Dependents(mechanism, std::set{&drawn}) {}
  Dependents(const ir::Mechanism &mechanism, std::set<const ir::Variable *> drawn);

  bool has(const ir::Variable &variable) const { return found.count(&variable) != 0; }
  /// Does \p term read something that depends on the draws?
  bool isRead(const ir::Expression &term) const;
  /// Does the draw decide whether runs go on behind some statement?
  bool decidesEnd() const { return decidesTheEnd; }

private:
  void block(const ir::Block &statements, bool isUnder);

  // Looked up, never walked through.
  std::set<const ir::Variable *> found;
  bool decidesTheEnd = false;
};

} // namespace plumb::relational

#endif // PLUMB_CHECKER_RELATIONAL_DEPENDENTS_H
