// SPDX-License-Identifier: Apache-2.0
//===- tools/plumb/version.h - Which Plumb, on which libraries --*- C++ -*-===//
///
/// \file
/// Which Plumb this is, and which libraries a verdict depends on.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TOOLS_PLUMB_VERSION_H
#define PLUMB_TOOLS_PLUMB_VERSION_H

#include <string>
#include <utility>
#include <vector>

namespace plumb::tool {

/// "0.1.0".
std::string plumbVersion();

/// What a verdict depends on, name and version: plumb, z3, antlr, llvm.
std::vector<std::pair<std::string, std::string>> versions();

/// For --version, one a line: the same, and what else the program is linked with.
std::string versionText();

} // namespace plumb::tool

#endif // PLUMB_TOOLS_PLUMB_VERSION_H
