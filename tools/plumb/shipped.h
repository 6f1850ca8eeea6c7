// SPDX-License-Identifier: Apache-2.0
//===- tools/plumb/shipped.h - What lies beside the program -----*- C++ -*-===//
///
/// \file
/// Where the files are that come with `plumb`: they are looked for relative to the program, so that it can be
/// run from where it was built, and from wherever it was installed or carried to. What it cannot do without
/// is within it (bundled.h).
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TOOLS_PLUMB_SHIPPED_H
#define PLUMB_TOOLS_PLUMB_SHIPPED_H

#include <string>

namespace plumb::tool {

/// The folder of the program that runs.
std::string programFolder();

/// \p folder with \p below, a relative path, and without any "..".
std::string joinedPath(const std::string &folder, const std::string &below);

} // namespace plumb::tool

#endif // PLUMB_TOOLS_PLUMB_SHIPPED_H
