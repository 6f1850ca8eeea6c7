// SPDX-License-Identifier: Apache-2.0
//===- tools/plumb/bundled.h - Programs within the program ------*- C++ -*-===//
///
/// \file
/// The examples and exercises that come with Plumb, put into the program when it is built: a `plumb` that was
/// copied somewhere alone still has them.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TOOLS_PLUMB_BUNDLED_H
#define PLUMB_TOOLS_PLUMB_BUNDLED_H

#include <string_view>
#include <vector>

namespace plumb::tool {

struct BundledFile {
  /// Below its folder: "svt/asymmetric_svt.plumb".
  std::string_view name, content;
};

/// The programs of `examples/`. Defined in a file that the build writes, as is the other.
const std::vector<BundledFile> &bundledExamples();

/// All files of `exercises/`.
const std::vector<BundledFile> &bundledExercises();

} // namespace plumb::tool

#endif // PLUMB_TOOLS_PLUMB_BUNDLED_H
