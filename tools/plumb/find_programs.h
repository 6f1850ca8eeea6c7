// SPDX-License-Identifier: Apache-2.0
//===- tools/plumb/find_programs.h - The programs of a folder ---*- C++ -*-===//
///
/// \file
/// A folder on the command line stands for the programs in it.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TOOLS_PLUMB_FIND_PROGRAMS_H
#define PLUMB_TOOLS_PLUMB_FIND_PROGRAMS_H

#include <string>
#include <vector>

namespace plumb::tool {

/// \p paths, where each folder is replaced by the files in it and in its folders that end in .plumb, in the
/// order of their paths, byte by byte. What is hidden is passed over, and links to folders are not followed.
/// A folder that holds none, or that cannot be read, also one below another, stands there itself.
std::vector<std::string> programsOf(const std::vector<std::string> &paths);

} // namespace plumb::tool

#endif // PLUMB_TOOLS_PLUMB_FIND_PROGRAMS_H
