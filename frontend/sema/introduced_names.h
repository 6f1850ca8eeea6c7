// SPDX-License-Identifier: Apache-2.0
//===- frontend/sema/introduced_names.h - Known elsewhere -------*- C++ -*-===//
///
/// \file
/// Names that a text introduces at some place and that are not known at another: the variable of a loop
/// behind that loop, what the body computes in the head, a `let` above its line. Nobody who reads such a name
/// has forgotten to declare it.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_SEMA_INTRODUCED_NAMES_H
#define PLUMB_FRONTEND_SEMA_INTRODUCED_NAMES_H

#include "frontend/parse/syntax.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace plumb::sema {

struct Introduced {
  enum class As : std::uint8_t {
    Sample,
    Local,
    LoopIndex,
    /// By `forall`, `exists` or behind `max(`.
    Bound,
    /// By `let`, in the head of a composition.
    Definition,
    /// By a part of a composition.
    Published,
    /// By a mechanism or a composition, for what the file declares beside them.
    Parameter,
  };

  As as;
  SourceRange range;
  /// Of a parameter alone.
  const syntax::Parameter *parameter = nullptr;
  /// The name of what has that parameter.
  std::string_view of = {};
};

/// Each name with the places that introduce it, in the order of the text for each kind of them.
using IntroducedNames = std::map<std::string, std::vector<Introduced>>;

/// What statements, requirements and claims of \p mechanism introduce, which outlives the result.
IntroducedNames introducedBy(const syntax::Mechanism &mechanism);
/// The same of the head of \p composition, and what is defined by its `let`.
IntroducedNames introducedBy(const syntax::Composition &composition);
/// The parameters of everything in \p program that has some.
IntroducedNames parametersOf(const syntax::Program &program);

/// "the variable of a loop".
std::string_view describe(Introduced::As as);

} // namespace plumb::sema

#endif // PLUMB_FRONTEND_SEMA_INTRODUCED_NAMES_H
