// SPDX-License-Identifier: Apache-2.0
//===- checker/report/counterexample_text.h - Counterexamples as text --*- C++ -*-===//
///
/// \file
/// A failing pair of runs, or a violation, as lines for a reader below a verdict.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_REPORT_COUNTEREXAMPLE_TEXT_H
#define PLUMB_CHECKER_REPORT_COUNTEREXAMPLE_TEXT_H

#include "checker/disproof/composed.h"
#include "checker/refutation/bad_pair.h"
#include "checker/refutation/bad_parameters.h"

#include <string>

namespace plumb::report {

/// The run on D beside the aligned run on D', from the answers to the place where they part. Lines
/// behind \p indent blanks or more, the first says what fails.
///
/// \pre \p example is confirmed.
std::string counterexampleText(const refutation::Counterexample &example, unsigned indent);

/// One run that has no meaning, or that breaks a claim. \pre as above.
std::string badRunText(const refutation::Counterexample &example, unsigned indent);

/// Two records that show that a neighbouring relation is none.
std::string badPairText(const refutation::BadPair &pair, unsigned indent);
std::string badParametersText(const refutation::BadParameters &bad, unsigned indent);

/// The input, the event and its two probabilities, in the same form.
std::string violationText(const disproof::Violation &violation, unsigned indent);

/// The same of a composition: what each of its parts gives away.
std::string violationText(const disproof::ComposedViolation &violation, unsigned indent);

/// How close to a violation a search came that found none.
std::string largestLossText(const disproof::Findings &findings, unsigned indent);

/// Parameters and data of a question: "where n = 1", and a table of D and D'.
std::string neighboursText(const disproof::ToldQuestion &question, unsigned indent);

} // namespace plumb::report

#endif // PLUMB_CHECKER_REPORT_COUNTEREXAMPLE_TEXT_H
