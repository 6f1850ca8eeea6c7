// SPDX-License-Identifier: Apache-2.0
//===- tools/plumb/learn/frame.h - What may not change ----------*- C++ -*-===//
///
/// \file
/// An exercise is a text of which some parts are the learner's: blanks `___`, each a part of one clause or
/// statement, and whole lines between the comments `// yours from here` and `// to here`. Everything else is
/// the frame: an answer has it word for word; comments and layout do not count.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TOOLS_PLUMB_LEARN_FRAME_H
#define PLUMB_TOOLS_PLUMB_LEARN_FRAME_H

#include "frontend/support/source_file.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumb::tool::learn {

/// Where an answer departs from its exercise, and how.
struct Departure {
  SourceRange range;
  /// A sentence without its point.
  std::string said;
};

/// How an answer stands to its exercise.
struct Match {
  /// Of the answer: the words of the frame, in order.
  std::vector<SourceRange> frame;
  /// What stands in each blank of the exercise, in order; empty where nothing does.
  std::vector<SourceRange> filled;
  std::optional<Departure> departure;
};

/// \p given is an exercise, \p answer what somebody made of it.
Match match(const SourceFile &given, const SourceFile &answer);

/// Where a blank is left; nothing if none is.
std::optional<SourceRange> blankIn(const SourceFile &answer);

/// The text of \p answer with the words \p by in the place of \p replaced, wherever these stand in the frame.
std::string withWords(const SourceFile &answer, const Match &match, std::string_view replaced,
                      std::string_view by);

} // namespace plumb::tool::learn

#endif // PLUMB_TOOLS_PLUMB_LEARN_FRAME_H
