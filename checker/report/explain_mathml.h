// SPDX-License-Identifier: Apache-2.0
//===- checker/report/explain_mathml.h - Formulas for a browser -*- C++ -*-===//
///
/// \file
/// Expressions as Presentation MathML, for explain_html.h. Texts from programs are escaped here.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_REPORT_EXPLAIN_MATHML_H
#define PLUMB_CHECKER_REPORT_EXPLAIN_MATHML_H

#include "frontend/ir/expression.h"

#include <string>
#include <string_view>

namespace plumb::report {

/// Presentation MathML (the elements of MathML Core) without the <math> around it: indices as subscripts,
/// the second run as a prime, quotients as fractions, conditionals as cases.
std::string mathml(const ir::Expression &expression);

/// \p text with what HTML reserves written as entities.
std::string escapedHtml(std::string_view text);

} // namespace plumb::report

#endif // PLUMB_CHECKER_REPORT_EXPLAIN_MATHML_H
