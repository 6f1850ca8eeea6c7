// SPDX-License-Identifier: Apache-2.0
//===- tools/plumb/aligned_lines.h - Figures in columns ---------*- C++ -*-===//
///
/// \file
/// Tables of figures as text, and how many digits they have.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TOOLS_PLUMB_ALIGNED_LINES_H
#define PLUMB_TOOLS_PLUMB_ALIGNED_LINES_H

#include <string>
#include <vector>

namespace plumb::tool {

/// For readers, and for programs that read doubles.
constexpr unsigned digitsForReaders = 12, digitsForPrograms = 17;

using TableLine = std::vector<std::string>;

/// Columns under each other. \pre There is a line, and none is longer than the first.
std::string alignedText(const std::vector<TableLine> &lines);

} // namespace plumb::tool

#endif // PLUMB_TOOLS_PLUMB_ALIGNED_LINES_H
