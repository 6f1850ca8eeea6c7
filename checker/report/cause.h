// SPDX-License-Identifier: Apache-2.0
//===- checker/report/cause.h - The mistake behind conditions ---*- C++ -*-===//
///
/// \file
/// One mistake in a mechanism may leave several conditions open. What of the program is the cause, where that
/// can be read off it, and what then to do about it.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_REPORT_CAUSE_H
#define PLUMB_CHECKER_REPORT_CAUSE_H

#include "frontend/ir/program.h"

#include <optional>
#include <string>
#include <utility>

namespace plumb::report {

/// What to do where a query sums a field without a range, so that one record changes it by any amount; empty
/// if \p mechanism reads none, or has a premise about each.
std::string adviceForUnboundedField(const ir::Mechanism &mechanism);

/// Is something at \p range divided by 0 itself, so that no requirement helps?
bool dividesByZero(const ir::Mechanism &mechanism, SourceRange range);

/// What to do about the scale at \p range, which is not proved positive; empty where that depends on
/// parameters.
std::string adviceForScale(const ir::Mechanism &mechanism, SourceRange range);

/// What to do about the claim at \p range if it bounds a value that noise of both sides may take anywhere;
/// else empty.
std::string adviceForClaim(const ir::Mechanism &mechanism, SourceRange range);

/// Where the element at \p range is read in a loop that is longer than its array: what to do; empty for all
/// else.
std::string adviceForSubscript(const ir::Mechanism &mechanism, SourceRange range);

/// What to require where the elements at \p range are selected, as many as a parameter says; empty for all
/// else.
std::string adviceForSelection(const ir::Mechanism &mechanism, SourceRange range);

/// The term at \p range, as it is printed; empty if there is none in what \p mechanism computes.
std::string termAt(const ir::Mechanism &mechanism, SourceRange range);

/// What to do where the alignment at \p range is a shift alone, of parameters and answers; empty if it reads
/// a draw or what is published.
std::string adviceForBareShift(const ir::Mechanism &mechanism, SourceRange range);

/// What to do where \p statement publishes an answer and nothing that the program draws or computes: add
/// noise that is drawn and not used for anything, or draw some. Empty if it does not.
std::string adviceForExactValue(const ir::Mechanism &mechanism, const ir::Statement &statement);

/// Where two neighbours that differ are missing because a field has an empty range, or a bound is a number
/// below 0: there, and what to do about it.
std::optional<std::pair<SourceRange, std::string>> causeOfNoNeighbours(const ir::Mechanism &mechanism);

/// What to do where \p range publishes a variable that an alignment reads, at a time at which it has another
/// value; empty if none does.
std::string adviceForEarlyRead(const ir::Mechanism &mechanism, SourceRange range);

} // namespace plumb::report

#endif // PLUMB_CHECKER_REPORT_CAUSE_H
