// SPDX-License-Identifier: Apache-2.0
//===- frontend/sema/declaration_site.h - One declaration, being analysed --*- C++ -*-===//
///
/// \file
/// What one declaration of the file (a record, a policy, a query) needs while it is analysed: a scope that
/// knows the sizes, and an owner of its bound variables. For the parts of Declarations only.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_SEMA_DECLARATION_SITE_H
#define PLUMB_FRONTEND_SEMA_DECLARATION_SITE_H

#include "frontend/sema/declarations.h"
#include "frontend/sema/expressions.h"

namespace plumb::sema {

struct Declarations::Site {
  explicit Site(Declarations &owner) : elaboration(owner.file, owner.sink, scratch) {
    for (const std::unique_ptr<ir::Variable> &size : owner.program.sizes)
      elaboration.scope.import(*size);
    elaboration.misnamed = owner.names.misnamed;
    elaboration.introduced = parametersOf(owner.written);
  }

  ExpressionAnalysis at(Place place) { return ExpressionAnalysis(elaboration, place); }

  ir::Neighbourhood scratch;
  Elaboration elaboration;
};

} // namespace plumb::sema

#endif // PLUMB_FRONTEND_SEMA_DECLARATION_SITE_H
