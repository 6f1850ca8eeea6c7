// SPDX-License-Identifier: Apache-2.0
//===- checker/alignment/condition.h - The theorem's conditions -*- C++ -*-===//
///
/// \file
/// What has to be proved (Theorem 7 of Takagi, Cao and Yoshikawa, with the
/// support condition that one-sided noise needs), each with its three texts.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_ALIGNMENT_CONDITION_H
#define PLUMB_CHECKER_ALIGNMENT_CONDITION_H

#include <cstdint>
#include <string>
#include <string_view>

namespace plumb::alignment {

enum class Condition : std::uint8_t {
#define CONDITION(id, shortName, holds, fails) id,
#include "checker/alignment/conditions.def"
#undef CONDITION
};

/// "support"; also in logs, dumps and statistics.
std::string_view shortName(Condition condition);
/// The sentence for a proved and for an unproved obligation about \p subject; lower case, no period.
std::string textWhenProved(Condition condition, std::string_view subject);
std::string textWhenOpen(Condition condition, std::string_view subject);

} // namespace plumb::alignment

#endif // PLUMB_CHECKER_ALIGNMENT_CONDITION_H
