// SPDX-License-Identifier: Apache-2.0
//===- frontend/ir/fresh_name.h - Names that are free -----------*- C++ -*-===//
///
/// \file
/// A name for something that is put into a mechanism after it was read. All that may not be hidden, in the
/// mechanism and in the file that it stands in, is known here.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_IR_FRESH_NAME_H
#define PLUMB_FRONTEND_IR_FRESH_NAME_H

#include "frontend/ir/program.h"

#include <string>

namespace plumb::ir {

/// \p wanted, or like it, where something else is called so.
std::string freshName(const Mechanism &mechanism, const std::string &wanted);

} // namespace plumb::ir

#endif // PLUMB_FRONTEND_IR_FRESH_NAME_H
