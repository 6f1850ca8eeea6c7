// SPDX-License-Identifier: Apache-2.0
//===- checker/derivation/search.h - Looks for evidence ---------*- C++ -*-===//
///
/// \file
/// Finds the steps by which the kernel can see that an obligation holds. Nothing here is believed: what is
/// found is put to the kernel.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_DERIVATION_SEARCH_H
#define PLUMB_CHECKER_DERIVATION_SEARCH_H

#include "checker/derivation/derivation.h"

#include <algorithm>
#include <cstdint>
#include <optional>

namespace plumb::derivation {

struct Limits {
  /// Operations on coefficients, about; the same on every machine.
  std::uint64_t work = 3'000'000;
  std::size_t cases = 4000;
};

/// What several searches may do together: operations on coefficients, those of making rows included, some
/// 0.6 us each; the same on every machine. Nothing is found once it is spent.
struct Allowance {
  std::uint64_t left;
  bool isSpent() const { return left == 0; }
  void spend(std::uint64_t work) { left -= std::min(left, work); }
};

/// Steps that show \p obligation. Splits where a solution of what is known contradicts a formula that is
/// known. \param multiplies rows are also multiplied with each other. \param allowance of this search and
/// others; null if there is none.
std::optional<Steps> derive(kernel::Terms &terms, const kernel::Obligation &obligation, bool multiplies,
                            const Limits &limits = {}, Allowance *allowance = nullptr);

} // namespace plumb::derivation

#endif // PLUMB_CHECKER_DERIVATION_SEARCH_H
