// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// An assignment under a condition, without a branch: for selections in constant work.

#ifndef PLUMB_RUNTIME_CONSTANT_WORK_CHOICE_H
#define PLUMB_RUNTIME_CONSTANT_WORK_CHOICE_H

#include <cstdint>

namespace plumb::runtime {

/// All ones or all zeros. The compiler does not learn which, so it makes no branch of it.
inline std::uint64_t maskOf(bool condition) {
  std::uint64_t mask = -static_cast<std::uint64_t>(condition);
  asm("" : "+r"(mask));
  return mask;
}

/// Sets \p place to \p value, or leaves it, by the same instructions. \p Integer has at most 128 bits.
template <class Integer> void assignIf(bool condition, Integer &place, Integer value) {
  place ^= (place ^ value) & static_cast<Integer>(static_cast<std::int64_t>(maskOf(condition)));
}

} // namespace plumb::runtime

#endif // PLUMB_RUNTIME_CONSTANT_WORK_CHOICE_H
