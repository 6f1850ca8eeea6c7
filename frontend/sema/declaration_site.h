// SPDX-License-Identifier: Apache-2.0
//===- frontend/sema/declaration_site.h - One of them under way -*- C++ -*-===//

#ifndef PLUMB_FRONTEND_SEMA_DECLARATION_SITE_H
#define PLUMB_FRONTEND_SEMA_DECLARATION_SITE_H

#include "frontend/sema/declarations.h"
#include "frontend/sema/expressions.h"

namespace plumb::sema {

struct Declarations::Site {
  explicit Site(Declarations &owner) : elaboration(owner.file, owner.sink, scratch) {
    for (const std::unique_ptr<ir::Variable> &size : owner.program.sizes)
      elaboration.scope.import(*size);
  }

  ExpressionAnalysis at(Place place) { return ExpressionAnalysis(elaboration, place); }

  ir::Mechanism scratch;
  Elaboration elaboration;
};

} // namespace plumb::sema

#endif // PLUMB_FRONTEND_SEMA_DECLARATION_SITE_H
