// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/plan/value_type.h"

namespace plumb::plan {

ValueType typeFor(const std::optional<Range> &range) {
  if (range && fitsWord(*range))
    return ValueType::Word;
  return range && fitsWide(*range) ? ValueType::Wide : ValueType::Rational;
}

} // namespace plumb::plan
