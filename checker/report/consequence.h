// SPDX-License-Identifier: Apache-2.0
//===- checker/report/consequence.h - Open only as others are ---*- C++ -*-===//
///
/// \file
/// Obligations that are open only because of a mistake that another open one tells. They are left out of the
/// messages, and stay in every list of obligations.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_REPORT_CONSEQUENCE_H
#define PLUMB_CHECKER_REPORT_CONSEQUENCE_H

#include "checker/refutation/counterexample.h"
#include "checker/verdict/evidence.h"
#include "frontend/ir/program.h"

#include <vector>

namespace plumb::report {

/// Obligations about one mechanism that are not proved.
using OpenObligations = std::vector<const verdict::Evidence *>;

/// Is what \p a asks told before what \p b asks? The conditions about shifts from the most basic one on: that
/// nothing depends on itself, that moved draws are in the support, that the runs decide alike, that they
/// publish the same, that this costs no more than there is. Others in the order of their table.
bool isMoreBasic(verdict::Condition a, verdict::Condition b);

/// What is open only because scales are: where a scale has no value its draw has none, and where none of the
/// scales is known nothing is known of costs. The messages about the scales say all of it. But where a
/// violation is confirmed the noise is too small, too.
void leaveOutWhatScalesExplain(const ir::Mechanism &mechanism, bool isViolated, OpenObligations &open);

/// What is open besides where \p run is known, which has no value: nothing else holds of that run, whatever
/// the alignment. Nor is told again what another place divides by, or reads at the same index of equally long
/// arrays.
void leaveOutWhatMissingValuesExplain(const ir::Mechanism &mechanism, const refutation::Counterexample &run,
                                      OpenObligations &open);

/// What a run without a value shows.
struct MissingValue {
  /// What is asked of the place where the run has none; null if nothing open is asked of it.
  const verdict::Evidence *reason = nullptr;
  /// What has no value on the input of that run either, and invariants.
  OpenObligations following = {};
};

/// Takes it out of \p open, which keeps what is open for another reason.
MissingValue takeWhatShowsIn(const ir::Mechanism &mechanism, const refutation::Counterexample &run,
                             OpenObligations &open);

/// What is open besides where another alignment is proved. Of the conditions that fail through the shift of
/// one and the same draw the most basic one stays.
void leaveOutWhatOneShiftExplains(const ir::Mechanism &mechanism, OpenObligations &open);

/// What fails through a shift that reads a cell into which nothing is ever published, which is told where
/// that would be.
void leaveOutWhatUnreachedCellsExplain(const ir::Mechanism &mechanism, OpenObligations &open);

} // namespace plumb::report

#endif // PLUMB_CHECKER_REPORT_CONSEQUENCE_H
