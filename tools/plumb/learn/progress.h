// SPDX-License-Identifier: Apache-2.0
//===- tools/plumb/learn/progress.h - How far somebody is -------*- C++ -*-===//
///
/// \file
/// What a learner has done, as a small file in the folder of the learner's exercises.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TOOLS_PLUMB_LEARN_PROGRESS_H
#define PLUMB_TOOLS_PLUMB_LEARN_PROGRESS_H

#include "frontend/support/diagnostic.h"

#include <map>
#include <optional>
#include <set>
#include <string>

namespace plumb::tool::learn {

struct Progress {
  /// Names of exercises. One that this Plumb does not have stays: another may.
  std::set<std::string> passed;
  /// How many hints were asked for, by the name of the exercise.
  std::map<std::string, unsigned> hints;
};

inline constexpr const char *progressFile = "progress.json";

struct ReadProgress {
  Progress progress;
  /// Set if there is a file that cannot be read, or is something else.
  std::optional<Diagnostic> problem;
};

/// Of \p folder; nothing is done yet where there is no file.
ReadProgress readProgress(const std::string &folder);

/// What stands in the file.
std::string toText(const Progress &progress);

} // namespace plumb::tool::learn

#endif // PLUMB_TOOLS_PLUMB_LEARN_PROGRESS_H
