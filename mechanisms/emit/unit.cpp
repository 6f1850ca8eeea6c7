// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/emit/unit.h"

namespace plumb::emit {

Unit::Unit(const ir::Mechanism &proved)
    : mechanism(proved), names(proved, problems), premises(proved), ranges(proved, &premises),
      rawRanges(proved, nullptr), storage(proved), samplers(samplersOf(proved, names, problems)),
      publications(publicationsOf(proved, ranges, names)) {}

} // namespace plumb::emit
