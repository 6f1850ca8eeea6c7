// SPDX-License-Identifier: Apache-2.0
//===- frontend/sema/assigned_names.h - Definite assignment -----*- C++ -*-===//
///
/// \file
/// Which locals have a value at a place, along every path: the set that StatementAnalysis carries through
/// branches, and takes back behind them.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_SEMA_ASSIGNED_NAMES_H
#define PLUMB_FRONTEND_SEMA_ASSIGNED_NAMES_H

#include <cstddef>
#include <set>
#include <string>
#include <vector>

namespace plumb::sema {

/// A set of names that can be taken back to an earlier state. Following both branches of an `if`
/// costs as much as they assign, not as much as is known before them.
class AssignedNames {
public:
  /// A state to go back to.
  using Mark = std::size_t;

  bool contains(const std::string &name) const { return names.count(name) != 0; }
  void insert(const std::string &name);
  Mark mark() const { return trail.size(); }
  /// Takes out, and returns, what was inserted since \p mark.
  std::set<std::string> takeBack(Mark mark);

private:
  std::set<std::string> names;
  /// In the order of insertion.
  std::vector<std::string> trail;
};

} // namespace plumb::sema

#endif // PLUMB_FRONTEND_SEMA_ASSIGNED_NAMES_H
