// SPDX-License-Identifier: Apache-2.0
//===- mechanisms/plan/storage.h - Where variables live ---------*- C++ -*-===//
///
/// \file
/// The program's variables are all alive from the start and begin as zeros. The
/// emitted code declares them as a person would, where that makes no difference.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_MECHANISMS_PLAN_STORAGE_H
#define PLUMB_MECHANISMS_PLAN_STORAGE_H

#include "frontend/ir/setting.h"
#include "mechanisms/plan/program_walk.h"

#include <map>

namespace plumb::plan {

class Storage {
public:
  explicit Storage(const ir::Setting &setting);

  /// \p variable (a Sample or Local) is declared by this statement, the first in its block that
  /// touches it, and not touched outside of that block.
  bool isDeclaredBy(const ir::Variable &variable, const ir::Statement &statement) const;
  /// Declared in front of all statements, because the above is not so.
  bool isDeclaredFirst(const ir::Variable &variable) const;
  /// An array of which every iteration touches only the element that it has just written: one
  /// variable of that block is enough.
  bool isOneElement(const ir::Variable &variable) const;
  /// Written by one statement, which declares it.
  bool isConstant(const ir::Variable &variable) const;
  bool isRead(const ir::Variable &variable) const;
  /// Named in a `top_k`.
  bool isSelected(const ir::Variable &variable) const;

private:
  struct Facts {
    const ir::Statement *declaration = nullptr;
    bool isOneElement = false, isRead = false, isSelected = false;
    std::size_t writes = 0;
  };
  void count(const ir::Mechanism &mechanism);
  void place(const ir::Mechanism &mechanism, const ir::Variable &variable, Facts &facts);
  const Facts &of(const ir::Variable &variable) const { return all.at(&variable); }

  Released released;
  // Looked up, never walked through.
  std::map<const ir::Variable *, Facts> all;
};

} // namespace plumb::plan

#endif // PLUMB_MECHANISMS_PLAN_STORAGE_H
