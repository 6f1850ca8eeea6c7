// SPDX-License-Identifier: Apache-2.0
//===- frontend/ir/setting.h - Inputs, and what runs on them ----*- C++ -*-===//
///
/// \file
/// For tables that are made of a neighbourhood and know what runs on it, if anything does: the symbols of a
/// proof, an instance of concrete size, small inputs.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_IR_SETTING_H
#define PLUMB_FRONTEND_IR_SETTING_H

#include "frontend/ir/program.h"

#include <cassert>

namespace plumb::ir {

/// A view: what it is made of outlives it.
class Setting {
public:
  /// A conversion, since a mechanism says all that a setting says.
  // NOLINTNEXTLINE(google-explicit-constructor)
  Setting(const Mechanism &mechanism) : inputs(&mechanism), program(&mechanism) {}
  /// Nothing runs. By a name, so that no mechanism is lost where it is passed on as its neighbourhood.
  static Setting alone(const Neighbourhood &neighbourhood) { return Setting(neighbourhood, nullptr); }

  const Neighbourhood &neighbourhood() const { return *inputs; }
  bool hasMechanism() const { return program != nullptr; }
  /// \pre hasMechanism()
  const Mechanism &mechanism() const {
    assert(program && "nothing runs on this neighbourhood");
    return *program;
  }

private:
  Setting(const Neighbourhood &neighbourhood, const Mechanism *mechanism)
      : inputs(&neighbourhood), program(mechanism) {}

  const Neighbourhood *inputs;
  const Mechanism *program;
};

} // namespace plumb::ir

#endif // PLUMB_FRONTEND_IR_SETTING_H
