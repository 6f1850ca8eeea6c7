// SPDX-License-Identifier: Apache-2.0
//===- checker/report/explain_neighbours.h - Who the neighbours are -*- C++ -*-===//
///
/// \file
/// Who the neighbours are, for a reader: the stated differences, or records, policy and queries with the
/// sensitivity that follows from them.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_REPORT_EXPLAIN_NEIGHBOURS_H
#define PLUMB_CHECKER_REPORT_EXPLAIN_NEIGHBOURS_H

#include "checker/report/explain_document.h"
#include "checker/report/result.h"

namespace plumb::report {

/// The neighbouring relation: stated for the answers, or records, policy and queries with what follows
/// from them. For the latter \p makeEngine is asked once more; see proof::deriveSensitivity.
void explainNeighbours(Document &document, const Result &result, const proof::EngineMaker &makeEngine);

} // namespace plumb::report

#endif // PLUMB_CHECKER_REPORT_EXPLAIN_NEIGHBOURS_H
