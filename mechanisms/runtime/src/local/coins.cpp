// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/local/coins.h"

#include "plumb/runtime/fatal.h"

namespace plumb::runtime::local {

static bool isProbability(const Powers &powers, const Number &bias) {
  return powers.isAtMost(Number(0), bias) && powers.isAtMost(bias, Number(1));
}

Expected<Coins> Coins::create(const Powers &powers, const Number &bias) {
  if (!isProbability(powers, bias))
    return Error{"bias of a coin is not defined, or does not lie between 0 and 1"};
  return Coins(powers, bias);
}

Coins::Coins(const Powers &powers, const Number &bias) : certain(Certain::Neither) {
  if (!isProbability(powers, bias))
    abortWith("a coin whose bias is no probability");
  if (powers.isEqual(bias, Number(0))) {
    certain = Certain::Never;
  } else if (powers.isEqual(bias, Number(1))) {
    certain = Certain::Always;
  } else {
    const Rational turn(signAt(bias.below(), powers.unit()));
    ratio.emplace(turn * bias.above(), turn * bias.below(), powers.unit());
    leading = ratio->digits(64, 64, 0);
  }
}

} // namespace plumb::runtime::local
