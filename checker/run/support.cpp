// SPDX-License-Identifier: Apache-2.0
#include "checker/run/support.h"

#include <llvm/Support/ErrorHandling.h>

namespace plumb::run {

bool inSupport(ir::Law law, ir::Sort sort, const Exact &value) {
  if (sort == ir::Sort::Int && !value.isIntegral())
    return false;
  switch (law) {
  case ir::Law::Laplace:
    return true;
  case ir::Law::Exponential:
    return value.sign() >= 0;
  case ir::Law::NegExponential:
    return value.sign() <= 0;
  }
  llvm_unreachable("all laws are handled");
}

} // namespace plumb::run
