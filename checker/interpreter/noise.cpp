// SPDX-License-Identifier: Apache-2.0
#include "checker/interpreter/noise.h"

#include <llvm/Support/ErrorHandling.h>

namespace plumb::interpreter {

bool inSupport(ir::Law law, ir::Sort sort, const Exact &value) {
  if (sort == ir::Sort::Int && !value.isIntegral())
    return false;
  switch (ir::row(law).support) {
  case ir::Support::AllNumbers:
    return true;
  case ir::Support::NonNegative:
    return value.sign() >= 0;
  case ir::Support::NonPositive:
    return value.sign() <= 0;
  }
  llvm_unreachable("all supports are handled");
}

std::optional<Exact> costOfShift(ir::Law law, const Exact &shift) {
  if (shift.isZero())
    return Exact();
  const ir::Rate rate = shift.sign() > 0 ? ir::row(law).up : ir::row(law).down;
  if (!rate.isBounded())
    return std::nullopt;
  return Exact(std::int64_t(rate.numerator)) * shift.absolute() / Exact(std::int64_t(rate.denominator));
}

} // namespace plumb::interpreter
