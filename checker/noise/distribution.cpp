// SPDX-License-Identifier: Apache-2.0
#include "checker/noise/distribution.h"

#include "llvm/Support/ErrorHandling.h"

namespace plumb::noise {

const Distribution &distribution(ir::Law law) {
  switch (law) {
  case ir::Law::Laplace:
    return laplaceDistribution();
  case ir::Law::Exponential:
    return exponentialDistribution();
  case ir::Law::NegExponential:
    return negExponentialDistribution();
  }
  llvm_unreachable("a law without a distribution");
}

smt::Term movedBy(smt::TermStore &store, smt::Term shift) {
  return store.absolute(shift);
}

} // namespace plumb::noise
