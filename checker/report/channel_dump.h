// SPDX-License-Identifier: Apache-2.0
//===- checker/report/channel_dump.h - Identities for solvers ---*- C++ -*-===//

#ifndef PLUMB_CHECKER_REPORT_CHANNEL_DUMP_H
#define PLUMB_CHECKER_REPORT_CHANNEL_DUMP_H

#include "checker/channel/check.h"
#include "checker/report/smt_dump.h"

namespace plumb::report {

/// For each obligation, in order, that it holds (unsat).
///
/// A product of variables stands as one unknown, as everywhere in the checker. The hypotheses are the
/// summands of the certificate, each of them at least 0; a comment gives it as a product of requirements.
/// Without a certificate they are the requirements, and the answer is unknown.
std::vector<Script> scripts(const channel::Result &result);

} // namespace plumb::report

#endif // PLUMB_CHECKER_REPORT_CHANNEL_DUMP_H
