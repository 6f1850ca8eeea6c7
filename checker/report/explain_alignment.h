// SPDX-License-Identifier: Apache-2.0
//===- checker/report/explain_alignment.h - How the noise moves -*- C++ -*-===//
///
/// \file
/// How the noise moves, as a table for a reader: one line for each case of each sample's alignment.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_REPORT_EXPLAIN_ALIGNMENT_H
#define PLUMB_CHECKER_REPORT_EXPLAIN_ALIGNMENT_H

#include "checker/report/explain_document.h"
#include "frontend/ir/program.h"

#include <optional>
#include <string>
#include <vector>

namespace plumb::report {

/// One way in which a draw is moved. The cases of one sample exclude each other and cover everything.
struct AlignmentCase {
  /// "always", the conditions of the shift, or "otherwise" for the last of several.
  Line condition;
  /// lam', and lam' - lam: both terms of the alignment as written, sums taken apart.
  Line aligned, shift;
  /// At most so far, in absolute value: what follows from the stated differences of the queries alone.
  /// Nothing if more than that is needed.
  std::optional<Line> atMost;
  /// What that costs at most at the scale of the draw, in lowest terms: "eps / 2". Nothing where atMost is
  /// nothing, and where it is no rational function of scalar parameters.
  std::optional<std::string> cost = {};
};

/// In the order of the text. An alignment with more than 16 cases is one case, unsplit.
std::vector<AlignmentCase> alignmentCases(const ir::Mechanism &mechanism, const ir::Sample &sample);

/// For each sample its law and a table: case, noise of the run on D, noise of the run on D', shift, bound.
void explainAlignment(Document &document, const ir::Mechanism &mechanism);

} // namespace plumb::report

#endif // PLUMB_CHECKER_REPORT_EXPLAIN_ALIGNMENT_H
