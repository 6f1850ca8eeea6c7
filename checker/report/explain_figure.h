// SPDX-License-Identifier: Apache-2.0
//===- checker/report/explain_figure.h - A violation as a picture -*- C++ -*-===//
///
/// \file
/// How likely a word is on D and on D', drawn side by side, and the line that it must not cross on D: of the
/// word of a violation, or of all words of a mechanism that has few.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_REPORT_EXPLAIN_FIGURE_H
#define PLUMB_CHECKER_REPORT_EXPLAIN_FIGURE_H

#include "checker/disproof/composed.h"
#include "checker/disproof/outcomes.h"

#include <string>

namespace plumb::report {

/// An <svg> element for an HTML page: two bars, of which that of D is as high as the picture, and a line at
/// e^eps * Pr[D'], below which the first bar would have to stay. The bounds are those that are told.
std::string violationFigure(const disproof::Violation &violation);
/// The same of what all parts publish together.
std::string violationFigure(const disproof::ComposedViolation &violation);

/// Two bars for each word, and across that of D, where there is room for it, the line that it must not cross.
std::string outcomesFigure(const disproof::Outcomes &outcomes);

} // namespace plumb::report

#endif // PLUMB_CHECKER_REPORT_EXPLAIN_FIGURE_H
