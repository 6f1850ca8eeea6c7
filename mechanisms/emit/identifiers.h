// SPDX-License-Identifier: Apache-2.0
//===- mechanisms/emit/identifiers.h - Names in C++ -------------*- C++ -*-===//
///
/// \file
/// A mechanism's own names are kept. One that C++ or the emitted header needs for
/// itself gets a trailing underscore: keywords, the words that every emitted header
/// uses (`output`, `Wide`, ...), and names of three or more characters without a
/// small letter, as macros have. What a composition reads of a cell, `seen is above` and
/// `seen.above.1`, is called seen_is_above and seen_above_1.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_MECHANISMS_EMIT_IDENTIFIERS_H
#define PLUMB_MECHANISMS_EMIT_IDENTIFIERS_H

#include "frontend/ir/setting.h"
#include "mechanisms/plan/problem.h"

#include <map>
#include <set>
#include <string>

namespace plumb::emit {

/// A variable's or mechanism's name by the rule above.
std::string identifier(const std::string &name);
/// The name of a tag, which has a scope of its own: only keywords, what looks like a macro and what it would
/// hide are renamed.
std::string tagIdentifier(const std::string &name);
/// C++ keeps such a name to itself wherever it stands: `a__b`, `_A`.
bool isReserved(const std::string &name);

/// The name of a mechanism, a composition or a channel, which is that of a namespace: it is a problem if it
/// is reserved, or if another name becomes the same, whether a declaration of that name is at hand or not.
/// Two programs that are linked together would share functions otherwise, and one would draw the noise of the
/// other.
void checkSpace(const std::string &name, SourceRange range, plan::Problems &problems);

class Identifiers {
public:
  /// Names that no renaming makes valid (`a__b`, `_A`), and two that become the same, are problems.
  Identifiers(const ir::Setting &setting, plan::Problems &problems);

  std::string of(const ir::Variable &variable) const { return identifier(variable.name); }
  /// A name for something of ours: \p wish, or if the mechanism has that one, with a number. Two calls
  /// never return the same.
  std::string fresh(const std::string &wish);

private:
  void take(const std::string &name, SourceRange range, plan::Problems &problems);
  static void takeTags(const ir::Mechanism &mechanism, plan::Problems &problems);

  /// C++ name to Plumb name.
  std::map<std::string, std::string> taken;
};

} // namespace plumb::emit

#endif // PLUMB_MECHANISMS_EMIT_IDENTIFIERS_H
