// SPDX-License-Identifier: Apache-2.0
//===- tools/plumb/learn/assess.h - Is it an answer? ------------*- C++ -*-===//
///
/// \file
/// Whether what a learner wrote is an answer to an exercise. There is no list of answers: a text is one if it
/// keeps the frame of the exercise, reaches the goal by Plumb's own verdict, and publishes something about
/// the data.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TOOLS_PLUMB_LEARN_ASSESS_H
#define PLUMB_TOOLS_PLUMB_LEARN_ASSESS_H

#include "tools/plumb/learn/exercise.h"
#include "tools/plumb/options.h"

#include <string>

namespace plumb::tool::learn {

struct Assessment {
  bool isPassed = false;
  /// If not: why, in lines for the learner. If so: what is worth seeing, such as a violation that was to be
  /// found.
  std::string told;
  /// Something of the exercise itself was changed, so that the learner may want it as it was given.
  bool leavesFrame = false;
};

/// \param path what messages call it.
Assessment assess(const Exercise &exercise, const std::string &path, const std::string &answer,
                  const Options &options);

} // namespace plumb::tool::learn

#endif // PLUMB_TOOLS_PLUMB_LEARN_ASSESS_H
