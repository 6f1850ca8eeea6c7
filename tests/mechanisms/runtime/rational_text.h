// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// Exact numbers as tests write them.

#ifndef PLUMB_TESTS_RUNTIME_RATIONAL_TEXT_H
#define PLUMB_TESTS_RUNTIME_RATIONAL_TEXT_H

#include "plumb/runtime/rational.h"

namespace plumb::runtime::test {

/// "2/3" as a number. \pre \p text is one.
inline Rational rational(const char *text) {
  return Rational::parse(text).value();
}

} // namespace plumb::runtime::test

#endif // PLUMB_TESTS_RUNTIME_RATIONAL_TEXT_H
