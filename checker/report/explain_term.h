// SPDX-License-Identifier: Apache-2.0
//===- checker/report/explain_term.h - Bounds that are only text -*- C++ -*-===//

#ifndef PLUMB_CHECKER_REPORT_EXPLAIN_TERM_H
#define PLUMB_CHECKER_REPORT_EXPLAIN_TERM_H

#include "frontend/ir/program.h"

#include <optional>
#include <string>
#include <string_view>

namespace plumb::report {

/// \p text, a term over the scalar parameters of \p mechanism made with + - * / and parentheses ("3 * eps /
/// 4"), as an expression of sort Real. Null if it is anything else.
ir::ExpressionPtr termOf(std::string_view text, const ir::Mechanism &mechanism);

/// \p term over scalar parameters in lowest terms, as text; empty if it is no such term.
std::string simplified(const ir::Expression &term, const ir::Mechanism &mechanism);

/// a / b if that is the same positive number for all parameters, exactly.
std::optional<Rational> constantRatio(const ir::Expression &a, const ir::Expression &b,
                                      const ir::Mechanism &mechanism);

} // namespace plumb::report

#endif // PLUMB_CHECKER_REPORT_EXPLAIN_TERM_H
