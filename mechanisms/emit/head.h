// SPDX-License-Identifier: Apache-2.0
//===- mechanisms/emit/head.h - What a header says of itself ----*- C++ -*-===//
///
/// \file
/// The comment at the top of an emitted header: what is guaranteed, for whom, and under which assumptions.
/// Text from a program is made harmless in a comment here.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_MECHANISMS_EMIT_HEAD_H
#define PLUMB_MECHANISMS_EMIT_HEAD_H

#include "checker/report/certificate.h"
#include "checker/report/composition_result.h"
#include "mechanisms/emit/includes.h"
#include "mechanisms/plan/work.h"

#include <string>
#include <string_view>
#include <vector>

namespace plumb::emit {

/// The first comment of a header: guarantee, adjacency, assumptions, claims, laws, ranges, what its time
/// tells, origin. Ends with a newline.
///
/// \param countsRecords there is a class Data.
std::string headComment(const report::Certificate &certificate, plan::Work work, bool isStream,
                        bool countsRecords);

/// The same of a composition: guarantee, neighbours, parts, what they cost together, assumptions, origin.
std::string headComment(const report::Certificate &certificate, const report::CompositionResult &composed);

/// \p text as one line of a comment that reads as it is compiled: control characters, marks that reorder
/// text and bytes that are no UTF-8 become blanks, and no backslash stands at the end, where it would
/// continue the comment.
std::string commentText(std::string_view text);

/// What a proof knows of every record and answers do not show: the ranges of its fields, and the premises
/// about it. Empty if it knows nothing of them, or if there are no records.
std::vector<std::string> knownOfRecords(const ir::Neighbourhood &inputs);
/// The type by which the caller vouches for \p known, which is not empty.
///
/// \param counts there is a class Data, which tests it.
std::string vouchedStruct(const std::vector<std::string> &known, bool counts);

/// Is an answer to \p query a number of records, which is never below 0?
bool isCount(const ir::Variable &query);

/// C++ for "an answer to \p query, whose name is \p name, is below 0": all of them where they are \p several.
std::string belowZero(const std::string &name, bool several, Includes &includes);
/// Why such answers are refused.
std::string belowZeroReason(const ir::Variable &query);

} // namespace plumb::emit

#endif // PLUMB_MECHANISMS_EMIT_HEAD_H
