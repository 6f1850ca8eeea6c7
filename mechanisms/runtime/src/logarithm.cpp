// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/logarithm.h"

#include <utility>

namespace plumb::runtime {

Logarithm::Logarithm(local::Powers powers, local::Number argument, Rational above)
    : base(std::move(powers)), number(std::move(argument)), upper(std::move(above)) {}

Expected<Logarithm> Logarithm::create(const local::Powers &powers, const local::Number &argument) {
  if (!argument.isDefined())
    return Error{"a logarithm that is not defined, since something in it is divided by 0"};
  if (!powers.isBelow(local::Number(1), argument))
    return Error{"a logarithm that is not above 0, and is no budget"};
  const auto bracket = powers.logarithm(argument);
  if (!bracket)
    return bracket.error();
  return Logarithm(powers, argument, bracket->above);
}

} // namespace plumb::runtime
