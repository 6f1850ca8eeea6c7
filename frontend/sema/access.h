// SPDX-License-Identifier: Apache-2.0
//===- frontend/sema/access.h - A name with its indices ---------*- C++ -*-===//
///
/// \file
/// Written expressions looked at before their names are known: the array and the indices of `f[t][l]`,
/// whether two texts are the same, whether one mentions a name.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_SEMA_ACCESS_H
#define PLUMB_FRONTEND_SEMA_ACCESS_H

#include "frontend/parse/syntax.h"

#include <string_view>
#include <vector>

namespace plumb::sema {

/// `f`, `f[i]`, `f[t][l]` taken apart. What stands in front may be any expression.
struct Access {
  const syntax::Expression *base;
  /// Outermost dimension first.
  std::vector<const syntax::Expression *> indices;

  bool isName(std::string_view name) const {
    return base->kind == syntax::Expression::Kind::Name && base->text == name;
  }
};

Access accessOf(const syntax::Expression &expression);

/// True if both are written alike, whatever the spaces.
bool sameText(const syntax::Expression &a, const syntax::Expression &b);

/// True if \p name stands somewhere in \p expression as a Name.
bool mentions(const syntax::Expression &expression, std::string_view name);

} // namespace plumb::sema

#endif // PLUMB_FRONTEND_SEMA_ACCESS_H
