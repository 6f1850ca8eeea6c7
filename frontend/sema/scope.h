// SPDX-License-Identifier: Apache-2.0
//===- frontend/sema/scope.h - The names of one mechanism -------*- C++ -*-===//
///
/// \file
/// The names of one mechanism while it is analysed. Nothing may hide another name, so that a reader, a
/// message and a proof mean the same variable.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_SEMA_SCOPE_H
#define PLUMB_FRONTEND_SEMA_SCOPE_H

#include "frontend/ir/program.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace plumb::sema {

/// What is known of a parameter, query, sample or local beyond its ir::Variable.
struct NameFacts {
  ir::Variable *variable;
  /// How many indices a read takes. The extents may be missing after a mistake in them.
  std::size_t dimensions = 0;
  /// False for a local whose first value has a mistake: reads of it stay silent.
  bool hasSort = true;
  /// The indices of the loops around every statement that draws or assigns it, outermost first, if each runs
  /// over a whole array; else empty.
  std::vector<std::string> loops = {};
  /// A sample that every run draws exactly once: outside all loops and branches.
  bool isDrawnOnce = false;
  /// What a part of a composition publishes in loops: an array, of which arguments read elements.
  bool isPassedOn = false;
};

/// Parameters, queries, samples and locals are known in the whole mechanism; loop indices
/// and bound variables only inside, where nothing may hide another name.
class Scope {
public:
  explicit Scope(ir::Neighbourhood &of) : owner(of) {}

  /// \pre \p name is not yet a name of the mechanism.
  NameFacts &declare(ir::Variable::Role role, const std::string &name, ir::Sort sort, SourceRange range);
  /// A variable that another declaration owns. \pre as for declare().
  NameFacts &import(ir::Variable &variable);
  /// Null if \p name is no parameter, query, sample or local.
  NameFacts *global(std::string_view name);
  /// An Int variable that hides the others until close().
  ir::Variable &open(ir::Variable::Role role, const std::string &name, SourceRange range);
  void close() { inner.pop_back(); }

  /// The innermost variable of that name, or null.
  ir::Variable *find(std::string_view name);

  /// The variables opened at the moment; what is analysed later is analysed in its own.
  const std::vector<ir::Variable *> &opened() const { return inner; }
  void reopen(std::vector<ir::Variable *> variables) { inner = std::move(variables); }

  /// The name of the mechanism that looks most like \p name, or nothing if none does.
  std::string closest(std::string_view name) const;

private:
  ir::Variable &add(ir::Variable::Role role, const std::string &name, ir::Sort sort, SourceRange range);

  ir::Neighbourhood &owner;
  std::map<std::string, NameFacts, std::less<>> globals;
  std::vector<ir::Variable *> inner;
};

/// "a parameter", "noise", ...
std::string_view describe(ir::Variable::Role role);

/// Is \p name one of reservedWords()?
bool isReserved(std::string_view name);

} // namespace plumb::sema

#endif // PLUMB_FRONTEND_SEMA_SCOPE_H
