// SPDX-License-Identifier: Apache-2.0
//===- mechanisms/runtime/testing/include/plumb/runtime/replay/failure.h -*- C++ -*-===//
///
/// \file
/// What a replay reports when compiled code does not do what was proved. For harnesses, never for releases.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_RUNTIME_REPLAY_FAILURE_H
#define PLUMB_RUNTIME_REPLAY_FAILURE_H

#include "plumb/runtime/replay/terms.h"

#include <string>
#include <string_view>
#include <vector>

namespace plumb::runtime::replay {

/// What a replay found wrong. Thrown.
struct Failure {
  /// The condition, in one word or two.
  std::string_view condition;
  std::string description;
  /// Where: lines about parameters, data and noise.
  std::string scene;
};

using Values = std::vector<Wide>;

inline std::string list(const Values &values) {
  std::string text;
  for (Wide value : values)
    text += (text.empty() ? "" : ", ") + runtime::toText(value);
  return "[" + text + "]";
}

} // namespace plumb::runtime::replay

#endif // PLUMB_RUNTIME_REPLAY_FAILURE_H
