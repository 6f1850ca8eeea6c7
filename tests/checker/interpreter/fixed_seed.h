// SPDX-License-Identifier: Apache-2.0
//===- tests/checker/interpreter/fixed_seed.h - Repeatable properties ---*- C++ -*-===//

#ifndef PLUMB_TESTS_CHECKER_INTERPRETER_FIXED_SEED_H
#define PLUMB_TESTS_CHECKER_INTERPRETER_FIXED_SEED_H

#include <cstdlib>
#include <rapidcheck.h>

namespace plumb::test {

/// rc::check with the same random choices in every run, unless RC_PARAMS asks for others.
template <typename Property> bool holds(Property property) {
  setenv("RC_PARAMS", "seed=20240 max_success=200", 0);
  return rc::check(std::move(property));
}

} // namespace plumb::test

#endif // PLUMB_TESTS_CHECKER_INTERPRETER_FIXED_SEED_H
