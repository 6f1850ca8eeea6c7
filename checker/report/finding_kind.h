// SPDX-License-Identifier: Apache-2.0
//===- checker/report/finding_kind.h - What an open condition is -*- C++ -*-===//

#ifndef PLUMB_CHECKER_REPORT_FINDING_KIND_H
#define PLUMB_CHECKER_REPORT_FINDING_KIND_H

#include "checker/proof/proof.h"
#include "frontend/support/diagnostic.h"

#include <string_view>

namespace plumb::report {

struct FindingKind {
  DiagnosticKind kind;
  /// What to do, in the terms of the field.
  std::string_view advice;
};

/// \pre not Termination, which the syntax decides before anything is asked (kind UnboundedLoop).
const FindingKind &findingKind(proof::Condition condition);

/// Place in the order of messages, smallest first.
unsigned findingRank(proof::Condition condition);

} // namespace plumb::report

#endif // PLUMB_CHECKER_REPORT_FINDING_KIND_H
