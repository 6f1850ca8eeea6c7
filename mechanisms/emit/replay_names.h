// SPDX-License-Identifier: Apache-2.0
//===- mechanisms/emit/replay_names.h - Members of a harness ----*- C++ -*-===//
///
/// \file
/// Names of variables that are unique in a harness.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_MECHANISMS_EMIT_REPLAY_NAMES_H
#define PLUMB_MECHANISMS_EMIT_REPLAY_NAMES_H

#include "frontend/ir/program.h"

#include <map>
#include <string>

namespace plumb::emit {

/// Names of the variables of a mechanism or composition as members of a struct. Two loops may call their
/// indices by one name; here every variable has its own.
class ReplayNames {
public:
  explicit ReplayNames(const ir::Neighbourhood &inputs);
  const std::string &of(const ir::Variable &variable) const { return names.at(&variable); }

private:
  // Looked up, never walked through.
  std::map<const ir::Variable *, std::string> names;
};

} // namespace plumb::emit

#endif // PLUMB_MECHANISMS_EMIT_REPLAY_NAMES_H
