// SPDX-License-Identifier: Apache-2.0
#include "checker/proof/subscripts.h"

namespace plumb::proof {

std::optional<Rational> numberOf(const relational::Polynomial &extent) {
  if (!extent.isConstant())
    return std::nullopt;
  return extent.isZero() ? Rational(0) : extent.terms().begin()->second;
}

std::vector<Subscripts> lengthened(const std::vector<Subscripts> &starts, const Rational &length) {
  std::vector<Subscripts> longer;
  for (const Subscripts &start : starts)
    for (long i = 0; i < length; ++i) {
      longer.push_back(start);
      longer.back().push_back(i);
    }
  return longer;
}

} // namespace plumb::proof
