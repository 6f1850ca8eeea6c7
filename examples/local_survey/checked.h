// SPDX-License-Identifier: Apache-2.0
//===- examples/local_survey/checked.h - A value or an exception *- C++ -*-===//

#ifndef PLUMB_EXAMPLES_LOCAL_SURVEY_CHECKED_H
#define PLUMB_EXAMPLES_LOCAL_SURVEY_CHECKED_H

#include "plumb/runtime/expected.h"

#include <stdexcept>
#include <utility>

namespace local_survey {

/// The value, or a std::runtime_error with the reason.
template <class Value> Value checked(plumb::runtime::Expected<Value> value) {
  if (!value)
    throw std::runtime_error(value.error().message);
  return *std::move(value);
}

} // namespace local_survey

#endif // PLUMB_EXAMPLES_LOCAL_SURVEY_CHECKED_H
