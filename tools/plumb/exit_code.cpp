// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/exit_code.h"

#include <algorithm>
#include <iterator>

namespace plumb::tool {

ExitCode worse(ExitCode a, ExitCode b) {
  constexpr ExitCode order[] = {ExitCode::Bug,        ExitCode::Environment, ExitCode::NotAProgram,
                                ExitCode::NotPrivate, ExitCode::NotProved,   ExitCode::Proved};
  return *std::min(std::find(std::begin(order), std::end(order), a),
                   std::find(std::begin(order), std::end(order), b));
}

} // namespace plumb::tool
