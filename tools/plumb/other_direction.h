// SPDX-License-Identifier: Apache-2.0
//===- tools/plumb/other_direction.h - A guarantee turned round -*- C++ -*-===//
///
/// \file
/// How `plumb bounds FILE` writes what guarantees say of the other direction.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TOOLS_PLUMB_OTHER_DIRECTION_H
#define PLUMB_TOOLS_PLUMB_OTHER_DIRECTION_H

#include "checker/claims/other_direction.h"

#include <string>
#include <vector>

namespace plumb::tool {

// Numbers in the text are rounded up, so that what it says holds; the others have both ends.
std::string otherDirectionsText(const std::vector<claims::OtherDirection> &all);
std::string otherDirectionsJson(const std::vector<claims::OtherDirection> &all);
std::string otherDirectionsCsv(const std::vector<claims::OtherDirection> &all);

} // namespace plumb::tool

#endif // PLUMB_TOOLS_PLUMB_OTHER_DIRECTION_H
