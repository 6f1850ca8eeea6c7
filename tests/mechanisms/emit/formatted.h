// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// What is published and what was chosen, formatted: only where there is <format>.

#ifndef PLUMB_TESTS_MECHANISMS_EMIT_FORMATTED_H
#define PLUMB_TESTS_MECHANISMS_EMIT_FORMATTED_H

#include "golden/asymmetric_laplace.h"
#include "golden/monitor_location.h"

#include <string>
#include <utility>
#include <vector>
#include <version>

#ifdef __cpp_lib_format
#include <format>

namespace plumb::test {

/// What is formatted, and what it has to be. Parameters are of the type Exact, which inherits no formatter.
inline std::vector<std::pair<std::string, std::string>> formatted() {
  const monitor_location::Cell above{monitor_location::Cell::Tag::above, 25};
  asymmetric_laplace::Output output;
  output.out.value = runtime::Integer(41);
  const asymmetric_laplace::Parameters parameters{{1, 2}, 1};
  return {
      {std::format("{}|{:>10}|{}", above, above, monitor_location::Cell{}), "above 25|  above 25|nothing"},
      {std::format("{}", output), output.text()},
      {std::format("{}", runtime::Integer(runtime::Wide{1} << 63)), "9223372036854775808"},
      {std::format("{} {:^7}", runtime::Rational{3, 2}, parameters.eps), "3/2   1/2  "}};
}

} // namespace plumb::test

#endif

#endif // PLUMB_TESTS_MECHANISMS_EMIT_FORMATTED_H
