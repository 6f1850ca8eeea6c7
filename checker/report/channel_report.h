// SPDX-License-Identifier: Apache-2.0
//===- checker/report/channel_report.h - Channels for a reader --*- C++ -*-===//

#ifndef PLUMB_CHECKER_REPORT_CHANNEL_REPORT_H
#define PLUMB_CHECKER_REPORT_CHANNEL_REPORT_H

#include "checker/channel/check.h"
#include "checker/report/assumption.h"
#include "frontend/support/diagnostic.h"

#include <string>

namespace plumb::report {

/// "proved under 3 assumptions", "not a channel", "not private", "not proved", "vacuous".
std::string verdictText(const channel::Result &result);

/// What is assumed of the parameters: premises, then that they are public.
std::vector<Assumption> assumptionsOf(const channel::Result &result);

/// What a notion says, written out: "Q(y|x) <= exp(eps) * Q(y|x') for all x, x' and y".
std::string meaning(const ir::Channel &channel, const ir::Channel::Notion &notion);

/// The place and the parameters, on one line.
std::string failureText(const channel::Counterexample &failure);

/// "6 small tables tried in full, the first at s = 1, eps = ln(4)", or that none was small enough.
std::string triedText(const channel::Result &result);

/// The verdict and what it rests on; every line ends with a newline.
std::string textReport(const channel::Result &result, const std::string &path);

/// Why it is not proved, if it is not.
void reportFindings(const channel::Result &result, DiagnosticSink &sink);

/// One line for `--stats`.
std::string statisticsText(const channel::Result &result, const std::string &path);

} // namespace plumb::report

#endif // PLUMB_CHECKER_REPORT_CHANNEL_REPORT_H
