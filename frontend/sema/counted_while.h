// SPDX-License-Identifier: Apache-2.0
//===- frontend/sema/counted_while.h - Whiles that end ----------*- C++ -*-===//
///
/// \file
/// How often a bare `while` goes round at most, where that can be read off: its condition holds a local
/// number below (or above) a bound that the loop leaves alone, and each time the body brings the number
/// nearer to it, or makes the condition false by what it assigns to something else. Such a loop is one over a
/// range of as many numbers, left by the same condition.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_SEMA_COUNTED_WHILE_H
#define PLUMB_FRONTEND_SEMA_COUNTED_WHILE_H

#include "frontend/parse/syntax.h"
#include "frontend/sema/scope.h"

#include <optional>

namespace plumb::sema {

/// At most max(0, more - less + extra) rounds, where both have the values that they have when the loop is
/// entered, if they are ints. The terms belong to the statement: one is a number that the body assigns, the
/// other a sum of products of literals and of names that it does not.
struct Rounds {
  const syntax::Expression *more, *less;
  int extra;
};

/// \pre \p loop is a `while`. Nothing if it may go round for ever as far as is seen here.
std::optional<Rounds> mostRounds(const syntax::Statement &loop);

/// Are all names of both terms known, and scalars that hold ints?
bool areInts(const Rounds &rounds, Scope &scope);

} // namespace plumb::sema

#endif // PLUMB_FRONTEND_SEMA_COUNTED_WHILE_H
