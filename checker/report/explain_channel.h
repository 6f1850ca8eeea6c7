// SPDX-License-Identifier: Apache-2.0
//===- checker/report/explain_channel.h - A channel for a reader -*- C++ -*-===//

#ifndef PLUMB_CHECKER_REPORT_EXPLAIN_CHANNEL_H
#define PLUMB_CHECKER_REPORT_EXPLAIN_CHANNEL_H

#include "checker/channel/check.h"
#include "checker/report/explain_document.h"
#include "frontend/support/source_file.h"

namespace plumb::report {

/// Appends what is guaranteed, or where it fails, each obligation with the identity that shows it, and what
/// is assumed.
///
/// \param file the text that \p result is about.
void explain(Document &document, const channel::Result &result, const SourceFile &file);

} // namespace plumb::report

#endif // PLUMB_CHECKER_REPORT_EXPLAIN_CHANNEL_H
